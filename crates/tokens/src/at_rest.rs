//! Encryption of keys in the database by configured keys.
//!
//! Several keys may be configured: the first encrypts, each decrypts. Every start encrypts the texts anew that the
//! first key did not encrypt, so a restart introduces or replaces a key.

use std::sync::Arc;

use ateneu_base::Secret;
use ateneu_db::Tx;
use aws_lc_rs::hmac;

use crate::{encryption::Cipher, error::Error};

/// Prefix of an encrypted text.
const MARK: &str = "encrypted:";

/// Encrypts stored texts and decrypts them. Without keys, texts are stored in plain form.
#[derive(Clone, Default)]
pub struct AtRest(Arc<[Cipher]>);

impl AtRest {
    /// Takes the configured keys, the encrypting one first.
    ///
    /// # Errors
    /// Fails if a key is invalid.
    pub fn new(keys: &[Secret]) -> Result<Self, Error> {
        let cipher = |key: &Secret| {
            let key = hmac::Key::new(hmac::HMAC_SHA256, key.reveal().as_bytes());
            let mut bytes = [0; 32];
            bytes.copy_from_slice(hmac::sign(&key, b"keys at rest").as_ref());
            Cipher::new(&bytes)
        };
        Ok(Self(keys.iter().map(cipher).collect::<Result<Vec<_>, _>>()?.into()))
    }

    /// Returns the text to store in the row of that id.
    ///
    /// # Errors
    /// Fails if the cipher does.
    pub fn encrypt(&self, text: &str, row_id: &str) -> Result<String, Error> {
        match self.0.first() {
            Some(cipher) => Ok(format!("{MARK}{}", cipher.close(text.as_bytes(), row_id)?)),
            None => Ok(text.to_owned()),
        }
    }

    /// Returns the text that was stored in the row of that id.
    ///
    /// # Errors
    /// Fails if it is encrypted with a key that is not configured.
    pub fn decrypt(&self, stored: &str, row_id: &str) -> Result<String, Error> {
        let Some(encrypted) = stored.strip_prefix(MARK) else { return Ok(stored.to_owned()) };
        let opened = self.0.iter().find_map(|cipher| cipher.open(encrypted, row_id).ok());
        opened.and_then(|bytes| String::from_utf8(bytes).ok()).ok_or(Error::Defect(
            "the stored keys are encrypted: auth.encryption_key is missing or another one",
        ))
    }

    /// Returns the text to store in place of this one. Returns `None` if it is current.
    fn renewed(&self, stored: &str, row_id: &str) -> Result<Option<String>, Error> {
        let Some(cipher) = self.0.first() else { return Ok(None) };
        match stored.strip_prefix(MARK) {
            Some(encrypted) if cipher.open(encrypted, row_id).is_ok() => Ok(None),
            _ => self.encrypt(&self.decrypt(stored, row_id)?, row_id).map(Some),
        }
    }

    /// Encrypts texts of a table's column that the present encryption key did not encrypt. `key` is the column of row
    /// ids.
    ///
    /// # Errors
    /// Fails as [`AtRest::decrypt`] does.
    pub fn renew(&self, tx: &mut Tx<'_>, table: &str, key: &str, column: &str) -> Result<(), Error> {
        let rows: Vec<(String, String)> =
            tx.query_as(&format!("SELECT {key}, {column} FROM {table}"), &[])?;
        for (id, stored) in rows {
            if let Some(renewed) = self.renewed(&stored, &id)? {
                let sql = format!("UPDATE {table} SET {column} = $2 WHERE {key} = $1");
                tx.execute(&sql, &[id.into(), renewed.into()])?;
            }
        }
        Ok(())
    }
}
