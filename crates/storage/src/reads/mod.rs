//! Reading: the bytes of files and of what is made of pictures, what is known of a file, listings, and links that open
//! a file for a while.
//!
//! Each address is a door (`download.rs`): with a token, public, or by a signed link. What comes through is answered in
//! one way (`serve.rs`, `serve_picture.rs`), wholly or in part (`range.rs`).
//!
//! Serves `GET` and `HEAD /object/{bucket}/{key}`, `/object/public`, `/object/authenticated`, `/object/sign`,
//! `/object/info`, `/object/list`, `/object/list-v2` and `/render/image`, `/status`, `/version` and `/health`.

mod download;
mod info;
mod list;
mod list_v2;
mod picture;
mod range;
mod serve;
mod serve_picture;
mod sign;
mod status;

use axum::{
    Router,
    http::{HeaderValue, header},
    response::Response,
    routing::{get, post},
};

use crate::Storage;

/// The endpoints.
pub(crate) fn router() -> Router<Storage> {
    Router::new()
        .route("/status", get(status::status))
        .route("/version", get(status::version))
        .route("/health", get(status::health))
        .route("/object/{bucket}/{*key}", get(download::plain))
        .route("/object/public/{bucket}/{*key}", get(download::public))
        .route("/object/authenticated/{bucket}/{*key}", get(download::authenticated))
        .route("/object/sign/{bucket}/{*key}", get(download::signed).post(sign::one))
        .route("/object/sign/{bucket}", post(sign::many))
        .route("/object/info/{bucket}/{*key}", get(info::info))
        .route("/object/info/authenticated/{bucket}/{*key}", get(info::info))
        .route("/object/info/public/{bucket}/{*key}", get(info::public))
        .route("/object/list/{bucket}", post(list::list))
        .route("/object/list-v2/{bucket}", post(list_v2::list))
        .route("/render/image/public/{bucket}/{*key}", get(picture::public))
        .route("/render/image/authenticated/{bucket}/{*key}", get(picture::authenticated))
        .route("/render/image/sign/{bucket}/{*key}", get(picture::signed))
}

/// Whatever the service answers, a browser that opens it by itself runs nothing of it.
pub(crate) async fn harmless(mut answer: Response) -> Response {
    let headers = answer.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(serve::POLICY));
    answer
}
