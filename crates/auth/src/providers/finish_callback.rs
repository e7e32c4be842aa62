//! Completes a return from a provider or a company: finds the flow, once, and gives the person a session in the
//! fragment or, for a client with a verifier, a code in the query.

use ateneu_base::{Timestamp, ids};
use ateneu_db::Tx;
use axum::{http::StatusCode, response::Response};
use url::Url;

use super::{
    flow_state::{self, Flow},
    linking,
};
use crate::{
    Auth,
    accounts::{Account, Profile},
    error::{Error, ErrorCode, Refusal, accepted, bad_request},
    requests::{Action, Client, limits, log, redirect_result},
    sessions::{self, ProviderTokens, Session, SessionResponse, SignInMethod, pkce, proof},
};

static SERVED: Refusal = bad_request(ErrorCode::SamlAssertionReplayed, "SAML Assertion has been used before");

/// A person identified by a provider or a company.
#[derive(Clone, Debug)]
pub(crate) struct CallbackResult {
    pub(crate) profile: Profile,
    pub(crate) tokens: ProviderTokens,
    /// Method that the session records.
    pub(crate) method: &'static str,
    /// Answers of a company, each valid once.
    pub(crate) answers: Vec<Answer>,
}

/// Answer that must not be used again.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// SHA-256 of its issuer and its id, hex.
    pub(crate) digest: String,
    /// Time at which it becomes too old anyway.
    pub(crate) expires_at: Timestamp,
}

enum End {
    SignedIn(Box<(Account, Session)>),
    Code(String),
}

/// Returns the flow of a state and the browser's cookie. Logs a missing one as `unknown`, within a limit against
/// floods.
pub(crate) async fn take(
    auth: &Auth,
    client: &Client,
    (state, browser): (&str, Option<String>),
    unknown: &'static Refusal,
) -> Result<Option<Flow>, Error> {
    let (now, client, state) = (auth.now(), client.clone(), state.to_owned());
    auth.write(move |tx| {
        let flow = flow_state::take(tx, &state, browser.as_deref(), now)?;
        let limit = limits::lost_states(&client);
        if flow.is_none() && limits::count_attempt(tx, limit.as_slice(), Action::Login, &client, now)?.is_ok()
        {
            log::write(tx, now, Action::Login, None, &client, Some(unknown.code))?;
        }
        Ok(flow)
    })
    .await
}

/// Logs that a flow ended without a session.
pub(crate) async fn log_failure(
    auth: &Auth,
    client: &Client,
    flow: &Flow,
    code: ErrorCode,
) -> Result<(), Error> {
    let (now, client, user_id) = (auth.now(), client.clone(), flow.user_id.clone());
    let action = if user_id.is_some() { Action::IdentityLinked } else { Action::Login };
    auth.write(move |tx| log::write(tx, now, action, user_id.as_deref(), &client, Some(code))).await
}

/// Redirects the browser to its destination, signed in or with an error, which is logged.
pub(crate) async fn answer(
    auth: &Auth,
    client: &Client,
    flow: Flow,
    proved: Result<CallbackResult, Error>,
    status: StatusCode,
) -> Response {
    let place = flow.redirect_to.clone();
    let entered = match proved {
        Ok(callback) => enter(auth, client, flow, callback).await,
        Err(error) => log_failure(auth, client, &flow, error.code()).await.and(Err(error)),
    };
    match entered {
        Ok(place) => redirect_result::redirect(status, &place),
        Err(error) => redirect_result::see_other(&redirect_result::with_error(place, &error, true)),
    }
}

/// Signs the person in and returns the URL at which they land.
async fn enter(auth: &Auth, client: &Client, flow: Flow, callback: CallbackResult) -> Result<Url, Error> {
    let mut end = sign_in(auth, client, &flow, &callback).await;
    if end.as_ref().is_err_and(Error::is_duplicate) {
        // The same person or address arrived twice at the same moment.
        end = sign_in(auth, client, &flow, &callback).await;
    }
    Ok(match end? {
        End::Code(code) => redirect_result::with_query(flow.redirect_to, &[("code", &code)]),
        End::SignedIn(parts) => {
            let (account, session) = *parts;
            let response = SessionResponse::new(auth, account, &session)?;
            let response = SessionResponse { provider_tokens: callback.tokens, ..response };
            response.in_fragment(flow.redirect_to, None)
        }
    })
}

async fn sign_in(auth: &Auth, client: &Client, flow: &Flow, callback: &CallbackResult) -> Result<End, Error> {
    let (service, client, now) = (auth.clone(), client.clone(), auth.now());
    let (flow, callback) = (flow.clone(), callback.clone());
    auth.write(move |tx| {
        if !consume_answers(tx, &callback.answers, now)? {
            log::write(tx, now, Action::Login, None, &client, Some(SERVED.code))?;
            return Ok(Err(Error::Refused(&SERVED)));
        }
        let asking = match &flow.session_id {
            Some(id) => sessions::find(tx, id)?,
            None => None,
        };
        let proved_at = asking.as_ref().and_then(|session| session.proved_at);
        let link_to = flow.user_id.as_deref().map(|user_id| (user_id, proved_at));
        let wanted = (&callback.profile, link_to);
        let mut user = accepted!(linking::sign_in_or_link(&service, tx, wanted, &client, now)?);
        let identity = SignInMethod::Identity(&callback.profile.provider, &callback.profile.subject);
        let proved_at = proof::effective_at(tx, &user.id, identity, now)?;
        if let Some(challenge) = &flow.challenge {
            let (method, tokens) = (callback.method, Some(&callback.tokens));
            let kept = pkce::Kept { method, proved_at, challenge, tokens };
            let code = pkce::store(&service, tx, &user.id, &kept, now)?;
            return Ok(Ok(End::Code(code)));
        }
        let session = match &flow.session_id {
            // Linking is not a sign-in: the caller's session keeps its level.
            Some(_) => asking.ok_or(Error::SessionNotFound)?,
            None => {
                log::write(tx, now, Action::Login, Some(&user.id), &client, None)?;
                sessions::create(tx, &mut user, (callback.method, proved_at), &client, now)?
            }
        };
        Ok::<_, Error>(Ok(End::SignedIn(Box::new((Account::of(tx, user)?, session)))))
    })
    .await?
}

/// Marks answers as used. Returns `false` if one has been used before, on any node.
fn consume_answers(tx: &mut Tx<'_>, answers: &[Answer], now: Timestamp) -> Result<bool, Error> {
    let sql = "INSERT INTO saml_assertions (id, digest, created_at, expires_at) VALUES ($1, $2, $3, $4)
               ON CONFLICT (digest) DO NOTHING";
    let mut are_new = true;
    for Answer { digest, expires_at } in answers {
        let row = [ids::row_id(now).into(), digest.into(), now.into(), (*expires_at).into()];
        are_new &= tx.execute(sql, &row)? > 0;
    }
    Ok(are_new)
}
