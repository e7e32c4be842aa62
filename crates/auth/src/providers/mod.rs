//! Signing in elsewhere: a provider that speaks OpenID Connect, or a person's company (`saml/`), answers for
//! a person, who gets the account that is theirs, or a new one.
//!
//! A browser leaves (`authorize.rs`) under a flow that only it can end (`flow_state.rs`) and comes back
//! (`callback.rs`); what it brings is settled in one place (`finish_callback.rs`, `linking.rs`), as are the tokens
//! apps send (`id_token_grant.rs`).
//!
//! Serves `/authorize`, `/callback`, `/user/identities/authorize`, `/sso` and the grant `id_token` of `POST
//! /token`.

mod authorize;
mod callback;
mod finish_callback;
mod flow_state;
mod id_token;
pub(crate) mod id_token_grant;
mod linking;
mod provider;
pub(crate) mod saml;

use axum::{Router, routing::get};

pub use provider::ProviderConfig;
pub(crate) use provider::Providers;

use crate::Auth;

impl Auth {
    /// URL to which providers send browsers back.
    pub(crate) fn callback_url(&self) -> String {
        format!("{}/callback", self.parts.issuer)
    }

    /// True when cookies must not travel in the clear.
    pub(crate) fn is_https(&self) -> bool {
        self.parts.public_url.starts_with("https://")
    }
}

pub(crate) fn router() -> Router<Auth> {
    Router::new()
        .route("/authorize", get(authorize::sign_in))
        .route("/callback", get(callback::open).post(callback::by_form))
        .route("/user/identities/authorize", get(authorize::link))
        .merge(saml::router())
}
