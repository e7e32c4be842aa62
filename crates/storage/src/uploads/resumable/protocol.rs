//! TUS 1.0.0: its headers, the URL of an upload, and refusals as true statuses with text bodies.

use axum::{
    body::Body,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};

use super::upload::Upload;
use crate::{Error, Storage, requests::extractors::header_text};

const VERSION: HeaderValue = HeaderValue::from_static("1.0.0");
const EXTENSIONS: HeaderValue =
    HeaderValue::from_static("creation,creation-with-upload,termination,expiration");

/// Authentication of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Credential {
    /// The `Authorization` header.
    Token,
    /// The token of a signed upload link in `x-signature`.
    Signature,
}

impl Credential {
    /// Returns the path for new uploads, relative to the services' URL.
    fn path(self) -> &'static str {
        match self {
            Credential::Token => "/storage/v1/upload/resumable",
            Credential::Signature => "/storage/v1/upload/resumable/sign",
        }
    }
}

/// Content type of an upload's bytes.
pub(super) const BYTES: &str = "application/offset+octet-stream";

/// Returns the method. Behind networks that block some, a header holds the true one.
pub(super) fn method(parts: &Parts) -> Result<Method, Error> {
    match header_text(&parts.headers, "x-http-method-override") {
        None => Ok(parts.method.clone()),
        Some(name) => Method::from_bytes(name.as_bytes())
            .map_err(|_| Error::InvalidRequest("x-http-method-override is not a method".into())),
    }
}

/// Refuses another version of the protocol.
pub(super) fn check_version(headers: &HeaderMap) -> Result<(), Error> {
    match headers.get("tus-resumable") {
        Some(version) if version == VERSION => Ok(()),
        _ => Err(Error::TusVersion),
    }
}

/// Returns the number of bytes in a header.
pub(super) fn bytes(headers: &HeaderMap, name: &'static str) -> Result<u64, Error> {
    let digits =
        header_text(headers, name).ok_or_else(|| Error::InvalidRequest(format!("{name} is missing")))?;
    // `parse` alone would accept a sign.
    digits
        .bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| digits.parse().ok())
        .flatten()
        .ok_or_else(|| Error::InvalidRequest(format!("{name} is not a number of bytes")))
}

pub(super) fn brings_bytes(headers: &HeaderMap) -> bool {
    header_text(headers, header::CONTENT_TYPE).is_some_and(|kind| kind.eq_ignore_ascii_case(BYTES))
}

/// Returns the public URL at which the upload continues.
pub(super) fn location(storage: &Storage, credential: Credential, upload: &Upload) -> String {
    let named = format!("{}/{}/{}", upload.bucket_id, upload.key.as_str(), upload.id);
    let id = BASE64_URL_SAFE_NO_PAD.encode(named);
    format!("{}{}/{id}", storage.config().public_url, credential.path())
}

/// Returns a response with the upload's offset and expiry.
pub(super) fn progress(status: StatusCode, upload: &Upload, received: u64) -> Response {
    let mut answer = status.into_response();
    let headers = answer.headers_mut();
    headers.insert("upload-offset", HeaderValue::from(received));
    if let Ok(date) = HeaderValue::from_str(&upload.expires_at.to_http_date()) {
        headers.insert("upload-expires", date);
    }
    answer
}

/// Returns the response in this protocol's form: the true status, and text.
pub(super) fn rendered(answered: Result<Response, Error>) -> Response {
    let mut answer = answered.unwrap_or_else(|error| refusal(&error));
    answer.headers_mut().insert("tus-resumable", VERSION);
    answer
}

fn refusal(error: &Error) -> Response {
    if let Error::Internal(detail) = error {
        tracing::error!(detail, "a resumable upload failed");
    }
    let mut answer = Response::new(Body::from(text_of(error)));
    *answer.status_mut() = error.true_status();
    let headers = answer.headers_mut();
    headers.insert("x-sb-error-code", HeaderValue::from_static(error.code()));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    if matches!(error, Error::TusVersion) {
        headers.insert("tus-version", VERSION);
    }
    answer
}

/// Returns the text of a refusal in the original library, `@tus/server` 2.
fn text_of(error: &Error) -> String {
    match error {
        Error::WrongOffset => "Upload-Offset conflict\n".into(),
        Error::EntityTooLarge => "Maximum size exceeded\n".into(),
        Error::SizeExceeded => "upload's size exceeded\n".into(),
        other => other.to_string(),
    }
}

/// Responds to `OPTIONS` of the resumable endpoints with the service's capabilities. Must wrap the cross-origin layer,
/// which answers every `OPTIONS` before a service sees it.
pub async fn announce(State(storage): State<Storage>, request: Request, next: Next) -> Response {
    let asked =
        request.method() == Method::OPTIONS && request.uri().path().starts_with(Credential::Token.path());
    let mut answer = next.run(request).await;
    if asked {
        *answer.status_mut() = StatusCode::NO_CONTENT;
        let headers = answer.headers_mut();
        headers.insert("tus-resumable", VERSION);
        headers.insert("tus-version", VERSION);
        headers.insert("tus-extension", EXTENSIONS);
        headers.insert("tus-max-size", HeaderValue::from(storage.config().max_file_size));
    }
    answer
}
