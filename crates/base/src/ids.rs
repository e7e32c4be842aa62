//! Ids and secrets.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use rand::{Rng, RngExt};
use sha2::{Digest, Sha256};

use crate::Timestamp;

/// Returns a time-ordered uuid (version 7): new rows land at the end of the primary key's index.
pub fn row_id(now: Timestamp) -> String {
    let seconds = u64::try_from(now.seconds()).unwrap_or(0);
    let nanos = u32::try_from(now.micros().rem_euclid(1_000_000) * 1_000).unwrap_or(0);
    uuid::Uuid::new_v7(uuid::Timestamp::from_unix(uuid::NoContext, seconds, nanos)).to_string()
}

/// Returns a random uuid (version 4), for ids that must not contain their time.
pub fn random_id() -> String {
    uuid::Uuid::new_v4().to_string()
}

/// Returns the canonical text of a uuid. Returns `None` if the text is not one.
pub fn parse_uuid(text: &str) -> Option<String> {
    uuid::Uuid::try_parse(text.trim()).ok().map(|id| id.to_string())
}

/// Returns an unguessable secret of `bytes` random bytes, as base64url without padding.
pub fn secret(bytes: usize) -> String {
    let mut buffer = vec![0u8; bytes];
    rand::rng().fill_bytes(&mut buffer);
    BASE64_URL_SAFE_NO_PAD.encode(buffer)
}

/// Returns a random code of six digits, for people to type.
pub fn code() -> String {
    format!("{:06}", rand::rng().random_range(0..1_000_000))
}

/// Returns the SHA-256 as hex: the stored form of secrets with full entropy.
pub fn digest(secret: &str) -> String {
    hex::encode(Sha256::digest(secret.as_bytes()))
}
