//! `POST`: begins an upload, with its first bytes if they came along.

use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header, request::Parts},
    response::Response,
};

use super::{Door, append, asker, metadata::Metadata, protocol, upload};
use crate::{
    Error, Storage,
    objects::{access::Judge, bucket, kind, quota},
};

pub(super) async fn create(
    storage: &Storage,
    door: Door,
    parts: &mut Parts,
    body: Body,
) -> Result<Response, Error> {
    let sent = protocol::text(&parts.headers, "upload-metadata")
        .ok_or_else(|| Error::InvalidRequest("upload-metadata is missing".into()))?
        .to_owned();
    let file = Metadata::parse(&sent)?;
    let size = protocol::bytes(&parts.headers, "upload-length")?;
    let asker = asker(storage, door, parts, (&file.bucket, &file.key)).await?;
    if size > storage.config().max_file_size {
        return Err(Error::EntityTooLarge);
    }
    // Asks the file system, so not inside the write transaction.
    storage.check_space(size)?;
    let (caller, upsert) = (asker.caller.clone(), asker.upsert);
    let (upload, bucket) = storage
        .write(move |storage, tx| {
            let judge = Judge::now(storage, caller);
            let bucket = bucket::find(storage, tx, &file.bucket)?;
            let old = judge.may_place(tx, &bucket, &file.key, upsert)?;
            if size > bucket.limit {
                return Err(Error::EntityTooLarge);
            }
            kind::may_claim(&bucket.types, file.mimetype.as_deref())?;
            // What is under way in the bucket takes room as well.
            let waiting = upload::waiting(tx, &judge.caller, &bucket.id, judge.now)?;
            let old = old.as_ref().map(|old| old.id.as_str());
            quota::check(tx, &judge, &bucket, &file.key, (size.saturating_add(waiting), old))?;
            let upload = upload::insert(tx, &judge.caller, judge.now, &file, (size, upsert, sent))?;
            Ok((upload, bucket))
        })
        .await?;
    let brings = protocol::brings_bytes(&parts.headers);
    let body = if brings { body } else { Body::empty() };
    let mut received = 0;
    if brings || size == 0 {
        received =
            append::take(storage, asker.caller, (upload.clone(), bucket), &parts.headers, body).await?;
    }
    let location = protocol::location(storage, door, &upload);
    let mut answer = protocol::progress(StatusCode::CREATED, &upload, received);
    let location = HeaderValue::from_str(&location)
        .map_err(|_| Error::Internal("the public address cannot stand in a header".into()))?;
    answer.headers_mut().insert(header::LOCATION, location);
    Ok(answer)
}
