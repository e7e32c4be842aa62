//! Addresses that asked for the newsletter. While `notified_at` is empty, the row's next email is not sent yet.

use ateneu_schema::{
    By, Erasure, Table,
    rule::{admin, anyone, nobody},
    sanitize,
    table::{Check, Gender, boolean, exposed, text, timestamp, updated_at, uuid},
};

pub fn tables() -> Vec<Table> {
    vec![
        exposed("newsletter_subscriptions", "Newsletter addresses.")
            .row_label("Inscrição na newsletter", Gender::Feminine)
            .columns([
                uuid("id").new_id().set_by(admin()),
                text("email").required().length(3, 254).check(Check::Email).sanitized(sanitize::email),
                boolean("is_active").or(true).set_by(admin()),
                timestamp("created_at").now().set_by(admin()),
                updated_at().set_by(admin()),
                // Names the row in the links of its emails: its holder may confirm and unsubscribe. Made with the
                // first email.
                text("token").unlisted().secret().set_by(nobody()),
                // Empty while the address is asked whether it meant it.
                timestamp("confirmed_at").set_by(nobody()),
                timestamp("unsubscribed_at").set_by(nobody()),
                timestamp("notified_at").set_by(nobody()),
            ])
            .unique_where(["email"], "is_active")
            .unique_where(["token"], "token IS NOT NULL")
            .index(["created_at desc"])
            .index(["notified_at"])
            .mask(["token"], nobody())
            .inserts_per_hour(30)
            .personal()
            .personal_data("email", By::Email, Erasure::Remove)
            .read(admin())
            .insert(anyone())
            .update(admin())
            .delete(admin()),
    ]
}
