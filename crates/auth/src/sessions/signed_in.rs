//! Bearer of a request's token: a person with current data, or the holder of the service key.

use std::sync::Arc;

use ateneu_base::Role;
use ateneu_tokens::Claims;
use axum::{extract::FromRequestParts, http::request::Parts};

use crate::{
    Auth,
    accounts::{Factor, Identity, User, factor, identity, users},
    error::Error,
    requests::client,
    sessions::{self, Session, assurance},
};

fn verified(parts: &Parts, auth: &Auth) -> Result<Arc<Claims>, Error> {
    let token = client::bearer(&parts.headers).ok_or(Error::NoAuthorization)?;
    auth.verify(token).map_err(Error::BadJwt)
}

/// The person of the bearer token, with current data, even if a second factor is due. Endpoints that do more than
/// verify it take [`Assured`].
pub(crate) struct SignedIn {
    pub(crate) user: User,
    pub(crate) identities: Vec<Identity>,
    pub(crate) factors: Vec<Factor>,
    /// Session. `None` only for a token signed with the shared secret.
    pub(crate) session: Option<Session>,
}

impl FromRequestParts<Auth> for SignedIn {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, auth: &Auth) -> Result<Self, Error> {
        let claims = verified(parts, auth)?;
        let id = claims.sub.clone().ok_or(Error::NoSubject)?;
        let now = auth.now();
        auth.read(move |tx| {
            let user = users::find(tx, &id)?.filter(|user| user.deleted_at.is_none());
            let user = user.ok_or(Error::TokenUserNotFound)?;
            let session = match &claims.session_id {
                Some(id) => sessions::find(tx, id)?.filter(|session| session.user_id == user.id),
                None => None,
            };
            if session.is_none() && !(claims.shared && claims.session_id.is_none()) {
                return Err(Error::TokenSessionNotFound);
            }
            if user.is_banned(now) {
                return Err(Error::TokenUserBanned);
            }
            let identities = identity::of(tx, &user.id)?;
            let factors = factor::of(tx, &user.id)?;
            Ok(Self { user, identities, factors, session })
        })
        .await
    }
}

/// The person behind the bearer token, with every required factor verified.
pub(crate) struct Assured(pub(crate) SignedIn);

impl FromRequestParts<Auth> for Assured {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, auth: &Auth) -> Result<Self, Error> {
        let person = SignedIn::from_request_parts(parts, auth).await?;
        match assurance::is_owed(&person.factors, person.session.as_ref()) {
            true => Err(Error::Refused(&assurance::OWED)),
            false => Ok(Self(person)),
        }
    }
}

/// Proof that the caller holds the service key.
pub(crate) struct Service;

impl FromRequestParts<Auth> for Service {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, auth: &Auth) -> Result<Self, Error> {
        let claims = verified(parts, auth)?;
        match claims.role() {
            Some(Role::Service) => Ok(Self),
            _ => Err(Error::NotAdmin),
        }
    }
}
