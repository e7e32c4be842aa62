//! The type of a file: the known types, the sender's claim, and detection by the first bytes.
//!
//! A file is stored and served under one of the types of [`TYPES`], without parameters, so that all browsers agree on
//! it (some split the header at commas and take the last type).

use std::ops::Deref;

use ateneu_base::Value;
use ateneu_schema::{ColumnValue, Kind};

use crate::Error;

/// One of the types of [`TYPES`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mime(&'static str);

impl Deref for Mime {
    type Target = str;

    fn deref(&self) -> &str {
        self.0
    }
}

/// An unknown stored type becomes [`UNKNOWN`], so that only types of the list are served.
impl ColumnValue for Mime {
    const KIND: Kind = Kind::Text;

    fn to_value(&self) -> Value {
        self.0.into()
    }

    fn from_value(value: Value) -> Option<Self> {
        Some(Self(canonical(value.as_text()?).unwrap_or(UNKNOWN)))
    }
}

/// Number of first bytes that are examined.
pub(crate) const HEAD: usize = 4096;

/// Type of unknown files.
pub(crate) const UNKNOWN: &str = "application/octet-stream";

/// Type that storage-js 2.119 declares for bytes without a type (with `;charset=UTF-8`).
const PLAIN: &str = "text/plain";

const PDF: &str = "application/pdf";

/// Maximum length of a declared type in bytes.
const MAX_TYPE_BYTES: usize = 200;

/// All types of files, with their aliases. HTML, XML, SVG, styles and scripts are missing on purpose, because a browser
/// would run them.
const TYPES: &[(&str, &[&str])] = &[
    ("image/avif", &[]),
    ("image/bmp", &["image/x-ms-bmp"]),
    ("image/gif", &[]),
    ("image/heic", &[]),
    ("image/heif", &[]),
    ("image/jpeg", &["image/jpg", "image/pjpeg"]),
    ("image/jxl", &[]),
    ("image/png", &["image/x-png"]),
    ("image/tiff", &[]),
    ("image/vnd.microsoft.icon", &["image/x-icon"]),
    ("image/webp", &[]),
    ("video/3gpp", &[]),
    ("video/mp4", &[]),
    ("video/mpeg", &[]),
    ("video/ogg", &[]),
    ("video/quicktime", &[]),
    ("video/webm", &[]),
    ("video/x-m4v", &[]),
    ("video/x-matroska", &[]),
    ("video/x-ms-wmv", &[]),
    ("video/x-msvideo", &["video/avi", "video/msvideo"]),
    ("audio/aac", &["audio/x-aac"]),
    ("audio/aiff", &["audio/x-aiff"]),
    ("audio/amr", &[]),
    ("audio/flac", &["audio/x-flac"]),
    ("audio/mp4", &["audio/m4a", "audio/x-m4a"]),
    ("audio/mpeg", &["audio/mp3", "audio/x-mp3", "audio/x-mpeg"]),
    ("audio/ogg", &[]),
    ("audio/opus", &[]),
    ("audio/wav", &["audio/x-wav", "audio/wave", "audio/vnd.wave"]),
    ("audio/webm", &[]),
    (PDF, &[]),
    (PLAIN, &[]),
    ("text/calendar", &[]),
    ("text/csv", &[]),
    ("text/markdown", &[]),
    ("text/vtt", &[]),
    ("application/epub+zip", &[]),
    ("application/gzip", &["application/x-gzip"]),
    ("application/json", &[]),
    ("application/msword", &[]),
    ("application/vnd.ms-excel", &[]),
    ("application/vnd.ms-powerpoint", &[]),
    ("application/vnd.oasis.opendocument.presentation", &[]),
    ("application/vnd.oasis.opendocument.spreadsheet", &[]),
    ("application/vnd.oasis.opendocument.text", &[]),
    ("application/vnd.openxmlformats-officedocument.presentationml.presentation", &[]),
    ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", &[]),
    ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", &[]),
    ("application/zip", &["application/x-zip-compressed"]),
    (UNKNOWN, &[]),
];

/// Returns all types of files.
pub fn types() -> impl Iterator<Item = &'static str> {
    TYPES.iter().map(|(name, _)| *name)
}

/// Returns `type/subtype` in lower case, without parameters.
fn essence(mime: &str) -> String {
    mime.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// Returns `true` if the text may be a type. A comma would make it several.
fn is_readable(mime: &str) -> bool {
    mime.len() <= MAX_TYPE_BYTES && mime.bytes().all(|byte| (0x20..0x7f).contains(&byte) && byte != b',')
}

/// Returns the stored and served form of a type. Returns `None` for one outside [`TYPES`].
pub(crate) fn canonical(mime: &str) -> Option<&'static str> {
    if !is_readable(mime) {
        return None;
    }
    let essence = essence(mime);
    let known = TYPES.iter().find(|(name, others)| *name == essence || others.contains(&essence.as_str()));
    known.map(|(name, _)| *name)
}

/// Returns `true` if the list accepts the type. `image/*` is a family. `*/*` and an empty list accept all.
pub(crate) fn is_listed(types: &[String], mime: &str) -> bool {
    types.is_empty()
        || types.iter().any(|listed| match listed.strip_suffix("/*") {
            Some("*") => true,
            Some(family) => mime.split('/').next() == Some(family),
            None => canonical(listed) == Some(mime),
        })
}

/// Returns `true` if a bucket's list may contain the text.
pub(crate) fn is_mime(mime: &str) -> bool {
    let token = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$&^_.+-*".contains(&byte))
    };
    is_readable(mime)
        && essence(mime).split_once('/').is_some_and(|(family, name)| token(family) && token(name))
}

