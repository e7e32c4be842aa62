//! Secrets sent to a person to be used once: stored as digests, gone when used. One row answers a link and, where a code
//! was sent with it, the typed code.

use ateneu_schema::{
    OnDelete, Table,
    table::{internal, text, timestamp, uuid},
};

/// The declaration.
pub fn table() -> Table {
    internal("one_time_tokens", "Secrets to be used once.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            // What using it does, in the protocol's words: `recovery`.
            text("kind").required(),
            // SHA-256 of the link's secret, hex.
            text("digest").required().secret(),
            // The e-mail address or the telephone number it was sent to.
            text("address").required(),
            timestamp("created_at").now(),
            // From here on the row is of no use.
            timestamp("expires_at").required(),
            timestamp("link_expires_at"),
            // HMAC of kind, address and code: six digits alone could be guessed from a plain digest.
            text("code_digest").secret(),
            timestamp("code_expires_at"),
            // RFC 7636, where the client that asked will exchange a code for the session.
            text("code_challenge").secret(),
            text("code_challenge_method"),
        ])
        .unique(["digest"])
        .index(["user_id"])
        .index(["address"])
        .index(["expires_at"])
}
