//! `POST /invite`: the holder of the service key makes an account for somebody and sends them the link to it.

use ateneu_base::{Timestamp, Verb};
use ateneu_db::Tx;
use axum::{Json, extract::State};
use serde::Deserialize;

use crate::{
    Auth,
    accounts::{Account, Address, User, email, store, users},
    admin::admin_user::duplicate,
    error::Error,
    messages::{Delivery, Kind, send},
    requests::{Action, Body, Client, Destination, Object, merge, service_audit},
    sessions::Service,
    sign_in::forget_ways_in,
};

#[derive(Deserialize)]
pub(crate) struct Request {
    email: Option<String>,
    data: Option<Object>,
}

pub(crate) async fn handle(
    State(auth): State<Auth>,
    _: Service,
    client: Client,
    Destination(redirect_to): Destination,
    Body(request): Body<Request>,
) -> Result<Json<Account>, Error> {
    let email = email::canonical(request.email.as_deref().unwrap_or_default())?;
    let delivery =
        Delivery { kind: Kind::Invite, to: Address::Email(email.clone()), redirect_to, challenge: None };
    let (now, service) = (auth.now(), auth.clone());
    auth.write(move |tx| {
        let user = prepare(tx, &email, request.data.unwrap_or_default(), now)?;
        send::send(&service, tx, &user, &delivery, now)?;
        service_audit::record_action(tx, now, ("invite-person", Action::UserInvited), &user.id, &client)?;
        Account::of(tx, user)
    })
    .await
    .map(Json)
}

/// The invited account: a new one, or one that nobody has proved to own yet.
pub(crate) fn prepare(tx: &mut Tx<'_>, address: &str, data: Object, now: Timestamp) -> Result<User, Error> {
    if let Some(mut user) = users::find_by_email_to_change(tx, address)? {
        if user.email_confirmed_at.or(user.phone_confirmed_at).is_some() {
            return Err(Error::EmailExists);
        }
        // A stranger may have signed up with this address: nothing of theirs may open an account the owner has plans for.
        forget_ways_in(tx, &mut user, &Address::Email(address.to_owned()))?;
        merge(&mut user.user_metadata, data)?;
        user.invited_at = Some(now);
        user.updated_at = now;
        store::save(tx, &user)?;
        users::announce(tx, &user.id, Verb::Update);
        return Ok(user);
    }
    let mut user = User::new(Some(address.to_owned()), now);
    user.invited_at = Some(now);
    merge(&mut user.user_metadata, data)?;
    user.note_own_addresses();
    store::insert(tx, &user).map_err(|error| duplicate(error, None))?;
    Ok(user)
}
