//! Steps of every request: they read the calling device, its token and its body, check the redirect target, count
//! attempts, write the entry in `auth_logs`, and complete the response.
//!
//! Serves `GET /health`, and refuses requests of auth-js that the server does not implement.

pub(crate) mod body;
pub(crate) mod client;
pub(crate) mod error_body;
pub(crate) mod failed_request_log;
mod health;
pub(crate) mod limits;
pub(crate) mod log;
pub(crate) mod redirect;
pub(crate) mod redirect_result;
pub(crate) mod service_audit;
mod unsupported;

use axum::{Router, routing::get};
pub(crate) use body::{Body, Object, merge};
pub(crate) use client::Client;
pub(crate) use log::Action;
pub(crate) use redirect::Destination;

use crate::Auth;

pub(crate) fn router() -> Router<Auth> {
    Router::new().route("/health", get(health::handle)).merge(unsupported::router())
}
