//! `POST /signup`: a visitor makes an account, by e-mail or by telephone. A number is always proved by its code.
//!
//! The response never reveals that an address has an account: with confirmation required, a sign-up with a taken address
//! answers an account that does not exist, after the same work.

use ateneu_base::{Timestamp, ids};
use ateneu_db::Tx;
use ateneu_schema::AsJson;
use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use serde::Deserialize;

use crate::{
    Auth,
    accounts::{Account, Address, Identity, User, roles::holds_a_role, store, users},
    error::{Error, ErrorCode},
    messages::{Delivery, Kind, send},
    passwords::policy,
    requests::{Action, Body, Client, Destination, Object, limits, log, merge},
    sessions::{self, Session, SessionResponse, pkce::Asked},
    sign_in::{anonymous, consents::Accepted},
};

#[derive(Deserialize)]
pub(crate) struct Request {
    email: Option<String>,
    phone: Option<String>,
    password: Option<String>,
    data: Option<Object>,
    #[serde(flatten)]
    pkce: Asked,
}

/// The account as its form wants it.
#[derive(Clone)]
struct Wanted {
    user: User,
    accepted: Accepted,
}

enum Outcome {
    /// The account waits for its confirmation.
    Pending(Box<Account>),
    /// The address is taken by a confirmed account.
    Taken,
    /// Signed in at once.
    SignedIn(Box<(Account, Session)>),
}

pub(crate) async fn handle(
    State(auth): State<Auth>,
    client: Client,
    Destination(redirect_to): Destination,
    Body(request): Body<Request>,
) -> Result<Response, Error> {
    let rules = auth.rules();
    if !rules.allow_signup {
        return Err(Error::SignupDisabled);
    }
    let address = Address::from_email_or_phone(&auth, request.email.as_deref(), request.phone.as_deref())?;
    let Some(address) = address else {
        let session = anonymous::sign_in(&auth, &client, request.data.unwrap_or_default()).await?;
        return Ok(Json(session).into_response());
    };
    let password = request.password.filter(|password| !password.is_empty());
    let password = password.ok_or_else(|| Error::validation("Signup requires a valid password"))?;
    let mut metadata = Object::new();
    let mut data = request.data.unwrap_or_default();
    let accepted = Accepted::take(&mut data)?;
    merge(&mut metadata, data)?;
    let delivery = Delivery {
        kind: if address.is_phone() { Kind::PhoneSignup } else { Kind::Signup },
        to: address.clone(),
        redirect_to,
        challenge: request.pkce.challenge()?,
    };
    count(&auth, &client).await?;
    let personal = policy::personal_words([address.text()], Some(&metadata));
    policy::accept(&auth, &password, personal).await?;

    let mut user = User::reached_at(&address, auth.now());
    user.password_hash = Some(ateneu_passwords::hash(&auth.parts.gate, password).await?);
    user.user_metadata = AsJson(metadata);
    let wanted = Wanted { user, accepted };
    let confirm = address.is_phone() || rules.email_confirmation_required;
    // Where addresses need no proof, nothing is sent.
    let delivery = confirm.then_some(delivery);
    let mut outcome = try_once(&auth, &client, wanted.clone(), delivery.clone()).await;
    if outcome.as_ref().is_err_and(Error::is_duplicate) {
        // Somebody took the address between our look and our write.
        outcome = try_once(&auth, &client, wanted.clone(), delivery).await;
    }
    match outcome? {
        Outcome::Pending(account) => Ok(Json(account).into_response()),
        Outcome::Taken if confirm => Ok(Json(decoy_account(wanted.user)).into_response()),
        Outcome::Taken => Err(Error::UserAlreadyExists),
        Outcome::SignedIn(parts) => {
            let (account, session) = *parts;
            Ok(Json(SessionResponse::new(&auth, account, &session)?).into_response())
        }
    }
}

async fn count(auth: &Auth, client: &Client) -> Result<(), Error> {
    let (limit, now) = (limits::sign_up(client), auth.now());
    match limit {
        Some(limit) => auth.write(move |tx| Ok(limit.count(tx, 1, now)?)).await,
        None => Ok(()),
    }
}

async fn try_once(
    auth: &Auth,
    client: &Client,
    wanted: Wanted,
    delivery: Option<Delivery>,
) -> Result<Outcome, Error> {
    let (service, client, now) = (auth.clone(), client.clone(), auth.now());
    auth.write(move |tx| match delivery {
        None => sign_up_at_once(tx, wanted, &client, now).map(Ok),
        Some(delivery) => {
            // Known and unknown addresses alike.
            let target = (delivery.kind, &delivery.to);
            match send::count_request(tx, target, &client, Action::Signup, now)? {
                Ok(()) => sign_up(&service, tx, wanted, &delivery, &client, now).map(Ok),
                Err(refusal) => {
                    drop_unconfirmed_password(tx, &delivery, now)?;
                    Ok(Err(refusal))
                }
            }
        }
    })
    .await?
}

