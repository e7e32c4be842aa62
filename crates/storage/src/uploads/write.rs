//! Placing a file under a key: ask, take the bytes, commit the row, then let go of the bytes it replaces.

use ateneu_base::{Caller, Timestamp, ids};
use ateneu_db::Tx;
use axum::extract::Request;

use crate::{
    Error, Storage,
    objects::{
        access::Judge,
        bucket::{self, Bucket},
        key::Key,
        object::{self, Object},
        quota,
        trail::{self, Deed},
    },
    pictures,
    requests::ask::ObjectPath,
    store::{detached::to_the_end, draft},
    uploads::incoming::{self, Received},
};

/// How often a commit starts over because another writer of the same key was faster.
pub(crate) const ATTEMPTS: usize = 5;

/// Takes the request's file and places it; `upsert` allows replacing.
pub(crate) async fn write(
    storage: &Storage,
    caller: Caller,
    path: ObjectPath,
    upsert: bool,
    request: Request,
) -> Result<Object, Error> {
    let ObjectPath { bucket, key } = path;
    let (asker, asked) = (caller.clone(), key.clone());
    let bucket = storage
        .read(move |storage, tx| {
            let bucket = bucket::find(storage, tx, &bucket)?;
            let judge = Judge::now(storage, asker);
            let old = judge.may_place(tx, &bucket, &asked, upsert)?;
            // Before the bytes are taken; they are counted when they are placed.
            quota::check(tx, &judge, &bucket, &asked, (0, old.as_ref().map(|old| old.id.as_str())))?;
            Ok(bucket)
        })
        .await?;
    let _permit = storage.uploading().enter(&caller).await?;
    let received = incoming::receive(storage, &bucket, &key, request).await?;
    let placing = Placing { caller, bucket, key, upsert };
    let (object, ()) = to_the_end(commit(storage.clone(), placing, received, |_| Ok(()))).await?;
    Ok(object)
}

/// Who puts a file where, and whether it may replace one.
pub(crate) struct Placing {
    pub(crate) caller: Caller,
    pub(crate) bucket: Bucket,
    pub(crate) key: Key,
    pub(crate) upsert: bool,
}

/// Places a file that arrived whole, after `first` in the same transaction.
pub(crate) async fn commit<T: Send + 'static>(
    storage: Storage,
    placing: Placing,
    received: Received,
    first: impl FnOnce(&mut Tx<'_>) -> Result<T, Error> + Send + 'static,
) -> Result<(Object, T), Error> {
    let Placing { caller, bucket, key, upsert } = placing;
    let Received { file, notes } = received;
    let mut draft = file.draft;
    if let Err(problem) = draft.finish().await {
        draft.discard().await;
        return Err(problem);
    }
    let now = storage.now();
    let object = Object {
        id: ids::row_id(now),
        bucket_id: bucket.id.clone(),
        name: key.as_str().to_owned(),
        owner: caller.user_id.clone(),
        version: draft.version().to_owned(),
        size: file.size,
        mimetype: file.mimetype,
        cache_control: notes.cache_control,
        etag: file.etag,
        user_metadata: notes.user_metadata,
        created_at: now,
        updated_at: now,
    };
    let placed = storage
        .write(move |storage, tx| {
            let done = first(tx)?;
            let placed = place(tx, &Judge::now(storage, caller), &bucket, &key, upsert, object)?;
            Ok((placed, done))
        })
        .await;
    match placed {
        Ok(((object, replaced), done)) => {
            draft.keep();
            draft::remove_versions(storage.store(), &replaced).await;
            pictures::prepare(&storage, &object);
            Ok((object, done))
        }
        Err(problem) => {
            draft.discard().await;
            Err(problem)
        }
    }
}

/// Writes the row of new bytes, asking the rules once more. Answers the row and the versions it let go of.
pub(crate) fn place(
    tx: &mut Tx<'_>,
    judge: &Judge,
    bucket: &Bucket,
    key: &Key,
    upsert: bool,
    object: Object,
) -> Result<(Object, Vec<String>), Error> {
    for _ in 0..ATTEMPTS {
        let old = judge.may_place(tx, bucket, key, upsert)?;
        quota::check(tx, judge, bucket, key, (object.size, old.as_ref().map(|old| old.id.as_str())))?;
        match old {
            None if object::insert(tx, &object)? => {
                trail::note(tx, judge, bucket, &Deed::Uploaded(&object))?;
                return Ok((object, Vec::new()));
            }
            None => {}
            Some(old) => {
                let new = Object {
                    id: old.id.clone(),
                    created_at: old.created_at,
                    updated_at: later(&old, object.updated_at),
                    ..object.clone()
                };
                if object::replace(tx, &old, &new)? {
                    trail::note(tx, judge, bucket, &Deed::Replaced(&new))?;
                    return Ok((new, vec![old.version]));
                }
            }
        }
    }
    Err(Error::Unavailable)
}

/// A replaced file is never older than what it replaces: conditional reads go by it.
fn later(old: &Object, now: Timestamp) -> Timestamp {
    old.updated_at.max(now)
}
