//! `GET /.well-known/…`: the public keys, with which clients verify tokens themselves.

use axum::{
    Json,
    extract::State,
    http::{HeaderName, header},
};
use serde_json::{Value, json};

use crate::Auth;

type Cached = ([(HeaderName, &'static str); 1], Json<Value>);

const TEN_MINUTES: [(HeaderName, &str); 1] = [(header::CACHE_CONTROL, "public, max-age=600")];

/// Responds with public keys, including retired ones while their tokens may be valid.
pub(crate) async fn handle(State(auth): State<Auth>) -> Cached {
    (TEN_MINUTES, Json(auth.keys().public(auth.now())))
}

/// Responds with the URLs of the endpoints in OpenID Connect's form.
pub(crate) async fn configuration(State(auth): State<Auth>) -> Cached {
    let issuer = &auth.parts.issuer;
    let answer = json!({
        "issuer": issuer,
        "jwks_uri": format!("{issuer}/.well-known/jwks.json"),
        "token_endpoint": format!("{issuer}/token"),
        "userinfo_endpoint": format!("{issuer}/user"),
        "response_types_supported": ["token"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256"],
    });
    (TEN_MINUTES, Json(answer))
}
