//! The response with a file: headers, the requested range (RFC 9110, one range), and the bytes streamed from the store.

use std::borrow::Cow;

use ateneu_base::Timestamp;
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
    requests::extractors::header_text,
    store::{blocks_of, version},
};

/// A file that the caller may read.
pub(crate) struct Found {
    pub(crate) object: Object,
    /// Public access, which determines caching.
    pub(crate) public_access: PublicAccess,
}

/// Parts of the request that shape the response.
pub(crate) struct FileRequest<'a> {
    pub(crate) method: &'a Method,
    pub(crate) headers: &'a HeaderMap,
    /// Value of `?download`.
    pub(crate) download: Option<&'a str>,
}

/// Responds with the file. Fails with [`Error::NoSuchKey`] if its bytes were replaced since its row was read.
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
    answer.set(header::CONTENT_TYPE, &object.mimetype);
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
        answer.body(Body::from_stream(blocks_of(bytes)));
    }
    Ok(answer.status(status))
}

/// Policy of a file opened directly, which may do nothing. Pages that embed it have their own policy.
pub(crate) const POLICY: &str = "default-src 'none'; sandbox";

/// Policy of PDFs: Chromium's reader is a page around the file, which a sandbox would block.
const PDF_POLICY: &str =
    "default-src 'none'; object-src 'self'; plugin-types application/pdf; style-src 'unsafe-inline'";

fn policy_of(mime: &str) -> &'static str {
    if mime::is_pdf(mime) { PDF_POLICY } else { POLICY }
}

/// A response in progress.
pub(crate) struct FileResponse(Response);

impl FileResponse {
    /// Returns the headers of every response with a file. `etag` includes its quotes.
    pub(crate) fn of(Found { object, public_access }: &Found, etag: &str) -> Self {
        let mut answer = Self(Response::new(Body::empty()));
        answer.set(header::ETAG, etag);
        answer.set(header::LAST_MODIFIED, &object.updated_at.to_http_date());
        answer.set(
            header::CACHE_CONTROL,
            match public_access {
                PublicAccess::Permanent => &object.cache_control,
                PublicAccess::Revocable => "no-cache",
                PublicAccess::None => "private, no-store",
            },
        );
        answer.set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
        answer.set(header::CONTENT_SECURITY_POLICY, policy_of(&object.mimetype));
        answer
    }

    /// Sets a header. An invalid value is left out.
    pub(crate) fn set(&mut self, name: HeaderName, value: &str) {
        if let Ok(value) = HeaderValue::from_str(value) {
            self.0.headers_mut().insert(name, value);
        }
    }

    pub(crate) fn get(&self, name: &HeaderName) -> Option<&HeaderValue> {
        self.0.headers().get(name)
    }

    pub(crate) fn disposition(&mut self, object: &Object, download: Option<&str>) {
        let shown = mime::is_shown(&object.mimetype);
        // A document is saved under its original name, also from the browser's reader.
        let own = object.original_name().filter(|_| mime::is_pdf(&object.mimetype));
        match (download, own) {
            (None, Some(name)) => self.set_file_name("inline", name),
            (None, None) if shown => {}
            (Some(""), Some(name)) => self.set_file_name("attachment", name),
            (None | Some(""), None) => self.set(header::CONTENT_DISPOSITION, "attachment;"),
            (Some(name), _) => self.set_file_name("attachment", &plain_name(name)),
        }
    }

    fn set_file_name(&mut self, disposition: &str, name: &str) {
        let name = utf8_percent_encode(name, FILE_NAME).to_string();
        let value = format!("{disposition}; filename={name}; filename*=UTF-8''{name}");
        self.set(header::CONTENT_DISPOSITION, &value);
    }

    pub(crate) fn body(&mut self, body: Body) {
        *self.0.body_mut() = body;
    }

    pub(crate) fn status(mut self, status: StatusCode) -> Response {
        *self.0.status_mut() = status;
        self.0
    }
}

