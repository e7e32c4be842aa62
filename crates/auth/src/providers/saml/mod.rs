//! Single sign-on: a company's people sign in at the company, which answers for them in SAML 2.0 (OASIS 2005: Core,
//! Bindings 3.4 and 3.5, Profiles 4.1). Where no company is configured, the endpoints refuse with
//! `saml_provider_disabled`. Whose account a company opens: decision 0025.

mod acs;
mod authn_request;
mod errors;
mod idp;

use axum::{
    Router,
    extract::{DefaultBodyLimit, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};

pub(crate) use self::idp::Companies;

use crate::{
    Auth,
    error::{Error, ErrorCode, Refusal, refused},
};

/// A company as the owner configured it.
#[derive(Clone, Debug, Default)]
pub struct CompanyConfig {
    /// Id in the protocol: lower case letters, digits, `-` and `_`.
    pub name: String,
    /// The domains of its people's addresses. It answers for no others.
    pub domains: Vec<String>,
    /// Metadata of the company: the XML of its `EntityDescriptor`, with the certificates it signs with.
    pub metadata: String,
    /// The certificate (PEM) that must have signed the description; none: it is trusted as it was given.
    pub certificate: Option<String>,
    /// The attribute that holds a person's address; none: the usual ones.
    pub email_attribute: Option<String>,
    /// The attribute that holds a person's name; none: the usual ones.
    pub name_attribute: Option<String>,
}

static DISABLED: Refusal =
    refused(StatusCode::NOT_FOUND, ErrorCode::SamlProviderDisabled, "SAML 2.0 is disabled");

pub(crate) fn router() -> Router<Auth> {
    Router::new()
        .route("/sso", post(authn_request::handle))
        .route("/sso/saml/metadata", get(metadata))
        .route("/sso/saml/acs", post(acs::handle).layer(DefaultBodyLimit::max(acs::LIMIT)))
}

/// `GET /sso/saml/metadata`: what a company is given to know us by.
async fn metadata(State(auth): State<Auth>) -> Result<Response, Error> {
    if auth.companies().is_empty() {
        return Err(Error::Refused(&DISABLED));
    }
    let headers = [
        (header::CONTENT_TYPE, "application/samlmetadata+xml"),
        (header::CACHE_CONTROL, "public, max-age=600"),
    ];
    Ok((headers, auth.companies().metadata().to_owned()).into_response())
}
