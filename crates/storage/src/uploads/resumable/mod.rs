//! `/upload/resumable`: uploads that survive a lost connection and a restart, by TUS 1.0.0 (<https://tus.io>) with
//! creation, creation-with-upload, termination and expiration.
//!
//! Received bytes are stored as pieces, each with a row, so that an interrupted request keeps its progress and any node
//! can continue. After the last byte the pieces become a file, as in any other upload. An upload advances only from the
//! offset that its writer has read: of two writers one is refused (decision 0038).

mod append;
mod id;
mod metadata;
mod pieces;
mod protocol;
mod upload;

use ateneu_base::Caller;
use axum::{
    Router,
    body::Body,
    extract::{FromRequestParts, Path, Request, State},
    http::{HeaderValue, Method, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
    routing::any,
};

use id::Id;
use metadata::Metadata;
pub(crate) use pieces::{detach, remove as remove_pieces};
use protocol::Credential;
pub use protocol::announce;

use crate::{
    Error, Storage,
    objects::{access::Access, bucket, key::Key, mime},
    requests::{
        extractors::{Bearer, header_text, wants_upsert},
        link::Scope,
    },
};

/// Returns the endpoints, relative to `/storage/v1`.
pub(crate) fn router() -> Router<Storage> {
    let begin = |credential| {
        any(async move |State(storage): State<Storage>, request: Request| {
            protocol::rendered(answer(&storage, credential, None, request).await)
        })
    };
    let go_on = |credential| {
        any(async move |State(storage): State<Storage>, Path(id): Path<String>, request: Request| {
            protocol::rendered(answer(&storage, credential, Some(&id), request).await)
        })
    };
    Router::new()
        .route("/upload/resumable", begin(Credential::Token))
        .route("/upload/resumable/sign", begin(Credential::Signature))
        .route("/upload/resumable/{id}", go_on(Credential::Token))
        .route("/upload/resumable/sign/{id}", go_on(Credential::Signature))
}

async fn answer(
    storage: &Storage,
    credential: Credential,
    id: Option<&str>,
    request: Request,
) -> Result<Response, Error> {
    let (mut parts, body) = request.into_parts();
    let method = protocol::method(&parts)?;
    protocol::check_version(&parts.headers)?;
    let Some(id) = id else {
        return match method {
            Method::POST => create(storage, credential, &mut parts, body).await,
            _ => Err(Error::NoRoute),
        };
    };
    let id = Id::parse(id)?;
    let uploader = uploader(storage, credential, &mut parts, (&id.bucket, &id.key)).await?;
    match method {
        Method::HEAD => stand(storage, uploader.caller, id).await,
        Method::PATCH => append::append(storage, uploader.caller, id, &parts.headers, body).await,
        Method::DELETE => terminate(storage, uploader.caller, id).await,
        _ => Err(Error::NoRoute),
    }
}

/// The uploading caller, with the permission to replace a file.
struct Uploader {
    caller: Caller,
    upsert: bool,
}

/// Refuses visitors: an upload belongs to an account or to the service key.
async fn uploader(
    storage: &Storage,
    credential: Credential,
    parts: &mut Parts,
    file: (&str, &Key),
) -> Result<Uploader, Error> {
    let uploader = match credential {
        Credential::Token => {
            let Bearer(caller) = Bearer::from_request_parts(parts, storage).await?;
            Uploader { caller, upsert: wants_upsert(&parts.headers) }
        }
        Credential::Signature => {
            let token =
                header_text(&parts.headers, "x-signature").ok_or(Error::MissingParameter("x-signature"))?;
            let claims = storage.links().read(token, Scope::Upload, file, storage.now())?;
            Uploader { caller: claims.signer(storage).await?, upsert: claims.upsert }
        }
    };
    if uploader.caller.is_service() || uploader.caller.user_id.is_some() {
        Ok(uploader)
    } else {
        Err(Error::AccessDenied)
    }
}

async fn stand(storage: &Storage, caller: Caller, id: Id) -> Result<Response, Error> {
    let upload = storage.read(move |storage, tx| upload::find(tx, &caller, &id, storage.now())).await?;
    let mut answer = protocol::progress(StatusCode::OK, &upload, upload.received);
    let headers = answer.headers_mut();
    headers.insert("upload-length", HeaderValue::from(upload.size));
    if let Ok(metadata) = HeaderValue::from_str(&upload.metadata) {
        headers.insert("upload-metadata", metadata);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(answer)
}

/// `DELETE`: removes the upload. A file made of it stays.
async fn terminate(storage: &Storage, caller: Caller, id: Id) -> Result<Response, Error> {
    let pieces = storage
        .write(move |storage, tx| {
            let upload = upload::find(tx, &caller, &id, storage.now())?;
            upload::remove(tx, &upload.id)
        })
        .await?;
    remove_pieces(storage.store(), &pieces).await;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// `POST`: begins an upload, with first bytes if sent.
async fn create(
    storage: &Storage,
    credential: Credential,
    parts: &mut Parts,
    body: Body,
) -> Result<Response, Error> {
    let sent = header_text(&parts.headers, "upload-metadata")
        .ok_or_else(|| Error::InvalidRequest("upload-metadata is missing".into()))?
        .to_owned();
    let file = Metadata::parse(&sent)?;
    let size = protocol::bytes(&parts.headers, "upload-length")?;
    let uploader = uploader(storage, credential, parts, (&file.bucket, &file.key)).await?;
    if size > storage.config().max_file_size {
        return Err(Error::EntityTooLarge);
    }
    // Queries the file system, so it is not inside the write transaction.
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
            // Unfinished uploads to the bucket count, too.
            let waiting = upload::waiting(tx, &access.caller, &bucket.id, access.now)?;
            let old = old.as_ref().map(|old| old.id.as_str());
            access.check_quota(tx, &bucket, &file.key, (size.saturating_add(waiting), old))?;
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
