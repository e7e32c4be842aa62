//! `GET` and `HEAD /object/info/{bucket}/{key}`: what is known of a file. storage-js 2.119 reads `exists()` from it
//! and needs the code `NoSuchKey` to answer false.

use ateneu_base::Caller;
use axum::{Json, extract::State};
use serde_json::Value;

use crate::{
    Error, Storage,
    reads::download::{Door, locate},
    requests::ask::{Bearer, ObjectPath},
};

pub(crate) async fn info(
    State(storage): State<Storage>,
    Bearer(caller): Bearer,
    path: ObjectPath,
) -> Result<Json<Value>, Error> {
    let found = locate(&storage, &caller, &path, Door::Token).await?;
    Ok(Json(found.object.info()))
}

/// `/object/info/public/{bucket}/{key}`: without a token, in public buckets.
pub(crate) async fn public(State(storage): State<Storage>, path: ObjectPath) -> Result<Json<Value>, Error> {
    let found = locate(&storage, &Caller::anonymous(), &path, Door::Public).await?;
    Ok(Json(found.object.info()))
}
