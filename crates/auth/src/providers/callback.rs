//! `/callback`: receives a browser from a provider. Its state identifies the flow, once. The code is exchanged for the
//! provider's tokens, which identify a person, and so an account. The browser lands at the requested URL, with a
//! session in the fragment or, for a client with a verifier, with a code in the query.

use std::collections::BTreeMap;

use axum::{
    body::Bytes,
    extract::{RawQuery, State},
    http::{HeaderMap, StatusCode},
    response::Response,
};
use url::{Url, form_urlencoded};

use crate::{
    Auth,
    accounts::Profile,
    error::{Error, ErrorCode, Refusal, bad_request},
    providers::{
        authorize::with_cookie,
        finish_callback::{self, CallbackResult},
        flow_state::{self, Back, Flow},
        id_token::NonceRule,
    },
    requests::{Client, redirect_result},
    sessions::ProviderTokens,
};

/// Parameters in a provider's answer.
const ANSWERS: [&str; 5] = ["code", "error", "error_description", "iss", "state"];

/// Errors of RFC 6749, section 4.1.2.1, and of OpenID Connect Core 1.0, section 3.1.2.6.
const ERRORS: [&str; 11] = [
    "access_denied",
    "account_selection_required",
    "consent_required",
    "interaction_required",
    "invalid_request",
    "invalid_scope",
    "login_required",
    "server_error",
    "temporarily_unavailable",
    "unauthorized_client",
    "unsupported_response_type",
];

/// Maximum length of a description in characters.
const DESCRIPTION: usize = 200;

static UNKNOWN_STATE: Refusal = bad_request(ErrorCode::BadOauthState, "OAuth state not found or expired");

/// Method in the session.
const METHOD: &str = "oauth";

/// Parameters in the request.
#[derive(Debug, Default)]
struct Brought(BTreeMap<String, String>);

impl Brought {
    fn read(text: &[u8]) -> Self {
        let pairs = form_urlencoded::parse(text).into_owned();
        Self(pairs.filter(|(key, _)| ANSWERS.contains(&key.as_str())).collect())
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|text| !text.is_empty())
    }
}

/// `POST`, from providers that answer with a form: redirects to GET, which carries the cookie.
pub(crate) async fn by_form(State(auth): State<Auth>, body: Bytes) -> Result<Response, Error> {
    let mut url =
        Url::parse(&auth.callback_url()).map_err(|_| Error::Defect("the callback is no address"))?;
    url.query_pairs_mut().extend_pairs(Brought::read(&body).0);
    Ok(redirect_result::see_other(&url))
}

/// `GET`.
pub(crate) async fn open(
    State(auth): State<Auth>,
    client: Client,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Result<Response, Error> {
    let brought = Brought::read(query.unwrap_or_default().as_bytes());
    let state = brought.get("state").unwrap_or_default().to_owned();
    let browser = flow_state::kept(&headers, &state);
    let Some(flow) = finish_callback::take(&auth, &client, (&state, browser), &UNKNOWN_STATE).await? else {
        let site = auth.parts.redirects.resolve(None, None);
        let error = Error::Refused(&UNKNOWN_STATE);
        return Ok(redirect_result::see_other(&redirect_result::with_error(site, &error, true)));
    };
    let cookie = flow_state::forgotten(&state, Back::Link, auth.is_https())?;
    let response = match brought.get("error") {
        Some(name) => refused_there(&auth, &client, &flow, (name, brought.get("error_description"))).await?,
        None => {
            let proved = person(&auth, &flow, &brought).await;
            finish_callback::answer(&auth, &client, flow, proved, StatusCode::FOUND).await
        }
    };
    Ok(with_cookie(response, cookie))
}

/// Handles a refusal by the provider, or by the person there.
async fn refused_there(
    auth: &Auth,
    client: &Client,
    flow: &Flow,
    (name, description): (&str, Option<&str>),
) -> Result<Response, Error> {
    let known = ERRORS.iter().find(|known| **known == name);
    let name = known.copied().unwrap_or("server_error");
    let is_plain = |c: &char| !c.is_control();
    let description: String =
        description.unwrap_or(name).chars().filter(is_plain).take(DESCRIPTION).collect();
    let code = ErrorCode::BadOauthCallback;
    finish_callback::log_failure(auth, client, flow, code).await?;
    let words = [name, code.into_str(), &description];
    Ok(redirect_result::see_other(&redirect_result::with_words(flow.redirect_to.clone(), words, true)))
}

/// Returns the person who signed in at the provider. Runs outside any transaction, because the provider may be slow.
async fn person(auth: &Auth, flow: &Flow, brought: &Brought) -> Result<CallbackResult, Error> {
    let now = auth.now();
    let provider = auth.parts.providers.find(&flow.provider);
    let provider = provider.ok_or(Error::ProviderAnswer("it is not configured any more"))?;
    let config = provider.config();
    // RFC 9207: a code of one provider must not be used at another.
    if brought.get("iss").is_some_and(|issuer| !provider.is_issuer(issuer)) {
        return Err(Error::ProviderAnswer("it comes from another issuer"));
    }
    let code = brought.get("code").ok_or(Error::ProviderAnswer("there is no code"))?;
    let state = brought.get("state").unwrap_or_default();
    let verifier = config.pkce.then(|| flow_state::verifier(&auth.parts.flow_key, state));
    let tokens = provider.exchange(code, verifier.as_deref(), &auth.callback_url(), now).await?;
    let nonce = flow_state::nonce(&auth.parts.flow_key, state);
    let rule = if config.nonce { NonceRule::Exactly(&nonce) } else { NonceRule::Unused };
    let claims = provider.person(&tokens, &rule, now).await?;
    let profile = Profile::read(&config.name, &config.label, &claims);
    let tokens = ProviderTokens {
        provider_token: Some(tokens.access_token),
        provider_refresh_token: tokens.refresh_token,
    };
    Ok(CallbackResult { profile, tokens, method: METHOD, answers: Vec::new() })
}
