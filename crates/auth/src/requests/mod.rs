//! Steps that surround every request. They read the device that calls, its token and its body, and decide where it may
//! lead a browser. They count the attempts it is allowed, write its line in `auth_logs`, and complete its answer.
//!
//! Serves `GET /health`, and refuses what auth-js can ask for and the server does not implement.

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
