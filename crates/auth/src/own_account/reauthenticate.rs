//! `GET /reauthenticate`: sends a code to the signed-in person, who returns it as `nonce` with a new password or
//! number, or to `POST /reauthenticate`, which renews the session (beyond the protocol, decision 0022).

use axum::{Json, extract::State};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    Auth,
    accounts::{store, users},
    error::{Error, accepted},
    messages::{Delivery, Kind, send},
    own_account::recent_sign_in::{self, REAUTHENTICATION_NEEDED, spend_nonce},
    requests::{Action, Body, Client, Destination, log},
    sessions::{self, Assured, FRESH, proof},
};

pub(crate) async fn handle(
    State(auth): State<Auth>,
    client: Client,
    Assured(person): Assured,
    Destination(redirect_to): Destination,
) -> Result<Json<Value>, Error> {
    let (now, service) = (auth.now(), auth.clone());
    auth.write(move |tx| {
        let action = Action::ReauthenticationRequested;
        let Some(to) = recent_sign_in::destination(tx, &person.user, now)? else {
            return Ok(Err(Error::validation(
                "Reauthentication requires the user to have an email or a phone number",
            )));
        };
        let delivery = Delivery { kind: Kind::Reauthentication, to, redirect_to, challenge: None };
        accepted!(send::count_request(tx, (delivery.kind, &delivery.to), &client, action, now)?);
        let user = users::find_to_change(tx, &person.user.id)?;
        let mut user = user.ok_or(Error::TokenUserNotFound)?;
        user.reauthentication_sent_at = Some(now);
        store::save(tx, &user)?;
        send::send(&service, tx, &user, &delivery, now)?;
        log::write(tx, now, action, Some(&user.id), &client, None)?;
        Ok::<_, Error>(Ok(()))
    })
    .await??;
    Ok(Json(json!({})))
}

#[derive(Deserialize)]
pub(crate) struct Proof {
    #[serde(default)]
    nonce: String,
}

/// `POST`: verifies the code. The session then counts as new.
pub(crate) async fn confirm(
    State(auth): State<Auth>,
    client: Client,
    Assured(person): Assured,
    Body(proof): Body<Proof>,
) -> Result<Json<Value>, Error> {
    let session_id = person.session.map(|session| session.id).ok_or(Error::TokenSessionNotFound)?;
    let (now, service) = (auth.now(), auth.clone());
    auth.write(move |tx| {
        let user = users::find_to_change(tx, &person.user.id)?.ok_or(Error::TokenUserNotFound)?;
        let session = sessions::find_to_change(tx, &session_id)?.filter(|session| session.user_id == user.id);
        let mut session = session.ok_or(Error::TokenSessionNotFound)?;
        let proved = accepted!(spend_nonce(&service, tx, &user, &proof.nonce, &client)?);
        proof::renew(tx, &mut session, proved)?;
        Ok::<_, Error>(match proof::is_within(proved, FRESH, now) {
            true => Ok(()),
            false => Err(Error::Refused(&REAUTHENTICATION_NEEDED)),
        })
    })
    .await??;
    Ok(Json(json!({})))
}
