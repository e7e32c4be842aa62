//! `POST /token?grant_type=…`: dispatches the grants.

use axum::{
    Json,
    extract::{Query, Request, State},
};
use serde::Deserialize;

use crate::{
    Auth,
    error::{Error, ErrorCode, Refusal, unprocessable},
    providers::id_token_grant,
    requests::{Body, Client},
    sessions::{SessionResponse, pkce, token_refresh},
    sign_in::token_password,
};

#[derive(Deserialize)]
pub(crate) struct Grant {
    #[serde(default)]
    grant_type: String,
}

static NO_WEB3: Refusal = unprocessable(ErrorCode::Web3ProviderDisabled, "Web3 provider is disabled");

pub(crate) async fn handle(
    State(auth): State<Auth>,
    Query(grant): Query<Grant>,
    client: Client,
    request: Request,
) -> Result<Json<SessionResponse>, Error> {
    use axum::extract::FromRequest;
    let session = match grant.grant_type.as_str() {
        "password" => {
            let Body(credentials) = Body::from_request(request, &()).await?;
            token_password::sign_in(&auth, &client, credentials).await?
        }
        "refresh_token" => {
            let Body(presented) = Body::from_request(request, &()).await?;
            token_refresh::refresh(&auth, &client, presented).await?
        }
        "pkce" => {
            let Body(exchange) = Body::from_request(request, &()).await?;
            pkce::sign_in(&auth, &client, exchange).await?
        }
        "id_token" => id_token_grant::sign_in(&auth, &client, request).await?,
        "web3" => return Err(Error::Refused(&NO_WEB3)),
        _ => return Err(Error::UnsupportedGrant),
    };
    Ok(Json(session))
}
