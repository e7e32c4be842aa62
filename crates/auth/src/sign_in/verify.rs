//! `POST /verify`: exchanges a sent secret for a session. Each works once.

use std::convert::Infallible;

use axum::{
    Json,
    extract::{FromRequestParts, State},
    http::request::Parts,
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use serde_json::json;

use crate::{
    Auth,
    accounts::{Account, Address},
    error::Error,
    messages::one_time,
    requests::{Body, Client},
    sessions::{self, SessionResponse, SignedIn, proof},
    sign_in::redeem::{Given, Redeemed, redeem},
};

/// Message after the confirmation of the first of two addresses.
pub(crate) const HALF_WAY: &str =
    "Confirmation link accepted. Please proceed to confirm link sent to the other email";

#[derive(Deserialize)]
pub(crate) struct Request {
    r#type: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    token: Option<String>,
    token_hash: Option<String>,
}

impl Request {
    fn given(&self, auth: &Auth) -> Result<Given, Error> {
        let given = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        match (given(&self.token_hash), given(&self.token)) {
            (Some(secret), _) => Ok(Given::Link(secret)),
            (None, None) => Err(Error::validation("Verify requires a token or a token hash")),
            (None, Some(code)) => {
                let named = (self.email.as_deref(), self.phone.as_deref());
                let to = Address::from_email_or_phone(auth, named.0, named.1)?;
                let to = to.ok_or_else(|| {
                    Error::validation("Only an email address or phone number should be provided on verify")
                })?;
                Ok(Given::Code { to, code: code.trim().to_owned() })
            }
        }
    }
}

/// Id of the caller's session, if any. Sign-in is not required.
pub(crate) struct Own(Option<String>);

impl FromRequestParts<Auth> for Own {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, auth: &Auth) -> Result<Self, Infallible> {
        let person = SignedIn::from_request_parts(parts, auth).await.ok();
        Ok(Self(person.and_then(|person| person.session).map(|session| session.id)))
    }
}

pub(crate) async fn handle(
    State(auth): State<Auth>,
    client: Client,
    Own(own): Own,
    Body(request): Body<Request>,
) -> Result<Response, Error> {
    let kinds = one_time::redeemed_as(request.r#type.as_deref().unwrap_or_default())
        .ok_or_else(|| Error::validation("Verify requires a verification type"))?;
    let given = request.given(&auth)?;
    let (now, service) = (auth.now(), auth.clone());
    let begun = auth
        .write(move |tx| {
            let (mut user, kind) = match redeem(&service, tx, &given, kinds, &client, now)? {
                Err(refusal) => return Ok(Err(refusal)),
                Ok(Redeemed::HalfWay) => return Ok(Ok(None)),
                Ok(Redeemed::Person { user, kind, .. }) => (user, kind),
            };
            // Confirming a change is not a sign-in for a signed-in caller, whose session has proved more.
            let own = match own.filter(|_| kind.is_change()) {
                Some(id) => sessions::find(tx, &id)?.filter(|session| session.user_id == user.id),
                None => None,
            };
            let session = match own {
                Some(session) => session,
                None => {
                    let proved_at = proof::effective_at(tx, &user.id, kind.sign_in_method(), now)?;
                    sessions::create(tx, &mut user, ("otp", proved_at), &client, now)?
                }
            };
            Ok::<_, Error>(Ok(Some((Account::of(tx, *user)?, session))))
        })
        .await??;
    Ok(match begun {
        Some((account, session)) => Json(SessionResponse::new(&auth, account, &session)?).into_response(),
        None => Json(json!({ "msg": HALF_WAY, "code": "200" })).into_response(),
    })
}
