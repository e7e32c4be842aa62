//! `GET /status`, `/version` and `/health`: that the service runs, and which version.

use axum::{Json, extract::State};
use serde_json::{Value, json};

use crate::Storage;

pub(crate) async fn status() {}

pub(crate) async fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// Whether the store answers.
pub(crate) async fn health(State(storage): State<Storage>) -> Json<Value> {
    Json(json!({ "healthy": storage.ping().await.is_ok() }))
}
