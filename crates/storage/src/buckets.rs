//! `/bucket`, `/bucket/{id}` and `/bucket/{id}/empty`: lists and changes buckets, with the service key. Changes are
//! audited. Declared buckets cannot be changed.

use ateneu_base::number;
use ateneu_schema::AsJson;
use axum::{Json, Router, extract::State, routing};
use serde_json::{Map, Value, json};

use crate::{
    Error, Storage,
    changes::remove,
    objects::{
        audit,
        bucket::{self, BucketRow},
        key, mime,
        object::{self, Object},
    },
    requests::extractors::{BucketPath, JsonBody, Query, ServiceKey},
};

pub(crate) fn router() -> Router<Storage> {
    Router::new()
        .route("/bucket", routing::get(list).post(create))
        .route("/bucket/{id}", routing::get(get).put(update).delete(delete))
        .route("/bucket/{id}/empty", routing::post(empty))
}

/// Number of files that are removed per transaction to empty a bucket.
const BATCH: usize = 500;

async fn create(
    State(storage): State<Storage>,
    _: ServiceKey,
    JsonBody(body): JsonBody<Body>,
) -> Result<Json<Value>, Error> {
    let name = body
        .get("name")
        .or(body.get("id"))
        .and_then(Value::as_str)
        .ok_or(Error::InvalidBucketName)?
        .to_owned();
    let id = body.get("id").and_then(Value::as_str).unwrap_or(&name).to_owned();
    check_name(&id)?;
    check_name(&name)?;
    let now = storage.now();
    let bucket = BucketRow {
        id,
        name: name.clone(),
        owner: None,
        file_size_limit: size_limit(&body, storage.config().max_file_size)?.unwrap_or_default(),
        allowed_mime_types: mime_types(&body)?.unwrap_or_default(),
        public: bool_field(&body, "public")?.unwrap_or_default(),
        created_at: now,
        updated_at: now,
    };
    storage
        .write(move |_, tx| {
            tx.insert(&bucket).map_err(|problem| match problem.into() {
                Error::KeyAlreadyExists => Error::BucketAlreadyExists,
                other => other,
            })?;
            audit::note_bucket(tx, now, "create-bucket", &bucket.id)
        })
        .await?;
    Ok(Json(json!({ "name": name })))
}

async fn update(
    State(storage): State<Storage>,
    _: ServiceKey,
    BucketPath(id): BucketPath,
    JsonBody(body): JsonBody<Body>,
) -> Result<Json<Value>, Error> {
    let limit = size_limit(&body, storage.config().max_file_size)?;
    let types = mime_types(&body)?;
    let public = bool_field(&body, "public")?;
    storage
        .write(move |storage, tx| {
            let mut bucket = changeable(storage, BucketRow::find(tx, &id)?)?;
            if limit.is_some() || types.is_some() || public.is_some() {
                bucket.file_size_limit = limit.unwrap_or(bucket.file_size_limit);
                bucket.allowed_mime_types = types.unwrap_or(bucket.allowed_mime_types);
                bucket.public = public.unwrap_or(bucket.public);
                bucket.updated_at = storage.now();
                tx.update(&bucket)?;
            }
            audit::note_bucket(tx, storage.now(), "update-bucket", &bucket.id)?;
            Ok(Json(json!({ "message": "Successfully updated" })))
        })
        .await
}

