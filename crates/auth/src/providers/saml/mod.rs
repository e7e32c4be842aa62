//! Single sign-on: a company's people sign in at the company, which identifies them by SAML 2.0 (OASIS 2005: Core,
//! Bindings 3.4 and 3.5, Profiles 4.1). Without a configured company the endpoints refuse with
//! `saml_provider_disabled`. Decision 0025 defines the accounts that a company opens.

mod acs;
mod authn_request;
mod company;
mod errors;
mod idp;

use axum::{
    Router,
    extract::{DefaultBodyLimit, State},
    http::header,
    response::{IntoResponse, Response},
    routing::{get, post},
};

pub use self::company::CompanyConfig;
use self::company::DISABLED;
pub(crate) use self::idp::Companies;

use crate::{Auth, error::Error};

pub(crate) fn router() -> Router<Auth> {
    Router::new()
        .route("/sso", post(authn_request::handle))
        .route("/sso/saml/metadata", get(metadata))
        .route("/sso/saml/acs", post(acs::handle).layer(DefaultBodyLimit::max(acs::LIMIT)))
}

/// `GET /sso/saml/metadata`: returns this server's metadata for companies.
async fn metadata(State(auth): State<Auth>) -> Result<Response, Error> {
    if auth.parts.companies.is_empty() {
        return Err(Error::Refused(&DISABLED));
    }
    let headers = [
        (header::CONTENT_TYPE, "application/samlmetadata+xml"),
        (header::CACHE_CONTROL, "public, max-age=600"),
    ];
    Ok((headers, auth.parts.companies.metadata().to_owned()).into_response())
}
