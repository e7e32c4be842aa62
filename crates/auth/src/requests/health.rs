//! `GET /health`: reports that the service works, in the form for clients.

use axum::Json;
use serde_json::{Value, json};

pub(crate) async fn handle() -> Json<Value> {
    Json(json!({
        "version": concat!("v", env!("CARGO_PKG_VERSION")),
        "name": "GoTrue",
        "description": "GoTrue is a user registration and authentication API",
    }))
}
