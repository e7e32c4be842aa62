//! Ways in which an account may sign in.

use ateneu_schema::{
    OnDelete, Table,
    table::{internal, json, text, timestamp, updated_at, uuid},
};

/// The declaration.
pub fn table() -> Table {
    internal("identities", "Ways an account may sign in.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            text("provider").required(),
            text("provider_id").required(),
            json("identity_data").or("{}"),
            text("email"),
            timestamp("last_sign_in_at"),
            timestamp("created_at").now(),
            updated_at(),
        ])
        .unique(["provider", "provider_id"])
        .index(["user_id"])
}
