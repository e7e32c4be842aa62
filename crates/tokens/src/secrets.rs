//! Secrets of an installation, one per purpose.

use aws_lc_rs::hmac;
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};

use crate::{at_rest::AtRest, encryption::Cipher, error::Error};

/// Derives secrets, the same after every start, and encrypts stored keys. Clones share the key.
#[derive(Clone)]
pub struct Secrets {
    root: hmac::Key,
    /// Encryption of a service's stored keys.
    pub at_rest: AtRest,
}

impl Secrets {
    pub(crate) fn new(root: &[u8], at_rest: AtRest) -> Self {
        Self { root: hmac::Key::new(hmac::HMAC_SHA256, root), at_rest }
    }

    /// Returns the key that signs for one purpose.
    pub fn key(&self, purpose: &str) -> hmac::Key {
        hmac::Key::new(hmac::HMAC_SHA256, &self.bytes(purpose))
    }

    /// Returns the cipher for one purpose.
    ///
    /// # Errors
    /// Fails if the key is invalid.
    pub fn cipher(&self, purpose: &str) -> Result<Cipher, Error> {
        Cipher::new(&self.bytes(purpose))
    }

    /// Returns a secret text for one purpose.
    pub fn text(&self, purpose: &str) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(hmac::sign(&self.key(purpose), b"secret").as_ref())
    }

    fn bytes(&self, purpose: &str) -> [u8; 32] {
        let mut bytes = [0; 32];
        bytes.copy_from_slice(hmac::sign(&self.root, purpose.as_bytes()).as_ref());
        bytes
    }
}
