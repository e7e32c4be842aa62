//! `POST /recover`: sends a link and a code to set a new password. The response does not depend on an account.

use axum::{Json, extract::State};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    Auth,
    accounts::{Address, email, store},
    error::{Error, ErrorCode, accepted},
    messages::{Delivery, Kind, send},
    requests::{Action, Body, Client, Destination, log},
    sessions::pkce::Asked,
};

#[derive(Deserialize)]
pub(crate) struct Request {
    email: Option<String>,
    #[serde(flatten)]
    pkce: Asked,
}

pub(crate) async fn handle(
    State(auth): State<Auth>,
    client: Client,
    Destination(redirect_to): Destination,
    Body(request): Body<Request>,
) -> Result<Json<Value>, Error> {
    let to = Address::Email(email::canonical(request.email.as_deref().unwrap_or_default())?);
    let challenge = request.pkce.challenge()?;
    let (now, service) = (auth.now(), auth.clone());
    let delivery = Delivery { kind: Kind::Recovery, to, redirect_to, challenge };
    auth.write(move |tx| {
        let action = Action::RecoveryRequested;
        accepted!(send::count_request(tx, (delivery.kind, &delivery.to), &client, action, now)?);
        let found = delivery.to.find_to_change(tx)?;
        let Some(mut user) = found.filter(|user| user.may_be_written_to(now)) else {
            log::write(tx, now, action, None, &client, Some(ErrorCode::UserNotFound))?;
            return Ok(Ok(()));
        };
        user.recovery_sent_at = Some(now);
        store::save(tx, &user)?;
        send::send(&service, tx, &user, &delivery, now)?;
        log::write(tx, now, action, Some(&user.id), &client, None)?;
        Ok::<_, Error>(Ok(()))
    })
    .await??;
    Ok(Json(json!({})))
}
