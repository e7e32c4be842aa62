//! Tables of sign-ins and changes that wait for their next step.

use ateneu_schema::{
    OnDelete, Table,
    table::{internal, json, text, timestamp, uuid},
};

/// Secrets sent to a person to be used once: stored as digests, gone when used. One row answers a link and, where a code
/// was sent with it, the typed code.
pub(super) fn one_time_tokens() -> Table {
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

/// Sign-ins proved in a browser and waiting for the client that began them, which gives the code and its verifier
/// (RFC 7636). Single use, five minutes.
pub(super) fn flow_states() -> Table {
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
            // The provider's own tokens for the client, encrypted.
            text("provider_tokens").secret(),
            timestamp("created_at").now(),
            timestamp("expires_at").required(),
        ])
        .unique(["digest"])
        .index(["user_id"])
        .index(["expires_at"])
}

/// Challenges that a device has yet to sign, to make a passkey or to sign in by one. Single use, five minutes.
pub(super) fn passkey_challenges() -> Table {
    internal("passkey_challenges", "Challenges a device has yet to sign.")
        .columns([
            uuid("id").new_id(),
            text("ceremony").one_of(&["registration", "authentication"]).required(),
            // Who makes a passkey; who signs in is known only by the proof.
            uuid("user_id").references("users", "id", OnDelete::Cascade),
            // What the answer is checked against.
            json("state").required().secret(),
            timestamp("created_at").now(),
            timestamp("expires_at").required(),
        ])
        .index(["user_id"])
        .index(["expires_at"])
}

/// Questions put to the holder of a second factor, each answered once, within minutes, from the address that asked.
pub(super) fn factor_challenges() -> Table {
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

/// Sign-ins that are at a provider at this moment: what the browser asked for before it left, found again by the state
/// it brings back. Single use, ten minutes. The nonce and the code verifier towards the provider are derived from the
/// state, so nothing here opens anything.
pub(super) fn provider_flows() -> Table {
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

/// Answers of companies (SAML) that have signed somebody in, until they would be refused as too old anyway: none serves
/// twice, whichever node it is shown to.
pub(super) fn saml_assertions() -> Table {
    internal("saml_assertions", "Answers of companies that have served.")
        .columns([
            uuid("id").new_id(),
            // SHA-256 of the company and the answer's id, hex.
            text("digest").required(),
            timestamp("created_at").now(),
            timestamp("expires_at").required(),
        ])
        .unique(["digest"])
        .index(["expires_at"])
}
