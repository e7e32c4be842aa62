//! Versions: each names the immutable bytes of one file, and where they and the variants made of them are in the store.

use std::{collections::HashSet, sync::Arc};

use ateneu_base::Timestamp;
use futures::{StreamExt, TryStreamExt};
use object_store::{ObjectStore, ObjectStoreExt, path::Path};

use crate::{Error, Storage};

/// The folder of the store that holds files.
pub(crate) const FOLDER: &str = "files";

/// The path of a version. The last characters spread the files over folders; the first are the time.
pub(crate) fn path_of(version: &str) -> Path {
    Path::from_iter([FOLDER, shard(version), version])
}

/// The folder of a version.
pub(crate) fn shard(version: &str) -> &str {
    version.get(version.len().saturating_sub(2)..).unwrap_or_default()
}

/// Time at which a version was begun; `None` when the name is not a version.
pub(crate) fn begun_at(version: &str) -> Option<Timestamp> {
    let (seconds, nanos) = uuid::Uuid::try_parse(version).ok()?.get_timestamp()?.to_unix();
    let micros = i64::try_from(seconds).ok()?.checked_mul(1_000_000)?;
    Some(Timestamp::from_micros(micros + i64::from(nanos / 1_000)))
}

/// The folder of the store that holds variants, those of one version in one folder.
pub(crate) const VARIANTS: &str = "variants";

/// The folder of a version's variants.
pub(crate) fn variants_of(version: &str) -> Path {
    Path::from_iter([VARIANTS, shard(version), version])
}

/// Removes an object. What cannot be removed now is an orphan for later.
pub(crate) async fn remove(store: &Arc<dyn ObjectStore>, path: &Path) {
    if let Err(problem) = store.delete(path).await
        && !matches!(problem, object_store::Error::NotFound { .. })
    {
        tracing::warn!(%problem, %path, "failed to remove bytes without a row from the store");
    }
}

/// The names in these folders of the store that were begun before that instant and that no row has: `sql` selects the
/// `name` of those that rows have.
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
            // The folder, the shard, the name.
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

/// Removes a version's variants. What cannot be removed now is an orphan for later.
pub(crate) async fn remove_variants(store: &Arc<dyn ObjectStore>, version: &str) {
    let folder = variants_of(version);
    let made = store.list(Some(&folder)).map_ok(|meta| meta.location).boxed();
    let removed: Result<Vec<_>, _> = store.delete_stream(made).try_collect().await;
    if let Err(problem) = removed {
        tracing::warn!(%problem, version, "failed to remove pictures without an original from the store");
    }
}