/// Returns the stored and served type of a file. `declared` is the sender's claim, `head` the first bytes, which must
/// confirm a claim of an image, a video, audio or a PDF.
pub(crate) fn detect_type(
    types: &[String],
    declared: Option<&str>,
    name: &str,
    head: &[u8],
) -> Result<Mime, Error> {
    let seen = infer::get(head).map(|kind| kind.mime_type());
    let recognised = seen.and_then(canonical);
    let mime = match claim(declared)? {
        // This is the client's default, so detection takes precedence.
        Some(PLAIN) => recognised.filter(|seen| is_shown(seen) && is_listed(types, seen)).unwrap_or(PLAIN),
        Some(claimed) => claimed,
        None => recognised
            .or_else(|| mime_guess::from_path(name).first_raw().and_then(canonical))
            .unwrap_or(UNKNOWN),
    };
    if is_listed(types, mime) && is_borne_out(mime, seen, head) {
        Ok(Mime(mime))
    } else {
        Err(Error::InvalidMimeType(mime.to_owned()))
    }
}

/// Refuses a declared type outside the list, before the bytes arrive.
pub(crate) fn may_claim(types: &[String], declared: Option<&str>) -> Result<(), Error> {
    match claim(declared)? {
        Some(claimed) if claimed != PLAIN && !is_listed(types, claimed) => {
            Err(Error::InvalidMimeType(claimed.to_owned()))
        }
        _ => Ok(()),
    }
}

/// Returns the declared type. Returns `None` without a useful declaration.
fn claim(declared: Option<&str>) -> Result<Option<&'static str>, Error> {
    let Some(declared) = declared else { return Ok(None) };
    match canonical(declared) {
        Some(UNKNOWN) => Ok(None),
        Some(claimed) => Ok(Some(claimed)),
        None if is_readable(declared) => Err(Error::InvalidMimeType(declared.to_owned())),
        None => Err(malformed_type()),
    }
}

pub(crate) fn malformed_type() -> Error {
    Error::InvalidMimeType("of that form".into())
}

fn is_borne_out(claimed: &str, seen: Option<&str>, head: &[u8]) -> bool {
    let seen_family = seen.and_then(|seen| seen.split('/').next());
    match claimed.split('/').next() {
        Some("image") => seen_family == Some("image"),
        // Containers hold either. Some streams have no signature, but none of them is text.
        Some("video" | "audio") => match seen_family {
            Some(family) => matches!(family, "video" | "audio"),
            None => !is_text(head),
        },
        _ if claimed == PDF => seen == Some(PDF),
        _ => true,
    }
}

fn is_text(head: &[u8]) -> bool {
    let readable = match std::str::from_utf8(head) {
        Ok(_) => true,
        // A character may be cut by the end of the head.
        Err(problem) => problem.error_len().is_none(),
    };
    readable && !head.contains(&0)
}

/// Returns `true` if browsers show it inline. Other types are downloads.
pub(crate) fn is_shown(mime: &str) -> bool {
    mime == PDF || matches!(mime.split('/').next(), Some("image" | "video" | "audio"))
}

pub(crate) fn is_pdf(mime: &str) -> bool {
    mime == PDF
}

#[cfg(test)]
mod tests {
    use super::*;

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

    fn settled(types: &[&str], declared: Option<&str>, name: &str, head: &[u8]) -> Option<String> {
        let types: Vec<String> = types.iter().map(|&listed| listed.to_owned()).collect();
        detect_type(&types, declared, name, head).ok().map(|mime| mime.to_string())
    }

    #[test]
    fn a_claimed_type_must_match_the_bytes() {
        let all = &["image/*", "video/*", "audio/*", "application/pdf"];
        assert_eq!(settled(all, Some("image/png"), "a", PNG).as_deref(), Some("image/png"));
        assert_eq!(settled(all, None, "a", PNG).as_deref(), Some("image/png"));
        assert_eq!(settled(all, Some(UNKNOWN), "a", PNG).as_deref(), Some("image/png"));
        assert!(settled(all, Some("audio/mpeg"), "a", b"\xff\xfb\x90\0abc").is_some());
        assert!(settled(all, Some("application/pdf"), "a", b"%PDF-1.7\n").is_some());
        for (declared, head) in [
            ("image/png", &b"<html><script>"[..]),
            ("image/png", b""),
            ("image/svg+xml", b"<svg xmlns='x'>"),
            ("image/svg+xml", PNG),
            ("image/png", b"%PDF-1.7\n"),
            ("video/mp4", b"<script>alert(1)</script>"),
            ("video/mp4", "ação".as_bytes()),
            ("video/mp4", PNG),
            ("text/html", b"<html>"),
            ("image/png\r\nx: y", PNG),
            ("png", PNG),
        ] {
            assert_eq!(settled(all, Some(declared), "a.png", head), None, "{declared} {head:?}");
        }
    }

    #[test]
    fn a_type_detected_in_the_bytes_overrides_plain_text() {
        let plain = Some("text/plain;charset=UTF-8");
        assert_eq!(settled(&[], plain, "a", PNG).as_deref(), Some("image/png"));
        assert_eq!(settled(&["image/*"], plain, "a", PNG).as_deref(), Some("image/png"));
        assert_eq!(settled(&["text/*"], plain, "a", PNG).as_deref(), Some("text/plain"));
        assert_eq!(settled(&["image/*"], plain, "a.png", b"oi"), None);
    }

    #[test]
    fn every_alias_has_one_spelling() {
        for (name, others) in TYPES {
            for spelling in [name].into_iter().chain(*others) {
                assert_eq!(canonical(&spelling.to_ascii_uppercase()), Some(*name), "{spelling}");
            }
        }
    }
}