/// The account waits until its address is proved.
fn sign_up(
    auth: &Auth,
    tx: &mut Tx<'_>,
    mut wanted: Wanted,
    delivery: &Delivery,
    client: &Client,
    now: Timestamp,
) -> Result<Outcome, Error> {
    let existing = delivery.to.find_to_change(tx)?;
    let user = match existing {
        Some(existing) if existing.is_proved() || !existing.may_be_written_to(now) => {
            return taken(tx, &existing, client, now);
        }
        Some(existing) => take_over(tx, existing, wanted, now)?,
        None => {
            wanted.user.confirmation_sent_at = Some(now);
            wanted.user.note_own_addresses();
            store::insert(tx, &wanted.user)?;
            wanted.accepted.write(tx, &wanted.user.id, now)?;
            wanted.user
        }
    };
    send::send(auth, tx, &user, delivery, now)?;
    log::write(tx, now, Action::Signup, Some(&user.id), client, None)?;
    Ok(Outcome::Pending(Box::new(Account::of(tx, user)?)))
}

/// A sign-up that comes too soon after another one sends nothing and counts as a second one: the person who opens the message
/// of the first may not have chosen its password.
fn drop_unconfirmed_password(tx: &mut Tx<'_>, delivery: &Delivery, now: Timestamp) -> Result<(), Error> {
    let Some(mut existing) = delivery.to.find_to_change(tx)? else { return Ok(()) };
    let is_open = !existing.is_proved() && existing.may_be_written_to(now);
    if is_open && existing.password_hash.is_some() && may_lose_password(tx, &existing)? {
        existing.password_hash = None;
        existing.updated_at = now;
        store::save(tx, &existing)?;
    }
    Ok(())
}

/// Accounts that the owner prepared (an invitation, a role) stay as they are.
fn may_lose_password(tx: &mut Tx<'_>, existing: &User) -> Result<bool, Error> {
    Ok(existing.invited_at.is_none() && !holds_a_role(tx, &existing.id)?)
}

/// Takes over an account whose address nobody has proved yet. More than one person may have signed up with it. No
/// password is kept, or one of them could set the other's: the confirmation asks for one.
fn take_over(tx: &mut Tx<'_>, mut existing: User, wanted: Wanted, now: Timestamp) -> Result<User, Error> {
    if may_lose_password(tx, &existing)? {
        existing.password_hash = None;
        // An account that was used while addresses needed no proof keeps its data.
        if existing.last_sign_in_at.is_none() {
            existing.user_metadata = wanted.user.user_metadata;
            existing.note_own_addresses();
            wanted.accepted.write(tx, &existing.id, now)?;
        }
    }
    existing.confirmation_sent_at = Some(now);
    existing.updated_at = now;
    store::save(tx, &existing)?;
    Ok(existing)
}

/// The account is open at once.
fn sign_up_at_once(
    tx: &mut Tx<'_>,
    Wanted { user: mut wanted, accepted }: Wanted,
    client: &Client,
    now: Timestamp,
) -> Result<Outcome, Error> {
    let address = wanted.email.clone().unwrap_or_default();
    if let Some(existing) = users::find_by_email_to_change(tx, &address)? {
        return taken(tx, &existing, client, now);
    }
    // The address stays unproved: what belongs to an address belongs to the person who proved it.
    wanted.note_own_addresses();
    store::insert(tx, &wanted)?;
    accepted.write(tx, &wanted.id, now)?;
    log::write(tx, now, Action::Signup, Some(&wanted.id), client, None)?;
    let session = sessions::create(tx, &mut wanted, ("password", Some(now)), client, now)?;
    Ok(Outcome::SignedIn(Box::new((Account::of(tx, wanted)?, session))))
}

fn taken(tx: &mut Tx<'_>, existing: &User, client: &Client, now: Timestamp) -> Result<Outcome, Error> {
    let code = Some(ErrorCode::UserAlreadyExists);
    log::write(tx, now, Action::Signup, Some(&existing.id), client, code)?;
    Ok(Outcome::Taken)
}

/// An account that does not exist, as a new one that waits would be answered.
fn decoy_account(mut wanted: User) -> Account {
    wanted.id = ids::random_id();
    wanted.confirmation_sent_at = Some(wanted.created_at);
    wanted.note_own_addresses();
    let provider = if wanted.email.is_some() { "email" } else { "phone" };
    let identities = vec![Identity::of_address(&wanted, provider, wanted.created_at)];
    Account { user: wanted, identities, factors: Vec::new() }
}
