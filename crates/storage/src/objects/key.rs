//! Keys of files.

use serde::Deserialize;

use crate::Error;

/// The longest key, in bytes.
const MAX_KEY_BYTES: usize = 1024;

/// A file's name inside its bucket: allowed characters only, no empty or dotted segments.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Key(String);

impl TryFrom<String> for Key {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        Self::parse(&text)
    }
}

/// The protocol's characters for keys and bucket names, apart from `/`.
pub(crate) fn is_allowed(character: char) -> bool {
    character.is_ascii_alphanumeric() || "_!-.*'()&$@=;:+,? ".contains(character)
}

impl Key {
    /// Reads a key that was already percent-decoded once.
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

/// The first segment of a key that has more than one.
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
