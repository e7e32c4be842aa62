//! The keys in force, their rotation, and their public halves.
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
