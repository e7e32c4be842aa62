//! `GET` and `HEAD /object/info/{bucket}/{key}`: what is known of a file. storage-js 2.119 reads `exists()` from it
//! and needs the code `NoSuchKey` to return false.

use ateneu_base::Caller;
use axum::{
    Json,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};

use crate::{
    Error, Storage,
    reads::{
        download::{Credential, locate},
        serve::{FileResponse, Found},
    },
    requests::extractors::{Bearer, ObjectPath},
};

pub(crate) async fn info(
    State(storage): State<Storage>,
    Bearer(caller): Bearer,
    path: ObjectPath,
) -> Result<Response, Error> {
    let found = locate(&storage, &caller, &path, Credential::Token).await?;
    Ok(described(&found))
}

/// `/object/info/public/{bucket}/{key}`: without a token, in public buckets.
pub(crate) async fn public(State(storage): State<Storage>, path: ObjectPath) -> Result<Response, Error> {
    let found = locate(&storage, &Caller::anonymous(), &path, Credential::Public).await?;
    Ok(described(&found))
}

/// The description under the headers of the file itself, apart from its type and size.
fn described(found: &Found) -> Response {
    let of_file = FileResponse::of(found, &format!("\"{}\"", found.object.etag));
    let mut answer = Json(found.object.info()).into_response();
    for name in [header::ETAG, header::LAST_MODIFIED, header::CACHE_CONTROL] {
        if let Some(value) = of_file.get(&name) {
            answer.headers_mut().insert(name, value.clone());
        }
    }
    answer
}
