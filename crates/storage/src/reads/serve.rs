//! A file's answer: headers, the wanted part, and the bytes streamed from the store.

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
    objects::{access::Openness, kind, object::Object},
    reads::range::Validators,
    store::{blocks, version},
};

/// A file the caller may read.
pub(crate) struct Found {
    pub(crate) object: Object,
    /// How open it is decides who may keep a copy.
    pub(crate) openness: Openness,
}

/// What the request says about the answer.
pub(crate) struct Wish<'a> {
    pub(crate) method: &'a Method,
    pub(crate) headers: &'a HeaderMap,
    /// The value of `?download`.
    pub(crate) download: Option<&'a str>,
}

/// Answers the file. [`Error::NoSuchKey`] says that its bytes were replaced since its row was read.
pub(crate) async fn serve(storage: &Storage, found: &Found, wish: &Wish<'_>) -> Result<Response, Error> {
    let object = &found.object;
    let etag = format!("\"{}\"", object.etag);
    let validators = Validators { etag: &etag, modified: object.updated_at };
    let mut answer = Answer::of(found, &etag);
    if validators.is_held_by(wish.headers) {
        return Ok(answer.status(StatusCode::NOT_MODIFIED));
    }
    let range = match *wish.method {
        Method::HEAD => None,
        _ => validators.range(wish.headers, object.size)?,
    };
    answer.set(header::CONTENT_TYPE, object.mimetype);
    answer.set(header::ACCEPT_RANGES, "bytes");
    answer.disposition(object, wish.download);
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
    if wish.method != Method::HEAD {
        let options = GetOptions { range: range.map(GetRange::Bounded), ..GetOptions::default() };
        let bytes = storage.store().get_opts(&version::path_of(&object.version), options).await?;
        answer.body(Body::from_stream(blocks::of(bytes)));
    }
    Ok(answer.status(status))
}

/// What a file opened by itself may do: nothing. Pages that show it as a picture, a film or a sound go by their own policy.
pub(crate) const POLICY: &str = "default-src 'none'; sandbox";

/// Chromium's reader is a page around the file, which a sandbox would keep from opening.
const PDF_POLICY: &str =
    "default-src 'none'; object-src 'self'; plugin-types application/pdf; style-src 'unsafe-inline'";

fn policy_of(mime: &str) -> &'static str {
    if kind::is_pdf(mime) { PDF_POLICY } else { POLICY }
}

fn http_date(object: &Object) -> String {
    let seconds = u64::try_from(object.updated_at.seconds()).unwrap_or(0);
    httpdate::fmt_http_date(std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds))
}

/// An answer in the making.
pub(crate) struct Answer(Response);

impl Answer {
    /// What every answer of a file begins with. `etag` stands in its quotes.
    pub(crate) fn of(Found { object, openness }: &Found, etag: &str) -> Self {
        let mut answer = Self(Response::new(Body::empty()));
        answer.set(header::ETAG, etag);
        answer.set(header::LAST_MODIFIED, &http_date(object));
        answer.set(
            header::CACHE_CONTROL,
            match openness {
                Openness::Lasting => &object.cache_control,
                Openness::Passing => "no-cache",
                Openness::Closed => "private, no-store",
            },
        );
        answer.set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
        answer.set(header::CONTENT_SECURITY_POLICY, policy_of(object.mimetype));
        answer
    }

    /// Sets a header; a value that cannot stand in one is left out.
    pub(crate) fn set(&mut self, name: HeaderName, value: &str) {
        if let Ok(value) = HeaderValue::from_str(value) {
            self.0.headers_mut().insert(name, value);
        }
    }

    /// The value of a header.
    pub(crate) fn get(&self, name: &HeaderName) -> Option<&HeaderValue> {
        self.0.headers().get(name)
    }

    /// What is not shown in place is a download.
    pub(crate) fn disposition(&mut self, object: &Object, download: Option<&str>) {
        let shown = kind::is_shown(object.mimetype);
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
