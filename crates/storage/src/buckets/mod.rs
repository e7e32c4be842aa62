//! Endpoints that list and change buckets. Declared buckets cannot be changed.
//!
//! Serves `/bucket`, `/bucket/{id}` and `/bucket/{id}/empty`.

mod change;
mod form;
mod read;

use axum::{
    Router,
    routing::{get, post},
};

use crate::Storage;

/// The endpoints.
pub(crate) fn router() -> Router<Storage> {
    Router::new()
        .route("/bucket", get(read::list).post(change::create))
        .route("/bucket/{id}", get(read::get).put(change::update).delete(change::delete))
        .route("/bucket/{id}/empty", post(change::empty))
}
