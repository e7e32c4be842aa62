//! Uploads: in one request with a token or a signed link (`upload.rs`), or in several requests (`resumable/`). Both read
//! the bytes with `incoming.rs` and place them with `write.rs`, which checks the rules once more.
//!
//! Serves `POST` and `PUT /object/{bucket}/{key}`, `/object/upload/sign` and `/upload/resumable`.

pub(crate) mod incoming;
pub(crate) mod resumable;
mod upload;
pub(crate) mod write;

use axum::{Router, extract::DefaultBodyLimit, routing::post};

use crate::Storage;

/// The endpoints.
pub(crate) fn router() -> Router<Storage> {
    Router::new()
        .route("/object/{bucket}/{*key}", post(upload::create).put(upload::update))
        .route("/object/upload/sign/{bucket}/{*key}", post(upload::sign).put(upload::by_link))
        .merge(resumable::router())
        // The bucket's own limit is enforced while the bytes pass.
        .layer(DefaultBodyLimit::disable())
}
