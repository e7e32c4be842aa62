//! Sign-in elsewhere: a provider of OpenID Connect, or a person's company (`saml/`), identifies a person, who gets an
//! existing or new account.
//!
//! A browser leaves (`authorize.rs`) with a flow that only it can end (`flow_state.rs`), and returns (`callback.rs`).
//! The account is found in one place (`finish_callback.rs`, `linking.rs`), also for tokens of apps
//! (`id_token_grant.rs`).
//!
//! Serves `/authorize`, `/callback`, `/user/identities/authorize`, `/sso` and the grant `id_token` of `POST /token`.

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
    /// Returns the URL to which providers send browsers back.
    pub(crate) fn callback_url(&self) -> String {
        format!("{}/callback", self.parts.issuer)
    }

    /// True if cookies require encryption.
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
