//! `PUT /object/{bucket}/{key}`: replaces a file; makes it when missing, as the original does.

use axum::{
    Json,
    extract::{Request, State},
};
use serde_json::Value;

use crate::{
    Error, Storage,
    requests::ask::{Bearer, ObjectPath},
    uploads::{upload::placed, write::write},
};

pub(crate) async fn update(
    State(storage): State<Storage>,
    Bearer(caller): Bearer,
    path: ObjectPath,
    request: Request,
) -> Result<Json<Value>, Error> {
    let object = write(&storage, caller, path, true, request).await?;
    Ok(placed(&object))
}
