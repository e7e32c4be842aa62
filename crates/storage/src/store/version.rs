//! Versions: each names the immutable bytes of one file, their path in the store and when they were begun.

use ateneu_base::Timestamp;
use object_store::path::Path;

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

/// When a version was begun; `None` when the name is not a version.
pub(crate) fn begun_at(version: &str) -> Option<Timestamp> {
    let (seconds, nanos) = uuid::Uuid::try_parse(version).ok()?.get_timestamp()?.to_unix();
    let micros = i64::try_from(seconds).ok()?.checked_mul(1_000_000)?;
    Some(Timestamp::from_micros(micros + i64::from(nanos / 1_000)))
}
