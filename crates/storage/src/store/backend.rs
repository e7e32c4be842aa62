//! Stores for bytes: a folder on this machine, or a bucket of an S3-compatible service.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use ateneu_base::Timestamp;
use object_store::{
    ClientOptions, ObjectStore, RetryConfig, aws::AmazonS3Builder, local::LocalFileSystem,
    prefix::PrefixStore,
};
use url::Url;

use crate::{
    Error,
    store::version::{begun_at, path_of, remove, remove_variants},
};

/// Location of a store.
#[derive(Clone)]
pub enum Place {
    /// A folder, created if missing. It belongs to one process.
    Folder(PathBuf),
    /// `s3://bucket/prefix?endpoint=https://…&region=…`. A lifecycle rule of the bucket should expire parts of large
    /// uploads that a crash leaves behind.
    S3 {
        /// URL of the store.
        url: String,
        /// Id of the access key.
        access_key_id: String,
        /// Secret of the access key.
        secret_access_key: String,
    },
}

/// Reason why a store could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The URL does not have the form `s3://bucket/…`.
    #[error("the storage address must look like s3://bucket/prefix?endpoint=https://host&region=name")]
    Address,
    /// The folder cannot be used.
    #[error("the storage folder cannot be used: {0}")]
    Folder(#[from] std::io::Error),
    /// The store refused its configuration.
    #[error("the storage cannot be used: {0}")]
    Store(#[from] object_store::Error),
}

/// An opened store.
#[derive(Clone)]
pub struct Store {
    pub(crate) objects: Arc<dyn ObjectStore>,
    /// The folder on this machine, if any.
    folder: Option<PathBuf>,
}

/// Opens a store without changes to its contents.
pub fn open(place: &Place) -> Result<Store, OpenError> {
    match place {
        Place::Folder(folder) => open_folder(folder),
        Place::S3 { url, access_key_id, secret_access_key } => {
            Ok(Store { objects: open_s3(url, access_key_id, secret_access_key, None)?, folder: None })
        }
    }
}

/// Limits of the requests to a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestLimits {
    /// Time within which a request, with its bytes, must be answered.
    pub timeout: Duration,
    /// Number of times that a failed request is repeated, after pauses that grow.
    pub retries: usize,
}

/// Opens a place for other bytes than those of files, with limits of its own.
///
/// # Errors
/// Fails as [`open`] does.
pub fn open_objects(place: &Place, limits: RequestLimits) -> Result<Arc<dyn ObjectStore>, OpenError> {
    match place {
        Place::Folder(folder) => Ok(open_folder(folder)?.objects),
        Place::S3 { url, access_key_id, secret_access_key } => {
            open_s3(url, access_key_id, secret_access_key, Some(limits))
        }
    }
}

fn open_folder(folder: &Path) -> Result<Store, OpenError> {
    std::fs::create_dir_all(folder)?;
    let objects = LocalFileSystem::new_with_prefix(folder)?
        .with_fsync(true)
        // The variants of each version have their own folder, which is removed with the last of them.
        .with_automatic_cleanup(true);
    Ok(Store { objects: Arc::new(objects), folder: Some(folder.to_owned()) })
}

impl Store {
    /// Returns the free disk space in bytes. Returns `None` for S3.
    ///
    /// # Errors
    /// Fails if the folder cannot be examined.
    pub fn free_space(&self) -> Result<Option<u64>, std::io::Error> {
        let Some(folder) = &self.folder else { return Ok(None) };
        let disk = rustix::fs::statvfs(folder)?;
        Ok(Some(disk.f_bavail.saturating_mul(disk.f_frsize)))
    }

    /// Returns `true` if the files are in a folder of this machine.
    pub fn is_folder(&self) -> bool {
        self.folder.is_some()
    }

    /// Removes the bytes and the variants of a version that no row names. A failure leaves them, and is logged.
    pub async fn remove_version(&self, version: &str) {
        remove(&self.objects, &path_of(version)).await;
        remove_variants(&self.objects, version).await;
    }

    /// Returns the size of a large file's parts in bytes: an upload's memory. S3 requires 5 MB or more.
    pub(crate) fn part_size(&self) -> usize {
        match self.folder {
            Some(_) => 1024 * 1024,
            None => 8 * 1024 * 1024,
        }
    }

    /// Removes bytes of unfinished uploads that a crash left: the store stages them as `version#1` and never lists
    /// them. `before` restricts it to older ones.
    pub(crate) async fn remove_staged(&self, before: Option<Timestamp>) -> Result<usize, Error> {
        let Some(folder) = self.folder.clone() else { return Ok(0) };
        let removed = tokio::task::spawn_blocking(move || remove_staged(&folder, before)).await;
        let failed = |problem: &dyn std::fmt::Display| {
            Error::Internal(format!("staged uploads could not be removed: {problem}"))
        };
        removed.map_err(|problem| failed(&problem))?.map_err(|problem| failed(&problem))
    }
}

