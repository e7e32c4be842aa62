//! What auth-js can ask for and this house does not offer, or not yet: each answers the protocol's own refusal,
//! never silence. An endpoint that comes to life gets a file of its own and leaves this list.

use axum::{
    Router,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{any, get},
};

use crate::{
    Auth,
    client::SignedIn,
    error::{Error, Refusal},
};

/// A refusal.
pub(crate) const fn refused(status: StatusCode, code: &'static str, message: &'static str) -> Refusal {
    Refusal {
        status,
        code,
        message,
    }
}

const UNPROCESSABLE: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;

static LINKING: Refusal = refused(
    StatusCode::NOT_FOUND,
    "manual_linking_disabled",
    "Manual linking is disabled",
);
static SAML: Refusal = refused(
    StatusCode::NOT_FOUND,
    "saml_provider_disabled",
    "SAML 2.0 is disabled",
);
static PROVIDER: Refusal = refused(
    StatusCode::BAD_REQUEST,
    "validation_failed",
    "Unsupported provider: provider is not enabled",
);
static OAUTH_SERVER: Refusal = refused(UNPROCESSABLE, "feature_disabled", "The OAuth server is disabled");

pub(crate) fn router() -> Router<Auth> {
    let says = |refusal: &'static Refusal| any(move || async move { Error::Refused(refusal) });
    Router::new()
        .route(
            "/user/identities/authorize",
            get(async |_: SignedIn| Error::Refused(&LINKING)),
        )
        .route("/sso", says(&SAML))
        .route("/sso/saml/{*rest}", says(&SAML))
        .route("/authorize", get(async || Error::Refused(&PROVIDER)))
        .route("/callback", any(callback))
        .route("/oauth/{*rest}", says(&OAUTH_SERVER))
        .route("/user/oauth/grants", says(&OAUTH_SERVER))
}

/// No provider was ever asked, so no state it brings back can be known.
async fn callback(State(auth): State<Auth>) -> Response {
    let query =
        "error=invalid_request&error_code=bad_oauth_state&error_description=OAuth+state+not+found+or+expired";
    let mut headers = HeaderMap::new();
    if let Ok(location) = format!("{}/?{query}", auth.public_url()).parse() {
        headers.insert(header::LOCATION, location);
    }
    (StatusCode::SEE_OTHER, headers).into_response()
}
