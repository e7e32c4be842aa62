//! `/upload/resumable`: uploads that survive a lost connection and a restart, by TUS 1.0.0 (<https://tus.io>) with
//! creation, creation-with-upload, termination and expiration.
//!
//! What arrives is put into the store as pieces, and each piece is a row: a request that breaks off leaves what it
//! brought, and any node goes on with it. With the last byte the pieces become a file as any other upload does. How far
//! an upload is advances only from the place its writer read: of two writers one is refused (decision 0038).

mod append;
mod create;
mod finish;
mod id;
mod metadata;
mod pieces;
mod protocol;
mod sweep;
mod upload;

use ateneu_base::Caller;
use axum::{
    Router,
    extract::{FromRequestParts, Path, Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header, request::Parts},
    response::Response,
    routing::any,
};

use self::id::Id;
pub(crate) use pieces::remove as remove_pieces;
pub use protocol::announce;
pub(crate) use sweep::let_go;

use crate::{
    Error, Storage,
    objects::key::Key,
    requests::{
        ask::{Bearer, wants_upsert},
        link::Scope,
    },
};

/// How a request shows who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Door {
    /// By the `Authorization` header.
    Token,
    /// By the token of a signed upload link in `x-signature`.
    Signature,
}

impl Door {
    /// Where uploads begin, under the services' address.
    fn path(self) -> &'static str {
        match self {
            Door::Token => "/storage/v1/upload/resumable",
            Door::Signature => "/storage/v1/upload/resumable/sign",
        }
    }
}

/// The endpoints, with paths relative to `/storage/v1`.
pub(crate) fn router() -> Router<Storage> {
    Router::new()
        .route("/upload/resumable", any(begin))
        .route("/upload/resumable/sign", any(begin_signed))
        .route("/upload/resumable/{id}", any(go_on))
        .route("/upload/resumable/sign/{id}", any(go_on_signed))
}

async fn begin(State(storage): State<Storage>, request: Request) -> Response {
    protocol::rendered(answer(&storage, Door::Token, None, request).await)
}

async fn begin_signed(State(storage): State<Storage>, request: Request) -> Response {
    protocol::rendered(answer(&storage, Door::Signature, None, request).await)
}

async fn go_on(State(storage): State<Storage>, Path(id): Path<String>, request: Request) -> Response {
    protocol::rendered(answer(&storage, Door::Token, Some(&id), request).await)
}

async fn go_on_signed(State(storage): State<Storage>, Path(id): Path<String>, request: Request) -> Response {
    protocol::rendered(answer(&storage, Door::Signature, Some(&id), request).await)
}

async fn answer(
    storage: &Storage,
    door: Door,
    id: Option<&str>,
    request: Request,
) -> Result<Response, Error> {
    let (mut parts, body) = request.into_parts();
    let method = protocol::method(&parts)?;
    protocol::check_version(&parts.headers)?;
    let Some(id) = id else {
        return match method {
            Method::POST => create::create(storage, door, &mut parts, body).await,
            _ => Err(Error::NoRoute),
        };
    };
    let id = Id::parse(id)?;
    let asker = asker(storage, door, &mut parts, (&id.bucket, &id.key)).await?;
    match method {
        Method::HEAD => stand(storage, asker.caller, id).await,
        Method::PATCH => append::append(storage, asker.caller, id, &parts.headers, body).await,
        Method::DELETE => terminate(storage, asker.caller, id).await,
        _ => Err(Error::NoRoute),
    }
}

/// Who uploads, and whether an existing file may be replaced.
struct Asker {
    caller: Caller,
    upsert: bool,
}

/// Uploads belong to somebody: a visitor could not be told from the next one.
async fn asker(storage: &Storage, door: Door, parts: &mut Parts, file: (&str, &Key)) -> Result<Asker, Error> {
    let asker = match door {
        Door::Token => {
            let Bearer(caller) = Bearer::from_request_parts(parts, storage).await?;
            let upsert = wants_upsert(&parts.headers);
            Asker { caller, upsert }
        }
        Door::Signature => {
            let token = protocol::text(&parts.headers, "x-signature")
                .ok_or(Error::MissingParameter("x-signature"))?;
            let claims = storage.links().read(token, Scope::Upload, file, storage.now())?;
            Asker { caller: claims.signer(storage).await?, upsert: claims.upsert }
        }
    };
    if asker.caller.is_service() || asker.caller.user_id.is_some() {
        Ok(asker)
    } else {
        Err(Error::AccessDenied)
    }
}

/// `HEAD`: how far the upload is.
async fn stand(storage: &Storage, caller: Caller, id: Id) -> Result<Response, Error> {
    let upload = storage.read(move |storage, tx| upload::find(tx, &caller, &id, storage.now())).await?;
    let mut answer = protocol::progress(StatusCode::OK, &upload, upload.received);
    let headers: &mut HeaderMap = answer.headers_mut();
    headers.insert("upload-length", HeaderValue::from(upload.size));
    if let Ok(metadata) = HeaderValue::from_str(&upload.metadata) {
        headers.insert("upload-metadata", metadata);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(answer)
}

/// `DELETE`: nothing of the upload remains. A file that was made of it stays.
async fn terminate(storage: &Storage, caller: Caller, id: Id) -> Result<Response, Error> {
    let pieces = storage
        .write(move |storage, tx| {
            let upload = upload::find(tx, &caller, &id, storage.now())?;
            upload::remove(tx, &upload.id)
        })
        .await?;
    remove_pieces(storage.store(), &pieces).await;
    let mut answer = Response::default();
    *answer.status_mut() = StatusCode::NO_CONTENT;
    Ok(answer)
}
