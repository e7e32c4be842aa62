//! `GET /render/image/…`: a picture in another size or format, under the same rules as its original.
//!
//! storage-js 2.119 asks here when `getPublicUrl`, `download` or `createSignedUrl` is given a `transform`.

mod format;
mod hands;
mod picture;
mod prepare;
mod transform;
pub(crate) mod variants;

use ateneu_base::Caller;
use axum::{
    body::Body,
    extract::State,
    http::{HeaderName, HeaderValue, Method, StatusCode, header},
    response::Response,
};

use self::format::Format;
pub(crate) use self::{prepare::prepare, transform::Transform, variants::Workshop};
use crate::{
    Error, Storage,
    ask::{Bearer, Query},
    download::{self, Ask, Door},
    range::Validators,
    serve::{Answer, Found, Wish, serve},
    token::Scope,
};

/// `GET /render/image/public/{bucket}/{key}`: the same for everyone, whoever asks.
pub(crate) async fn public(State(storage): State<Storage>, ask: Ask) -> Result<Response, Error> {
    let transform = of_query(&ask.query)?;
    download::answer(
        &storage,
        &Caller::anonymous(),
        &ask,
        Door::Public,
        Some(transform),
    )
    .await
}

/// `GET /render/image/authenticated/{bucket}/{key}`: with the caller's rights.
pub(crate) async fn authenticated(
    State(storage): State<Storage>,
    Bearer(caller): Bearer,
    ask: Ask,
) -> Result<Response, Error> {
    let transform = of_query(&ask.query)?;
    download::answer(&storage, &caller, &ask, Door::Token, Some(transform)).await
}

/// `GET /render/image/sign/{bucket}/{key}?token=…`: what the link was signed for, and nothing else of the picture.
pub(crate) async fn signed(State(storage): State<Storage>, ask: Ask) -> Result<Response, Error> {
    let (signer, claims) = download::signer(&storage, &ask, Scope::Render).await?;
    let transform = claims.transform.ok_or(Error::InvalidSignature)?;
    download::answer(&storage, &signer, &ask, Door::Token, Some(transform)).await
}

fn of_query(query: &Query) -> Result<Transform, Error> {
    Transform::read(|name| query.get(name).map(str::to_owned))
}

/// Answers the picture as asked for, or the original where there is nothing to be made of it.
pub(crate) async fn answer(
    storage: &Storage,
    found: &Found,
    wish: &Wish<'_>,
    transform: Transform,
) -> Result<Response, Error> {
    let object = &found.object;
    if !object.mimetype.starts_with("image/") {
        return Err(Error::InvalidMimeType(object.mimetype.clone()));
    }
    let format = Format::wanted(wish.headers, &object.mimetype, transform.origin);
    let name = variants::name(&transform, format);
    let etag = format!("\"{}-{name}\"", object.etag);
    let validators = Validators {
        etag: &etag,
        modified: object.updated_at,
    };
    let mut answer = Answer::of(found, &etag);
    answer.set(header::VARY, "Accept");
    if validators.is_held_by(wish.headers) {
        return Ok(answer.status(StatusCode::NOT_MODIFIED));
    }
    let Some(bytes) = variants::variant(storage, object, transform, format).await? else {
        let mut original = serve(storage, found, wish).await?;
        original
            .headers_mut()
            .insert(header::VARY, HeaderValue::from_static("Accept"));
        return Ok(original);
    };
    answer.set(header::CONTENT_TYPE, format.mime());
    answer.set(header::CONTENT_LENGTH, &bytes.len().to_string());
    answer.set(HeaderName::from_static("x-transformations"), &name);
    answer.disposition(object, wish.download);
    if wish.method != Method::HEAD {
        answer.body(Body::from(bytes));
    }
    Ok(answer.status(StatusCode::OK))
}
