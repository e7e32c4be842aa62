//! Moves, copies and removes stored files.
//!
//! Serves `POST /object/move`, `POST /object/copy`, `DELETE /object/{bucket}` for many files and `DELETE
//! /object/{bucket}/{key}` for one. Rows are removed first, and bytes after the commit.

mod folder;
mod move_copy;
mod rename;

use ateneu_db::Tx;
use axum::{
    Json, Router,
    extract::State,
    routing::{delete, post},
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    Error, Storage,
    objects::{
        access::Access,
        audit::{self, Action},
        bucket::{self, Bucket},
        key::Key,
        object::{self, Object},
    },
    requests::extractors::{Bearer, BucketPath, JsonBody, ObjectPath},
    store::{run_to_end, staged},
};

pub use folder::remove_folder;
pub use rename::rename_file;

pub(crate) fn router() -> Router<Storage> {
    Router::new()
        .route("/object/{bucket}/{*key}", delete(delete_file))
        .route("/object/{bucket}", delete(delete_files))
        .route("/object/move", post(move_copy::move_object))
        .route("/object/copy", post(move_copy::copy))
}

impl Storage {
    /// Removes files of a bucket by their whole keys. Skips missing ones.
    pub async fn remove_files(&self, bucket: &'static str, keys: Vec<String>) -> Result<(), Error> {
        let removed = remove(self, move |_, tx| {
            let mut removed = Vec::new();
            for key in &keys {
                if let Some(object) = object::find(tx, bucket, &Key::parse(key)?)?
                    && object::delete(tx, &object)?
                {
                    removed.push(object);
                }
            }
            Ok(removed)
        });
        removed.await.map(drop)
    }
}

/// Maximum number of files in a request.
const MAX_FILES: usize = 1_000;

/// Body for many files.
#[derive(Deserialize)]
pub(crate) struct Many {
    prefixes: Vec<Prefix>,
}

/// A whole key, under either name of the protocol.
#[derive(Deserialize)]
#[serde(untagged)]
enum Prefix {
    Key(String),
    Entry { path: String },
}

impl Prefix {
    fn key(&self) -> Option<Key> {
        let (Prefix::Key(text) | Prefix::Entry { path: text }) = self;
        Key::parse(text).ok()
    }
}

/// Removes files. Responds with the removed rows. Missing and forbidden ones are omitted.
async fn delete_files(
    State(storage): State<Storage>,
    Bearer(caller): Bearer,
    BucketPath(bucket): BucketPath,
    JsonBody(body): JsonBody<Many>,
) -> Result<Json<Value>, Error> {
    if body.prefixes.len() > MAX_FILES {
        return Err(Error::InvalidRequest(format!("prefixes must have at most {MAX_FILES} items")));
    }
    let removed = remove(&storage, move |storage, tx| {
        let access = Access::now(storage, caller);
        let bucket = bucket::find(storage, tx, &bucket)?;
        let mut removed = Vec::new();
        for key in body.prefixes.iter().filter_map(Prefix::key) {
            match one_row(tx, &access, &bucket, &key) {
                Ok(object) => removed.push(object),
                Err(Error::NoSuchKey | Error::AccessDenied) => {}
                Err(problem) => return Err(problem),
            }
        }
        Ok(removed)
    })
    .await?;
    Ok(Json(removed.iter().map(Object::whole).collect()))
}

async fn delete_file(
    State(storage): State<Storage>,
    Bearer(caller): Bearer,
    ObjectPath { bucket, key }: ObjectPath,
) -> Result<Json<Value>, Error> {
    remove(&storage, move |storage, tx| {
        let access = Access::now(storage, caller);
        let bucket = bucket::find(storage, tx, &bucket)?;
        Ok(vec![one_row(tx, &access, &bucket, &key)?])
    })
    .await?;
    Ok(Json(json!({ "message": "Successfully deleted" })))
}

fn one_row(tx: &mut Tx<'_>, access: &Access, bucket: &Bucket, key: &Key) -> Result<Object, Error> {
    let object = access.readable(tx, bucket, key)?;
    if !access.admits_to(tx, &bucket.rules.delete, bucket, &object)? {
        return Err(Error::AccessDenied);
    }
    if object::delete(tx, &object)? {
        audit::record_staff_action(tx, access, bucket, &Action::Removed(&object))?;
        Ok(object)
    } else {
        Err(Error::NoSuchKey)
    }
}

/// Removes rows by `work`, and their bytes after the commit.
pub(crate) async fn remove(
    storage: &Storage,
    work: impl FnOnce(&Storage, &mut Tx<'_>) -> Result<Vec<Object>, Error> + Send + 'static,
) -> Result<Vec<Object>, Error> {
    let storage = storage.clone();
    run_to_end(async move {
        let removed = storage.write(work).await?;
        let versions: Vec<String> = removed.iter().map(|object| object.version.clone()).collect();
        staged::remove_unheld(&storage, &versions).await;
        Ok(removed)
    })
    .await
}
