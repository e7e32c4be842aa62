//! `POST /object/move`: gives the same bytes another key, possibly in another bucket; only the row changes. `POST
//! /object/copy`: copies the bytes to another key, owned by the caller.

use ateneu_base::Caller;
use ateneu_db::Tx;
use axum::{Json, body::Bytes, extract::State, http::HeaderMap};
use object_store::ObjectStoreExt;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    Error, Storage,
    objects::{
        access::Access,
        audit::{self, Action},
        bucket::{self, Bucket},
        cache_control::CacheControl,
        key::Key,
        mime::{self, Mime},
        object::{self, Object},
    },
    requests::extractors::{Bearer, JsonBody, wants_upsert},
    store::{run_to_end, staged::Staged, version},
    uploads::{
        incoming::{self, File, Received, SentMetadata},
        write::{ATTEMPTS, Placing, commit},
    },
};

/// Source and destination in the body of `move` and `copy`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Route {
    bucket_id: String,
    source_key: String,
    destination_bucket: Option<String>,
    destination_key: String,
}

/// A bucket and a key in it.
type End = (Bucket, Key);

impl Route {
    /// Returns the buckets and keys of both ends.
    fn ends(&self, storage: &Storage, tx: &mut Tx<'_>) -> Result<(End, End), Error> {
        let (from, to) = (Key::parse(&self.source_key)?, Key::parse(&self.destination_key)?);
        let source = bucket::find(storage, tx, &self.bucket_id)?;
        let destination = match &self.destination_bucket {
            Some(id) if *id != source.id => bucket::find(storage, tx, id)?,
            _ => source.clone(),
        };
        Ok(((source, from), (destination, to)))
    }
}

/// Refuses a file of a size or type that the destination does not accept.
fn fits((bucket, key): (&Bucket, &Key), size: u64, mimetype: &str) -> Result<(), Error> {
    if size > bucket.limit_of(mimetype) {
        Err(Error::EntityTooLarge)
    } else {
        bucket.check_type(key, mimetype)
    }
}

/// Refuses a destination with more readers than the file has, except for the service key.
fn check_readers(
    tx: &mut Tx<'_>,
    access: &Access,
    source: (&Bucket, &Object),
    destination: (&Bucket, &Key),
) -> Result<(), Error> {
    if access.caller.is_service() {
        Ok(())
    } else {
        Access::check_readers(tx, source, destination, access.now)
    }
}

pub(crate) async fn move_object(
    State(storage): State<Storage>,
    Bearer(caller): Bearer,
    JsonBody(route): JsonBody<Route>,
) -> Result<Json<Value>, Error> {
    storage
        .write(move |storage, tx| {
            let access = Access::now(storage, caller);
            let ((source, from), (destination, to)) = route.ends(storage, tx)?;
            for _ in 0..ATTEMPTS {
                let old = access.readable(tx, &source, &from)?;
                let new = moved(tx, &access, (&source, &old), (&destination, &to))?;
                if object::replace(tx, &old, &new)? {
                    audit::record_staff_action(tx, &access, &source, &Action::Moved(&old, &new))?;
                    return Ok(Json(
                        json!({ "message": "Successfully moved", "Id": new.id, "Key": new.full_key() }),
                    ));
                }
            }
            Err(Error::Unavailable)
        })
        .await
}