async fn delete(
    State(storage): State<Storage>,
    _: ServiceKey,
    BucketPath(id): BucketPath,
) -> Result<Json<Value>, Error> {
    storage
        .write(move |storage, tx| {
            let bucket = changeable(storage, BucketRow::find(tx, &id)?)?;
            // A file in transit locks the bucket, so the check for files waits for it.
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

async fn empty(
    State(storage): State<Storage>,
    _: ServiceKey,
    BucketPath(id): BucketPath,
) -> Result<Json<Value>, Error> {
    loop {
        let id = id.clone();
        let removed = remove(&storage, move |storage, tx| {
            let BucketRow { id, .. } = BucketRow::find(tx, &id)?;
            let some = format!("WHERE bucket_id = $1 LIMIT {BATCH}");
            let mut removed = Vec::new();
            for object in tx.rows::<Object>(&some, &[(&id).into()])? {
                if object::delete(tx, &object)? {
                    removed.push(object);
                }
            }
            if !removed.is_empty() {
                audit::note_bucket(tx, storage.now(), "empty-bucket", &id)?;
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

fn changeable(storage: &Storage, bucket: BucketRow) -> Result<BucketRow, Error> {
    if bucket::declared(storage, &bucket.id).is_some() { Err(Error::DeclaredBucket) } else { Ok(bucket) }
}

async fn list(State(storage): State<Storage>, _: ServiceKey, query: Query) -> Result<Json<Value>, Error> {
    let number = |name: &str| match query.get(name) {
        None => Ok(None),
        Some(text) => number::parse(text)
            .and_then(|number| usize::try_from(number).ok())
            .map(Some)
            .ok_or_else(|| Error::InvalidRequest(format!("{name} must be a number"))),
    };
    let (limit, offset) = (number("limit")?.unwrap_or(usize::MAX), number("offset")?.unwrap_or(0));
    let column = query.get("sortColumn").unwrap_or("id");
    if !["id", "name", "created_at", "updated_at"].contains(&column) {
        return Err(Error::InvalidRequest("sortColumn is not one of the known columns".into()));
    }
    let search = query.get("search").unwrap_or_default().to_lowercase();
    let mut buckets: Vec<Value> = storage
        .read(|_, tx| Ok(tx.rows("ORDER BY id", &[])?))
        .await?
        .iter()
        .map(BucketRow::wire)
        .filter(|bucket| bucket["name"].as_str().is_some_and(|name| name.to_lowercase().contains(&search)))
        .collect();
    buckets.sort_by(|one, other| one[column].as_str().cmp(&other[column].as_str()));
    if query.get("sortOrder") == Some("desc") {
        buckets.reverse();
    }
    let page = buckets.into_iter().skip(offset).take(limit).map(|mut bucket| {
        bucket["type"] = json!("STANDARD");
        bucket
    });
    Ok(Json(page.collect()))
}

async fn get(
    State(storage): State<Storage>,
    _: ServiceKey,
    BucketPath(id): BucketPath,
) -> Result<Json<Value>, Error> {
    let bucket = storage.read(move |_, tx| BucketRow::find(tx, &id)).await?;
    Ok(Json(bucket.wire()))
}

/// Body of `POST` and `PUT /bucket`.
type Body = Map<String, Value>;

/// Path segments of endpoints, which no bucket may have as its name.
const RESERVED: [&str; 9] =
    ["public", "authenticated", "sign", "info", "list", "list-v2", "move", "copy", "upload"];

/// Refuses names outside the protocol's, and those that would hide an endpoint.
fn check_name(name: &str) -> Result<(), Error> {
    let fits = !name.is_empty()
        && name.len() <= 100
        && name.trim() == name
        && !matches!(name, "." | "..")
        && !RESERVED.contains(&name)
        && name.chars().all(key::is_allowed);
    if fits { Ok(()) } else { Err(Error::InvalidBucketName) }
}

/// Returns a boolean field. Returns `None` if it is missing.
fn bool_field(body: &Body, name: &str) -> Result<Option<bool>, Error> {
    match body.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Bool(truth)) => Ok(Some(*truth)),
        Some(_) => Err(Error::InvalidRequest(format!("{name} must be true or false"))),
    }
}

/// Returns a size limit: `None` if missing, `Some(None)` for no limit. A text such as `"20MB"` counts in decimal units.
fn size_limit(body: &Body, most: u64) -> Result<Option<Option<u64>>, Error> {
    let bytes = match body.get("file_size_limit") {
        None => return Ok(None),
        Some(Value::Null) => return Ok(Some(None)),
        Some(Value::Number(number)) => number.as_u64(),
        Some(Value::String(text)) => bytes_of(text),
        Some(_) => None,
    };
    let bytes = bytes.ok_or_else(|| Error::InvalidRequest("file_size_limit is not a size".into()))?;
    if bytes <= most { Ok(Some(Some(bytes))) } else { Err(Error::EntityTooLarge) }
}

fn bytes_of(text: &str) -> Option<u64> {
    let text = text.trim().to_ascii_uppercase();
    let digits = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let unit: u64 = match text.get(digits.len()..)?.trim() {
        "" | "B" => 1,
        "KB" => 1_000,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        _ => return None,
    };
    digits.parse::<u64>().ok()?.checked_mul(unit)
}

/// Returns MIME types: `None` if missing, `Some(None)` for all.
fn mime_types(body: &Body) -> Result<Option<Option<AsJson<Vec<String>>>>, Error> {
    let types = match body.get("allowed_mime_types") {
        None => return Ok(None),
        Some(Value::Null) => return Ok(Some(None)),
        Some(Value::Array(types)) => types,
        Some(_) => return Err(Error::InvalidRequest("allowed_mime_types must be a list".into())),
    };
    let types = types.iter().map(|listed| {
        let listed = listed.as_str().unwrap_or_default().to_owned();
        if mime::is_mime(&listed) { Ok(listed) } else { Err(Error::InvalidMimeType(listed)) }
    });
    Ok(Some(Some(AsJson(types.collect::<Result<_, _>>()?))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_may_be_written_with_decimal_units() {
        for (text, bytes) in [
            ("20MB", Some(20_000_000)),
            ("5 kb", Some(5_000)),
            ("7", Some(7)),
            ("1GB", Some(1_000_000_000)),
            ("20XB", None),
            ("-1", None),
            ("MB", None),
            ("", None),
        ] {
            assert_eq!(bytes_of(text), bytes, "{text}");
        }
    }
}
