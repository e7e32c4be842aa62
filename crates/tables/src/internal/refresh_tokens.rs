//! Refresh tokens, stored as digests; each knows the one it replaced.

use ateneu_base::{
    OnDelete, Table,
    table::{boolean, internal, text, timestamp, uuid},
};

/// The declaration.
pub fn table() -> Table {
    internal("refresh_tokens", "Refresh tokens.")
        .columns([
            // SHA-256 of the token, hex.
            text("digest").required(),
            uuid("session_id")
                .required()
                .references("sessions", "id", OnDelete::Cascade),
            // Digest of the token this one replaced.
            text("parent"),
            // Sealed form from which the active token can be given again to the holder of its parent.
            text("sealed"),
            boolean("revoked").or(false),
            timestamp("used_at"),
            timestamp("created_at").now(),
        ])
        .primary_key(["digest"])
        .index(["session_id", "created_at desc"])
        .index(["parent"])
}
