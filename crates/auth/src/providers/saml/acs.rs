//! `POST /sso/saml/acs`: receives a company's answer. Only an answer to a request of this server is accepted, once, and
//! during its flow.

use axum::{
    body::Bytes,
    extract::{State, rejection::BytesRejection},
    http::{HeaderMap, StatusCode},
    response::Response,
};
use url::form_urlencoded;

use super::{company::DISABLED, errors};
use crate::{
    Auth,
    accounts::profile::SSO,
    error::Error,
    providers::{
        authorize::with_cookie,
        finish_callback::{self, CallbackResult},
        flow_state::{self, Back, Flow},
    },
    requests::{Client, redirect_result},
};

/// Maximum size of a response in bytes.
pub(super) const LIMIT: usize = 256 * 1024;

pub(super) async fn handle(
    State(auth): State<Auth>,
    client: Client,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Error> {
    if auth.parts.companies.is_empty() {
        return Err(Error::Refused(&DISABLED));
    }
    let body = body.map_err(|_| Error::BodyTooLarge)?;
    let state = field(&body, "RelayState").unwrap_or_default();
    let browser = flow_state::kept(&headers, &state);
    let Some(flow) = finish_callback::take(&auth, &client, (&state, browser), &errors::UNKNOWN_STATE).await?
    else {
        let site = auth.parts.redirects.resolve(None, None);
        let error = Error::Refused(&errors::UNKNOWN_STATE);
        return Ok(redirect_result::see_other(&redirect_result::with_error(site, &error, true)));
    };
    let cookie = flow_state::forgotten(&state, Back::Form, auth.is_https())?;
    let proved = person(&auth, &flow, state, field(&body, "SAMLResponse").unwrap_or_default()).await;
    let response = finish_callback::answer(&auth, &client, flow, proved, StatusCode::SEE_OTHER).await;
    Ok(with_cookie(response, cookie))
}

/// Returns the value of a field that occurs once.
fn field(body: &[u8], name: &str) -> Option<String> {
    let mut values = form_urlencoded::parse(body).filter(|(key, _)| key == name);
    let value = values.next()?.1.into_owned();
    values.next().is_none().then_some(value)
}

/// Returns the person in the answer. Verified on a blocking thread, because signatures are expensive.
async fn person(auth: &Auth, flow: &Flow, state: String, response: String) -> Result<CallbackResult, Error> {
    let (service, now) = (auth.clone(), auth.now());
    let name = flow.provider.strip_prefix(SSO).unwrap_or_default().to_owned();
    let request_id = flow.request_id.clone().unwrap_or_default();
    let verify = move || {
        let companies = &service.parts.companies;
        let company = companies.find(&name).ok_or(Error::Refused(&errors::NO_COMPANY))?;
        companies.read(company, (&request_id, &state), response, now)
    };
    tokio::task::spawn_blocking(verify)
        .await
        .map_err(|_| Error::Defect("judging a company's answer broke off"))?
}
