//! The service: its configuration, dependencies and state, with helpers for its modules.

use std::{sync::Arc, time::Duration};

use ateneu_base::{Caller, Clock, Secret, Timestamp, TokenProblem, ids};
use ateneu_db::{Db, Tx};
use ateneu_schema::{Bucket, Schema};
use futures::future::BoxFuture;
use object_store::{ObjectStore, ObjectStoreExt, PutMode};

use crate::{
    backend::Store,
    error::Error,
    objects::{
        bucket,
        object::{name_all, repair},
    },
    requests::link::Links,
    store::version,
    uploads::write::UploadPermits,
    uses,
    variants::Variants,
};

/// The storage service. Clones share it.
#[derive(Clone)]
pub struct Storage(Arc<Inner>);

struct Inner {
    deps: Deps,
    links: Links,
    variants: Variants,
    upload_permits: UploadPermits,
}

impl Storage {
    /// Opens the service, stores the declared buckets in the database and repairs old rows.
    pub async fn open(deps: Deps) -> Result<Self, Error> {
        let links = Links::new(deps.config.signing_secret.reveal());
        let variants = Variants::open(deps.config.picture_burst)?;
        let storage =
            Self(Arc::new(Inner { deps, links, variants, upload_permits: UploadPermits::default() }));
        storage.write(bucket::declare).await?;
        storage.write(repair).await?;
        while storage.write(name_all).await? {}
        uses::follow(&storage);
        while storage.write(uses::scan).await? {}
        Ok(storage)
    }

    /// Checks that the object store can be reached.
    pub async fn ping(&self) -> Result<(), Error> {
        match self.store().head(&version::path_of("ready")).await {
            Ok(_) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(problem) => Err(problem.into()),
        }
    }

    /// Writes, reads, refuses to overwrite, and removes an object, as the running server does. Returns what the store did
    /// wrong, if anything.
    pub async fn check_rights(&self) -> Option<String> {
        let path = version::path_of(&ids::random_id());
        let (store, bytes) = (self.store(), "ateneu check");
        let checked = async {
            let failed = |step: &'static str| move |problem| format!("{step}: {problem}");
            store.put(&path, bytes.into()).await.map_err(failed("an object cannot be written"))?;
            let part = store.get_range(&path, 7..12).await.map_err(failed("a part cannot be read"))?;
            if part.as_ref() != b"check" {
                return Err("a part of an object is not the part that was asked for".to_owned());
            }
            match store.put_opts(&path, bytes.into(), PutMode::Create.into()).await {
                Err(
                    object_store::Error::AlreadyExists { .. } | object_store::Error::NotImplemented { .. },
                ) => Ok(()),
                Ok(_) => Err("an object that may only be created was overwritten".to_owned()),
                Err(problem) => Err(format!("a conditional write fails: {problem}")),
            }
        };
        let checked = checked.await;
        let removed =
            store.delete(&path).await.map_err(|problem| format!("an object cannot be removed: {problem}"));
        checked.and(removed).err()
    }

    /// Returns the free space of the disk in bytes, and the space that uploads leave free. Returns `None` for S3.
    pub fn disk_room(&self) -> Option<(u64, u64)> {
        let free = self.0.deps.store.free_space().ok().flatten()?;
        Some((free, self.config().min_free_disk))
    }

    pub(crate) fn schema(&self) -> &Arc<Schema> {
        &self.0.deps.schema
    }

    pub(crate) fn store(&self) -> &Arc<dyn ObjectStore> {
        &self.0.deps.store.objects
    }

    /// Returns the store of the bytes.
    pub(crate) fn place(&self) -> &Store {
        &self.0.deps.store
    }

    /// Refuses a write that would leave too little disk space ([`Error::Full`]).
    pub(crate) fn check_space(&self, bytes: u64) -> Result<(), Error> {
        match self.0.deps.store.free_space() {
            Ok(Some(free)) if free.saturating_sub(bytes) < self.config().min_free_disk => {
                tracing::warn!(free, "an upload is refused: the disk is nearly full");
                Err(Error::Full)
            }
            Ok(_) => Ok(()),
            Err(problem) => Err(Error::Internal(format!("the free disk space cannot be read: {problem}"))),
        }
    }

