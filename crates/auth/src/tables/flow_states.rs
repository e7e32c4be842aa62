//! Sign-ins proved in a browser and waiting for the client that began them, which gives the code and its verifier
//! (RFC 7636). Single use, five minutes.

use ateneu_schema::{
    OnDelete, Table,
    table::{internal, text, timestamp, uuid},
};

/// The declaration.
pub fn table() -> Table {
    internal("flow_states", "Sign-ins waiting for their code verifier.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            // SHA-256 of the code, hex.
            text("digest").required().secret(),
            // How the person proved who they are, as the session will tell it.
            text("authentication_method").required(),
            // The `proved_at` of the session to come.
            timestamp("proved_at"),
            text("code_challenge").required().secret(),
            text("code_challenge_method").one_of(&["s256", "plain"]).required(),
            // The provider's own tokens for the client, sealed.
            text("provider_tokens").secret(),
            timestamp("created_at").now(),
            timestamp("expires_at").required(),
        ])
        .unique(["digest"])
        .index(["user_id"])
        .index(["expires_at"])
}
