//! `POST /token?grant_type=id_token`: signs in with the token that an app got from a provider. With `link_identity` it
//! becomes another sign-in method of the caller.

use ateneu_base::Timestamp;
use axum::extract::{FromRequest, FromRequestParts, Request};
use serde::Deserialize;

use crate::{
    Auth,
    accounts::{Account, Profile},
    error::{Error, ErrorCode, Refusal, accepted, bad_request},
    providers::{id_token::NonceRule, linking},
    requests::{Action, Body, Client, limits, log},
    sessions::{self, Assured, Session, SessionResponse, SignInMethod, proof},
};

static NOT_SUPPORTED: Refusal = bad_request(
    ErrorCode::OauthProviderNotSupported,
    "Sign-in with an id token of this provider is not offered",
);

#[derive(Deserialize)]
struct Presented {
    provider: Option<String>,
    id_token: Option<String>,
    nonce: Option<String>,
    #[serde(default)]
    link_identity: bool,
}

/// Returns a session of the token's person.
pub(crate) async fn sign_in(
    auth: &Auth,
    client: &Client,
    request: Request,
) -> Result<SessionResponse, Error> {
    let (mut parts, body) = request.into_parts();
    let request = Request::from_parts(parts.clone(), body);
    let Body(presented) = Body::<Presented>::from_request(request, &()).await?;
    let link_to = match presented.link_identity {
        true => {
            let Assured(person) = Assured::from_request_parts(&mut parts, auth).await?;
            let session = person.session.as_ref();
            proof::require_recent(&person.user, session, auth.now())?;
            Some((person.user.id, session.and_then(|session| session.proved_at)))
        }
        false => None,
    };
    count_attempt(auth, client).await?;
    let profile = match person(auth, &presented).await {
        Ok(profile) => profile,
        Err(error) => {
            log_failure(auth, client, link_to.map(|(user_id, _)| user_id), error.code()).await?;
            return Err(error);
        }
    };
    let mut made = start_session(auth, client, &profile, link_to.clone()).await;
    if made.as_ref().is_err_and(Error::is_duplicate) {
        made = start_session(auth, client, &profile, link_to).await;
    }
    let (account, session) = made?;
    SessionResponse::new(auth, account, &session)
}

/// Counts an attempt before the token is checked. A valid token gives it back.
async fn count_attempt(auth: &Auth, client: &Client) -> Result<(), Error> {
    let (now, client, rules) = (auth.now(), client.clone(), auth.rules());
    auth.write(move |tx| {
        let limits = limits::verification(&rules, None, &client);
        limits::count_attempt(tx, &limits, Action::Login, &client, now)
    })
    .await?
}

async fn log_failure(
    auth: &Auth,
    client: &Client,
    user_id: Option<String>,
    code: ErrorCode,
) -> Result<(), Error> {
    let (now, client) = (auth.now(), client.clone());
    auth.write(move |tx| log::write(tx, now, Action::Login, user_id.as_deref(), &client, Some(code))).await
}

async fn person(auth: &Auth, presented: &Presented) -> Result<Profile, Error> {
    let name = presented.provider.as_deref().unwrap_or_default();
    let provider = auth.parts.providers.find(name).ok_or(Error::Refused(&NOT_SUPPORTED))?;
    let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let token = given(&presented.id_token).ok_or_else(|| Error::validation("id_token required"))?;
    let nonce = given(&presented.nonce);
    let (config, rule) = (provider.config(), NonceRule::Given(nonce.as_deref()));
    let claims = provider.claims(&token, &config.client_ids, &rule, auth.now()).await?;
    Ok(Profile::read(&config.name, &config.label, &claims))
}

async fn start_session(
    auth: &Auth,
    client: &Client,
    profile: &Profile,
    link_to: Option<(String, Option<Timestamp>)>,
) -> Result<(Account, Session), Error> {
    let (service, client, now) = (auth.clone(), client.clone(), auth.now());
    let (profile, rules) = (profile.clone(), auth.rules());
    auth.write(move |tx| {
        for limit in limits::verification(&rules, None, &client) {
            limit.give_back(tx)?;
        }
        let link_to = link_to.as_ref().map(|(user_id, proved_at)| (user_id.as_str(), *proved_at));
        let wanted = (&profile, link_to);
        let mut user = accepted!(linking::sign_in_or_link(&service, tx, wanted, &client, now)?);
        let method = SignInMethod::Identity(&profile.provider, &profile.subject);
        let proved_at = proof::effective_at(tx, &user.id, method, now)?;
        let session = sessions::create(tx, &mut user, ("oauth", proved_at), &client, now)?;
        log::write(tx, now, Action::Login, Some(&user.id), &client, None)?;
        Ok::<_, Error>(Ok((Account::of(tx, user)?, session)))
    })
    .await?
}