fn remove_staged(folder: &Path, before: Option<Timestamp>) -> Result<usize, std::io::Error> {
    let mut removed = 0;
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        // The folder was removed with its last file.
        Err(gone) if gone.kind() == std::io::ErrorKind::NotFound => return Ok(0),
        Err(problem) => return Err(problem),
    };
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            removed += remove_staged(&entry.path(), before)?;
        } else if let Some(version) = staged(&entry.file_name().to_string_lossy())
            && before.is_none_or(|before| begun_at(version).is_some_and(|begun| begun < before))
        {
            match std::fs::remove_file(entry.path()) {
                Ok(()) => removed += 1,
                // It was completed or removed meanwhile.
                Err(gone) if gone.kind() == std::io::ErrorKind::NotFound => {}
                Err(problem) => return Err(problem),
            }
        }
    }
    Ok(removed)
}

/// Returns the version whose bytes a file with this name stages.
fn staged(name: &str) -> Option<&str> {
    let (version, count) = name.rsplit_once('#')?;
    let is_count = !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit());
    is_count.then_some(version)
}

fn open_s3(
    address: &str,
    id: &str,
    secret: &str,
    limits: Option<RequestLimits>,
) -> Result<Arc<dyn ObjectStore>, OpenError> {
    let url = Url::parse(address).map_err(|_| OpenError::Address)?;
    let bucket = url.host_str().filter(|_| url.scheme() == "s3").ok_or(OpenError::Address)?;
    let mut builder =
        AmazonS3Builder::new().with_bucket_name(bucket).with_access_key_id(id).with_secret_access_key(secret);
    if let Some(RequestLimits { timeout, retries }) = limits {
        builder = builder
            .with_client_options(ClientOptions::new().with_timeout(timeout))
            .with_retry(RetryConfig { max_retries: retries, ..RetryConfig::default() });
    }
    for (name, value) in url.query_pairs() {
        builder = match &*name {
            "endpoint" => builder.with_allow_http(value.starts_with("http://")).with_endpoint(value),
            "region" => builder.with_region(value),
            _ => return Err(OpenError::Address),
        };
    }
    let store = builder.build()?;
    let prefix = url.path().trim_matches('/');
    if prefix.is_empty() {
        return Ok(Arc::new(store));
    }
    Ok(Arc::new(PrefixStore::new(store, prefix)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn removing_staged_uploads_keeps_all_other_files() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("files/ab");
        std::fs::create_dir_all(&inner).unwrap();
        let begun = |at: &str| format!("{}#1", ateneu_base::ids::row_id(Timestamp::parse(at).unwrap()));
        let (old, new) = (begun("2026-11-20T00:00:00Z"), begun("2026-11-21T00:00:00Z"));
        for name in ["um", "um#1", "dois#12", "tres#x", "quatro#", &old, &new] {
            std::fs::write(inner.join(name), name).unwrap();
        }
        let left = || {
            let entries = std::fs::read_dir(&inner).unwrap();
            let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            names.collect::<std::collections::BTreeSet<_>>()
        };
        let all = left();
        let store = open(&Place::Folder(folder.path().to_owned())).unwrap();
        assert_eq!(left(), all, "opening changes nothing");
        let before = Timestamp::parse("2026-11-20T12:00:00Z").unwrap();
        assert_eq!(store.remove_staged(Some(before)).await.unwrap(), 1);
        assert!(!left().contains(&old) && left().contains(&new) && left().contains("um#1"));
        assert_eq!(store.remove_staged(None).await.unwrap(), 3);
        assert_eq!(left().into_iter().collect::<Vec<_>>(), ["quatro#", "tres#x", "um"]);
        std::fs::remove_dir_all(folder.path()).unwrap();
        assert_eq!(store.remove_staged(None).await.unwrap(), 0, "folders come and go with their files");
    }

    #[test]
    fn an_s3_address_is_read_or_refused_clearly() {
        let place = |url: &str| Place::S3 {
            url: url.into(),
            access_key_id: "id".into(),
            secret_access_key: "secret".into(),
        };
        for good in
            ["s3://bucket?region=us-east-1", "s3://bucket/a/b?endpoint=http://127.0.0.1:9000&region=x"]
        {
            assert!(open(&place(good)).is_ok(), "{good}");
        }
        for bad in ["", "bucket", "http://bucket", "s3://", "s3://bucket?secret=x"] {
            assert!(matches!(open(&place(bad)), Err(OpenError::Address)), "{bad}");
        }
    }
}
