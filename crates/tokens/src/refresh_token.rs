//! The form of a refresh token: `base64url(session id, generation, HMAC)`. All tokens of a session can be computed, so
//! that the active one can be issued twice and none is stored.

use aws_lc_rs::hmac;
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use uuid::Uuid;

use crate::error::Error;

const SIGNED: usize = 16 + 8;

/// A token of this installation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presented {
    /// Session of the token.
    pub session_id: String,
    /// Number of the token among those of its session.
    pub generation: i64,
}

/// Returns the token of a session's generation. Returns `None` if the id is not a uuid.
pub fn derive(key: &hmac::Key, session_id: &str, generation: i64) -> Option<String> {
    let mut bytes = Uuid::try_parse(session_id).ok()?.as_bytes().to_vec();
    bytes.extend(generation.to_be_bytes());
    let tag = hmac::sign(key, &bytes);
    bytes.extend(tag.as_ref());
    Some(BASE64_URL_SAFE_NO_PAD.encode(bytes))
}

/// Verifies a token.
///
/// # Errors
/// Returns [`Error::MalformedToken`] or [`Error::UnknownToken`].
pub fn read(key: &hmac::Key, token: &str) -> Result<Presented, Error> {
    if !has_shape(token) {
        return Err(Error::MalformedToken);
    }
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(token).map_err(|_| Error::UnknownToken)?;
    let (signed, tag) = bytes.split_at_checked(SIGNED).ok_or(Error::UnknownToken)?;
    hmac::verify(key, signed, tag).map_err(|_| Error::UnknownToken)?;
    let (id, generation) = signed.split_at(16);
    let id = Uuid::from_slice(id).map_err(|_| Error::UnknownToken)?;
    let generation = <[u8; 8]>::try_from(generation).map_err(|_| Error::UnknownToken)?;
    Ok(Presented { session_id: id.to_string(), generation: i64::from_be_bytes(generation) })
}

/// Returns `true` for twelve characters in the older form, more in the signed one.
fn has_shape(token: &str) -> bool {
    let opaque = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    (12..=256).contains(&token.len()) && token.chars().all(opaque)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(secret: &str) -> hmac::Key {
        hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes())
    }

    #[test]
    fn an_altered_refresh_token_is_refused() {
        let id = Uuid::new_v4().to_string();
        let token = derive(&key("a"), &id, 7).unwrap();
        let expected = Presented { session_id: id, generation: 7 };
        assert_eq!(read(&key("a"), &token).unwrap(), expected);
        assert!(matches!(read(&key("b"), &token), Err(Error::UnknownToken)));
        for index in 0..token.len() - 1 {
            let mut altered: Vec<u8> = token.clone().into_bytes();
            altered[index] = if altered[index] == b'A' { b'B' } else { b'A' };
            let altered = String::from_utf8(altered).unwrap();
            assert!(read(&key("a"), &altered).is_err(), "{index}");
        }
    }

    #[test]
    fn malformed_and_unknown_tokens_have_different_errors() {
        for token in ["", "short", "with space here", "áéíóúáéíóúáé", &"a".repeat(300)] {
            assert!(matches!(read(&key("a"), token), Err(Error::MalformedToken)), "{token}");
        }
        for token in ["abcdefghij12", "this-token-does-not-exist"] {
            assert!(matches!(read(&key("a"), token), Err(Error::UnknownToken)), "{token}");
        }
    }
}
