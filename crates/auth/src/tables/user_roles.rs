//! Who holds which role.

use ateneu_schema::{
    OnDelete, Table,
    rule::{admin, owner},
    table::{Gender, exposed, text, timestamp, uuid},
};

/// The declaration.
pub fn table() -> Table {
    exposed("user_roles", "Roles beyond that of a member.")
        .row_label("Papel", Gender::Masculine)
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            text("role").required().one_of(&["admin", "moderator"]),
            timestamp("created_at").now(),
        ])
        .unique(["user_id", "role"])
        .index(["role"])
        .facts(
            Some("user_id"),
            "SELECT 'role' AS fact, role AS value, NULL AS until FROM user_roles WHERE user_id = $1",
        )
        .read(owner("user_id").or(admin()))
        .insert(admin())
        .update(admin())
        .delete(admin())
        .invariant("last_admin", "SELECT EXISTS (SELECT 1 FROM user_roles WHERE role = 'admin')")
}
