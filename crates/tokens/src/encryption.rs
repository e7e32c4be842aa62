//! Encryption of secrets that the server must read again (AES-256-GCM). Each is bound to its row: a copy in another row
//! does not decrypt.

use aws_lc_rs::aead::{AES_256_GCM, Aad, NONCE_LEN, Nonce, RandomizedNonceKey};
use base64::{Engine, prelude::BASE64_STANDARD_NO_PAD};

use crate::error::Error;

/// A key that encrypts and decrypts.
pub struct Cipher(RandomizedNonceKey);

const FAILED: Error = Error::Defect("a stored secret cannot be encrypted or read");

impl Cipher {
    /// Creates the cipher of a key.
    pub(crate) fn new(key: &[u8; 32]) -> Result<Self, Error> {
        RandomizedNonceKey::new(&AES_256_GCM, key).map(Self).map_err(|_| FAILED)
    }

    /// Encrypts the secret of a row. Returns the text to store: nonce, ciphertext and tag in base64.
    ///
    /// # Errors
    /// Fails if the cipher does.
    pub fn close(&self, secret: &[u8], row_id: &str) -> Result<String, Error> {
        let mut encrypted = secret.to_vec();
        let nonce = self
            .0
            .seal_in_place_append_tag(Aad::from(row_id.as_bytes()), &mut encrypted)
            .map_err(|_| FAILED)?;
        Ok(BASE64_STANDARD_NO_PAD.encode([nonce.as_ref().as_slice(), encrypted.as_slice()].concat()))
    }

    /// Decrypts the secret of a row.
    ///
    /// # Errors
    /// Fails if the text was stored with another key or in another row.
    pub fn open(&self, stored: &str, row_id: &str) -> Result<Vec<u8>, Error> {
        let bytes = BASE64_STANDARD_NO_PAD.decode(stored).map_err(|_| FAILED)?;
        let (nonce, encrypted) = bytes.split_at_checked(NONCE_LEN).ok_or(FAILED)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| FAILED)?;
        let mut encrypted = encrypted.to_vec();
        let secret =
            self.0.open_in_place(nonce, Aad::from(row_id.as_bytes()), &mut encrypted).map_err(|_| FAILED)?;
        Ok(secret.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_decrypted_only_with_its_own_row_and_key() {
        let (ours, other) = (Cipher::new(&[1; 32]).unwrap(), Cipher::new(&[2; 32]).unwrap());
        let stored = ours.close(b"segredo", "a").unwrap();
        assert_eq!(ours.open(&stored, "a").unwrap(), b"segredo");
        assert!(ours.open(&stored, "b").is_err());
        assert!(other.open(&stored, "a").is_err());
        assert!(ours.open(&stored[1..], "a").is_err());
        assert!(ours.open("", "a").is_err());
        assert_ne!(ours.close(b"segredo", "a").unwrap(), stored, "no two look alike");
    }
}
