//! `POST /object/copy`: a copy of the bytes under another key, owned by the caller.

use ateneu_base::{Caller, ids};
use ateneu_db::Tx;
use axum::{Json, body::Bytes, extract::State, http::HeaderMap};
use object_store::ObjectStoreExt;
use serde::Deserialize;
use serde_json::Value;

use crate::{
    Error, Storage,
    changes::move_object::{End, Route, fits},
    objects::{access::Access, bucket::Bucket, caching::cache_control, key::Key, mime, object::Object},
    pictures,
    requests::extractors::{Bearer, JsonBody, wants_upsert},
    store::{
        run_to_end,
        staged::{self, Staged},
        version,
    },
    uploads::{incoming, write::place},
};

/// The body.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Body {
    #[serde(flatten)]
    route: Route,
    /// Whether the copy has the metadata of its original; true when missing.
    copy_metadata: Option<bool>,
    /// The copy's own metadata otherwise; what is missing stays as it is.
    metadata: Option<FileMetadata>,
}

/// storage-js 2.119 `CopyOptions.metadata`.
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

/// What the copy has instead of what its original has.
#[derive(Default)]
struct Changes {
    cache_control: Option<String>,
    /// As declared.
    mimetype: Option<String>,
    user_metadata: Option<Value>,
}

impl Changes {
    /// With `copyMetadata: false` the user's metadata come from the header `x-metadata`, and are none without it.
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

    /// The type of the copy. One that is declared anew must be borne out by the bytes, as with any upload.
    async fn type_for(
        &self,
        storage: &Storage,
        source: &Object,
        (bucket, key): (&Bucket, &Key),
    ) -> Result<&'static str, Error> {
        let Some(declared) = &self.mimetype else {
            return Ok(source.mimetype);
        };
        let head = 0..source.size.min(mime::HEAD as u64);
        let head = match head.is_empty() {
            true => Bytes::new(),
            false => storage.store().get_range(&version::path_of(&source.version), head).await?,
        };
        mime::settle(&bucket.types, Some(declared), key.as_str(), &head)
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
        .read(move |storage, tx| allowed(storage, tx, &Access::now(storage, uploader), &route, upsert))
        .await?;
    let mimetype = changes.type_for(&storage, &source, (&bucket, &key)).await?;
    let now = storage.now();
    storage.check_space(source.size)?;
    let mut staged = Staged::new(&storage);
    let object = Object {
        id: ids::row_id(now),
        bucket_id: bucket.id.clone(),
        name: key.as_str().to_owned(),
        owner: caller.user_id.clone(),
        version: staged.version().to_owned(),
        mimetype,
        cache_control: changes.cache_control.as_deref().map_or(source.cache_control.clone(), cache_control),
        user_metadata: changes.user_metadata.clone().unwrap_or(source.user_metadata.clone()),
        created_at: now,
        updated_at: now,
        ..source.clone()
    };
    if let Err(refusal) = fits(&bucket, &object) {
        staged.discard().await;
        return Err(refusal);
    }
    if let Err(problem) = staged.copy_of(&source.version).await {
        staged.discard().await;
        return Err(problem);
    }
    let placed = storage
        .write(move |storage, tx| place(tx, &Access::now(storage, caller), &bucket, &key, upsert, object))
        .await;
    match placed {
        Ok((object, replaced)) => {
            staged.keep();
            staged::remove_versions(storage.store(), &replaced).await;
            pictures::prepare(&storage, &object);
            Ok(object)
        }
        Err(problem) => {
            staged.discard().await;
            Err(problem)
        }
    }
}

/// The file to copy and where to, if the caller may.
fn allowed(
    storage: &Storage,
    tx: &mut Tx<'_>,
    access: &Access,
    route: &Route,
    upsert: bool,
) -> Result<(Object, End), Error> {
    let ((source, from), (destination, to)) = route.ends(storage, tx)?;
    let object = access.readable(tx, &source, &from)?;
    access.may_place(tx, &destination, &to, upsert)?;
    Ok((object, (destination, to)))
}
