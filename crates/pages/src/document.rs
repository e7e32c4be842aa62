//! Response bodies with their entity tag, in every encoding that browsers accept. Each encoding is made once, on first
//! use.

use std::{
    borrow::Cow,
    io::{self, Read, Write},
    sync::OnceLock,
};

use ateneu_base::Timestamp;
use axum::{
    body::Body,
    http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, header},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use bytes::Bytes;
use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;

/// Minimum size in bytes for compression.
const WORTH_PACKING: usize = 512;

/// Caching of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// Cacheable, but revalidated each time.
    Revalidate,
    /// Cacheable forever: the name contains the hash.
    Immutable,
    /// Uncacheable.
    NoStore,
}

/// A response that can be sent repeatedly.
#[derive(Debug)]
pub struct Document {
    status: StatusCode,
    freshness: Freshness,
    content_type: HeaderValue,
    extra: HeaderMap,
    last_modified: Option<Timestamp>,
    /// Entity tag, computed on first use.
    tag: OnceLock<String>,
    body: Bytes,
    /// Encoding of `body`.
    stored: Encoding,
    identity: OnceCell<Bytes>,
    brotli: OnceCell<Bytes>,
    gzip: OnceCell<Bytes>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Brotli,
    Gzip,
    Identity,
}

impl Document {
    /// Creates a document with status 200 that clients revalidate each time.
    pub fn new(content_type: &'static str, body: impl Into<Bytes>) -> Self {
        Self::of_type(HeaderValue::from_static(content_type), body)
    }

    /// Creates such a document with a type known only at run time.
    pub fn of_type(content_type: HeaderValue, body: impl Into<Bytes>) -> Self {
        Self {
            status: StatusCode::OK,
            freshness: Freshness::Revalidate,
            content_type,
            extra: HeaderMap::new(),
            last_modified: None,
            tag: OnceLock::new(),
            body: body.into(),
            stored: Encoding::Identity,
            identity: OnceCell::new(),
            brotli: OnceCell::new(),
            gzip: OnceCell::new(),
        }
    }

    /// Creates a document from bytes compressed with brotli. They are decompressed only for clients without brotli.
    pub fn packed(content_type: HeaderValue, brotli: Bytes) -> Self {
        Self { stored: Encoding::Brotli, ..Self::of_type(content_type, brotli) }
    }

    pub fn html(body: String) -> Self {
        Self::new("text/html; charset=utf-8", body)
    }

