//! `GET /reauthenticate`: a code to the signed-in person, who gives it back as `nonce` with a new password or number.

use axum::{Json, extract::State};
use serde_json::{Value, json};

use crate::{
    Auth,
    accounts::{address::Address, users},
    error::Error,
    messages::{
        one_time::Kind,
        post::{self, Errand},
    },
    requests::{
        client::Client,
        log::{self, Action},
        redirect::Destination,
    },
    sessions::signed_in::Assured,
};

pub(crate) async fn handle(
    State(auth): State<Auth>,
    client: Client,
    Assured(person): Assured,
    Destination(redirect_to): Destination,
) -> Result<Json<Value>, Error> {
    let to = Address::of(&person.user);
    let to = to.ok_or_else(|| {
        Error::validation("Reauthentication requires the user to have an email or a phone number")
    })?;
    let errand = Errand { kind: Kind::Reauthentication, to, redirect_to, challenge: None };
    let (now, service) = (auth.now(), auth.clone());
    auth.db()
        .write(move |tx| {
            let action = Action::ReauthenticationRequested;
            if let Err(refusal) = post::admit(tx, (errand.kind, &errand.to), &client, action, now)? {
                return Ok(Err(refusal));
            }
            let user = users::find_to_change(tx, &person.user.id)?;
            let mut user = user.ok_or(Error::TokenUserNotFound)?;
            user.reauthentication_sent_at = Some(now);
            users::save(tx, &user)?;
            post::send(&service, tx, &user, &errand, now)?;
            log::write(tx, now, action, Some(&user.id), &client, None)?;
            Ok::<_, Error>(Ok(()))
        })
        .await??;
    Ok(Json(json!({})))
}
