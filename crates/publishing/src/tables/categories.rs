//! Categories of the published contents.

use ateneu_schema::{
    Table,
    rule::{admin, anyone},
    table::{Check, exposed, text, timestamp, updated_at, uuid},
};

use ateneu_schema::sanitize;

/// The declaration.
pub fn table() -> Table {
    exposed("categories", "Categories of contents.")
        .columns([
            uuid("id").new_id(),
            text("name").required().length(1, 80).check(Check::NotBlank).sanitized(sanitize::trim),
            text("description").length(0, 500),
            timestamp("created_at").now(),
            updated_at(),
        ])
        .unique(["name"])
        .read(anyone())
        .insert(admin())
        .update(admin())
        .delete(admin())
}
