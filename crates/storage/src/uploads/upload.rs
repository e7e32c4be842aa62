//! `POST /object/{bucket}/{key}` stores a new file (storage-js 2.119 sends `x-upsert: true` to allow replacing one);
//! `PUT` replaces it, or creates it when missing. `/object/upload/sign/{bucket}/{key}`: `POST` signs a link with which
//! this one file may be uploaded within two hours; `PUT` uses it. Whether it may replace a file is decided when signing.

use axum::{
    Json,
    extract::{Request, State},
    http::HeaderMap,
};
use serde_json::{Value, json};

use crate::{
    Error, Storage,
    objects::{access::Access, bucket, object::Object},
    requests::{
        extractors::{Bearer, ObjectPath, Query, wants_upsert},
        link::{Claims, Scope},
    },
    uploads::write::write,
};

/// How long an upload link is valid, in seconds.
const SECONDS: i64 = 2 * 60 * 60;

pub(crate) async fn create(
    State(storage): State<Storage>,
    Bearer(caller): Bearer,
    path: ObjectPath,
    request: Request,
) -> Result<Json<Value>, Error> {
    let upsert = wants_upsert(request.headers());
    write(&storage, caller, path, upsert, request).await.map(|object| placed(&object))
}

pub(crate) async fn update(
    State(storage): State<Storage>,
    Bearer(caller): Bearer,
    path: ObjectPath,
    request: Request,
) -> Result<Json<Value>, Error> {
    write(&storage, caller, path, true, request).await.map(|object| placed(&object))
}

pub(crate) async fn sign(
    State(storage): State<Storage>,
    Bearer(caller): Bearer,
    ObjectPath { bucket, key }: ObjectPath,
    headers: HeaderMap,
) -> Result<Json<Value>, Error> {
    let upsert = wants_upsert(&headers);
    storage
        .read(move |storage, tx| {
            let access = Access::now(storage, caller);
            let bucket = bucket::find(storage, tx, &bucket)?;
            access.may_place(tx, &bucket, &key, upsert)?;
            let mut claims =
                Claims::new(Scope::Upload, &access.caller, (&bucket.id, &key), access.now, SECONDS);
            claims.upsert = upsert;
            let token = storage.links().sign(&claims)?;
            let url = format!("/object/upload/sign/{}/{}?token={token}", bucket.id, key.as_str());
            Ok(Json(json!({ "url": url, "token": token })))
        })
        .await
}

pub(crate) async fn by_link(
    State(storage): State<Storage>,
    path: ObjectPath,
    query: Query,
    request: Request,
) -> Result<Json<Value>, Error> {
    let token = query.get("token").ok_or(Error::MissingParameter("token"))?;
    let file = (path.bucket.as_str(), &path.key);
    let claims = storage.links().read(token, Scope::Upload, file, storage.now())?;
    let signer = claims.signer(&storage).await?;
    write(&storage, signer, path, claims.upsert, request).await.map(|object| placed(&object))
}

fn placed(object: &Object) -> Json<Value> {
    Json(json!({ "Id": object.id, "Key": object.full_key() }))
}
