//! `POST /object/sign/{bucket}[/{key}]`: links that open a file for a while to anyone who has them. Signing needs the
//! right to read. See [`crate::requests::link`] for the rights of a link.

use ateneu_base::number;
use ateneu_pictures::Transform;
use axum::{Json, extract::State};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    Error, Storage,
    objects::{access::Access, bucket, key::Key},
    requests::{
        extractors::{Bearer, BucketPath, JsonBody, ObjectPath},
        link::{Claims, Scope},
    },
};

/// Maximum validity of a link in seconds: a hundred years. The rights are checked at each use.
const MAX_VALIDITY_SECONDS: i64 = 100 * 365 * 24 * 60 * 60;

/// Maximum number of files in a request.
const MAX_FILES: usize = 1_000;

/// Body for one file.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct One {
    /// Validity in seconds.
    #[serde(deserialize_with = "number::required")]
    expires_in: i64,
    transform: Option<serde_json::Map<String, Value>>,
}

/// Body for many files.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Many {
    /// Validity in seconds.
    #[serde(deserialize_with = "number::required")]
    expires_in: i64,
    paths: Vec<String>,
}

fn check(seconds: i64) -> Result<i64, Error> {
    if (1..=MAX_VALIDITY_SECONDS).contains(&seconds) {
        Ok(seconds)
    } else {
        Err(Error::InvalidRequest(format!("expiresIn must be between 1 and {MAX_VALIDITY_SECONDS} seconds")))
    }
}

pub(crate) async fn sign_file(
    State(storage): State<Storage>,
    Bearer(caller): Bearer,
    ObjectPath { bucket, key }: ObjectPath,
    JsonBody(body): JsonBody<One>,
) -> Result<Json<Value>, Error> {
    let seconds = check(body.expires_in)?;
    let transform = body
        .transform
        .filter(|transform| !transform.is_empty())
        .map(|transform| Transform::read(|name| transform.get(name).and_then(plain)))
        .transpose()?;
    storage
        .read(move |storage, tx| {
            let access = Access::now(storage, caller);
            let bucket = bucket::find(storage, tx, &bucket)?;
            access.readable(tx, &bucket, &key)?;
            let url = link(storage, &access, (&bucket.id, &key), seconds, transform)?;
            Ok(Json(json!({ "signedURL": url })))
        })
        .await
}

pub(crate) async fn sign_files(
    State(storage): State<Storage>,
    Bearer(caller): Bearer,
    BucketPath(bucket): BucketPath,
    JsonBody(body): JsonBody<Many>,
) -> Result<Json<Value>, Error> {
    let seconds = check(body.expires_in)?;
    if body.paths.len() > MAX_FILES {
        return Err(Error::InvalidRequest(format!("paths must have at most {MAX_FILES} items")));
    }
    storage
        .read(move |storage, tx| {
            let access = Access::now(storage, caller);
            let bucket = bucket::find(storage, tx, &bucket)?;
            let mut answers = Vec::with_capacity(body.paths.len());
            for path in body.paths {
                let signed = Key::parse(&path).and_then(|key| {
                    access.readable(tx, &bucket, &key)?;
                    link(storage, &access, (&bucket.id, &key), seconds, None)
                });
                answers.push(match signed {
                    Ok(url) => json!({ "path": path, "error": null, "signedURL": url }),
                    Err(Error::NoSuchKey | Error::InvalidKey(_)) => json!({
                        "path": path,
                        "error": "Either the object does not exist or you do not have access to it",
                        "signedURL": null,
                    }),
                    Err(problem) => return Err(problem),
                });
            }
            Ok(Json(Value::Array(answers)))
        })
        .await
}

/// Returns the link, relative to `/storage/v1`. Its key is not encoded, because storage-js 2.119 encodes the whole URL.
fn link(
    storage: &Storage,
    access: &Access,
    file: (&str, &Key),
    seconds: i64,
    transform: Option<Transform>,
) -> Result<String, Error> {
    let (scope, route) = match transform {
        None => (Scope::Read, "object"),
        Some(_) => (Scope::Render, "render/image"),
    };
    let mut claims = Claims::new(scope, &access.caller, file, access.now, seconds);
    claims.transform = transform;
    let token = storage.links().sign(&claims)?;
    let (bucket, key) = file;
    Ok(format!("/{route}/sign/{bucket}/{}?token={token}", key.as_str()))
}

/// Returns a number or a text in the form of a query string.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}
