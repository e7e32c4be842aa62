//! `POST`: begins an upload, with its first bytes if they came along.

use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header, request::Parts},
    response::Response,
};

use super::{Credential, append, metadata::Metadata, protocol, upload, uploader};
use crate::{
    Error, Storage,
    objects::{access::Access, bucket, mime, quota},
};

pub(super) async fn create(
    storage: &Storage,
    credential: Credential,
    parts: &mut Parts,
    body: Body,
) -> Result<Response, Error> {
    let sent = protocol::text(&parts.headers, "upload-metadata")
        .ok_or_else(|| Error::InvalidRequest("upload-metadata is missing".into()))?
        .to_owned();
    let file = Metadata::parse(&sent)?;
    let size = protocol::bytes(&parts.headers, "upload-length")?;
    let uploader = uploader(storage, credential, parts, (&file.bucket, &file.key)).await?;
    if size > storage.config().max_file_size {
        return Err(Error::EntityTooLarge);
    }
    // Asks the file system, so not inside the write transaction.
    storage.check_space(size)?;
    let (caller, upsert) = (uploader.caller.clone(), uploader.upsert);
    let (upload, bucket) = storage
        .write(move |storage, tx| {
            let access = Access::now(storage, caller);
            let bucket = bucket::find(storage, tx, &file.bucket)?;
            let old = access.may_place(tx, &bucket, &file.key, upsert)?;
            if size > bucket.limit {
                return Err(Error::EntityTooLarge);
            }
            mime::may_claim(&bucket.types, file.mimetype.as_deref())?;
            // Unfinished uploads to the bucket count as well.
            let waiting = upload::waiting(tx, &access.caller, &bucket.id, access.now)?;
            let old = old.as_ref().map(|old| old.id.as_str());
            quota::check(tx, &access, &bucket, &file.key, (size.saturating_add(waiting), old))?;
            let upload = upload::insert(tx, &access.caller, access.now, &file, (size, upsert, sent))?;
            Ok((upload, bucket))
        })
        .await?;
    let brings = protocol::brings_bytes(&parts.headers);
    let body = if brings { body } else { Body::empty() };
    let mut received = 0;
    if brings || size == 0 {
        received =
            append::take(storage, uploader.caller, (upload.clone(), bucket), &parts.headers, body).await?;
    }
    let location = protocol::location(storage, credential, &upload);
    let mut answer = protocol::progress(StatusCode::CREATED, &upload, received);
    let location = HeaderValue::from_str(&location)
        .map_err(|_| Error::Internal("the public address cannot stand in a header".into()))?;
    answer.headers_mut().insert(header::LOCATION, location);
    Ok(answer)
}
