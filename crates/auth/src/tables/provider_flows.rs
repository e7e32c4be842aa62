//! Sign-ins that are at a provider at this moment: what the browser asked for before it left, found again by the state
//! it brings back. Single use, ten minutes. The nonce and the code verifier towards the provider are derived from the
//! state, so nothing here opens anything.

use ateneu_schema::{
    OnDelete, Table,
    table::{internal, text, timestamp, uuid},
};

/// The declaration.
pub fn table() -> Table {
    internal("provider_flows", "Sign-ins that are at a provider.")
        .columns([
            uuid("id").new_id(),
            // SHA-256 of the state, hex.
            text("digest").required().secret(),
            // SHA-256 of the secret in the cookie of the browser that began, hex.
            text("browser_digest").required().secret(),
            text("provider").required(),
            // The id of the request a company answers (SAML); missing for other providers.
            text("request_id"),
            text("redirect_to").required(),
            text("code_challenge").secret(),
            text("code_challenge_method").one_of(&["s256", "plain"]),
            // The account that is to be linked; missing when somebody signs in.
            uuid("user_id").references("users", "id", OnDelete::Cascade),
            // The session that asked for it: when that ends, nothing is linked any more.
            uuid("session_id").references("sessions", "id", OnDelete::Cascade),
            timestamp("created_at").now(),
            timestamp("expires_at").required(),
        ])
        .unique(["digest"])
        .index(["user_id"])
        .index(["session_id"])
        .index(["expires_at"])
}