    #[must_use]
    pub fn with_status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }

    #[must_use]
    pub fn with_freshness(mut self, freshness: Freshness) -> Self {
        self.freshness = freshness;
        self
    }

    #[must_use]
    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.extra.insert(name, value);
        self
    }

    /// Sets the time of the last change, for conditional requests.
    #[must_use]
    pub fn with_last_modified(mut self, at: Timestamp) -> Self {
        self.last_modified = Some(at);
        self
    }

    /// Returns the content. Returns `None` if it is compressed.
    pub fn bytes(&self) -> Option<&[u8]> {
        (self.stored == Encoding::Identity).then_some(&*self.body)
    }

    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// Returns the entity tag without the name of the encoding.
    fn tag(&self) -> &str {
        self.tag.get_or_init(|| URL_SAFE_NO_PAD.encode(&Sha256::digest(&self.body)[..12]))
    }

    /// Returns the approximate size of the document with its encodings.
    pub fn weight(&self) -> u32 {
        u32::try_from(self.body.len() * 2 + 1_024).unwrap_or(u32::MAX)
    }

    /// Responds to a request with these headers.
    pub async fn respond(&self, request: &HeaderMap) -> Response<Body> {
        let encoding = if self.packs() { preferred(request) } else { Encoding::Identity };
        let (body, encoding) = self.encoded(encoding).await;
        let tag = match encoding.name() {
            Some(name) => format!("\"{}-{name}\"", self.tag()),
            None => format!("\"{}\"", self.tag()),
        };
        // Immutable documents are never revalidated.
        let tagged = self.status == StatusCode::OK && self.freshness == Freshness::Revalidate;
        let known = tagged && (knows(request, &tag) || self.is_unchanged_since(request));

        let mut response = Response::new(if known { Body::empty() } else { Body::from(body) });
        *response.status_mut() = if known { StatusCode::NOT_MODIFIED } else { self.status };
        let headers = response.headers_mut();
        headers.extend(self.extra.clone());
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(self.freshness.directive()));
        if self.packs() {
            headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        }
        if let (true, Ok(tag)) = (tagged, HeaderValue::try_from(tag)) {
            headers.insert(header::ETAG, tag);
        }
        let modified =
            self.last_modified.filter(|_| tagged).map(|at| HeaderValue::try_from(at.to_http_date()));
        if let Some(Ok(modified)) = modified {
            headers.insert(header::LAST_MODIFIED, modified);
        }
        if !known {
            headers.insert(header::CONTENT_TYPE, self.content_type.clone());
            if let Some(name) = encoding.name() {
                headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
            }
        }
        response
    }

    /// Returns `true` if the document is unchanged since the request's date. An entity tag in the request takes
    /// precedence.
    fn is_unchanged_since(&self, request: &HeaderMap) -> bool {
        let since = request.get(header::IF_MODIFIED_SINCE).and_then(|value| value.to_str().ok());
        let since = since.and_then(Timestamp::parse_http_date);
        !request.contains_key(header::IF_NONE_MATCH)
            && self.last_modified.zip(since).is_some_and(|(at, since)| at.seconds() <= since.seconds())
    }

    /// Returns `false` for fonts and pictures, which are compressed already.
    fn packs(&self) -> bool {
        let kind = self.content_type.to_str().unwrap_or_default();
        let textual =
            kind.starts_with("text/") || ["javascript", "json", "xml"].iter().any(|word| kind.contains(word));
        textual && (self.stored != Encoding::Identity || self.body.len() >= WORTH_PACKING)
    }

    async fn encoded(&self, wanted: Encoding) -> (Bytes, Encoding) {
        let made = match wanted {
            _ if wanted == self.stored => return (self.body.clone(), wanted),
            Encoding::Brotli => &self.brotli,
            Encoding::Gzip => &self.gzip,
            Encoding::Identity => &self.identity,
        };
        let (body, stored, lasting) =
            (self.body.clone(), self.stored, self.freshness == Freshness::Immutable);
        let make = async || {
            let work = move || pack(&unpack(&body, stored)?, wanted, lasting);
            let bytes = tokio::task::spawn_blocking(work).await;
            bytes.map_err(io::Error::other)?.map(Bytes::from)
        };
        match made.get_or_try_init(make).await {
            Ok(bytes) => (bytes.clone(), wanted),
            Err(error) => {
                tracing::error!(%error, ?wanted, "could not encode a document");
                (self.body.clone(), self.stored)
            }
        }
    }
}

impl Freshness {
    fn directive(self) -> &'static str {
        match self {
            Freshness::Revalidate => "no-cache",
            Freshness::Immutable => "public, max-age=31536000, immutable",
            Freshness::NoStore => "no-store",
        }
    }
}

impl Encoding {
    fn name(self) -> Option<&'static str> {
        match self {
            Encoding::Brotli => Some("br"),
            Encoding::Gzip => Some("gzip"),
            Encoding::Identity => None,
        }
    }
}

/// Returns the client's preferred encoding; among equals, the smallest.
fn preferred(request: &HeaderMap) -> Encoding {
    let accepted = request.get_all(header::ACCEPT_ENCODING).iter();
    let accepted: Vec<(&str, f32)> = accepted
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(weighed)
        .collect();
    let weight = |name: &str| {
        let named = |wanted: &str| accepted.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
        named(name).or_else(|| named("*")).map_or(0.0, |(_, weight)| *weight)
    };
    let mut best = (Encoding::Identity, 0.0);
    for encoding in [Encoding::Brotli, Encoding::Gzip] {
        let weight = encoding.name().map_or(0.0, weight);
        if weight > best.1 {
            best = (encoding, weight);
        }
    }
    best.0
}

fn weighed(part: &str) -> Option<(&str, f32)> {
    let (name, parameters) = part.split_once(';').unwrap_or((part, ""));
    let weight = match parameters.trim().strip_prefix("q=") {
        Some(weight) => weight.trim().parse().ok()?,
        None => 1.0,
    };
    Some((name.trim(), weight))
}

