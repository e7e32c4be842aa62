//! Staged bytes, which no row names yet. Dropping them removes them.

use std::sync::Arc;

use ateneu_base::ids;
use bytes::Bytes;
use object_store::{MultipartUpload, ObjectStore, ObjectStoreExt};

use crate::{
    Error, Storage,
    store::{
        copies::are_held,
        filling::Filling,
        version::{path_of, remove, remove_variants},
    },
};

/// Removes the bytes and variants of versions without a row, unless a backup holds them. What it holds, and failures, leave
/// orphans for later.
pub(crate) async fn remove_unheld(storage: &Storage, versions: &[String]) {
    if !versions.is_empty() && !are_held(storage).await {
        remove_versions(storage.store(), versions).await;
    }
}

async fn remove_versions(store: &Arc<dyn ObjectStore>, versions: &[String]) {
    for version in versions {
        remove(store, &path_of(version)).await;
        remove_variants(store, version).await;
    }
}

enum Place {
    /// The store has no bytes yet.
    Buffered,
    /// Parts are in the store, but not yet a file.
    Parts(Box<dyn MultipartUpload>),
    /// The file is complete.
    Whole,
    /// A row names the file, or it has been removed.
    Settled,
}

/// Bytes without a row yet.
pub(crate) struct Staged {
    store: Arc<dyn ObjectStore>,
    version: String,
    /// Buffer of the size of a large file's parts. Smaller files are sent in one piece.
    buffer: Filling,
    place: Place,
}

impl Staged {
    pub(crate) fn new(storage: &Storage) -> Self {
        Self {
            store: storage.store().clone(),
            version: ids::row_id(storage.now()),
            buffer: Filling::new(storage.place().part_size()),
            place: Place::Buffered,
        }
    }

    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// Adds bytes. Waits while the store takes a part, so that memory holds at most one.
    pub(crate) async fn push(&mut self, bytes: &Bytes) -> Result<(), Error> {
        let mut left = &bytes[..];
        while !left.is_empty() {
            left = self.buffer.fill(left);
            if !self.buffer.is_full() {
                continue;
            }
            let part = self.buffer.take();
            if let Place::Buffered = self.place {
                self.place = Place::Parts(self.store.put_multipart(&path_of(&self.version)).await?);
            }
            if let Place::Parts(upload) = &mut self.place {
                upload.put_part(part.into()).await?;
            }
            self.buffer.reuse();
        }
        Ok(())
    }

    /// Makes the file complete and durable in the store.
    pub(crate) async fn finish(&mut self) -> Result<(), Error> {
        if matches!(self.place, Place::Whole) {
            return Ok(());
        }
        let rest = self.buffer.take();
        if let Place::Parts(upload) = &mut self.place {
            if !rest.is_empty() {
                upload.put_part(rest.into()).await?;
            }
            upload.complete().await?;
        } else {
            self.store.put(&path_of(&self.version), rest.into()).await?;
        }
        self.place = Place::Whole;
        Ok(())
    }

    pub(crate) async fn copy_of(&mut self, version: &str) -> Result<(), Error> {
        self.store.copy(&path_of(version), &path_of(&self.version)).await?;
        self.place = Place::Whole;
        Ok(())
    }

    /// Keeps the bytes, because a row names them now.
    pub(crate) fn commit(mut self) {
        self.place = Place::Settled;
    }

    pub(crate) async fn discard(mut self) {
        let place = std::mem::replace(&mut self.place, Place::Settled);
        leave_nothing(Arc::clone(&self.store), std::mem::take(&mut self.version), place).await;
    }
}

async fn leave_nothing(store: Arc<dyn ObjectStore>, version: String, place: Place) {
    match place {
        Place::Settled => {}
        Place::Parts(mut upload) => {
            if let Err(problem) = upload.abort().await {
                tracing::warn!(%problem, version, "failed to remove parts of an upload from the store");
            }
        }
        // A failed or interrupted put may still have arrived.
        Place::Buffered | Place::Whole => remove_versions(&store, &[version]).await,
    }
}

impl Drop for Staged {
    /// Removes the bytes in the background after the request was cancelled.
    fn drop(&mut self) {
        let place = std::mem::replace(&mut self.place, Place::Settled);
        if matches!(place, Place::Settled) {
            return;
        }
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            let version = std::mem::take(&mut self.version);
            runtime.spawn(leave_nothing(Arc::clone(&self.store), version, place));
        }
    }
}
