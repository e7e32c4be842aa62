//! `POST /sso`: sends a browser to its company. The request to the company is bound to this flow by its id and by
//! `RelayState`, and the flow to this browser by a cookie or to the program by its challenge.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use serde_json::json;

use super::{company::DISABLED, errors};
use crate::{
    Auth,
    accounts::profile::SSO,
    error::Error,
    providers::{
        authorize::with_cookie,
        flow_state::{self, Back, Flow, Secrets},
    },
    requests::{Action, Body, Client, limits, redirect_result},
    sessions::pkce::Asked,
};

#[derive(Deserialize)]
pub(crate) struct Request {
    provider_id: Option<String>,
    domain: Option<String>,
    redirect_to: Option<String>,
    /// True if the page follows the URL itself.
    #[serde(default)]
    skip_http_redirect: bool,
    #[serde(flatten)]
    pkce: Asked,
}

pub(crate) async fn handle(
    State(auth): State<Auth>,
    client: Client,
    headers: HeaderMap,
    Body(request): Body<Request>,
) -> Result<Response, Error> {
    let companies = &auth.parts.companies;
    if companies.is_empty() {
        return Err(Error::Refused(&DISABLED));
    }
    let given = |text: Option<String>| text.filter(|text| !text.is_empty());
    let company = match (given(request.provider_id), given(request.domain)) {
        (Some(id), _) => companies.find(&id),
        (None, Some(domain)) => companies.of_domain(&domain),
        (None, None) => {
            return Err(Error::validation("A provider_id or domain needs to be provided"));
        }
    };
    let company = company.ok_or(Error::Refused(&errors::NO_COMPANY))?;
    let secrets = Secrets::new();
    let (address, request_id) = companies.ask(company, &secrets.state)?;
    let cookie = secrets.cookie(Back::Form, auth.is_https())?;
    let referer = headers.get(header::REFERER).and_then(|value| value.to_str().ok());
    let flow = Flow {
        provider: format!("{SSO}{}", company.name()),
        redirect_to: auth.parts.redirects.resolve(request.redirect_to.as_deref(), referer),
        challenge: request.pkce.challenge()?,
        user_id: None,
        session_id: None,
        request_id: Some(request_id),
    };
    let (now, limit) = (auth.now(), limits::provider_flows(&client));
    auth.write(move |tx| match limits::count_attempt(tx, limit.as_slice(), Action::Login, &client, now)? {
        Ok(()) => flow_state::store(tx, &flow, &secrets, now).map(Ok),
        Err(refusal) => Ok(Err(refusal)),
    })
    .await??;
    let response = match request.skip_http_redirect {
        true => Json(json!({ "url": address.as_str() })).into_response(),
        false => redirect_result::see_other(&address),
    };
    Ok(with_cookie(response, cookie))
}
