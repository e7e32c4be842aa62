//! Variants are stored beside the bytes of their original, in one folder for each version, and removed with them.

use std::sync::Arc;

use futures::{StreamExt, TryStreamExt};
use object_store::{ObjectStore, path::Path};

use crate::store::version::shard;

/// The folder of the store that holds variants.
pub(crate) const FOLDER: &str = "variants";

/// The folder of a version's variants.
pub(crate) fn folder_of(version: &str) -> Path {
    Path::from_iter([FOLDER, shard(version), version])
}

/// Removes a version's variants. What cannot be removed now is an orphan for later.
pub(crate) async fn remove(store: &Arc<dyn ObjectStore>, version: &str) {
    let folder = folder_of(version);
    let made = store.list(Some(&folder)).map_ok(|meta| meta.location).boxed();
    let removed: Result<Vec<_>, _> = store.delete_stream(made).try_collect().await;
    if let Err(problem) = removed {
        tracing::warn!(%problem, version, "made pictures without an original were left in the store");
    }
}
