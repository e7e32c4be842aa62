//! Moving, copying and removing stored files.
//!
//! Serves `POST /object/move`, `POST /object/copy`, `DELETE /object/{bucket}` and `DELETE /object/{bucket}/{key}`.

mod copy_object;
mod move_object;
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
        .route("/object/move", post(move_object::move_object))
        .route("/object/copy", post(copy_object::copy))
}
