//! The bytes of pieces in the object store.

use std::sync::Arc;

use axum::body::Bytes;
use futures::{Stream, StreamExt, TryStreamExt, stream};
use object_store::{ObjectStore, ObjectStoreExt, path::Path};

use crate::{Error, store::version::shard};

/// The folder of the store that holds pieces.
pub(crate) const FOLDER: &str = "uploads";

/// The size at which what arrives becomes a piece, in bytes. A request may bring any number of them.
pub(super) const SIZE: usize = 2 * 1024 * 1024;

pub(super) fn path_of(piece: &str) -> Path {
    Path::from_iter([FOLDER, shard(piece), piece])
}

/// The bytes of the pieces, one piece after the other.
pub(super) fn read(
    store: Arc<dyn ObjectStore>,
    pieces: Vec<String>,
) -> impl Stream<Item = Result<Bytes, Error>> + Send + Unpin {
    let streams = stream::iter(pieces).then(move |piece| {
        let store = Arc::clone(&store);
        async move {
            match store.get(&path_of(&piece)).await {
                Ok(found) => Ok(found.into_stream().map_err(Error::from)),
                // Whoever finished or removed the upload meanwhile took its pieces away.
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

/// Removes pieces that no row names any more. What cannot be removed now is an orphan for later.
pub(crate) async fn remove(store: &Arc<dyn ObjectStore>, pieces: &[String]) {
    for piece in pieces {
        if let Err(problem) = store.delete(&path_of(piece)).await
            && !matches!(problem, object_store::Error::NotFound { .. })
        {
            tracing::warn!(%problem, piece, "a piece of an upload was left in the store");
        }
    }
}
