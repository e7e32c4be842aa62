//! Pictures of declared buckets are stored without metadata, by whichever way they come: every one passes here before its row
//! is written.

use object_store::ObjectStoreExt;
use sha2::{Digest, Sha256};

use super::incoming::{File, etag_of};
use crate::{
    Error, Storage,
    objects::{bucket::Bucket, metadata},
    store::{staged::Staged, version},
};

/// The most pictures that are held in memory for it at a time.
pub(super) const AT_ONCE: usize = 4;

/// The file whose bytes are whole, without metadata if it is a picture that the bucket cleans.
///
/// # Errors
/// Returns [`Error::InvalidMimeType`] for a picture whose parts are not known, and the store's.
pub(super) async fn cleaned(storage: &Storage, bucket: &Bucket, file: &mut File) -> Result<(), Error> {
    if !bucket.cleans(file.mimetype) {
        return Ok(());
    }
    let _turn = storage.upload_permits().clean().await?;
    let stored = storage.store().get(&version::path_of(file.staged.version())).await?.bytes().await?;
    let work = move || (metadata::cleaned(&stored), stored);
    let (kept, stored) = tokio::task::spawn_blocking(work)
        .await
        .map_err(|problem| Error::Internal(format!("a picture could not be looked into: {problem}")))?;
    let kept = kept.ok_or_else(|| Error::InvalidMimeType(file.mimetype.to_owned()))?;
    if kept == stored {
        return Ok(());
    }
    let mut staged = Staged::new(storage);
    (file.size, file.etag) = (kept.len() as u64, etag_of(Sha256::new_with_prefix(&kept)));
    let placed = match staged.push(&kept.into()).await {
        Ok(()) => staged.finish().await,
        Err(problem) => Err(problem),
    };
    // The bytes with metadata go either way.
    std::mem::replace(&mut file.staged, staged).discard().await;
    placed
}