/// Decodes the name once more: storage-js 2.119 encodes the name of a signed link twice.
fn plain_name(name: &str) -> Cow<'_, str> {
    percent_decode_str(name).decode_utf8().unwrap_or(Cow::Borrowed(name))
}

/// Characters that are encoded in `filename*`: those of RFC 5987, and more.
const FILE_NAME: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b'!');

/// Validators of a file: its quoted tag and the second of its last write.
pub(crate) struct Validators<'a> {
    pub(crate) etag: &'a str,
    pub(crate) modified: Timestamp,
}

fn seconds(date: &str) -> Option<i64> {
    let since = httpdate::parse_http_date(date).ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
    i64::try_from(since.as_secs()).ok()
}

impl Validators<'_> {
    /// Returns `true` if the client has this file. `If-None-Match` takes precedence.
    pub(crate) fn is_held_by(&self, headers: &HeaderMap) -> bool {
        if let Some(tags) = header_text(headers, header::IF_NONE_MATCH) {
            return tags
                .split(',')
                .map(str::trim)
                .any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == self.etag);
        }
        header_text(headers, header::IF_MODIFIED_SINCE)
            .and_then(seconds)
            .is_some_and(|since| self.modified.seconds() <= since)
    }

    /// Returns `true` if the range is for this file.
    fn allow_range(&self, headers: &HeaderMap) -> bool {
        match header_text(headers, header::IF_RANGE) {
            None => true,
            Some(tag) if tag.starts_with('"') => tag == self.etag,
            Some(date) => seconds(date) == Some(self.modified.seconds()),
        }
    }

    /// Returns the requested bytes. Returns `None` for the whole file, also for unsupported forms.
    pub(crate) fn range(
        &self,
        headers: &HeaderMap,
        size: u64,
    ) -> Result<Option<std::ops::Range<u64>>, Error> {
        match header_text(headers, header::RANGE) {
            Some(range) if self.allow_range(headers) => parse(range, size),
            _ => Ok(None),
        }
    }
}

fn parse(range: &str, size: u64) -> Result<Option<std::ops::Range<u64>>, Error> {
    let Some((first, last)) = range
        .trim()
        .strip_prefix("bytes=")
        .filter(|ranges| !ranges.contains(','))
        .and_then(|range| range.trim().split_once('-'))
    else {
        return Ok(None);
    };
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        // A number beyond all sizes is still a number.
        digits.then(|| text.parse::<u64>().unwrap_or(u64::MAX))
    };
    let wanted = match (number(first), number(last)) {
        (Some(first), Some(last)) if first <= last => first..last.saturating_add(1).min(size),
        (Some(first), None) if last.is_empty() => first..size,
        (None, Some(count)) if first.is_empty() && count > 0 => size.saturating_sub(count)..size,
        (None, Some(0)) if first.is_empty() => return Err(Error::InvalidRange(size)),
        _ => return Ok(None),
    };
    if wanted.start >= size {
        return Err(Error::InvalidRange(size));
    }
    Ok(Some(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_single_range_is_parsed() {
        for (range, expected) in [
            ("bytes=0-0", Some(0..1)),
            ("bytes=2-4", Some(2..5)),
            ("bytes=8-", Some(8..10)),
            ("bytes=-3", Some(7..10)),
            ("bytes=-99", Some(0..10)),
            ("bytes=5-99999999999999999999999", Some(5..10)),
            // Unsupported, so the whole file.
            ("bytes=4-2", None),
            ("bytes=0-1,3-4", None),
            ("bytes=a-b", None),
            ("bytes=-", None),
            ("items=0-1", None),
        ] {
            assert_eq!(parse(range, 10).unwrap(), expected, "{range}");
        }
        for range in ["bytes=10-", "bytes=10-12", "bytes=-0", "bytes=99999999999999999999999-"] {
            assert!(matches!(parse(range, 10), Err(Error::InvalidRange(10))), "{range}");
        }
        assert!(matches!(parse("bytes=-5", 0), Err(Error::InvalidRange(0))));
    }
}
