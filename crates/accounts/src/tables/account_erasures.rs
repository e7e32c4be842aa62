//! Accounts whose people asked for their erasure: until `due_at` they may still change their mind.

use ateneu_schema::{
    OnDelete, Table,
    rule::{admin, owner},
    table::{exposed, timestamp, uuid},
};

/// The declaration. Written by the functions that ask for proof of who asks.
pub fn table() -> Table {
    exposed("account_erasures", "Accounts to be erased, and when.")
        .columns([
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            timestamp("requested_at").now(),
            timestamp("due_at").required(),
        ])
        .primary_key(["user_id"])
        .index(["due_at"])
        .read(owner("user_id").or(admin()))
}
