//! Keys of files.

use ateneu_base::Value;
use ateneu_schema::{ColumnValue, Kind};

use crate::Error;

/// Maximum length of a key in bytes.
const MAX_KEY_BYTES: usize = 1024;

/// A file's name inside its bucket: allowed characters only, without empty or dotted segments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Key(String);

impl ColumnValue for Key {
    const KIND: Kind = Kind::Text;

    fn to_value(&self) -> Value {
        (&self.0).into()
    }

    fn from_value(value: Value) -> Option<Self> {
        Self::parse(value.as_text()?).ok()
    }
}

/// Returns `true` for the protocol's characters of keys and bucket names, apart from `/`.
pub(crate) fn is_allowed(character: char) -> bool {
    character.is_ascii_alphanumeric() || "_!-.*'()&$@=;:+,? ".contains(character)
}

impl Key {
    /// Parses a key that was percent-decoded once.
    pub(crate) fn parse(text: &str) -> Result<Self, Error> {
        let fits = !text.is_empty()
            && text.len() <= MAX_KEY_BYTES
            && text
                .split('/')
                .all(|segment| !matches!(segment, "" | "." | "..") && segment.chars().all(is_allowed));
        if fits {
            Ok(Self(text.to_owned()))
        } else {
            Err(Error::InvalidKey(text.chars().take(100).collect()))
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns the first segment of a key that has several.
pub(crate) fn folder(key: &str) -> Option<&str> {
    key.split_once('/').map(|(folder, _)| folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_plain_segments_of_allowed_characters() {
        for good in ["a.png", "video/17-0.5.mp4", "a b/(c)!.txt", "..a/b..", "x=1;y:2,+?"] {
            assert!(Key::parse(good).is_ok(), "{good}");
        }
        let long = "a".repeat(1025);
        for bad in [
            "",
            "/",
            "/a",
            "a/",
            "a//b",
            "..",
            "a/../b",
            "./a",
            "a/.",
            "ção.txt",
            "a\0b",
            "a\\b",
            "a%2fb",
            "a\nb",
            "a#b",
            "a\"b",
            "😀",
            &long,
        ] {
            assert!(matches!(Key::parse(bad), Err(Error::InvalidKey(_))), "{bad:?}");
        }
    }
}
