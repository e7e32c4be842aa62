//! Removes metadata from pictures of declared buckets. Pictures of every kind of upload pass here before their row is
//! written.

use object_store::ObjectStoreExt;
use sha2::{Digest, Sha256};

use super::incoming::{File, etag_of};
use crate::{
    Error, Storage,
    objects::{bucket::Bucket, metadata},
    store::{staged::Staged, version},
};

/// Maximum number of pictures in memory at a time.
pub(super) const AT_ONCE: usize = 4;

/// Returns the complete file, without metadata if it is a picture that the bucket cleans.
///
/// # Errors
/// Returns [`Error::InvalidMimeType`] for a picture with unknown structure, and errors of the store.
pub(super) async fn cleaned(storage: &Storage, bucket: &Bucket, file: &mut File) -> Result<(), Error> {
    if !bucket.cleans(&file.mimetype) {
        return Ok(());
    }
    let _turn = storage.upload_permits().clean().await?;
    let stored = storage.store().get(&version::path_of(file.staged.version())).await?.bytes().await?;
    let work = move || (metadata::cleaned(&stored), stored);
    let (kept, stored) = tokio::task::spawn_blocking(work)
        .await
        .map_err(|problem| Error::Internal(format!("a picture could not be looked into: {problem}")))?;
    let kept = kept.ok_or_else(|| Error::InvalidMimeType(file.mimetype.to_string()))?;
    if kept == stored {
        return Ok(());
    }
    let mut staged = Staged::new(storage);
    (file.size, file.etag) = (kept.len() as u64, etag_of(Sha256::new_with_prefix(&kept)));
    let placed = match staged.push(&kept.into()).await {
        Ok(()) => staged.finish().await,
        Err(problem) => Err(problem),
    };
    // The bytes with metadata are removed in both cases.
    std::mem::replace(&mut file.staged, staged).discard().await;
    placed
}
