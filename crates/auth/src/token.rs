//! `POST /token?grant_type=…`: each way of getting a session.

use axum::{
    Json,
    extract::{Query, Request, State},
    http::StatusCode,
};
use serde::Deserialize;
use serde_json::Value;

use crate::{
    Auth,
    body::Body,
    client::Client,
    error::{Error, Refusal},
    not_offered::refused,
    token_password, token_refresh,
};

#[derive(Deserialize)]
pub(crate) struct Grant {
    #[serde(default)]
    grant_type: String,
}

static NO_FLOW: Refusal = refused(
    StatusCode::NOT_FOUND,
    "flow_state_not_found",
    "Invalid flow state, no valid flow state found",
);
static NO_ID_TOKENS: Refusal = refused(
    StatusCode::BAD_REQUEST,
    "oauth_provider_not_supported",
    "Sign-in with an id token is not offered",
);
static NO_WEB3: Refusal = refused(
    StatusCode::UNPROCESSABLE_ENTITY,
    "web3_provider_disabled",
    "Web3 sign-in is not offered",
);

#[derive(Deserialize)]
struct Pkce {
    auth_code: Option<String>,
    code_verifier: Option<String>,
}

pub(crate) async fn handle(
    State(auth): State<Auth>,
    Query(grant): Query<Grant>,
    client: Client,
    request: Request,
) -> Result<Json<Value>, Error> {
    use axum::extract::FromRequest;
    let answer = match grant.grant_type.as_str() {
        "password" => {
            let Body(credentials) = Body::from_request(request, &()).await?;
            token_password::sign_in(&auth, &client, credentials).await?
        }
        "refresh_token" => {
            let Body(presented) = Body::from_request(request, &()).await?;
            token_refresh::refresh(&auth, &client, presented).await?
        }
        "pkce" => {
            let Body(pkce) = Body::<Pkce>::from_request(request, &()).await?;
            return Err(match (pkce.auth_code, pkce.code_verifier) {
                (Some(_), Some(_)) => Error::Refused(&NO_FLOW),
                _ => {
                    Error::validation("invalid request: both auth code and code verifier should be non-empty")
                }
            });
        }
        "id_token" => return Err(Error::Refused(&NO_ID_TOKENS)),
        "web3" => return Err(Error::Refused(&NO_WEB3)),
        _ => return Err(Error::UnsupportedGrant),
    };
    Ok(Json(Value::Object(answer)))
}