/// Returns the row after the move. The right to change must hold before and after, as for any changed row.
fn moved(
    tx: &mut Tx<'_>,
    access: &Access,
    (source, old): (&Bucket, &Object),
    (destination, to): (&Bucket, &Key),
) -> Result<Object, Error> {
    let leaves = access.admits_to(tx, &source.rules.update, source, old)?;
    let owner = old.owner.as_deref();
    let arrives = access.admits(tx, &destination.rules.update, destination, to.as_str(), owner)?;
    if !(leaves && arrives) {
        return Err(Error::AccessDenied);
    }
    fits((destination, to), old.size, &old.mimetype)?;
    if source.id != destination.id && destination.cleans(&old.mimetype) {
        let message = "a picture is copied into another bucket, not moved: its bytes may hold metadata";
        return Err(Error::InvalidRequest(message.into()));
    }
    check_readers(tx, access, (source, old), (destination, to))?;
    let stays = source.id == destination.id && old.name == to.as_str();
    if !stays && object::find(tx, &destination.id, to)?.is_some() {
        return Err(Error::KeyAlreadyExists);
    }
    access.check_quota(tx, destination, to, (old.size, Some(&old.id)))?;
    Ok(Object {
        bucket_id: destination.id.clone(),
        name: to.as_str().to_owned(),
        updated_at: old.updated_at.max(access.now),
        ..old.clone()
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Body {
    #[serde(flatten)]
    route: Route,
    /// True to copy the metadata of the original. Missing means true.
    copy_metadata: Option<bool>,
    /// Metadata of the copy otherwise. Missing members are those of the original.
    metadata: Option<FileMetadata>,
}

/// Metadata of storage-js 2.119's `CopyOptions.metadata`.
#[derive(Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FileMetadata {
    cache_control: Option<String>,
    content_encoding: Option<String>,
    mimetype: Option<String>,
}

pub(crate) async fn copy(
    State(storage): State<Storage>,
    Bearer(caller): Bearer,
    headers: HeaderMap,
    JsonBody(body): JsonBody<Body>,
) -> Result<Json<Value>, Error> {
    let upsert = wants_upsert(&headers);
    let changes = Changes::of(&body, &headers)?;
    let object = run_to_end(run(storage, caller, (body.route, changes), upsert)).await?;
    let mut answer = object.whole();
    answer["Id"] = Value::from(object.id.clone());
    answer["Key"] = Value::from(object.full_key());
    Ok(Json(answer))
}

/// Differences of the copy from its original.
#[derive(Default)]
struct Changes {
    cache_control: Option<String>,
    mimetype: Option<String>,
    user_metadata: Option<Value>,
}

impl Changes {
    /// Reads the differences of a copy. With `copyMetadata: false` the user's metadata come from the header
    /// `x-metadata`, and are empty without it.
    fn of(body: &Body, headers: &HeaderMap) -> Result<Self, Error> {
        if body.copy_metadata != Some(false) {
            return Ok(Self::default());
        }
        let FileMetadata { cache_control, content_encoding, mimetype } =
            body.metadata.as_ref().unwrap_or(&FileMetadata::default()).clone();
        if let Some(encoding) = content_encoding {
            incoming::refuse_encoding(&encoding)?;
        }
        Ok(Self { cache_control, mimetype, user_metadata: Some(incoming::metadata_of(headers)?) })
    }

    /// Returns the type of the copy. A newly declared one must match the bytes, as with any upload.
    async fn type_for(
        &self,
        storage: &Storage,
        source: &Object,
        (bucket, key): (&Bucket, &Key),
    ) -> Result<Mime, Error> {
        let Some(declared) = &self.mimetype else {
            return Ok(source.mimetype);
        };
        let head = 0..source.size.min(mime::HEAD as u64);
        let head = match head.is_empty() {
            true => Bytes::new(),
            false => storage.store().get_range(&version::path_of(&source.version), head).await?,
        };
        mime::detect_type(&bucket.types, Some(declared), key.as_str(), &head)
    }
}

async fn run(
    storage: Storage,
    caller: Caller,
    (route, changes): (Route, Changes),
    upsert: bool,
) -> Result<Object, Error> {
    let uploader = caller.clone();
    let (source, (bucket, key)) = storage
        .read(move |storage, tx| {
            let access = Access::now(storage, uploader);
            let ((source, from), (destination, to)) = route.ends(storage, tx)?;
            let object = access.readable(tx, &source, &from)?;
            access.may_place(tx, &destination, &to, upsert)?;
            check_readers(tx, &access, (&source, &object), (&destination, &to))?;
            Ok(((source, object), (destination, to)))
        })
        .await?;
    let (from, source) = source;
    let mimetype = changes.type_for(&storage, &source, (&bucket, &key)).await?;
    storage.check_space(source.size)?;
    fits((&bucket, &key), source.size, &mimetype)?;
    let mut staged = Staged::new(&storage);
    if let Err(problem) = staged.copy_of(&source.version).await {
        staged.discard().await;
        return Err(problem);
    }
    let file = File { staged, size: source.size, etag: source.etag.clone(), mimetype };
    let sent = SentMetadata {
        cache_control: changes
            .cache_control
            .as_deref()
            .map_or_else(|| source.cache_control.clone(), CacheControl::of),
        user_metadata: changes.user_metadata.unwrap_or_else(|| source.user_metadata.0.clone()),
    };
    let access = Access::now(&storage, caller.clone());
    let placing = Placing { caller, bucket: bucket.clone(), key: key.clone(), upsert };
    // The readers of either place may have changed during the copy.
    let still = move |tx: &mut Tx<'_>| check_readers(tx, &access, (&from, &source), (&bucket, &key));
    let (object, ()) = commit(storage, placing, Received { file, sent }, still).await?;
    Ok(object)
}
