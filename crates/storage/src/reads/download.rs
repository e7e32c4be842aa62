//! `GET` and `HEAD` of a file's bytes: with a token, at a public address, or by a signed link.

use ateneu_base::Caller;
use ateneu_db::Tx;
use axum::{
    extract::{FromRequestParts, State},
    http::{HeaderMap, Method, request::Parts},
    response::Response,
};

use crate::{
    Error, Storage,
    objects::{
        access::{Judge, Openness},
        bucket::{self, Bucket},
        key::Key,
        object,
    },
    pictures::Transform,
    reads::{
        serve::{Found, Wish, serve},
        serve_picture::serve_picture,
    },
    requests::{
        ask::{Bearer, ObjectPath, Query},
        link::{Claims, Scope},
    },
};

/// How often a read starts over because the file was replaced meanwhile.
const ATTEMPTS: usize = 10;

/// What every read takes from its request.
pub(crate) struct Ask {
    path: ObjectPath,
    pub(crate) query: Query,
    method: Method,
    headers: HeaderMap,
}

impl<S: Send + Sync> FromRequestParts<S> for Ask {
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

/// Which of a bucket's doors a request came through.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Door {
    /// With the caller's own rights.
    Token,
    /// Public buckets only, with a visitor's rights.
    Public,
}

/// `GET /object/{bucket}/{key}`: with the caller's rights; public buckets ask for no token.
pub(crate) async fn plain(
    State(storage): State<Storage>,
    caller: Result<Bearer, Error>,
    ask: Ask,
) -> Result<Response, Error> {
    match caller {
        Ok(Bearer(caller)) => answer(&storage, &caller, &ask, Door::Token, None).await,
        Err(Error::MissingAuthorization) => {
            let id = ask.path.bucket.clone();
            let bucket = storage.read(move |storage, tx| bucket::find(storage, tx, &id)).await;
            match bucket {
                Ok(bucket) if bucket.public => {
                    answer(&storage, &Caller::anonymous(), &ask, Door::Public, None).await
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
    ask: Ask,
) -> Result<Response, Error> {
    answer(&storage, &caller, &ask, Door::Token, None).await
}

/// `GET /object/public/{bucket}/{key}`: the same for everyone, whoever asks.
pub(crate) async fn public(State(storage): State<Storage>, ask: Ask) -> Result<Response, Error> {
    answer(&storage, &Caller::anonymous(), &ask, Door::Public, None).await
}

/// `GET /object/sign/{bucket}/{key}?token=…`: with the signer's rights as they are now.
pub(crate) async fn signed(State(storage): State<Storage>, ask: Ask) -> Result<Response, Error> {
    let (signer, _) = signer(&storage, &ask, Scope::Read).await?;
    answer(&storage, &signer, &ask, Door::Token, None).await
}

/// Who signed the request's link, with the rights they have now, and what the link says.
pub(crate) async fn signer(storage: &Storage, ask: &Ask, scope: Scope) -> Result<(Caller, Claims), Error> {
    let token = ask.query.get("token").ok_or(Error::MissingParameter("token"))?;
    let file = (ask.path.bucket.as_str(), &ask.path.key);
    let claims = storage.links().read(token, scope, file, storage.now())?;
    Ok((claims.signer(storage).await?, claims))
}

/// The file, or what is made of it, if the caller may read it through this door.
pub(crate) async fn answer(
    storage: &Storage,
    caller: &Caller,
    ask: &Ask,
    door: Door,
    transform: Option<Transform>,
) -> Result<Response, Error> {
    let wish = Wish { method: &ask.method, headers: &ask.headers, download: ask.query.get("download") };
    let mut found = locate(storage, caller, &ask.path, door).await?;
    for _ in 0..ATTEMPTS {
        let answered = match transform {
            None => serve(storage, &found, &wish).await,
            Some(transform) => serve_picture(storage, &found, &wish, transform).await,
        };
        match answered {
            Err(Error::NoSuchKey) => {}
            answered => return answered,
        }
        // Was the file replaced between reading its row and opening its bytes?
        let again = locate(storage, caller, &ask.path, door).await?;
        if again.object.version == found.object.version {
            return Err(Error::NoSuchKey);
        }
        found = again;
    }
    Err(Error::Unavailable)
}

/// The file, if the caller may read it through this door.
pub(crate) async fn locate(
    storage: &Storage,
    caller: &Caller,
    path: &ObjectPath,
    door: Door,
) -> Result<Found, Error> {
    let (judge, bucket, key) = (Judge::now(storage, caller.clone()), path.bucket.clone(), path.key.clone());
    storage
        .read(move |storage, tx| {
            let bucket = bucket::find(storage, tx, &bucket)?;
            find(tx, &judge, &bucket, &key, door)
        })
        .await
}

fn find(tx: &mut Tx<'_>, judge: &Judge, bucket: &Bucket, key: &Key, door: Door) -> Result<Found, Error> {
    if door == Door::Public && !bucket.public {
        return Err(Error::NoSuchBucket);
    }
    let object = object::find(tx, &bucket.id, key)?.ok_or(Error::NoSuchKey)?;
    let visitor = Judge { caller: Caller::anonymous(), now: judge.now };
    let openness = visitor.openness(tx, bucket, &object)?;
    let admitted = openness != Openness::Closed
        || (door == Door::Token && judge.admits_to(tx, &bucket.rules.read, bucket, &object)?);
    if admitted { Ok(Found { object, openness }) } else { Err(Error::NoSuchKey) }
}
