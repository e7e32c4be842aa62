//! `POST /object/{bucket}/{key}`: a new file. storage-js 2.119 sends `x-upsert: true` to allow replacing one.

use axum::{
    Json,
    extract::{Request, State},
};
use serde_json::{Value, json};

use crate::{
    Error, Storage,
    objects::object::Object,
    requests::ask::{Bearer, ObjectPath, wants_upsert},
    uploads::write::write,
};

pub(crate) async fn upload(
    State(storage): State<Storage>,
    Bearer(caller): Bearer,
    path: ObjectPath,
    request: Request,
) -> Result<Json<Value>, Error> {
    let upsert = wants_upsert(request.headers());
    let object = write(&storage, caller, path, upsert, request).await?;
    Ok(placed(&object))
}

/// The answer to a placed file.
pub(crate) fn placed(object: &Object) -> Json<Value> {
    Json(json!({ "Id": object.id, "Key": object.full_key() }))
}
