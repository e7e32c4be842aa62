//! Places a file under a key: checks the rules, stores the bytes, commits the row, removes the replaced bytes.

use std::{collections::HashMap, sync::Arc, time::Duration};

use ateneu_base::{Caller, ids};
use ateneu_db::Tx;
use ateneu_schema::AsJson;
use axum::extract::Request;
use parking_lot::Mutex;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit},
    time::timeout,
};

use crate::{
    Error, Storage,
    objects::{
        access::Access,
        audit::{self, Action},
        bucket::{self, Bucket},
        key::Key,
        object::{self, Object},
    },
    requests::extractors::ObjectPath,
    store::{run_to_end, staged},
    uploads::{
        clean::{self, cleaned},
        incoming::{self, Received},
    },
    variants,
};

/// Number of attempts of a commit with concurrent writers of the same key.
pub(crate) const ATTEMPTS: usize = 5;

/// Places the request's file. `upsert` allows replacing.
pub(crate) async fn write(
    storage: &Storage,
    caller: Caller,
    path: ObjectPath,
    upsert: bool,
    request: Request,
) -> Result<Object, Error> {
    let ObjectPath { bucket, key } = path;
    let (uploader, asked) = (caller.clone(), key.clone());
    let bucket = storage
        .read(move |storage, tx| {
            let bucket = bucket::find(storage, tx, &bucket)?;
            let access = Access::now(storage, uploader);
            let old = access.may_place(tx, &bucket, &asked, upsert)?;
            // Checked before the bytes arrive, and counted when they are placed.
            access.check_quota(tx, &bucket, &asked, (0, old.as_ref().map(|old| old.id.as_str())))?;
            Ok(bucket)
        })
        .await?;
    let _permit = storage.upload_permits().enter(&caller).await?;
    let received = incoming::receive(storage, &bucket, &key, request).await?;
    let placing = Placing { caller, bucket, key, upsert };
    let (object, ()) = run_to_end(commit(storage.clone(), placing, received, |_| Ok(()))).await?;
    Ok(object)
}

/// Destination of a file, with the caller, and the permission to replace another.
pub(crate) struct Placing {
    pub(crate) caller: Caller,
    pub(crate) bucket: Bucket,
    pub(crate) key: Key,
    pub(crate) upsert: bool,
}

/// Places a completely received file, after `first` in the same transaction.
pub(crate) async fn commit<T: Send + 'static>(
    storage: Storage,
    placing: Placing,
    received: Received,
    first: impl FnOnce(&mut Tx<'_>) -> Result<T, Error> + Send + 'static,
) -> Result<(Object, T), Error> {
    let Placing { caller, bucket, key, upsert } = placing;
    let Received { mut file, sent } = received;
    let whole = match file.staged.finish().await {
        Ok(()) => cleaned(&storage, &bucket, &mut file).await,
        Err(problem) => Err(problem),
    };
    let staged = file.staged;
    if let Err(problem) = whole {
        staged.discard().await;
        return Err(problem);
    }
    let now = storage.now();
    // Not in members' buckets, where kept files would escape the cleanup.
    let is_kept = bucket.quota.is_none() && object::asks_to_be_kept(&sent.user_metadata);
    let object = Object {
        id: ids::row_id(now),
        bucket_id: bucket.id.clone(),
        name: key.as_str().to_owned(),
        owner: caller.user_id.clone(),
        version: staged.version().to_owned(),
        size: file.size,
        mimetype: file.mimetype,
        cache_control: sent.cache_control,
        etag: file.etag,
        user_metadata: AsJson(sent.user_metadata),
        created_at: now,
        updated_at: now,
        is_kept,
    };
    let placed = storage
        .write(move |storage, tx| {
            let done = first(tx)?;
            let placed = place(tx, &Access::now(storage, caller), &bucket, &key, upsert, object)?;
            Ok((placed, done))
        })
        .await;
    match placed {
        Ok(((object, replaced), done)) => {
            staged.commit();
            staged::remove_unheld(&storage, &replaced).await;
            variants::prepare(&storage, &object);
            Ok((object, done))
        }
        Err(problem) => {
            staged.discard().await;
            Err(problem)
        }
    }
}

/// Writes the row of new bytes after another check of the rules. Returns the row and the replaced versions.
fn place(
    tx: &mut Tx<'_>,
    access: &Access,
    bucket: &Bucket,
    key: &Key,
    upsert: bool,
    object: Object,
) -> Result<(Object, Vec<String>), Error> {
    for _ in 0..ATTEMPTS {
        let old = access.may_place(tx, bucket, key, upsert)?;
        access.check_quota(tx, bucket, key, (object.size, old.as_ref().map(|old| old.id.as_str())))?;
        match old {
            None if object::insert(tx, &object)? => {
                audit::record_staff_action(tx, access, bucket, &Action::Uploaded(&object))?;
                return Ok((object, Vec::new()));
            }
            None => {}
            Some(old) => {
                let new = Object {
                    id: old.id.clone(),
                    created_at: old.created_at,
                    // Never older than the replaced row, because conditional reads rely on it.
                    updated_at: old.updated_at.max(object.updated_at),
                    is_kept: old.is_kept || object.is_kept,
                    ..object.clone()
                };
                if object::replace(tx, &old, &new)? {
                    audit::record_staff_action(tx, access, bucket, &Action::Replaced(&new))?;
                    return Ok((new, vec![old.version]));
                }
            }
        }
    }
    Err(Error::Unavailable)
}

/// Maximum number of concurrent uploads: each holds a part of its file in memory. Others wait with unread bodies.
const MAX_UPLOADS: usize = 8;

/// Maximum wait of such an upload: less than the server's timeout for idle request bodies.
const SLOT_TIMEOUT: Duration = Duration::from_secs(30);

/// Permits of the uploading accounts, and of the pictures that are cleaned.
pub(crate) struct UploadPermits {
    accounts: Mutex<HashMap<String, Arc<Semaphore>>>,
    pictures: Semaphore,
}

impl Default for UploadPermits {
    fn default() -> Self {
        Self { accounts: Mutex::default(), pictures: Semaphore::new(clean::AT_ONCE) }
    }
}

impl UploadPermits {
    /// Waits for a permit to hold a picture in memory.
    pub(super) async fn clean(&self) -> Result<SemaphorePermit<'_>, Error> {
        self.pictures.acquire().await.map_err(|closed| Error::Internal(closed.to_string()))
    }

    /// Waits for a permit to upload. The service key needs none.
    ///
    /// # Errors
    /// Returns [`Error::TooManyUploads`] if no other upload ends in time.
    pub(crate) async fn enter(&self, caller: &Caller) -> Result<Option<OwnedSemaphorePermit>, Error> {
        let Some(account) = &caller.user_id else { return Ok(None) };
        let permits = {
            let mut accounts = self.accounts.lock();
            // Permits and their waiters hold the semaphore of their account.
            accounts.retain(|_, permits| Arc::strong_count(permits) > 1);
            let permits =
                accounts.entry(account.clone()).or_insert_with(|| Arc::new(Semaphore::new(MAX_UPLOADS)));
            Arc::clone(permits)
        };
        match timeout(SLOT_TIMEOUT, permits.acquire_owned()).await {
            Ok(permit) => permit.map(Some).map_err(|closed| Error::Internal(closed.to_string())),
            Err(_) => Err(Error::TooManyUploads),
        }
    }
}
