//! `POST /otp`, and `/magiclink`, its older form: sends a link and a code, or a code by short message, to sign in. A
//! new address gets an account that waits for its first use. The response depends neither on an account nor on open
//! sign-ups.

use ateneu_base::Timestamp;
use ateneu_db::Tx;
use axum::{Json, extract::State};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    Auth,
    accounts::{Address, User, email, store},
    error::{Error, ErrorCode, accepted},
    messages::{Delivery, Kind, send},
    requests::{Action, Body, Client, Destination, Object, log, merge},
    sessions::pkce::Asked,
};

#[derive(Deserialize)]
pub(crate) struct Request {
    email: Option<String>,
    phone: Option<String>,
    data: Option<Object>,
    create_user: Option<bool>,
    channel: Option<String>,
    #[serde(flatten)]
    pkce: Asked,
}

pub(crate) async fn handle(
    State(auth): State<Auth>,
    client: Client,
    Destination(redirect_to): Destination,
    Body(request): Body<Request>,
) -> Result<Json<Value>, Error> {
    let to = match Address::from_email_or_phone(&auth, request.email.as_deref(), request.phone.as_deref())? {
        Some(to) => to,
        None => Address::Email(email::canonical("")?),
    };
    if request.channel.is_some_and(|channel| to.is_phone() && channel != "sms") {
        return Err(Error::validation("Invalid channel, supported values are 'sms'"));
    }
    let challenge = request.pkce.challenge()?;
    let now = auth.now();
    let newcomer = match request.create_user.unwrap_or(true) && auth.rules().allow_signup {
        true => Some(newcomer(&to, request.data.unwrap_or_default(), now)?),
        false => None,
    };
    let delivery = Delivery {
        kind: if to.is_phone() { Kind::Sms } else { Kind::Magiclink },
        to,
        redirect_to,
        challenge,
    };
    let mut sent = try_once(&auth, &client, &delivery, newcomer.clone(), now).await;
    if sent.as_ref().is_err_and(Error::is_duplicate) {
        // Another request took the address meanwhile.
        sent = try_once(&auth, &client, &delivery, newcomer, now).await;
    }
    sent?;
    Ok(Json(json!({})))
}

fn newcomer(address: &Address, data: Object, now: Timestamp) -> Result<User, Error> {
    let mut user = User::reached_at(address, now);
    merge(&mut user.user_metadata, data)?;
    user.note_own_addresses();
    Ok(user)
}

async fn try_once(
    auth: &Auth,
    client: &Client,
    delivery: &Delivery,
    newcomer: Option<User>,
    now: Timestamp,
) -> Result<(), Error> {
    let (service, client, delivery) = (auth.clone(), client.clone(), delivery.clone());
    auth.write(move |tx| {
        let action = Action::CodeRequested;
        accepted!(send::count_request(tx, (delivery.kind, &delivery.to), &client, action, now)?);
        let Some(user) = recipient(tx, &client, &delivery.to, newcomer, now)? else {
            log::write(tx, now, action, None, &client, Some(ErrorCode::UserNotFound))?;
            return Ok(Ok(()));
        };
        send::send(&service, tx, &user, &delivery, now)?;
        log::write(tx, now, action, Some(&user.id), &client, None)?;
        Ok::<_, Error>(Ok(()))
    })
    .await?
}

fn recipient(
    tx: &mut Tx<'_>,
    client: &Client,
    address: &Address,
    newcomer: Option<User>,
    now: Timestamp,
) -> Result<Option<User>, Error> {
    if let Some(mut user) = address.find_to_change(tx)? {
        if !user.may_be_written_to(now) {
            return Ok(None);
        }
        user.recovery_sent_at = Some(now);
        store::save(tx, &user)?;
        return Ok(Some(user));
    }
    if let Some(user) = &newcomer {
        store::insert(tx, user)?;
        log::write(tx, now, Action::Signup, Some(&user.id), client, None)?;
    }
    Ok(newcomer)
}
