//! Versions: each names the immutable bytes of a file, and determines their path in the store and that of the variants.

use std::{collections::HashSet, sync::Arc};

use ateneu_base::Timestamp;
use futures::{StreamExt, TryStreamExt};
use object_store::{ObjectStore, ObjectStoreExt, path::Path};

use crate::{Error, Storage};

/// Folder of the files in the store.
pub(crate) const FOLDER: &str = "files";

/// Returns the path of a version. The last characters distribute the files over folders, because the first are the
/// time.
pub(crate) fn path_of(version: &str) -> Path {
    Path::from_iter([FOLDER, shard(version), version])
}

/// Returns the folder of a version.
pub(crate) fn shard(version: &str) -> &str {
    version.get(version.len().saturating_sub(2)..).unwrap_or_default()
}

/// Returns the time at which a version was begun. Returns `None` if the name is not a version.
pub(crate) fn begun_at(version: &str) -> Option<Timestamp> {
    let (seconds, nanos) = uuid::Uuid::try_parse(version).ok()?.get_timestamp()?.to_unix();
    let micros = i64::try_from(seconds).ok()?.checked_mul(1_000_000)?;
    Some(Timestamp::from_micros(micros + i64::from(nanos / 1_000)))
}

/// Folder of the variants in the store, with one folder per version.
pub(crate) const VARIANTS: &str = "variants";

/// Returns the folder of a version's variants.
pub(crate) fn variants_of(version: &str) -> Path {
    Path::from_iter([VARIANTS, shard(version), version])
}

/// Removes an object. A failure leaves an orphan for later.
pub(crate) async fn remove(store: &Arc<dyn ObjectStore>, path: &Path) {
    if let Err(problem) = store.delete(path).await
        && !matches!(problem, object_store::Error::NotFound { .. })
    {
        tracing::warn!(%problem, %path, "failed to remove bytes without a row from the store");
    }
}

/// Returns the names in these folders of the store that are older than `before` and without a row. `sql` selects the
/// `name` of those with a row.
pub(crate) async fn without_row(
    storage: &Storage,
    folders: &[&str],
    before: Timestamp,
    sql: &'static str,
) -> Result<Vec<String>, Error> {
    let mut old = HashSet::new();
    for folder in folders {
        let mut listed = storage.store().list(Some(&Path::from(*folder)));
        while let Some(meta) = listed.try_next().await? {
            // The parts are folder, shard and name.
            let name = meta.location.parts().nth(2);
            let name = name.as_ref().map_or("", |name| name.as_ref());
            if begun_at(name).is_some_and(|begun| begun < before) {
                old.insert(name.to_owned());
            }
        }
    }
    let orphans = storage.read(move |_, tx| {
        for row in tx.query(sql, &[])? {
            old.remove(&row.read::<String>()?);
        }
        Ok(old.into_iter().collect())
    });
    orphans.await
}

/// Removes a version's variants. A failure leaves orphans for later.
pub(crate) async fn remove_variants(store: &Arc<dyn ObjectStore>, version: &str) {
    let folder = variants_of(version);
    let made = store.list(Some(&folder)).map_ok(|meta| meta.location).boxed();
    let removed: Result<Vec<_>, _> = store.delete_stream(made).try_collect().await;
    if let Err(problem) = removed {
        tracing::warn!(%problem, version, "failed to remove pictures without an original from the store");
    }
}