/// Returns `true` if the client has these exact bytes. A proxy may have weakened the tag.
fn knows(request: &HeaderMap, tag: &str) -> bool {
    let held = request.get_all(header::IF_NONE_MATCH).iter();
    held.filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|held| held.trim().trim_start_matches("W/"))
        .any(|held| held == tag || held == "*")
}

/// Returns the decompressed bytes of a stored body.
pub(crate) fn unpack(body: &[u8], stored: Encoding) -> io::Result<Cow<'_, [u8]>> {
    if stored != Encoding::Brotli {
        return Ok(Cow::Borrowed(body));
    }
    let mut plain = Vec::new();
    brotli::Decompressor::new(body, 4_096).read_to_end(&mut plain)?;
    Ok(Cow::Owned(plain))
}

/// Compresses the bytes. A lasting document gets more effort: it is compressed once per start, a page once per change.
fn pack(identity: &[u8], encoding: Encoding, lasting: bool) -> io::Result<Vec<u8>> {
    match encoding {
        Encoding::Brotli => {
            let quality = if lasting { 9 } else { 5 };
            let mut packer = brotli::CompressorWriter::new(Vec::new(), 4_096, quality, 22);
            packer.write_all(identity)?;
            packer.flush()?;
            Ok(packer.into_inner())
        }
        Encoding::Gzip => {
            let mut packer = flate2::write::GzEncoder::new(
                Vec::new(),
                flate2::Compression::new(if lasting { 9 } else { 6 }),
            );
            packer.write_all(identity)?;
            packer.finish()
        }
        Encoding::Identity => Ok(identity.to_vec()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepting(value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(value))])
    }

    #[test]
    fn the_tightest_of_the_most_wanted_encodings_is_chosen() {
        for (accept, expected) in [
            ("gzip, deflate, br, zstd", Encoding::Brotli),
            ("gzip, zstd", Encoding::Gzip),
            ("gzip;q=1.0, br;q=0.5", Encoding::Gzip),
            ("br;q=0, gzip", Encoding::Gzip),
            ("*", Encoding::Brotli),
            ("*;q=0", Encoding::Identity),
            ("deflate", Encoding::Identity),
            ("br;q=lots", Encoding::Identity),
            ("identity", Encoding::Identity),
            ("", Encoding::Identity),
        ] {
            assert_eq!(preferred(&accepting(accept)), expected, "{accept}");
        }
        assert_eq!(preferred(&HeaderMap::new()), Encoding::Identity);
    }

    #[tokio::test]
    async fn a_compressed_document_is_served_in_every_encoding() {
        let text = "conteúdo ".repeat(100);
        let brotli = pack(text.as_bytes(), Encoding::Brotli, true).unwrap();
        let document =
            Document::packed(HeaderValue::from_static("text/javascript; charset=utf-8"), brotli.into());
        for (accept, expected) in [("br", Some("br")), ("gzip", Some("gzip")), ("identity", None)] {
            let response = document.respond(&accepting(accept)).await;
            let encoding = response.headers().get(header::CONTENT_ENCODING);
            assert_eq!(encoding.map(|name| name.to_str().unwrap()), expected);
            let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
            let plain = match expected {
                Some("br") => unpack(&body, Encoding::Brotli).unwrap().into_owned(),
                Some(_) => {
                    let mut plain = Vec::new();
                    flate2::read::GzDecoder::new(&*body).read_to_end(&mut plain).unwrap();
                    plain
                }
                None => body.to_vec(),
            };
            assert!(plain == text.as_bytes(), "{accept}");
        }
    }

    #[test]
    fn an_etag_matches_alone_in_a_list_or_weak() {
        let holding =
            |value| HeaderMap::from_iter([(header::IF_NONE_MATCH, HeaderValue::from_static(value))]);
        for held in ["\"a\"", "\"x\", \"a\"", "W/\"a\"", "*"] {
            assert!(knows(&holding(held), "\"a\""), "{held}");
        }
        for held in ["\"b\"", "a", "\"a-br\"", ""] {
            assert!(!knows(&holding(held), "\"a\""), "{held}");
        }
    }
}
