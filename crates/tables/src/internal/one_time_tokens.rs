//! Secrets sent to a person to be used once: stored as digests, gone when used.

use ateneu_base::{
    OnDelete, Table,
    table::{internal, text, timestamp, uuid},
};

/// The declaration.
pub fn table() -> Table {
    internal("one_time_tokens", "Secrets to be used once.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id")
                .required()
                .references("users", "id", OnDelete::Cascade),
            // What using it does, in the protocol's words: `recovery`.
            text("kind").required(),
            // SHA-256 of the secret, hex.
            text("digest").required(),
            // The address it was made for.
            text("email").required(),
            timestamp("created_at").now(),
            timestamp("expires_at").required(),
        ])
        .unique(["digest"])
        .index(["user_id"])
}
