//! `GET /authorize` and `GET /user/identities/authorize`: sends a browser to a provider, to sign in or to link an
//! identity.
//!
//! The flow is bound to the provider by `state`, a nonce and a code verifier, and to this browser by a cookie: an
//! answer in another browser is refused.

use std::collections::BTreeMap;

use axum::{
    Json,
    extract::{RawQuery, State},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::json;
use url::{Url, form_urlencoded};

use crate::{
    Auth,
    error::{Error, ErrorCode, Refusal, bad_request},
    providers::{
        flow_state::{self, Back, Flow, Secrets},
        provider::Provider,
    },
    requests::{Action, Client, Destination, limits, redirect_result},
    sessions::{
        Assured, SignedIn,
        pkce::{Asked, Challenge},
        proof,
    },
};

/// Parameters that a page may pass to the provider, without those that bind the flow.
const PASSED_ON: [&str; 8] = [
    "access_type",
    "acr_values",
    "display",
    "hd",
    "include_granted_scopes",
    "login_hint",
    "prompt",
    "ui_locales",
];

static UNKNOWN: Refusal =
    bad_request(ErrorCode::ValidationFailed, "Unsupported provider: provider is not enabled");

/// Request of a page.
struct AuthorizeRequest {
    provider: String,
    scopes: String,
    challenge: Option<Challenge>,
    passed_on: Vec<(String, String)>,
    /// True if the page follows the URL itself.
    as_json: bool,
}

impl AuthorizeRequest {
    fn read(query: Option<String>) -> Result<Self, Error> {
        let query = query.unwrap_or_default();
        let mut pairs: BTreeMap<String, String> =
            form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        let challenge = Asked {
            code_challenge: pairs.remove("code_challenge"),
            code_challenge_method: pairs.remove("code_challenge_method"),
        };
        let scopes = pairs.remove("scopes").unwrap_or_default();
        // RFC 6749, section 3.3.
        if !scopes.chars().all(|c| matches!(c, ' '..='~') && !matches!(c, '"' | '\\')) {
            return Err(Error::validation("scopes holds a character that no scope may have"));
        }
        Ok(Self {
            provider: pairs.remove("provider").unwrap_or_default(),
            scopes,
            challenge: challenge.challenge()?,
            as_json: pairs.remove("skip_http_redirect").is_some_and(|text| text == "true"),
            passed_on: pairs.into_iter().filter(|(key, _)| PASSED_ON.contains(&key.as_str())).collect(),
        })
    }
}

/// `GET /authorize`. A failure is reported at the URL for the return.
pub(crate) async fn sign_in(
    State(auth): State<Auth>,
    client: Client,
    Destination(redirect_to): Destination,
    RawQuery(query): RawQuery,
) -> Result<Response, Error> {
    let request = AuthorizeRequest::read(query)?;
    let provider = find_provider(&auth, &request)?;
    Ok(match leave(&auth, &client, (provider, &request), redirect_to.clone(), None).await {
        Ok((url, cookie)) => with_cookie(redirect_result::redirect(StatusCode::FOUND, &url), cookie),
        Err(error) => redirect_result::see_other(&redirect_result::with_error(redirect_to, &error, true)),
    })
}

/// `GET /user/identities/authorize`.
pub(crate) async fn link(
    State(auth): State<Auth>,
    client: Client,
    Assured(person): Assured,
    Destination(redirect_to): Destination,
    RawQuery(query): RawQuery,
) -> Result<Response, Error> {
    proof::require_recent(&person.user, person.session.as_ref(), auth.now())?;
    let request = AuthorizeRequest::read(query)?;
    let provider = find_provider(&auth, &request)?;
    let (url, cookie) = leave(&auth, &client, (provider, &request), redirect_to, Some(&person)).await?;
    let response = match request.as_json {
        true => Json(json!({ "url": url.as_str() })).into_response(),
        false => redirect_result::redirect(StatusCode::FOUND, &url),
    };
    Ok(with_cookie(response, cookie))
}

fn find_provider<'a>(auth: &'a Auth, request: &AuthorizeRequest) -> Result<&'a Provider, Error> {
    auth.parts.providers.find(&request.provider).ok_or(Error::Refused(&UNKNOWN))
}

/// Stores the flow. Returns the provider's URL and the cookie of the flow.
async fn leave(
    auth: &Auth,
    client: &Client,
    (provider, request): (&Provider, &AuthorizeRequest),
    redirect_to: Url,
    linking: Option<&SignedIn>,
) -> Result<(Url, HeaderValue), Error> {
    let (now, secrets) = (auth.now(), Secrets::new());
    let mut url = provider.authorization(now).await?;
    address(auth, (provider, request), &secrets.state, &mut url);
    let cookie = secrets.cookie(Back::Link, auth.is_https())?;
    let flow = Flow {
        provider: request.provider.clone(),
        redirect_to,
        challenge: request.challenge.clone(),
        user_id: linking.map(|person| person.user.id.clone()),
        session_id: linking.and_then(|person| person.session.as_ref()).map(|session| session.id.clone()),
        request_id: None,
    };
    let limit = limits::provider_flows(client);
    let client = client.clone();
    auth.write(move |tx| match limits::count_attempt(tx, limit.as_slice(), Action::Login, &client, now)? {
        Ok(()) => flow_state::store(tx, &flow, &secrets, now).map(Ok),
        Err(refusal) => Ok(Err(refusal)),
    })
    .await??;
    Ok((url, cookie))
}

fn address(auth: &Auth, (provider, request): (&Provider, &AuthorizeRequest), state: &str, url: &mut Url) {
    let (config, key) = (provider.config(), &auth.parts.flow_key);
    let mut scopes: Vec<&str> = config.scopes.split_whitespace().collect();
    for scope in request.scopes.split_whitespace() {
        if !scopes.contains(&scope) {
            scopes.push(scope);
        }
    }
    let mut query = url.query_pairs_mut();
    query
        .append_pair("redirect_uri", &auth.callback_url())
        .append_pair("scope", &scopes.join(" "))
        .append_pair("state", state);
    if config.nonce {
        query.append_pair("nonce", &flow_state::nonce(key, state));
    }
    if config.pkce {
        let challenge = Challenge::of_verifier(&flow_state::verifier(key, state));
        query.append_pair("code_challenge", challenge.text()).append_pair("code_challenge_method", "S256");
    }
    query.extend_pairs(&request.passed_on);
}

/// Adds the cookie to a response.
pub(crate) fn with_cookie(mut response: Response, cookie: HeaderValue) -> Response {
    response.headers_mut().append(header::SET_COOKIE, cookie);
    response
}
