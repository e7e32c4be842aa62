//! Messages from the contact form. While `notified_at` is empty, the mail room owes the owner and the visitor a letter.

use ateneu_schema::{
    By, Erasure, Table,
    rule::{admin, anyone, nobody},
    table::{Check, exposed, text, timestamp, updated_at, uuid},
};

use ateneu_schema::sanitize;

/// The declaration.
pub fn table() -> Table {
    exposed("contacts", "Messages from the contact form.")
        .columns([
            uuid("id").new_id().set_by(admin()),
            text("name").required().length(1, 200).check(Check::NotBlank).sanitized(sanitize::trim),
            text("email").required().length(3, 254).check(Check::Email).sanitized(sanitize::email),
            text("company").length(0, 200),
            text("subject").required().one_of(&[
                "Mentoria Executiva",
                "Consultoria Estratégica",
                "Palestras e Eventos",
                "Parcerias",
                "Mídia e Entrevistas",
                "Outros Assuntos",
            ]),
            text("message").required().length(1, 5_000).check(Check::NotBlank),
            text("notification_email").set_by(admin()),
            text("status").one_of(&["new", "answered", "archived"]).or("new").set_by(admin()),
            timestamp("created_at").now().set_by(admin()),
            updated_at().set_by(admin()),
            timestamp("notified_at").set_by(nobody()),
        ])
        .index(["created_at desc"])
        .index(["notified_at"])
        .inserts_per_hour(30)
        .once_in_minutes(10, ["email", "subject", "message"])
        .personal()
        .personal_data("email", By::Email, Erasure::Remove)
        .read(admin())
        .insert(anyone())
        .update(admin())
        .delete(admin())
}
