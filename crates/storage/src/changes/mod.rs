//! Moving, copying and removing stored files.
//!
//! Serves `POST /object/move`, `POST /object/copy`, `DELETE /object/{bucket}` and `DELETE /object/{bucket}/{key}`.

mod move_copy;
pub(crate) mod remove;

use axum::{
    Router,
    routing::{delete, post},
};

use crate::Storage;

/// The endpoints.
pub(crate) fn router() -> Router<Storage> {
    Router::new()
        .route("/object/{bucket}/{*key}", delete(remove::one))
        .route("/object/{bucket}", delete(remove::many))
        .route("/object/move", post(move_copy::move_object))
        .route("/object/copy", post(move_copy::copy))
}
