//! Questions put to the holder of a second factor, each answered once, within minutes, from the address that asked.

use ateneu_schema::{
    OnDelete, Table,
    table::{internal, text, timestamp, uuid},
};

/// The declaration.
pub fn table() -> Table {
    internal("factor_challenges", "Questions to the holder of a second factor.")
        .columns([
            uuid("id").new_id(),
            uuid("factor_id").required().references("factors", "id", OnDelete::Cascade),
            // The network it was asked from.
            text("ip_address"),
            // What the answer is checked against: the HMAC of a code that was sent, or an encrypted state.
            text("secret"),
            timestamp("created_at").now(),
            timestamp("expires_at").required(),
        ])
        .index(["factor_id"])
        .index(["expires_at"])
}
