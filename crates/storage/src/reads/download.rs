//! `GET` and `HEAD` of a file's bytes and description, with a token, at a public URL, or by a signed link, and of a
//! picture in another size or format (`/render/image/…`, used by storage-js 2.119 for `transform`).

use ateneu_base::Caller;
use ateneu_db::Tx;
use ateneu_pictures::{Format, Transform};
use axum::{
    Json,
    body::Body,
    extract::{FromRequestParts, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};

use crate::{
    Error, Storage,
    objects::{
        access::{Access, PublicAccess},
        bucket::{self, Bucket},
        key::Key,
        object,
    },
    reads::serve::{FileRequest, FileResponse, Found, Validators, serve},
    requests::{
        extractors::{Bearer, ObjectPath, Query},
        link::{Claims, Scope},
    },
    variants,
};

/// Number of attempts of a read whose file is replaced meanwhile.
const ATTEMPTS: usize = 10;

/// Parts of the request for all reads.
pub(crate) struct ReadRequest {
    path: ObjectPath,
    pub(crate) query: Query,
    method: Method,
    headers: HeaderMap,
}

impl<S: Send + Sync> FromRequestParts<S> for ReadRequest {
    type Rejection = Error;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        Ok(Self {
            path: ObjectPath::from_request_parts(parts, state).await?,
            query: Query::from_request_parts(parts, state).await?,
            method: parts.method.clone(),
            headers: parts.headers.clone(),
        })
    }
}

/// Authentication of a request for a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Credential {
    /// The caller's own rights.
    Token,
    /// Public buckets only, with a visitor's rights.
    Public,
}

/// `GET /object/{bucket}/{key}`: with the caller's rights. Public buckets need no token.
pub(crate) async fn plain(
    State(storage): State<Storage>,
    caller: Result<Bearer, Error>,
    ask: ReadRequest,
) -> Result<Response, Error> {
    match caller {
        Ok(Bearer(caller)) => answer(&storage, &caller, &ask, Credential::Token, None).await,
        Err(Error::MissingAuthorization) => {
            let id = ask.path.bucket.clone();
            let bucket = storage.read(move |storage, tx| bucket::find(storage, tx, &id)).await;
            match bucket {
                Ok(bucket) if bucket.public => {
                    answer(&storage, &Caller::anonymous(), &ask, Credential::Public, None).await
                }
                Ok(_) | Err(Error::NoSuchBucket) => Err(Error::MissingAuthorization),
                Err(problem) => Err(problem),
            }
        }
        Err(refusal) => Err(refusal),
    }
}

/// `GET /object/authenticated/{bucket}/{key}`: with the caller's rights.
pub(crate) async fn authenticated(
    State(storage): State<Storage>,
    Bearer(caller): Bearer,
    ask: ReadRequest,
) -> Result<Response, Error> {
    answer(&storage, &caller, &ask, Credential::Token, None).await
}

/// `GET /object/public/{bucket}/{key}`: the same for every caller.
pub(crate) async fn public(State(storage): State<Storage>, ask: ReadRequest) -> Result<Response, Error> {
    answer(&storage, &Caller::anonymous(), &ask, Credential::Public, None).await
}

/// `GET /object/sign/{bucket}/{key}?token=…`: with the signer's present rights.
pub(crate) async fn signed(State(storage): State<Storage>, ask: ReadRequest) -> Result<Response, Error> {
    let (signer, _) = signer(&storage, &ask, Scope::Read).await?;
    answer(&storage, &signer, &ask, Credential::Token, None).await
}

/// Returns the signer of the request's link with their present rights, and the claims of the link.
pub(crate) async fn signer(
    storage: &Storage,
    ask: &ReadRequest,
    scope: Scope,
) -> Result<(Caller, Claims), Error> {
    let token = ask.query.get("token").ok_or(Error::MissingParameter("token"))?;
    let file = (ask.path.bucket.as_str(), &ask.path.key);
    let claims = storage.links().read(token, scope, file, storage.now())?;
    Ok((claims.signer(storage).await?, claims))
}

/// Responds with the file or a variant of it, if the caller may read it with this credential.
pub(crate) async fn answer(
    storage: &Storage,
    caller: &Caller,
    ask: &ReadRequest,
    credential: Credential,
    transform: Option<Transform>,
) -> Result<Response, Error> {
    let request =
        FileRequest { method: &ask.method, headers: &ask.headers, download: ask.query.get("download") };
    let mut found = locate(storage, caller, &ask.path, credential).await?;
    for _ in 0..ATTEMPTS {
        let answered = match transform {
            None => serve(storage, &found, &request).await,
            Some(transform) => serve_picture(storage, &found, &request, transform).await,
        };
        match answered {
            Err(Error::NoSuchKey) => {}
            answered => return answered,
        }
        // The file may have been replaced between the reads of its row and its bytes.
        let again = locate(storage, caller, &ask.path, credential).await?;
        if again.object.version == found.object.version {
            return Err(Error::NoSuchKey);
        }
        found = again;
    }
    Err(Error::Unavailable)
}

