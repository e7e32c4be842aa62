//! What surrounds every request, whatever it asks for: the device that calls and the token it brings, its
//! body, where it may lead a browser, the attempts it is allowed, the line it leaves in `auth_logs`, and the
//! last word on its answer.
//!
//! Serves `GET /health`, and refuses what auth-js can ask for and the house does not offer.

pub(crate) mod answer;
pub(crate) mod body;
pub(crate) mod client;
mod health;
pub(crate) mod landing;
pub(crate) mod limits;
pub(crate) mod log;
mod not_offered;
pub(crate) mod program;
pub(crate) mod redirect;
pub(crate) mod refusals;

use axum::{Router, routing::get};

use crate::Auth;

/// The endpoints.
pub(crate) fn router() -> Router<Auth> {
    Router::new().route("/health", get(health::handle)).merge(not_offered::router())
}
