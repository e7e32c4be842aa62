//! Where bytes lie: a folder on this machine, or a bucket of an S3-compatible service.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use object_store::{ObjectStore, aws::AmazonS3Builder, local::LocalFileSystem, prefix::PrefixStore};
use url::Url;

/// Which store.
#[derive(Clone)]
pub enum Place {
    /// A folder; made when missing. It belongs to one process.
    Folder(PathBuf),
    /// `s3://bucket/prefix?endpoint=https://…&region=…`. Parts of large uploads that a crash leaves behind are for a
    /// lifecycle rule of the bucket to expire.
    S3 {
        /// The address.
        url: String,
        /// The access key's id.
        access_key_id: String,
        /// The access key's secret.
        secret_access_key: String,
    },
}

/// Why a store could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Not an `s3://bucket/…` address.
    #[error("the storage address must look like s3://bucket/prefix?endpoint=https://host&region=name")]
    Address,
    /// The folder cannot be used.
    #[error("the storage folder cannot be used: {0}")]
    Folder(#[from] std::io::Error),
    /// The store refused its configuration.
    #[error("the storage cannot be used: {0}")]
    Store(#[from] object_store::Error),
}

/// Opens a store.
pub fn open(place: &Place) -> Result<Arc<dyn ObjectStore>, OpenError> {
    match place {
        Place::Folder(folder) => open_folder(folder),
        Place::S3 { url, access_key_id, secret_access_key } => open_s3(url, access_key_id, secret_access_key),
    }
}

fn open_folder(folder: &Path) -> Result<Arc<dyn ObjectStore>, OpenError> {
    std::fs::create_dir_all(folder)?;
    remove_unfinished(folder)?;
    Ok(Arc::new(
        LocalFileSystem::new_with_prefix(folder)?
            .with_fsync(true)
            // Made pictures lie in a folder of their own, which goes with the last of them.
            .with_automatic_cleanup(true),
    ))
}

/// Removes what a crash left of uploads that were still arriving: the store stages them as `name#1` and never lists
/// them. None can be running while the folder is being opened.
fn remove_unfinished(folder: &Path) -> Result<(), std::io::Error> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            remove_unfinished(&entry.path())?;
        } else if is_staged(&entry.file_name().to_string_lossy()) {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

fn is_staged(name: &str) -> bool {
    name.rsplit_once('#')
        .is_some_and(|(_, count)| !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit()))
}

fn open_s3(address: &str, id: &str, secret: &str) -> Result<Arc<dyn ObjectStore>, OpenError> {
    let url = Url::parse(address).map_err(|_| OpenError::Address)?;
    let bucket = url.host_str().filter(|_| url.scheme() == "s3").ok_or(OpenError::Address)?;
    let mut builder =
        AmazonS3Builder::new().with_bucket_name(bucket).with_access_key_id(id).with_secret_access_key(secret);
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

    #[test]
    fn opening_a_folder_removes_uploads_a_crash_cut_off_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("files/ab");
        std::fs::create_dir_all(&inner).unwrap();
        for name in ["um", "um#1", "dois#12", "tres#x", "quatro#"] {
            std::fs::write(inner.join(name), name).unwrap();
        }
        open(&Place::Folder(folder.path().to_owned())).unwrap();
        let mut left: Vec<_> = std::fs::read_dir(&inner)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        assert_eq!(left, ["quatro#", "tres#x", "um"]);
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
