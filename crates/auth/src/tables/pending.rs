//! Tables of unfinished sign-ins and changes.

use ateneu_schema::{
    OnDelete, Table,
    table::{internal, json, text, timestamp, uuid},
};

use crate::words::{Ceremony, ChallengeMethod};

/// One-time secrets sent to a person: stored as digests, removed after use. One row serves a link and, if sent with it,
/// a typed code.
pub(super) fn one_time_tokens() -> Table {
    internal("one_time_tokens", "Secrets to be used once.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            // Purpose in the protocol's words: `recovery`.
            text("kind").required(),
            // SHA-256 of the link's secret, hex.
            text("digest").required().secret(),
            // E-mail address or telephone number of the recipient.
            text("address").required(),
            timestamp("created_at").now(),
            // The row is useless after this.
            timestamp("expires_at").required(),
            timestamp("link_expires_at"),
            // HMAC of kind, address and code, because six digits could be guessed from a plain digest.
            text("code_digest").secret(),
            timestamp("code_expires_at"),
            // RFC 7636, if the requesting client exchanges a code for the session.
            text("code_challenge").secret(),
            text("code_challenge_method"),
        ])
        .unique(["digest"])
        .index(["user_id"])
        .index(["address"])
        .index(["expires_at"])
}

/// Sign-ins completed in a browser that wait for the client that began them, with the code and its verifier (RFC 7636).
/// Single use, five minutes.
pub(super) fn flow_states() -> Table {
    internal("flow_states", "Sign-ins waiting for their code verifier.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            // SHA-256 of the code, hex.
            text("digest").required().secret(),
            // Method of the sign-in, for the session.
            text("authentication_method").required(),
            // `proved_at` of the future session.
            timestamp("proved_at"),
            text("code_challenge").required().secret(),
            text("code_challenge_method").words::<ChallengeMethod>().required(),
            // The provider's own tokens for the client, encrypted.
            text("provider_tokens").secret(),
            timestamp("created_at").now(),
            timestamp("expires_at").required(),
        ])
        .unique(["digest"])
        .index(["user_id"])
        .index(["expires_at"])
}

/// Challenges for a device to sign, to create a passkey or to sign in with one. Single use, five minutes.
pub(super) fn passkey_challenges() -> Table {
    internal("passkey_challenges", "Challenges a device has yet to sign.")
        .columns([
            uuid("id").new_id(),
            text("ceremony").words::<Ceremony>().required(),
            // Owner of a new passkey. Empty for a sign-in, where the proof names the person.
            uuid("user_id").references("users", "id", OnDelete::Cascade),
            // State against which the answer is checked.
            json("state").required().secret(),
            timestamp("created_at").now(),
            timestamp("expires_at").required(),
        ])
        .index(["user_id"])
        .index(["expires_at"])
}

/// Challenges of second factors, each answered once, within minutes, from the same address.
pub(super) fn factor_challenges() -> Table {
    internal("factor_challenges", "Questions to the holder of a second factor.")
        .columns([
            uuid("id").new_id(),
            uuid("factor_id").required().references("factors", "id", OnDelete::Cascade),
            // Network of the request.
            text("ip_address"),
            // State against which the answer is checked: the HMAC of a sent code, or an encrypted state.
            text("secret"),
            timestamp("created_at").now(),
            timestamp("expires_at").required(),
        ])
        .index(["factor_id"])
        .index(["expires_at"])
}

/// Sign-ins in progress at a provider: the browser's request, found again by the returned state. Single use, ten
/// minutes. The nonce and the code verifier are derived from the state, so that these rows alone open nothing.
pub(super) fn provider_flows() -> Table {
    internal("provider_flows", "Sign-ins that are at a provider.")
        .columns([
            uuid("id").new_id(),
            // SHA-256 of the state, hex.
            text("digest").required().secret(),
            // SHA-256 of the secret in the cookie of the browser, hex.
            text("browser_digest").required().secret(),
            text("provider").required(),
            // Id of the request to a company (SAML). Empty for other providers.
            text("request_id"),
            text("redirect_to").required(),
            text("code_challenge").secret(),
            text("code_challenge_method").words::<ChallengeMethod>(),
            // Account to be linked. Empty for a sign-in.
            uuid("user_id").references("users", "id", OnDelete::Cascade),
            // Session that requested the link, which is void after the session ends.
            uuid("session_id").references("sessions", "id", OnDelete::Cascade),
            timestamp("created_at").now(),
            timestamp("expires_at").required(),
        ])
        .unique(["digest"])
        .index(["user_id"])
        .index(["session_id"])
        .index(["expires_at"])
}

/// Used answers of companies (SAML), until they become too old anyway, so that none is used twice, on any node.
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
