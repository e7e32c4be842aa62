//! Addresses that asked for the weekly letter.

use ateneu_base::{
    Table,
    rule::{admin, anyone},
    table::{Check, boolean, exposed, text, timestamp, uuid},
};

use crate::clean;

/// The declaration.
pub fn table() -> Table {
    exposed("newsletter_subscriptions", "Newsletter addresses.")
        .columns([
            uuid("id").new_id().set_by(admin()),
            text("email")
                .required()
                .length(3, 254)
                .check(Check::Email)
                .cleaned(clean::email),
            boolean("is_active").or(true).set_by(admin()),
            timestamp("created_at").now().set_by(admin()),
            timestamp("updated_at").touched().set_by(admin()),
        ])
        .unique_where(["email"], "is_active")
        .index(["created_at desc"])
        .read(admin())
        .insert(anyone())
        .update(admin())
        .delete(admin())
}
