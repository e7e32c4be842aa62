//! The buckets themselves: the service key's beside the declared ones, which stay as they are declared. What a bucket
//! is, to whoever wants a file of it, stands in `objects/bucket.rs`.
//!
//! Serves `/bucket`, `/bucket/{id}` and `/bucket/{id}/empty`.

mod change;
mod form;
mod look;

use axum::{
    Router,
    routing::{get, post},
};

use crate::Storage;

/// The endpoints.
pub(crate) fn router() -> Router<Storage> {
    Router::new()
        .route("/bucket", get(look::list).post(change::create))
        .route("/bucket/{id}", get(look::get).put(change::update).delete(change::delete))
        .route("/bucket/{id}/empty", post(change::empty))
}
