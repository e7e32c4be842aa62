//! Partial reads of stored files by the server itself.

use std::ops::Range;

use axum::body::Bytes;
use object_store::ObjectStoreExt;

use crate::{
    Error, Storage,
    objects::{key::Key, object},
    store::version,
};

/// A stored file at the time it was found.
pub struct StoredFile {
    storage: Storage,
    version: String,
    /// Size in bytes.
    pub size: u64,
}

impl Storage {
    /// Finds a file of a bucket by its whole key, without a check of rights. Returns `None` if it is missing.
    pub async fn find_file(&self, bucket: &'static str, key: &str) -> Result<Option<StoredFile>, Error> {
        let Ok(key) = Key::parse(key) else { return Ok(None) };
        let found = self.read(move |_, tx| object::find(tx, bucket, &key)).await?;
        let storage = self.clone();
        Ok(found.map(|object| StoredFile { storage, version: object.version, size: object.size }))
    }
}

impl StoredFile {
    /// Returns the bytes of a part, fewer at the end of the file.
    ///
    /// # Errors
    /// Fails if the file was replaced or removed meanwhile, or the store fails.
    pub async fn part(&self, range: Range<u64>) -> Result<Bytes, Error> {
        let end = range.end.min(self.size);
        if range.start >= end {
            return Ok(Bytes::new());
        }
        let path = version::path_of(&self.version);
        Ok(self.storage.store().get_range(&path, range.start..end).await?)
    }
}
