//! The present keys, their rotation, and the public keys.
//!
//! Serves `GET /.well-known/jwks.json` and `/.well-known/openid-configuration`.

mod jwks;
pub(crate) mod keyring;

use axum::{Router, routing::get};

use crate::Auth;

pub(crate) fn router() -> Router<Auth> {
    Router::new()
        .route("/.well-known/jwks.json", get(jwks::handle))
        .route("/.well-known/openid-configuration", get(jwks::configuration))
}
