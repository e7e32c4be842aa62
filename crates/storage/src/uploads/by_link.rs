//! `/object/upload/sign/{bucket}/{key}`: `POST` signs a link that lets its holder put this one file within two hours;
//! `PUT` uses it. Whether it may replace a file is settled when signing.

use axum::{
    Json,
    extract::{Request, State},
    http::HeaderMap,
};
use serde_json::{Value, json};

use crate::{
    Error, Storage,
    objects::{access::Judge, bucket},
    requests::{
        ask::{Bearer, ObjectPath, Query, wants_upsert},
        link::{Claims, Scope},
    },
    uploads::{upload::placed, write::write},
};

/// How long an upload link is good, in seconds.
const SECONDS: i64 = 2 * 60 * 60;

pub(crate) async fn sign(
    State(storage): State<Storage>,
    Bearer(caller): Bearer,
    ObjectPath { bucket, key }: ObjectPath,
    headers: HeaderMap,
) -> Result<Json<Value>, Error> {
    let upsert = wants_upsert(&headers);
    storage
        .read(move |storage, tx| {
            let judge = Judge::now(storage, caller);
            let bucket = bucket::find(storage, tx, &bucket)?;
            judge.may_place(tx, &bucket, &key, upsert)?;
            let mut claims =
                Claims::new(Scope::Upload, &judge.caller, (&bucket.id, &key), judge.now, SECONDS);
            claims.upsert = upsert;
            let token = storage.links().sign(&claims)?;
            let url = format!("/object/upload/sign/{}/{}?token={token}", bucket.id, key.as_str());
            Ok(Json(json!({ "url": url, "token": token })))
        })
        .await
}

pub(crate) async fn upload(
    State(storage): State<Storage>,
    path: ObjectPath,
    query: Query,
    request: Request,
) -> Result<Json<Value>, Error> {
    let token = query.get("token").ok_or(Error::MissingParameter("token"))?;
    let file = (path.bucket.as_str(), &path.key);
    let claims = storage.links().read(token, Scope::Upload, file, storage.now())?;
    let upsert = claims.upsert;
    let signer = claims.signer(&storage).await?;
    let object = write(&storage, signer, path, upsert, request).await?;
    Ok(placed(&object))
}
