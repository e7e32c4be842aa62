//! `GET /bucket` and `GET /bucket/{id}`: the buckets, to the service key.

use axum::{Json, extract::State};
use serde_json::{Value, json};

use crate::{
    Error, Storage,
    objects::bucket,
    requests::extractors::{BucketPath, Query, ServiceKey},
};

pub(crate) async fn list(
    State(storage): State<Storage>,
    _: ServiceKey,
    query: Query,
) -> Result<Json<Value>, Error> {
    let number = |name: &str| match query.get(name) {
        None => Ok(None),
        Some(text) => text
            .parse::<usize>()
            .map(Some)
            .map_err(|_| Error::InvalidRequest(format!("{name} must be a number"))),
    };
    let (limit, offset) = (number("limit")?.unwrap_or(usize::MAX), number("offset")?.unwrap_or(0));
    let column = query.get("sortColumn").unwrap_or("id");
    if !["id", "name", "created_at", "updated_at"].contains(&column) {
        return Err(Error::InvalidRequest("sortColumn is not one of the known columns".into()));
    }
    let search = query.get("search").unwrap_or_default().to_lowercase();
    let mut buckets: Vec<Value> = storage
        .read(bucket::all)
        .await?
        .into_iter()
        .map(|bucket| bucket.wire)
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

pub(crate) async fn get(
    State(storage): State<Storage>,
    _: ServiceKey,
    BucketPath(id): BucketPath,
) -> Result<Json<Value>, Error> {
    let bucket = storage.read(move |storage, tx| bucket::find(storage, tx, &id)).await?;
    Ok(Json(bucket.wire))
}
