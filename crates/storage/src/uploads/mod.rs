//! Bringing files: in one request with a token (`upload.rs`, `update.rs`) or by a signed link (`by_link.rs`), or in
//! several requests (`resumable/`). However they come, their bytes are taken in one way (`incoming.rs`) and put in
//! their place in one way (`write.rs`), where the rules are asked again.
//!
//! Serves `POST` and `PUT /object/{bucket}/{key}`, `/object/upload/sign` and `/upload/resumable`.

mod by_link;
pub(crate) mod incoming;
pub(crate) mod resumable;
pub(crate) mod under_way;
mod update;
mod upload;
pub(crate) mod write;

use axum::{Router, extract::DefaultBodyLimit, routing::post};

use crate::Storage;

/// The endpoints.
pub(crate) fn router() -> Router<Storage> {
    Router::new()
        .route("/object/{bucket}/{*key}", post(upload::upload).put(update::update))
        .route("/object/upload/sign/{bucket}/{*key}", post(by_link::sign).put(by_link::upload))
        .merge(resumable::router())
        // The bucket's own limit is enforced while the bytes pass.
        .layer(DefaultBodyLimit::disable())
}
