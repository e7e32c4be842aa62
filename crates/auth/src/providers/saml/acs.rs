//! `POST /sso/saml/acs`: a company's site sends the browser back with its answer. Only an answer to a request of ours
//! is heard, once, and only while its flow lasts: what a company sends unasked is refused.

use axum::{
    body::Bytes,
    extract::{State, rejection::BytesRejection},
    http::{HeaderMap, StatusCode},
    response::Response,
};
use url::{Url, form_urlencoded};

use super::{DISABLED, verdict};
use crate::{
    Auth,
    accounts::managed::SSO,
    error::Error,
    providers::{
        arrival::{self, Arrival},
        authorize::with_cookie,
        flows::{self, Back, Flow},
    },
    requests::{client::Client, landing},
};

/// Largest answer heard, in bytes.
pub(super) const LIMIT: usize = 256 * 1024;

pub(super) async fn handle(
    State(auth): State<Auth>,
    client: Client,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Error> {
    if auth.companies().is_empty() {
        return Err(Error::Refused(&DISABLED));
    }
    let body = body.map_err(|_| Error::BodyTooLarge)?;
    let state = field(&body, "RelayState").unwrap_or_default();
    let browser = flows::kept(&headers, &state);
    let Some(flow) = arrival::take(&auth, &client, (&state, browser), &verdict::UNKNOWN_STATE).await? else {
        let site = auth.redirects().settle(None, None);
        let error = Error::Refused(&verdict::UNKNOWN_STATE);
        return Ok(landing::see_other(&landing::with_error(site, &error, true)));
    };
    let cookie = flows::forgotten(&state, Back::Form, auth.is_https())?;
    let place = flow.redirect_to.clone();
    let response = match finish(&auth, &client, flow, state, field(&body, "SAMLResponse")).await {
        Ok(place) => landing::redirect(StatusCode::SEE_OTHER, &place),
        Err(error) => landing::see_other(&landing::with_error(place, &error, true)),
    };
    Ok(with_cookie(response, cookie))
}

/// The value of a field that is there once.
fn field(body: &[u8], name: &str) -> Option<String> {
    let mut values = form_urlencoded::parse(body).filter(|(key, _)| key == name);
    let value = values.next()?.1.into_owned();
    values.next().is_none().then_some(value)
}

async fn finish(
    auth: &Auth,
    client: &Client,
    flow: Flow,
    state: String,
    response: Option<String>,
) -> Result<Url, Error> {
    match person(auth, &flow, state, response.unwrap_or_default()).await {
        Ok(arrival) => arrival::enter(auth, client, flow, arrival).await,
        Err(error) => {
            arrival::note(auth, client, &flow, error.code()).await?;
            Err(error)
        }
    }
}

/// Whom the answer proves; judged on a thread of its own, for signatures take their time.
async fn person(auth: &Auth, flow: &Flow, state: String, response: String) -> Result<Arrival, Error> {
    let (service, now) = (auth.clone(), auth.now());
    let name = flow.provider.strip_prefix(SSO).unwrap_or_default().to_owned();
    let request_id = flow.request_id.clone().unwrap_or_default();
    let judge = move || {
        let companies = service.companies();
        let company = companies.named(&name).ok_or(Error::Refused(&verdict::NO_COMPANY))?;
        companies.read(company, (&request_id, &state), response, now)
    };
    tokio::task::spawn_blocking(judge)
        .await
        .map_err(|_| Error::Defect("judging a company's answer broke off"))?
}
