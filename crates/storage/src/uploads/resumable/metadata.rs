//! `Upload-Metadata`: metadata of a file, sent before its bytes.

use base64::{Engine, prelude::BASE64_STANDARD};

use crate::{
    Error,
    objects::{cache_control::CacheControl, key::Key},
    uploads::incoming::{SentMetadata, user_metadata},
};

/// Maximum length of the header in bytes: it is stored until the upload expires.
const MAX_HEADER_BYTES: usize = 8 * 1024;

/// Metadata of a file, sent before its bytes.
pub(super) struct Metadata {
    pub(super) bucket: String,
    pub(super) key: Key,
    /// Declared type.
    pub(super) mimetype: Option<String>,
    pub(super) sent: SentMetadata,
}

impl Metadata {
    /// Parses the header. Unknown names are ignored.
    pub(super) fn parse(header: &str) -> Result<Self, Error> {
        if header.len() > MAX_HEADER_BYTES {
            return Err(metadata_error("is too long"));
        }
        let mut texts: Vec<(&str, String)> = Vec::new();
        for entry in header.split(',').map(str::trim) {
            let (name, encoded) = entry.split_once(' ').unwrap_or((entry, ""));
            if texts.iter().any(|(taken, _)| *taken == name) {
                return Err(metadata_error("names something twice"));
            }
            texts.push((name, decoded(encoded)?));
        }
        let text = |name: &str| {
            let found = texts.iter().find(|(known, _)| *known == name);
            found.map(|(_, text)| text.as_str()).filter(|text| !text.is_empty())
        };
        Ok(Self {
            bucket: text("bucketName").ok_or_else(|| metadata_error("has no bucketName"))?.to_owned(),
            key: Key::parse(text("objectName").ok_or_else(|| metadata_error("has no objectName"))?)?,
            mimetype: text("contentType").map(str::to_owned),
            sent: SentMetadata {
                cache_control: CacheControl::of(text("cacheControl").unwrap_or_default()),
                user_metadata: user_metadata(text("metadata").unwrap_or("{}"))?,
            },
        })
    }
}

fn decoded(encoded: &str) -> Result<String, Error> {
    let bytes = BASE64_STANDARD.decode(encoded.trim()).ok();
    bytes.and_then(|bytes| String::from_utf8(bytes).ok()).ok_or_else(|| metadata_error("is not base64 text"))
}

fn metadata_error(why: &str) -> Error {
    Error::InvalidRequest(format!("upload-metadata {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(entries: &[(&str, &str)]) -> String {
        let entries = entries.iter().map(|(name, text)| format!("{name} {}", BASE64_STANDARD.encode(text)));
        entries.collect::<Vec<_>>().join(",")
    }

    #[test]
    fn upload_metadata_is_parsed_or_refused() {
        let file = [("bucketName", "contents"), ("objectName", "video/a.mp4")];
        let more = [
            file[0],
            file[1],
            ("contentType", "video/mp4"),
            ("cacheControl", "60"),
            ("metadata", r#"{"duração":3}"#),
        ];
        let read = Metadata::parse(&format!("{}, is_confidential", header(&more))).unwrap();
        assert_eq!((read.bucket.as_str(), read.key.as_str()), ("contents", "video/a.mp4"));
        assert_eq!(read.mimetype.as_deref(), Some("video/mp4"));
        assert_eq!(&*read.sent.cache_control, "max-age=60");
        assert_eq!(read.sent.user_metadata["duração"], 3);
        let plain = Metadata::parse(&header(&file)).unwrap();
        assert_eq!((plain.mimetype, &*plain.sent.cache_control), (None, "no-cache"));
        for bad in [
            String::new(),
            header(&file[..1]),
            header(&file[1..]),
            header(&[file[0], file[1], file[0]]),
            header(&[file[0], file[1], ("metadata", "[1]")]),
            format!("{},contentType %%%", header(&file)),
            format!("{},contentType /w==", header(&file)),
            header(&[file[0], file[1], ("a", &"a".repeat(MAX_HEADER_BYTES))]),
        ] {
            assert!(matches!(Metadata::parse(&bad), Err(Error::InvalidRequest(_))), "{bad}");
        }
        for key in ["../a", "a//b", "/a", "ção.mp4", "a\0b"] {
            let bad = header(&[file[0], ("objectName", key)]);
            assert!(matches!(Metadata::parse(&bad), Err(Error::InvalidKey(_))), "{key}");
        }
    }
}
