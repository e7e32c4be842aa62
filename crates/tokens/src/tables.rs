//! The tables of this crate.

use ateneu_schema::{
    Table,
    table::{internal, json, text, timestamp},
};

/// The declarations.
pub fn tables() -> Vec<Table> {
    vec![signing_keys(), api_keys()]
}

/// Keys the accounts service signs with. Only the public halves are ever published.
fn signing_keys() -> Table {
    internal("signing_keys", "Keys that sign tokens.")
        .columns([
            // Key id, as in the token's header.
            text("kid").required(),
            // `access_token` signs tokens and keys; `secrets` is what refresh tokens and signed links derive from.
            text("purpose").required().one_of(&["access_token", "secrets"]),
            text("algorithm").required().one_of(&["ES256", "HS256"]),
            // PKCS#8 or secret bytes, base64; encrypted where an encryption key is configured.
            text("private_key").required(),
            // Public JWK as JSON; empty for a secret.
            json("public_jwk").or("{}"),
            timestamp("created_at").now(),
            // Retired keys sign nothing but stay published until their tokens have expired.
            timestamp("retired_at"),
        ])
        .primary_key(["kid"])
        // Two nodes starting on an empty database agree on one key.
        .unique_where(["purpose"], "retired_at IS NULL")
}

/// The long-lived keys programs present: made once per installation, so that printing them again prints the same.
fn api_keys() -> Table {
    internal("api_keys", "Long-lived keys of programs.")
        .columns([
            text("role").required().one_of(&["anon", "service_role"]),
            text("token").required(),
            timestamp("created_at").now(),
        ])
        .primary_key(["role"])
}
