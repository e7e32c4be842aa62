//! People waiting for the management software. While `notified_at` is empty, the mail room owes them and the owner a
//! letter.

use ateneu_schema::{
    By, Erasure, Table,
    rule::{admin, anyone, nobody},
    table::{Check, exposed, text, timestamp, updated_at, uuid},
};

use ateneu_schema::sanitize;

/// The declaration.
pub fn table() -> Table {
    exposed("waitlist_entries", "People waiting for the management software.")
        .columns([
            uuid("id").new_id().set_by(admin()),
            text("name").required().length(1, 200).check(Check::NotBlank).sanitized(sanitize::trim),
            text("email").required().length(3, 254).check(Check::Email).sanitized(sanitize::email),
            text("company").length(0, 200),
            // People in the company.
            text("size").one_of(&["Até 9", "10 a 49", "50 a 200", "Mais de 200"]),
            timestamp("created_at").now().set_by(admin()),
            updated_at().set_by(admin()),
            timestamp("notified_at").set_by(nobody()),
        ])
        .unique(["email"])
        .index(["created_at desc"])
        .index(["notified_at"])
        .inserts_per_hour(30)
        .personal()
        .personal_data("email", By::Email, Erasure::Remove)
        .read(admin())
        .insert(anyone())
        .update(admin())
        .delete(admin())
}
