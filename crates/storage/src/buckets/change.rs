//! `POST`, `PUT` and `DELETE /bucket`, and `POST /bucket/{id}/empty`: with the service key, and audited.

use ateneu_base::Value as Parameter;
use ateneu_db::ViolationKind;
use axum::{Json, extract::State};
use serde_json::{Value, json};

use crate::{
    Error, Storage,
    buckets::form::{Body, check_name, mime_types, size_limit, truth},
    changes::remove::remove,
    objects::{
        audit,
        bucket::{self, Bucket},
        object::{self, COLUMNS, Object},
    },
    requests::extractors::{BucketPath, JsonBody, ServiceKey},
};

/// How many files an emptied bucket loses per transaction.
const BATCH: usize = 500;

pub(crate) async fn create(
    State(storage): State<Storage>,
    _: ServiceKey,
    JsonBody(body): JsonBody<Body>,
) -> Result<Json<Value>, Error> {
    let name = body
        .get("name")
        .or_else(|| body.get("id"))
        .and_then(Value::as_str)
        .ok_or(Error::InvalidBucketName)?
        .to_owned();
    let id = body.get("id").and_then(Value::as_str).unwrap_or(&name).to_owned();
    check_name(&id)?;
    check_name(&name)?;
    let limit = size_limit(&body, storage.config().max_file_size)?.unwrap_or(None);
    let types = mime_types(&body)?.unwrap_or(None);
    let public = truth(&body, "public")?.unwrap_or(false);
    let parameters: Vec<Parameter> = vec![
        id.into(),
        name.as_str().into(),
        public.into(),
        limit.into(),
        types.into(),
        storage.now().into(),
    ];
    let created = name.clone();
    storage
        .write(move |storage, tx| {
            tx.execute(
                "INSERT INTO buckets (id, name, public, file_size_limit, allowed_mime_types, created_at, updated_at)
                 VALUES ($1, $2, $3, $4, $5, $6, $6)",
                &parameters,
            )
            .map_err(|problem| match problem {
                ateneu_db::Error::Violation(violation) if violation.kind == ViolationKind::Unique => {
                    Error::BucketAlreadyExists
                }
                other => other.into(),
            })?;
            audit::note_bucket(tx, storage.now(), "create-bucket", &created)
        })
        .await?;
    Ok(Json(json!({ "name": name })))
}

pub(crate) async fn update(
    State(storage): State<Storage>,
    _: ServiceKey,
    BucketPath(id): BucketPath,
    JsonBody(body): JsonBody<Body>,
) -> Result<Json<Value>, Error> {
    let limit = size_limit(&body, storage.config().max_file_size)?;
    let types = mime_types(&body)?;
    let public = truth(&body, "public")?;
    storage
        .write(move |storage, tx| {
            let bucket = changeable(bucket::find(storage, tx, &id)?, storage)?;
            let mut set = |column: &str, value: Parameter| {
                let sql = format!("UPDATE buckets SET {column} = $2, updated_at = $3 WHERE id = $1");
                tx.execute(&sql, &[(&bucket.id).into(), value, storage.now().into()])
            };
            if let Some(limit) = limit {
                set("file_size_limit", limit.into())?;
            }
            if let Some(types) = types {
                set("allowed_mime_types", types.into())?;
            }
            if let Some(public) = public {
                set("public", public.into())?;
            }
            audit::note_bucket(tx, storage.now(), "update-bucket", &bucket.id)?;
            Ok(Json(json!({ "message": "Successfully updated" })))
        })
        .await
}

pub(crate) async fn delete(
    State(storage): State<Storage>,
    _: ServiceKey,
    BucketPath(id): BucketPath,
) -> Result<Json<Value>, Error> {
    storage
        .write(move |storage, tx| {
            let bucket = changeable(bucket::find(storage, tx, &id)?, storage)?;
            // A file that is arriving holds the bucket: wait for it, and only then look whether any is in it.
            let hold = format!("SELECT id FROM buckets WHERE id = $1{}", tx.dialect().for_update());
            tx.query(&hold, &[(&bucket.id).into()])?;
            let gone = tx.execute(
                "DELETE FROM buckets WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM objects WHERE bucket_id = $1)",
                &[(&bucket.id).into()],
            )?;
            if gone == 0 {
                return Err(Error::BucketNotEmpty);
            }
            audit::note_bucket(tx, storage.now(), "delete-bucket", &bucket.id)?;
            Ok(Json(json!({ "message": "Successfully deleted" })))
        })
        .await
}

pub(crate) async fn empty(
    State(storage): State<Storage>,
    _: ServiceKey,
    BucketPath(id): BucketPath,
) -> Result<Json<Value>, Error> {
    loop {
        let id = id.clone();
        let removed = remove(&storage, move |storage, tx| {
            let bucket = bucket::find(storage, tx, &id)?;
            let sql = format!("SELECT {COLUMNS} FROM objects WHERE bucket_id = $1 LIMIT {BATCH}");
            let mut removed = Vec::new();
            let bucket_id = bucket.id;
            for row in tx.query(&sql, &[(&bucket_id).into()])? {
                let object = Object::from_row(&row)?;
                if object::delete(tx, &object)? {
                    removed.push(object);
                }
            }
            if !removed.is_empty() {
                audit::note_bucket(tx, storage.now(), "empty-bucket", &bucket_id)?;
            }
            Ok(removed)
        })
        .await?;
        if removed.is_empty() {
            let message = "Empty bucket has been queued. Completion may take up to an hour.";
            return Ok(Json(json!({ "message": message })));
        }
    }
}

fn changeable(bucket: Bucket, storage: &Storage) -> Result<Bucket, Error> {
    if bucket::declared(storage, &bucket.id).is_some() { Err(Error::DeclaredBucket) } else { Ok(bucket) }
}
