//! `GET /render/image/…`: a picture in another size or format, under the same rules as its original.
//!
//! storage-js 2.119 uses it when `getPublicUrl`, `download` or `createSignedUrl` has a `transform`.

use ateneu_base::Caller;
use axum::{
    body::Body,
    extract::State,
    http::{HeaderName, HeaderValue, Method, StatusCode, header},
    response::Response,
};

use crate::{
    Error, Storage,
    pictures::{Transform, format::Format, variants},
    reads::{
        download::{self, Credential, ReadRequest},
        serve::{FileRequest, FileResponse, Found, Validators, serve},
    },
    requests::{
        extractors::{Bearer, Query},
        link::Scope,
    },
};

/// `GET /render/image/public/{bucket}/{key}`: the same for every caller.
pub(crate) async fn public(State(storage): State<Storage>, ask: ReadRequest) -> Result<Response, Error> {
    let transform = of_query(&ask.query)?;
    download::answer(&storage, &Caller::anonymous(), &ask, Credential::Public, Some(transform)).await
}

/// `GET /render/image/authenticated/{bucket}/{key}`: with the caller's rights.
pub(crate) async fn authenticated(
    State(storage): State<Storage>,
    Bearer(caller): Bearer,
    ask: ReadRequest,
) -> Result<Response, Error> {
    let transform = of_query(&ask.query)?;
    download::answer(&storage, &caller, &ask, Credential::Token, Some(transform)).await
}

/// `GET /render/image/sign/{bucket}/{key}?token=…`: the variant the link was signed for, and no other.
pub(crate) async fn signed(State(storage): State<Storage>, ask: ReadRequest) -> Result<Response, Error> {
    let (signer, claims) = download::signer(&storage, &ask, Scope::Render).await?;
    let transform = claims.transform.ok_or(Error::InvalidSignature)?;
    download::answer(&storage, &signer, &ask, Credential::Token, Some(transform)).await
}

fn of_query(query: &Query) -> Result<Transform, Error> {
    Transform::read(|name| query.get(name).map(str::to_owned))
}

/// The requested variant, or the original where none can be made.
pub(crate) async fn serve_picture(
    storage: &Storage,
    found: &Found,
    request: &FileRequest<'_>,
    transform: Transform,
) -> Result<Response, Error> {
    let object = &found.object;
    if !object.mimetype.starts_with("image/") {
        return Err(Error::InvalidMimeType(object.mimetype.to_owned()));
    }
    let format = Format::wanted(request.headers, object.mimetype, &transform);
    let name = variants::name(&transform, format);
    let etag = format!("\"{}-{name}\"", object.etag);
    let validators = Validators { etag: &etag, modified: object.updated_at };
    let mut answer = FileResponse::of(found, &etag);
    answer.set(header::VARY, "Accept");
    if validators.is_held_by(request.headers) {
        return Ok(answer.status(StatusCode::NOT_MODIFIED));
    }
    let Some(bytes) = variants::variant(storage, object, transform, format).await? else {
        let mut original = serve(storage, found, request).await?;
        original.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept"));
        return Ok(original);
    };
    answer.set(header::CONTENT_TYPE, format.mime());
    answer.set(header::CONTENT_LENGTH, &bytes.len().to_string());
    let described = transform.described();
    if !described.is_empty() {
        answer.set(HeaderName::from_static("x-transformations"), &described);
    }
    answer.disposition(object, request.download);
    if request.method != Method::HEAD {
        answer.body(Body::from(bytes));
    }
    Ok(answer.status(StatusCode::OK))
}
