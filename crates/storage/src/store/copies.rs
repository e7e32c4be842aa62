//! The bytes of all files, for backups: read from the store and written into another one.

use ateneu_base::{Timestamp, Value};
use ateneu_db::Tx;
use axum::body::Bytes;
use futures::stream::BoxStream;
use object_store::{ObjectStoreExt, WriteMultipart};

use super::{backend::Store, blocks_of, version::path_of};
use crate::{Error, Storage};

impl Store {
    /// Returns the bytes of a version, block by block. Returns `None` if the store has none.
    ///
    /// # Errors
    /// Fails if the store does.
    pub async fn read_version(
        &self,
        version: &str,
    ) -> Result<Option<BoxStream<'static, Result<Bytes, Error>>>, Error> {
        match self.objects.get(&path_of(version)).await {
            Ok(found) => Ok(Some(blocks_of(found))),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(problem) => Err(problem.into()),
        }
    }

    /// Returns the number of bytes of a version. Returns `None` if the store has none.
    ///
    /// # Errors
    /// Fails if the store does.
    pub async fn size_of_version(&self, version: &str) -> Result<Option<u64>, Error> {
        match self.objects.head(&path_of(version)).await {
            Ok(found) => Ok(Some(found.size)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(problem) => Err(problem.into()),
        }
    }

    /// Begins to write the bytes of a version.
    ///
    /// # Errors
    /// Fails if the store does.
    pub async fn write_version(&self, version: &str) -> Result<VersionWriter, Error> {
        let upload = self.objects.put_multipart(&path_of(version)).await?;
        Ok(VersionWriter(WriteMultipart::new_with_chunk_size(upload, self.part_size())))
    }
}

/// Bytes of a version that are being written. Dropped before [`VersionWriter::finish`], they are never listed.
pub struct VersionWriter(WriteMultipart);

impl VersionWriter {
    /// Parts on their way at a time. Memory holds no more.
    const PARTS: usize = 2;

    /// Adds bytes.
    ///
    /// # Errors
    /// Fails if the store refused an earlier part.
    pub async fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.0.wait_for_capacity(Self::PARTS).await?;
        self.0.write(bytes);
        Ok(())
    }

    /// Makes the version complete and durable.
    ///
    /// # Errors
    /// Fails if the store refused a part.
    pub async fn finish(self) -> Result<(), Error> {
        self.0.finish().await?;
        Ok(())
    }
}

/// Keeps the bytes of all files in the store until `until`, also of files that are removed meanwhile. The cleanup removes
/// those later.
///
/// # Errors
/// Fails if the database does.
pub fn hold_bytes(tx: &mut Tx<'_>, id: &str, until: Timestamp) -> Result<(), ateneu_db::Error> {
    let sql = "INSERT INTO storage_holds (id, until) VALUES ($1, $2)
               ON CONFLICT (id) DO UPDATE SET until = excluded.until";
    tx.execute(sql, &[id.into(), until.into()]).map(drop)
}

/// Ends a hold.
///
/// # Errors
/// Fails if the database does.
pub fn release_bytes(tx: &mut Tx<'_>, id: &str, now: Timestamp) -> Result<(), ateneu_db::Error> {
    // Those of backups that were killed, too.
    tx.execute("DELETE FROM storage_holds WHERE id = $1 OR until < $2", &[id.into(), now.into()]).map(drop)
}

/// Returns `true` while a hold of [`hold_bytes`] lasts.
pub(crate) async fn are_held(storage: &Storage) -> bool {
    let now: Value = storage.now().into();
    let held = storage.read(move |_, tx| {
        Ok(tx
            .query_optional("SELECT 1 AS held FROM storage_holds WHERE until >= $1 LIMIT 1", &[now])?
            .is_some())
    });
    held.await.unwrap_or_else(|error| {
        tracing::warn!(%error, "failed to read the holds of backups; the cleanup removes the bytes later");
        true
    })
}
