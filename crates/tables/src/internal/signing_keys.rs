//! Keys that sign tokens.

use ateneu_base::{
    Table,
    table::{internal, json, text, timestamp},
};

/// The declaration.
pub fn table() -> Table {
    internal("signing_keys", "Keys that sign tokens.")
        .columns([
            // Key id, as in the token's header.
            text("kid").required(),
            text("algorithm").required(),
            // PKCS#8, base64.
            text("private_key").required(),
            // Public JWK as JSON.
            json("public_jwk").or("{}"),
            timestamp("created_at").now(),
            // Retired keys sign nothing but stay published until their tokens have expired.
            timestamp("retired_at"),
        ])
        .primary_key(["kid"])
}
