//! Requests of auth-js that this server does not implement: each gets the protocol's own refusal. An implemented
//! endpoint leaves this list.

use axum::{Router, routing::any};

use crate::{
    Auth,
    error::{Error, ErrorCode, Refusal, unprocessable},
};

static OAUTH_SERVER: Refusal = unprocessable(ErrorCode::FeatureDisabled, "The OAuth server is disabled");

static CUSTOM_PROVIDERS: Refusal = unprocessable(ErrorCode::FeatureDisabled, "Custom providers are disabled");

pub(crate) fn router() -> Router<Auth> {
    let says = |refusal: &'static Refusal| any(move || async move { Error::Refused(refusal) });
    Router::new()
        .route("/oauth/{*rest}", says(&OAUTH_SERVER))
        .route("/user/oauth/grants", says(&OAUTH_SERVER))
        .route("/admin/oauth/clients", says(&OAUTH_SERVER))
        .route("/admin/oauth/{*rest}", says(&OAUTH_SERVER))
        .route("/admin/custom-providers", says(&CUSTOM_PROVIDERS))
        .route("/admin/custom-providers/{*rest}", says(&CUSTOM_PROVIDERS))
}
