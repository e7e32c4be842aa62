//! `GET /render/image/…`: a picture in another size or format, under the same rules as its original.
//!
//! storage-js 2.119 asks here when `getPublicUrl`, `download` or `createSignedUrl` is given a `transform`.

use ateneu_base::Caller;
use axum::{extract::State, response::Response};

use crate::{
    Error, Storage,
    pictures::Transform,
    reads::download::{self, Ask, Door},
    requests::{
        ask::{Bearer, Query},
        link::Scope,
    },
};

/// `GET /render/image/public/{bucket}/{key}`: the same for everyone, whoever asks.
pub(crate) async fn public(State(storage): State<Storage>, ask: Ask) -> Result<Response, Error> {
    let transform = of_query(&ask.query)?;
    download::answer(&storage, &Caller::anonymous(), &ask, Door::Public, Some(transform)).await
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
