//! Keys, and what is signed, derived and encrypted with them: access tokens (ES256), the form of refresh tokens,
//! the long-lived keys of programs, secrets that are encrypted for the database. What a session's token says
//! is the sessions' own.
//!
//! Serves `GET /.well-known/jwks.json` and `/.well-known/openid-configuration`.

pub(crate) mod api_keys;
pub(crate) mod at_rest;
pub(crate) mod claims;
pub(crate) mod encryption;
mod jwks;
pub(crate) mod keyring;
pub(crate) mod keys;
pub(crate) mod refresh_token;
pub(crate) mod token_cache;

pub(crate) use at_rest::AtRest;
use axum::{Router, routing::get};
pub(crate) use claims::Claims;
pub(crate) use keys::Keys;

use crate::Auth;

pub(crate) fn router() -> Router<Auth> {
    Router::new()
        .route("/.well-known/jwks.json", get(jwks::handle))
        .route("/.well-known/openid-configuration", get(jwks::configuration))
}
