//! The tables of this crate.

use ateneu_schema::{
    Table, Words,
    table::{internal, json, text, timestamp},
};

/// The declarations.
pub fn tables() -> Vec<Table> {
    vec![signing_keys(), api_keys()]
}

/// Purpose of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub(crate) enum Purpose {
    /// Signs access tokens and the keys of programs.
    AccessToken,
    /// Refresh tokens and signed links derive from it.
    Secrets,
}

/// Algorithm of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub(crate) enum KeyAlgorithm {
    #[word("ES256")]
    Es256,
    #[word("HS256")]
    Hs256,
}

/// Role of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub(crate) enum ProgramRole {
    Anon,
    ServiceRole,
}

/// Keys of the accounts service. Only public keys are published.
fn signing_keys() -> Table {
    internal("signing_keys", "Keys that sign tokens.")
        .columns([
            // Key id, as in the token's header.
            text("kid").required(),
            text("purpose").required().words::<Purpose>(),
            text("algorithm").required().words::<KeyAlgorithm>(),
            // PKCS#8 or secret bytes in base64, encrypted if an encryption key is configured.
            text("private_key").required(),
            // Public JWK. Empty for a secret.
            json("public_jwk").or("{}"),
            timestamp("created_at").now(),
            // A retired key does not sign, but stays published until its tokens have expired.
            timestamp("retired_at"),
        ])
        .primary_key(["kid"])
        // Two nodes that start on an empty database agree on one key.
        .unique_where(["purpose"], "retired_at IS NULL")
}

/// API keys of programs, created once per installation and stored so that they can be printed again.
fn api_keys() -> Table {
    internal("api_keys", "Long-lived keys of programs.")
        .columns([
            text("role").required().words::<ProgramRole>(),
            text("token").required(),
            timestamp("created_at").now(),
        ])
        .primary_key(["role"])
}
