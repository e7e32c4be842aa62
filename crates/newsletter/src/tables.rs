//! Addresses subscribed to the newsletter. An empty `notified_at` means that the row's next email is not sent yet.

use ateneu_schema::{
    By, Erasure, Table,
    rule::{admin, anyone, nobody},
    sanitize,
    table::{Check, Gender, boolean, exposed, text, text_array, timestamp, updated_at, uuid},
};

pub fn tables() -> Vec<Table> {
    let mut tables = vec![subscriptions()];
    tables.extend(crate::campaigns::tables());
    tables.extend(crate::sequences::tables());
    tables.extend(crate::contract_notices::tables());
    tables
}

fn subscriptions() -> Table {
    exposed("newsletter_subscriptions", "Newsletter addresses.")
        .row_label("Inscrição na newsletter", Gender::Feminine)
        .columns([
            uuid("id").new_id().set_by(admin()),
            text("email").required().length(3, 254).check(Check::Email).sanitized(sanitize::email),
            boolean("is_active").or(true).set_by(admin()),
            timestamp("created_at").now().set_by(admin()),
            updated_at().set_by(admin()),
            // Token in the links of its emails, created with the first email. Its holder may confirm and
            // unsubscribe.
            text("token").unlisted().secret().set_by(nobody()),
            // Empty until the address is confirmed.
            timestamp("confirmed_at").set_by(nobody()),
            // Time and source of the consent, where another than the form of the site gave it.
            timestamp("consented_at").set_by(nobody()),
            text("consent_source").length(1, 200).set_by(nobody()),
            timestamp("unsubscribed_at").set_by(nobody()),
            timestamp("notified_at").set_by(nobody()),
            // Words by which the owner finds readers again, such as the event at which they joined.
            text_array("tags").items(20, 60).set_by(admin()),
        ])
        .unique_where(["email"], "is_active")
        .unique_where(["token"], "token IS NOT NULL")
        .index(["created_at desc"])
        .index(["notified_at"])
        // Age of the end, for the removal.
        .index(["is_active", "updated_at"])
        .mask(["token"], nobody())
        .inserts_per_hour(30)
        .personal()
        .personal_data("email", By::Email, Erasure::Remove)
        .read(admin())
        .insert(anyone())
        .update(admin())
        .delete(admin())
}
