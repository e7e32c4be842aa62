//! Codes on paper for whoever has lost the other second factors. Shown once, stored as digests, used once.

use ateneu_schema::{
    OnDelete, Table,
    table::{internal, text, timestamp, uuid},
};

/// The declaration.
pub fn table() -> Table {
    internal("recovery_codes", "Single-use codes that stand in for a lost second factor.")
        .columns([
            uuid("id").new_id(),
            uuid("factor_id").required().references("factors", "id", OnDelete::Cascade),
            // SHA-256 of the code, hex.
            text("digest").required(),
            timestamp("used_at"),
            timestamp("created_at").now(),
        ])
        .unique(["factor_id", "digest"])
}
