//! Which texts may name a file.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::Error;

/// The longest key, in bytes.
const LONGEST: usize = 1024;

/// A file's name inside its bucket: allowed characters only, no empty or dotted segments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Key(String);

/// The protocol's characters for keys and bucket names, apart from `/`.
pub(crate) fn is_allowed(character: char) -> bool {
    character.is_ascii_alphanumeric() || "_!-.*'()&$@=;:+,? ".contains(character)
}

impl Key {
    /// Reads a key that was already percent-decoded once.
    pub(crate) fn parse(text: &str) -> Result<Self, Error> {
        let fits = !text.is_empty()
            && text.len() <= LONGEST
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

/// What JavaScript's `encodeURI` leaves alone, as a set of what it does not.
const ADDRESS: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b';')
    .remove(b'/')
    .remove(b':')
    .remove(b'@')
    .remove(b'&')
    .remove(b'=')
    .remove(b'+')
    .remove(b'$')
    .remove(b',');

/// The key as it stands in an address.
pub(crate) fn in_address(key: &str) -> String {
    utf8_percent_encode(key, ADDRESS).to_string()
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

    #[test]
    fn an_address_is_encoded_like_the_client_does() {
        assert_eq!(in_address("a b/c(1)'.png"), "a%20b/c(1)'.png");
        assert_eq!(in_address("a?b"), "a%3Fb");
    }
}