    /// Removes the staged bytes of uploads that a killed process was receiving. Returns the number of files. Only the
    /// process with the instance lock may call it, because it would break another's running uploads.
    ///
    /// # Errors
    /// Fails if the folder is not readable or writable.
    pub async fn remove_unfinished(&self) -> Result<usize, Error> {
        self.0.deps.store.remove_staged(None).await
    }

    pub(crate) fn upload_permits(&self) -> &UploadPermits {
        &self.0.upload_permits
    }

    /// Returns the declared buckets.
    pub(crate) fn declared_buckets(&self) -> &[Bucket] {
        &self.0.deps.buckets
    }

    pub(crate) fn file_facts(&self) -> &[FileFact] {
        &self.0.deps.file_facts
    }

    pub(crate) fn links(&self) -> &Links {
        &self.0.links
    }

    pub(crate) async fn find_signer(&self, signature: SignedBy) -> Result<Caller, TokenProblem> {
        (self.0.deps.find_signer)(signature).await
    }

    pub(crate) fn variants(&self) -> &Variants {
        &self.0.variants
    }

    pub(crate) fn config(&self) -> &Config {
        &self.0.deps.config
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.0.deps.clock.now()
    }

    pub(crate) fn db(&self) -> &Db {
        &self.0.deps.db
    }

    /// Runs reads in one transaction.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Self, &mut Tx<'_>) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let storage = self.clone();
        self.0.deps.db.read(move |tx| work(&storage, tx)).await
    }

    /// Runs a write in one transaction.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Self, &mut Tx<'_>) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let storage = self.clone();
        self.0.deps.db.write(move |tx| work(&storage, tx)).await
    }
}

/// Configuration of the service.
#[derive(Clone, Debug)]
pub struct Config {
    /// Public URL of the server, without a slash at the end.
    pub public_url: String,
    /// Secret from which signed links are derived.
    pub signing_secret: Secret,
    /// Maximum size of a file in any bucket in bytes.
    pub max_file_size: u64,
    /// Number of bytes that must stay free on the disk. An upload that would leave less is refused.
    pub min_free_disk: u64,
    /// Maximum core time for a burst of pictures in sizes that pages do not use. See [`Config::PICTURE_BURST`].
    pub picture_burst: Duration,
}

impl Config {
    /// Enough for a hundred photographs requested in a new size at the same time.
    pub const PICTURE_BURST: Duration = Duration::from_secs(30);
}

/// Signer of a link.
#[derive(Clone, Debug)]
pub struct SignedBy {
    /// Id of the account.
    pub user_id: String,
    /// Session of the signature.
    pub session_id: Option<String>,
}

/// Returns the signer with their present rights, or the reason why the session or account has ended.
pub type FindSigner = Arc<dyn Fn(SignedBy) -> BoxFuture<'static, Result<Caller, TokenProblem>> + Send + Sync>;

/// A fact of a bucket's files for its rules that SQL alone cannot decide. A rule must not open a file because it is
/// false.
#[derive(Clone, Copy)]
pub struct FileFact {
    /// Bucket of the files.
    pub bucket: &'static str,
    /// Name in the bucket's rules.
    pub name: &'static str,
    /// Returns `true` if the fact holds for this caller and the file with this key now.
    pub holds: fn(&mut Tx<'_>, &Caller, &str, Timestamp) -> Result<bool, ateneu_db::Error>,
}

/// Dependencies of the service.
pub struct Deps {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Finds the signer at every use of a signed link.
    pub find_signer: FindSigner,
    /// Store of the bytes; see [`backend::open`](crate::backend::open).
    pub store: Store,
    /// Every declared table.
    pub schema: Arc<Schema>,
    /// The declared buckets.
    pub buckets: Vec<Bucket>,
    /// Facts of their files that are not SQL.
    pub file_facts: Vec<FileFact>,
    /// Configuration of the service.
    pub config: Config,
}
