//! Bytes that no row names yet. Dropping them removes them.

use std::sync::Arc;

use ateneu_base::ids;
use bytes::Bytes;
use object_store::{MultipartUpload, ObjectStore, ObjectStoreExt};

use crate::{
    Error, Storage,
    store::{
        filling::Filling,
        version::{path_of, remove, remove_variants},
    },
};

/// Removes the bytes of versions that no row names any more, and their variants. What cannot be removed now is an
/// orphan for later.
pub(crate) async fn remove_versions(store: &Arc<dyn ObjectStore>, versions: &[String]) {
    for version in versions {
        remove(store, &path_of(version)).await;
        remove_variants(store, version).await;
    }
}

enum Place {
    /// The store has no bytes yet.
    Buffered,
    /// Parts are in the store, not yet a file.
    Parts(Box<dyn MultipartUpload>),
    /// The file is whole.
    Whole,
    /// A row names the file, or nothing is left of it.
    Settled,
}

/// Bytes that no row names yet.
pub(crate) struct Staged {
    store: Arc<dyn ObjectStore>,
    version: String,
    /// Buffer as large as the parts a large file travels in. Smaller files go in one piece.
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

    /// Adds bytes; waits while the store takes a part, so that no more than a part is held in memory.
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

    /// Makes the file whole and durable in the store.
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

    /// A row names the bytes from now on.
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
        // A put that failed or was cut off may still have arrived.
        Place::Buffered | Place::Whole => remove_versions(&store, &[version]).await,
    }
}

impl Drop for Staged {
    /// The request was cancelled; the removal runs in the background.
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
