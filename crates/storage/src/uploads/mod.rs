//! Uploads: in one request with a token or a signed link, or in several requests (`resumable/`). Both read the bytes
//! with `incoming.rs` and place them with `write.rs`, which checks the rules again.
//!
//! `POST /object/{bucket}/{key}` stores a new file (storage-js 2.119 sends `x-upsert: true` to allow replacing one).
//! `PUT` replaces it, or creates it if missing. `/object/upload/sign/{bucket}/{key}`: `POST` signs a link with which
//! this one file may be uploaded within two hours, and `PUT` uses it. The signature determines whether it may replace a
//! file.

mod clean;
pub(crate) mod incoming;
mod picture;
pub(crate) mod resumable;
pub(crate) mod write;

use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, Request, State},
    http::HeaderMap,
    routing::post,
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

pub(crate) fn router() -> Router<Storage> {
    Router::new()
        .route("/object/{bucket}/{*key}", post(create).put(update))
        .route("/object/upload/sign/{bucket}/{*key}", post(sign).put(by_link))
        .merge(resumable::router())
        // The bucket's own limit is enforced during the upload.
        .layer(DefaultBodyLimit::disable())
}

/// Validity of an upload link in seconds.
const SECONDS: i64 = 2 * 60 * 60;

async fn create(
    State(storage): State<Storage>,
    Bearer(caller): Bearer,
    path: ObjectPath,
    request: Request,
) -> Result<Json<Value>, Error> {
    let upsert = wants_upsert(request.headers());
    write(&storage, caller, path, upsert, request).await.map(|object| placed(&object))
}

async fn update(
    State(storage): State<Storage>,
    Bearer(caller): Bearer,
    path: ObjectPath,
    request: Request,
) -> Result<Json<Value>, Error> {
    write(&storage, caller, path, true, request).await.map(|object| placed(&object))
}

async fn sign(
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

async fn by_link(
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
