//! What auth-js can ask for and this house does not offer, or not yet: each answers the protocol's own refusal,
//! never silence. An endpoint that comes to life gets a file of its own and leaves this list.

use axum::{
    Router,
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{any, delete, get, post},
};
use serde::Deserialize;

use crate::{
    Auth,
    body::Body,
    client::{Service, SignedIn},
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
static RECOVERY_CODES: Refusal = refused(
    UNPROCESSABLE,
    "feature_disabled",
    "Recovery codes are not offered yet",
);
static NO_FACTOR: Refusal = refused(StatusCode::NOT_FOUND, "mfa_factor_not_found", "Factor not found");
static TOTP: Refusal = refused(
    UNPROCESSABLE,
    "mfa_totp_enroll_not_enabled",
    "MFA enroll is disabled for TOTP",
);
static PHONE: Refusal = refused(
    UNPROCESSABLE,
    "mfa_phone_enroll_not_enabled",
    "MFA enroll is disabled for Phone",
);
static WEBAUTHN: Refusal = refused(
    UNPROCESSABLE,
    "mfa_webauthn_enroll_not_enabled",
    "MFA enroll is disabled for WebAuthn",
);

pub(crate) fn router() -> Router<Auth> {
    let says = |refusal: &'static Refusal| any(move || async move { Error::Refused(refusal) });
    let person = |refusal: &'static Refusal| any(move |_: SignedIn| async move { Error::Refused(refusal) });
    Router::new()
        .route(
            "/user/identities/authorize",
            get(async |_: SignedIn| Error::Refused(&LINKING)),
        )
        .route("/sso", says(&SAML))
        .route("/sso/saml/{*rest}", says(&SAML))
        .route("/authorize", get(async || Error::Refused(&PROVIDER)))
        .route("/callback", any(callback))
        .route("/factors", post(enroll))
        .route("/factors/recovery-codes", person(&RECOVERY_CODES))
        .route("/factors/recovery-codes/{verb}", person(&RECOVERY_CODES))
        .route(
            "/factors/{id}",
            delete(async |_: SignedIn| Error::Refused(&NO_FACTOR)),
        )
        .route("/factors/{id}/challenge", person(&NO_FACTOR))
        .route("/factors/{id}/verify", person(&NO_FACTOR))
        .route("/oauth/{*rest}", says(&OAUTH_SERVER))
        .route("/user/oauth/grants", says(&OAUTH_SERVER))
        .route("/admin/users/{id}/factors", get(no_factors))
        .route(
            "/admin/users/{id}/factors/{factor}",
            delete(async |_: Service| Error::Refused(&NO_FACTOR)),
        )
}

#[derive(Deserialize)]
struct Enroll {
    factor_type: Option<String>,
}

async fn enroll(_: SignedIn, Body(request): Body<Enroll>) -> Error {
    match request.factor_type.as_deref() {
        Some("totp") => Error::Refused(&TOTP),
        Some("phone") => Error::Refused(&PHONE),
        Some("webauthn") => Error::Refused(&WEBAUTHN),
        _ => Error::validation("factor_type needs to be totp, phone or webauthn"),
    }
}

/// Nobody has a second factor as long as none can be enrolled.
async fn no_factors(_: Service, Path(id): Path<String>) -> Result<axum::Json<[(); 0]>, Error> {
    ateneu_base::ids::parse_uuid(&id).ok_or(Error::NotAnId("user_id"))?;
    Ok(axum::Json([]))
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
