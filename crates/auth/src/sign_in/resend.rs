//! `POST /resend`: sends the message of a sign-up or of a change of address again. The response reveals nothing.

use ateneu_base::Timestamp;
use ateneu_db::Tx;
use axum::{Json, extract::State};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    Auth,
    accounts::{Address, User, email, store, users},
    error::{Error, ErrorCode, accepted},
    messages::{Delivery, Kind, send},
    own_account::{email_change, phone_change},
    requests::{Action, Body, Client, Destination, log},
    sessions::pkce::Asked,
};

#[derive(Deserialize)]
pub(crate) struct Request {
    r#type: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    #[serde(flatten)]
    pkce: Asked,
}

pub(crate) async fn handle(
    State(auth): State<Auth>,
    client: Client,
    Destination(redirect_to): Destination,
    Body(request): Body<Request>,
) -> Result<Json<Value>, Error> {
    let (kind, action) = match request.r#type.as_deref() {
        Some("signup") => (Kind::Signup, Action::ConfirmationRequested),
        Some("email_change") => (Kind::EmailChangeNew, Action::EmailChangeRequested),
        Some("sms") => (Kind::PhoneSignup, Action::ConfirmationRequested),
        Some("phone_change") => (Kind::PhoneChangeNew, Action::PhoneChangeRequested),
        _ => {
            return Err(Error::validation(
                "Missing one of these types: signup, email_change, sms, phone_change",
            ));
        }
    };
    let delivery = Delivery {
        kind,
        to: match kind.is_by_phone() {
            true => Address::phone(&auth, request.phone.as_deref().unwrap_or_default())?,
            false => Address::Email(email::canonical(request.email.as_deref().unwrap_or_default())?),
        },
        redirect_to,
        challenge: request.pkce.challenge()?,
    };
    let (now, service) = (auth.now(), auth.clone());
    auth.write(move |tx| {
        accepted!(send::count_request(tx, (kind, &delivery.to), &client, action, now)?);
        let user = waiting(tx, &delivery)?;
        let user = user.filter(|user| user.may_be_written_to(now) && is_waiting(user, kind));
        let Some(user) = user else {
            log::write(tx, now, action, None, &client, Some(ErrorCode::UserNotFound))?;
            return Ok(Ok(()));
        };
        let user_id = user.id.clone();
        again(&service, tx, user, &delivery, now)?;
        log::write(tx, now, action, Some(&user_id), &client, None)?;
        Ok::<_, Error>(Ok(()))
    })
    .await??;
    Ok(Json(json!({})))
}

/// Returns the account that waits for this message. A first number belongs to an account only after its confirmation.
fn waiting(tx: &mut Tx<'_>, delivery: &Delivery) -> Result<Option<User>, Error> {
    let found = delivery.to.find_to_change(tx)?;
    match delivery.kind {
        Kind::PhoneChangeNew if found.is_none() => users::find_by_new_phone_to_change(tx, delivery.to.text()),
        _ => Ok(found),
    }
}

/// Returns `true` if a message of this kind was begun. Only such messages are sent again.
fn is_waiting(user: &User, kind: Kind) -> bool {
    match kind {
        // Also an account from when addresses needed no verification.
        Kind::Signup => {
            let was_signed_up = user.confirmation_sent_at.is_some() || user.last_sign_in_at.is_some();
            was_signed_up && user.email_confirmed_at.is_none()
        }
        Kind::PhoneSignup => user.confirmation_sent_at.is_some() && user.phone_confirmed_at.is_none(),
        Kind::PhoneChangeNew => user.new_phone.is_some(),
        _ => user.new_email.is_some(),
    }
}

fn again(
    auth: &Auth,
    tx: &mut Tx<'_>,
    mut user: User,
    delivery: &Delivery,
    now: Timestamp,
) -> Result<(), Error> {
    if matches!(delivery.kind, Kind::Signup | Kind::PhoneSignup) {
        user.confirmation_sent_at = Some(now);
        store::save(tx, &user)?;
        return send::send(auth, tx, &user, delivery, now);
    }
    if delivery.kind == Kind::PhoneChangeNew {
        user.phone_change_sent_at = Some(now);
        store::save(tx, &user)?;
        return phone_change::ask(auth, tx, &user, now);
    }
    user.email_change_sent_at = Some(now);
    store::save(tx, &user)?;
    email_change::ask(auth, tx, &user, &delivery.redirect_to, delivery.challenge.as_ref(), now)
}
