//! Pieces of uploads: their bytes in the object store, and their removal after expiry, erasure of the owner, or without
//! a row.

use std::sync::Arc;

use ateneu_base::Timestamp;
use ateneu_db::Tx;
use axum::body::Bytes;
use futures::{Stream, StreamExt, TryStreamExt, stream};
use object_store::{ObjectStore, ObjectStoreExt, path::Path};

use super::upload;
use crate::{
    Error, Storage,
    store::{
        blocks_of,
        version::{self, shard},
    },
};

/// Folder of the pieces in the store.
pub(crate) const FOLDER: &str = "uploads";

/// Size of a piece in bytes. A request may bring any number of them.
pub(super) const SIZE: usize = 2 * 1024 * 1024;

pub(super) fn path_of(piece: &str) -> Path {
    Path::from_iter([FOLDER, shard(piece), piece])
}

/// Returns the bytes of consecutive pieces.
pub(super) fn read(
    store: Arc<dyn ObjectStore>,
    pieces: Vec<String>,
) -> impl Stream<Item = Result<Bytes, Error>> + Send + Unpin {
    let streams = stream::iter(pieces).then(move |piece| {
        let store = Arc::clone(&store);
        async move {
            match store.get(&path_of(&piece)).await {
                Ok(found) => Ok(blocks_of(found)),
                // A concurrent request that finished or removed the upload has removed its pieces.
                Err(object_store::Error::NotFound { .. }) => {
                    tracing::warn!(piece, "a piece of an upload is not there");
                    Err(Error::WrongOffset)
                }
                Err(problem) => Err(Error::from(problem)),
            }
        }
    });
    Box::pin(streams.try_flatten())
}

/// Removes pieces without a row. Failures leave orphans for later.
pub(crate) async fn remove(store: &Arc<dyn ObjectStore>, pieces: &[String]) {
    for piece in pieces {
        version::remove(store, &path_of(piece)).await;
    }
}

/// Removes the uploads of a person in the caller's transaction. Returns the pieces, whose bytes may be removed after
/// it.
pub(crate) fn detach(tx: &mut Tx<'_>, user_id: &str) -> Result<Vec<String>, Error> {
    let mut names = Vec::new();
    for id in tx.query_as::<String>("SELECT id FROM uploads WHERE owner = $1", &[user_id.into()])? {
        names.extend(upload::remove(tx, &id)?);
    }
    Ok(names)
}

impl Storage {
    /// Removes expired uploads. Returns their number.
    pub(crate) async fn collect_uploads(&self) -> Result<usize, Error> {
        let sql = "SELECT id FROM uploads WHERE expires_at <= $1";
        let expired: Vec<String> =
            self.read(|storage, tx| Ok(tx.query_as(sql, &[storage.now().into()])?)).await?;
        let count = expired.len();
        for id in expired {
            let names = self.write(move |_, tx| upload::remove(tx, &id)).await?;
            remove(self.store(), &names).await;
        }
        Ok(count)
    }

    /// Removes the pieces without a row that were begun before that instant. Returns their number.
    pub(crate) async fn collect_pieces(&self, before: Timestamp) -> Result<usize, Error> {
        let sql = "SELECT id AS name FROM upload_pieces";
        let orphans = version::without_row(self, &[FOLDER], before, sql).await?;
        remove(self.store(), &orphans).await;
        Ok(orphans.len())
    }
}