/// Returns the file, if the caller may read it with this credential.
pub(crate) async fn locate(
    storage: &Storage,
    caller: &Caller,
    path: &ObjectPath,
    credential: Credential,
) -> Result<Found, Error> {
    let (access, bucket, key) = (Access::now(storage, caller.clone()), path.bucket.clone(), path.key.clone());
    storage
        .read(move |storage, tx| {
            let bucket = bucket::find(storage, tx, &bucket)?;
            find(tx, &access, &bucket, &key, credential)
        })
        .await
}

fn find(
    tx: &mut Tx<'_>,
    access: &Access,
    bucket: &Bucket,
    key: &Key,
    credential: Credential,
) -> Result<Found, Error> {
    if credential == Credential::Public && !bucket.public {
        return Err(Error::NoSuchBucket);
    }
    let object = object::find(tx, &bucket.id, key)?.ok_or(Error::NoSuchKey)?;
    let visitor = Access { caller: Caller::anonymous(), now: access.now };
    let public_access = visitor.public_access(tx, bucket, &object)?;
    let admitted = public_access != PublicAccess::None
        || (credential == Credential::Token && access.admits_to(tx, &bucket.rules.read, bucket, &object)?);
    if admitted { Ok(Found { object, public_access }) } else { Err(Error::NoSuchKey) }
}

/// `/object/info/{bucket}/{key}`: storage-js 2.119 derives `exists()` from it and needs the code `NoSuchKey` for false.
pub(crate) async fn info(
    State(storage): State<Storage>,
    Bearer(caller): Bearer,
    path: ObjectPath,
) -> Result<Response, Error> {
    let found = locate(&storage, &caller, &path, Credential::Token).await?;
    Ok(described(&found))
}

/// `/object/info/public/{bucket}/{key}`: without a token, in public buckets.
pub(crate) async fn public_info(State(storage): State<Storage>, path: ObjectPath) -> Result<Response, Error> {
    let found = locate(&storage, &Caller::anonymous(), &path, Credential::Public).await?;
    Ok(described(&found))
}

/// Responds with the description, under the headers of the file itself, apart from its type and size.
fn described(found: &Found) -> Response {
    let of_file = FileResponse::of(found, &format!("\"{}\"", found.object.etag));
    let mut answer = Json(found.object.info()).into_response();
    for name in [header::ETAG, header::LAST_MODIFIED, header::CACHE_CONTROL] {
        if let Some(value) = of_file.get(&name) {
            answer.headers_mut().insert(name, value.clone());
        }
    }
    answer
}

/// `GET /render/image/public/{bucket}/{key}`: the same for every caller.
pub(crate) async fn picture_public(
    State(storage): State<Storage>,
    ask: ReadRequest,
) -> Result<Response, Error> {
    let transform = of_query(&ask.query)?;
    answer(&storage, &Caller::anonymous(), &ask, Credential::Public, Some(transform)).await
}

/// `GET /render/image/authenticated/{bucket}/{key}`: with the caller's rights.
pub(crate) async fn picture_authenticated(
    State(storage): State<Storage>,
    Bearer(caller): Bearer,
    ask: ReadRequest,
) -> Result<Response, Error> {
    let transform = of_query(&ask.query)?;
    answer(&storage, &caller, &ask, Credential::Token, Some(transform)).await
}

/// `GET /render/image/sign/{bucket}/{key}?token=…`: only the variant for which the link was signed.
pub(crate) async fn picture_signed(
    State(storage): State<Storage>,
    ask: ReadRequest,
) -> Result<Response, Error> {
    let (signer, claims) = signer(&storage, &ask, Scope::Render).await?;
    let transform = claims.transform.ok_or(Error::InvalidSignature)?;
    answer(&storage, &signer, &ask, Credential::Token, Some(transform)).await
}

fn of_query(query: &Query) -> Result<Transform, Error> {
    Ok(Transform::read(|name| query.get(name).map(str::to_owned))?)
}

/// Responds with the requested variant, or with the original if none can be made.
pub(crate) async fn serve_picture(
    storage: &Storage,
    found: &Found,
    request: &FileRequest<'_>,
    transform: Transform,
) -> Result<Response, Error> {
    let object = &found.object;
    if !object.mimetype.starts_with("image/") {
        return Err(Error::InvalidMimeType(object.mimetype.to_string()));
    }
    let format = Format::wanted(request.headers, &object.mimetype, &transform);
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
