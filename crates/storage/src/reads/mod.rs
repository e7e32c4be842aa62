//! Reading: the bytes of files and of picture variants, descriptions of files, listings, and signed links.
//!
//! A file is read with a token, at a public URL, or by a signed link (`download.rs`), and sent by `serve.rs`, in whole
//! or in part.
//!
//! Serves `GET` and `HEAD /object/{bucket}/{key}`, `/object/public`, `/object/authenticated`, `/object/sign`,
//! `/object/info`, `/object/list`, `/object/list-v2` and `/render/image`, `/status`, `/version` and `/health`.

mod download;
mod inside;
mod list;
mod list_v2;
mod serve;
mod sign;

use axum::{
    Json, Router,
    extract::State,
    http::{HeaderValue, header},
    response::Response,
    routing::{get, post},
};

use serde_json::{Value, json};

use crate::Storage;

pub use inside::StoredFile;

pub(crate) fn router() -> Router<Storage> {
    Router::new()
        .route("/status", get(status))
        .route("/version", get(version))
        .route("/health", get(health))
        .route("/object/{bucket}/{*key}", get(download::plain))
        .route("/object/public/{bucket}/{*key}", get(download::public))
        .route("/object/authenticated/{bucket}/{*key}", get(download::authenticated))
        .route("/object/sign/{bucket}/{*key}", get(download::signed).post(sign::sign_file))
        .route("/object/sign/{bucket}", post(sign::sign_files))
        .route("/object/info/{bucket}/{*key}", get(download::info))
        .route("/object/info/authenticated/{bucket}/{*key}", get(download::info))
        .route("/object/info/public/{bucket}/{*key}", get(download::public_info))
        .route("/object/list/{bucket}", post(list::list))
        .route("/object/list-v2/{bucket}", post(list_v2::list))
        .route("/render/image/public/{bucket}/{*key}", get(download::picture_public))
        .route("/render/image/authenticated/{bucket}/{*key}", get(download::picture_authenticated))
        .route("/render/image/sign/{bucket}/{*key}", get(download::picture_signed))
}

async fn status() {}

async fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// Reports whether the store answers.
async fn health(State(storage): State<Storage>) -> Json<Value> {
    Json(json!({ "healthy": storage.ping().await.is_ok() }))
}

/// Sets headers that keep a browser from running a response that is opened directly.
pub(crate) async fn harmless(mut answer: Response) -> Response {
    let headers = answer.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(serve::POLICY));
    answer
}
