//! The response with a file: headers, the requested range, and the bytes streamed from the store.

use std::borrow::Cow;

use axum::{
    body::Body,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    response::Response,
};
use object_store::{GetOptions, GetRange, ObjectStore};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::{
    Error, Storage,
    objects::{access::PublicAccess, mime, object::Object},
    reads::range::Validators,
    store::{blocks, version},
};

/// A file the caller may read.
pub(crate) struct Found {
    pub(crate) object: Object,
    /// Decides who may cache it.
    pub(crate) public_access: PublicAccess,
}

/// What of the request shapes the response.
pub(crate) struct FileRequest<'a> {
    pub(crate) method: &'a Method,
    pub(crate) headers: &'a HeaderMap,
    /// The value of `?download`.
    pub(crate) download: Option<&'a str>,
}

/// Answers the file. [`Error::NoSuchKey`] says that its bytes were replaced since its row was read.
pub(crate) async fn serve(
    storage: &Storage,
    found: &Found,
    request: &FileRequest<'_>,
) -> Result<Response, Error> {
    let object = &found.object;
    let etag = format!("\"{}\"", object.etag);
    let validators = Validators { etag: &etag, modified: object.updated_at };
    let mut answer = FileResponse::of(found, &etag);
    if validators.is_held_by(request.headers) {
        return Ok(answer.status(StatusCode::NOT_MODIFIED));
    }
    let range = match *request.method {
        Method::HEAD => None,
        _ => validators.range(request.headers, object.size)?,
    };
    answer.set(header::CONTENT_TYPE, object.mimetype);
    answer.set(header::ACCEPT_RANGES, "bytes");
    answer.disposition(object, request.download);
    let wanted = range.clone().unwrap_or(0..object.size);
    answer.set(header::CONTENT_LENGTH, &(wanted.end - wanted.start).to_string());
    let status = match &range {
        Some(range) => {
            let text = format!("bytes {}-{}/{}", range.start, range.end - 1, object.size);
            answer.set(header::CONTENT_RANGE, &text);
            StatusCode::PARTIAL_CONTENT
        }
        None => StatusCode::OK,
    };
    if request.method != Method::HEAD {
        let options = GetOptions { range: range.map(GetRange::Bounded), ..GetOptions::default() };
        let bytes = storage.store().get_opts(&version::path_of(&object.version), options).await?;
        answer.body(Body::from_stream(blocks::of(bytes)));
    }
    Ok(answer.status(status))
}

/// A file opened directly may do nothing. Pages that embed it as a picture, film or sound have their own policy.
pub(crate) const POLICY: &str = "default-src 'none'; sandbox";

/// Chromium's PDF reader is a page around the file, which a sandbox would keep from opening.
const PDF_POLICY: &str =
    "default-src 'none'; object-src 'self'; plugin-types application/pdf; style-src 'unsafe-inline'";

fn policy_of(mime: &str) -> &'static str {
    if mime::is_pdf(mime) { PDF_POLICY } else { POLICY }
}

fn http_date(object: &Object) -> String {
    let seconds = u64::try_from(object.updated_at.seconds()).unwrap_or(0);
    httpdate::fmt_http_date(std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds))
}

/// A response being built.
pub(crate) struct FileResponse(Response);

impl FileResponse {
    /// The headers of every response with a file. `etag` has its quotes.
    pub(crate) fn of(Found { object, public_access }: &Found, etag: &str) -> Self {
        let mut answer = Self(Response::new(Body::empty()));
        answer.set(header::ETAG, etag);
        answer.set(header::LAST_MODIFIED, &http_date(object));
        answer.set(
            header::CACHE_CONTROL,
            match public_access {
                PublicAccess::Permanent => &object.cache_control,
                PublicAccess::Revocable => "no-cache",
                PublicAccess::None => "private, no-store",
            },
        );
        answer.set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
        answer.set(header::CONTENT_SECURITY_POLICY, policy_of(object.mimetype));
        answer
    }

    /// Sets a header; an invalid value is left out.
    pub(crate) fn set(&mut self, name: HeaderName, value: &str) {
        if let Ok(value) = HeaderValue::from_str(value) {
            self.0.headers_mut().insert(name, value);
        }
    }

    pub(crate) fn get(&self, name: &HeaderName) -> Option<&HeaderValue> {
        self.0.headers().get(name)
    }

    pub(crate) fn disposition(&mut self, object: &Object, download: Option<&str>) {
        let shown = mime::is_shown(object.mimetype);
        match download {
            None if shown => {}
            None | Some("") => self.set(header::CONTENT_DISPOSITION, "attachment;"),
            Some(name) => {
                let name = utf8_percent_encode(&plain_name(name), FILE_NAME).to_string();
                self.set(
                    header::CONTENT_DISPOSITION,
                    &format!("attachment; filename={name}; filename*=UTF-8''{name}"),
                );
            }
        }
    }

    pub(crate) fn body(&mut self, body: Body) {
        *self.0.body_mut() = body;
    }

    pub(crate) fn status(mut self, status: StatusCode) -> Response {
        *self.0.status_mut() = status;
        self.0
    }
}

/// storage-js 2.119 encodes the name of a signed link twice, so it arrives still encoded.
fn plain_name(name: &str) -> Cow<'_, str> {
    percent_decode_str(name).decode_utf8().unwrap_or(Cow::Borrowed(name))
}

/// What RFC 5987 wants encoded in `filename*`, and more.
const FILE_NAME: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b'!');
