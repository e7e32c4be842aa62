//! `PUT /user`: a person changes the own account. `app_metadata` and `role` in the body are ignored.
//!
//! A new password needs a fresh proof of who asks: a session begun within a day, the present password, or the code
//! that `/reauthenticate` sends. A new address or number needs the consent of both; a number signs in, so it needs a
//! fresh proof as well, and so does an address that no present one is asked about. What is changed by the word of the
//! session alone renews no session (decision 0022).

use ateneu_base::{Timestamp, Verb};
use ateneu_content::emails::{SecurityEmailChanged, SecurityPasswordChanged, ShortMessage};
use ateneu_db::Tx;
use axum::{Json, extract::State};
use serde::Deserialize;
use url::Url;

use crate::{
    Auth,
    accounts::{Account, Address, User, email, store, users},
    error::{Error, ErrorCode, Refusal, unprocessable},
    messages::{Kind, security_emails, send},
    own_account::{
        email_change, endings, phone_change,
        recent_sign_in::{REAUTHENTICATION_NEEDED, spend_nonce},
    },
    passwords::{attempts::Attempts, policy},
    requests::{Action, Body, Client, Destination, Object, log, merge},
    sessions::{
        Assured, Session, SignInMethod, SignedIn, Which,
        pkce::{Asked, Challenge},
        proof::{self, FRESH_FOR_PASSWORD},
    },
};

static NO_PASSWORD: Refusal = unprocessable(
    ErrorCode::ValidationFailed,
    "Updating password of an anonymous user without an email or phone is not allowed",
);

#[derive(Deserialize)]
pub(crate) struct Request {
    email: Option<String>,
    phone: Option<String>,
    password: Option<String>,
    current_password: Option<String>,
    nonce: Option<String>,
    data: Option<Object>,
    #[serde(flatten)]
    pkce: Asked,
}

/// Changes that the request asks for, checked before the transaction.
struct Wanted {
    email: Option<String>,
    phone: Option<String>,
    /// The address must be proved first.
    confirm: bool,
    redirect_to: Url,
    challenge: Option<Challenge>,
    password: Option<NewPassword>,
    /// The present password was given.
    knows_password: bool,
    nonce: Option<String>,
    data: Object,
}

pub(crate) async fn handle(
    State(auth): State<Auth>,
    client: Client,
    Assured(person): Assured,
    Destination(redirect_to): Destination,
    Body(request): Body<Request>,
) -> Result<Json<Account>, Error> {
    if request.email.is_some() || request.phone.is_some() || request.password.is_some() {
        person.user.require_own_ways()?;
    }
    let phone = new_phone(&auth, &person.user, request.phone)?;
    let nonce = request.nonce.filter(|nonce| !nonce.is_empty());
    let knows_password = person.user.password_hash.is_some() && request.current_password.is_some();
    let has_password_proof = request.password.is_none() || knows_password;
    if nonce.is_none() && (phone.is_some() || !has_password_proof) {
        needs_no_more_proof(&person, auth.now())?;
    }
    let email = new_email(&person.user, request.email)?;
    let confirm = auth.rules().email_confirmation_required;
    let asks_present_email =
        confirm && person.user.email.is_some() && person.user.email_confirmed_at.is_some();
    if email.is_some() && !asks_present_email {
        proof::require_recent(&person.user, person.session.as_ref(), auth.now())?;
    }
    let address = email.as_deref().or(phone.as_deref());
    keeps_a_way_in(&person.user, address, request.password.as_deref())?;
    let wanted = Wanted {
        email,
        phone,
        confirm,
        redirect_to,
        challenge: request.pkce.challenge()?,
        knows_password,
        password: new_password(&auth, &client, &person.user, (request.password, request.current_password))
            .await?,
        nonce,
        data: request.data.unwrap_or_default(),
    };
    let service = auth.clone();
    auth.write(move |tx| change(&service, tx, &person, wanted, &client)).await?.map(Json)
}

/// The inner refusal is for the caller, and what was counted for it is kept.
fn change(
    auth: &Auth,
    tx: &mut Tx<'_>,
    person: &SignedIn,
    wanted: Wanted,
    client: &Client,
) -> Result<Result<Account, Error>, Error> {
    let now = auth.now();
    let mut user = users::find_to_change(tx, &person.user.id)?.ok_or(Error::TokenUserNotFound)?;
    let needs_proof = wanted.password.is_some() || wanted.phone.is_some();
    let session_proved = person.session.as_ref().and_then(|session| session.proved_at);
    let mut proved = session_proved;
    let nonce = wanted.nonce.as_ref().filter(|_| needs_proof);
    if let Some(nonce) = nonce {
        proved = match spend_nonce(auth, tx, &user, nonce, client)? {
            Ok(proved) if user.is_anonymous || proof::is_within(proved, FRESH_FOR_PASSWORD, now) => proved,
            Ok(_) => return Ok(Err(Error::Refused(&REAUTHENTICATION_NEEDED))),
            Err(refusal) => return Ok(Err(refusal)),
        };
    } else if wanted.knows_password {
        proved = proof::effective_at(tx, &user.id, SignInMethod::Password, now)?;
    }
    let is_proved_anew = nonce.is_some() && proved == Some(now);
    merge(&mut user.user_metadata, wanted.data)?;
    user.updated_at = now;
    if let Some(NewPassword { hash, is_present }) = wanted.password {
        if is_present {
            return Err(Error::SamePassword);
        }
        match (nonce.is_some() || wanted.knows_password) && proved == Some(now) {
            true => proof::forget_added(tx, &user.id, SignInMethod::Password)?,
            false => proof::note_added(tx, &user, SignInMethod::Password, proved, now)?,
        }
        replace_password(auth, tx, &mut user, hash, person.session.as_ref())?;
    }
    if let Some(email) = wanted.email {
        if !wanted.confirm {
            security_emails::notify(auth, tx, &user, &SecurityEmailChanged { new_email: email.clone() })?;
            proof::note_added(tx, &user, SignInMethod::Email, session_proved, now)?;
            user.email = Some(email);
            user.email_confirmed_at = None;
            user.become_a_person("email");
        } else {
            let (kind, action) = (Kind::EmailChangeNew, Action::EmailChangeRequested);
            // Refused, nothing else of the request may happen either.
            send::count_request(tx, (kind, &Address::Email(email.clone())), client, action, now)??;
            email_change::request_change(tx, &mut user, email, now)?;
            email_change::ask(auth, tx, &user, &wanted.redirect_to, wanted.challenge.as_ref(), now)?;
            log::write(tx, now, action, Some(&user.id), client, None)?;
        }
    }
    if let Some(number) = wanted.phone {
        change_phone(auth, tx, &mut user, number, is_proved_anew, client)?;
    }
    store::save(tx, &user).map_err(|error| error.duplicate_is(Error::EmailExists))?;
    users::announce(tx, &user.id, Verb::Update);
    log::write(tx, now, Action::UserUpdated, Some(&user.id), client, None)?;
    Ok(Ok(Account::of(tx, user)?))
}

/// Asks for the consent of both numbers. Refused, nothing else of the request may happen either.
fn change_phone(
    auth: &Auth,
    tx: &mut Tx<'_>,
    user: &mut User,
    number: String,
    proved: bool,
    client: &Client,
) -> Result<(), Error> {
    let (kind, action, now) = (Kind::PhoneChangeNew, Action::PhoneChangeRequested, auth.now());
    send::count_request(tx, (kind, &Address::Phone(number.clone())), client, action, now)??;
    phone_change::request_change(tx, user, number, proved, now)?;
    phone_change::ask(auth, tx, user, now)?;
    log::write(tx, now, action, Some(&user.id), client, None)
}

/// A password without an address opens nothing.
fn keeps_a_way_in(user: &User, address: Option<&str>, password: Option<&str>) -> Result<(), Error> {
    match user.is_anonymous && password.is_some() && address.is_none() {
        true => Err(Error::Refused(&NO_PASSWORD)),
        false => Ok(()),
    }
}

fn needs_no_more_proof(person: &SignedIn, now: Timestamp) -> Result<(), Error> {
    let proved = person.session.as_ref().and_then(|session| session.proved_at);
    match person.user.is_anonymous || proof::is_within(proved, FRESH_FOR_PASSWORD, now) {
        true => Ok(()),
        false => Err(Error::Refused(&REAUTHENTICATION_NEEDED)),
    }
}

/// Replaces the password and ends what a new one ends; the person gets an email.
fn replace_password(
    auth: &Auth,
    tx: &mut Tx<'_>,
    user: &mut User,
    hash: String,
    session: Option<&Session>,
) -> Result<(), Error> {
    let keep = session.map_or(Which::All, |session| Which::AllBut(&session.id));
    let had_one = endings::replace_password(tx, user, hash, keep)?;
    match Address::of(user).filter(|_| had_one) {
        Some(Address::Phone(number)) => {
            let message = auth.mail().sender().short_message(&number, &ShortMessage::PasswordChanged);
            auth.mail().queue(tx, &message)?;
            Ok(())
        }
        Some(Address::Email(_)) => security_emails::notify(auth, tx, user, &SecurityPasswordChanged {}),
        None => Ok(()),
    }
}

fn new_email(user: &User, email: Option<String>) -> Result<Option<String>, Error> {
    let Some(email) = email.filter(|email| !email.is_empty()) else {
        return Ok(None);
    };
    let email = email::canonical(&email)?;
    Ok(Some(email).filter(|email| user.email.as_ref() != Some(email)))
}

fn new_phone(auth: &Auth, user: &User, phone: Option<String>) -> Result<Option<String>, Error> {
    let Some(phone) = phone.filter(|phone| !phone.trim().is_empty()) else {
        return Ok(None);
    };
    let number = Address::phone(auth, &phone)?.text().to_owned();
    let is_own = user.phone.as_ref() == Some(&number) && user.phone_confirmed_at.is_some();
    Ok((!is_own).then_some(number))
}

/// A new password that is strong enough.
struct NewPassword {
    hash: String,
    /// True if it is the present password. Only a person who may change it learns that, or this would be another way to
    /// guess it.
    is_present: bool,
}

async fn new_password(
    auth: &Auth,
    client: &Client,
    user: &User,
    (password, current): (Option<String>, Option<String>),
) -> Result<Option<NewPassword>, Error> {
    let Some(password) = password else { return Ok(None) };
    // The policy's checks wait in the same queue as the hashes.
    let _turn = auth.parts.gate.turn(&user.id).await?;
    policy::accept(auth, &password, policy::words_of(user)).await?;
    let mut is_present = false;
    if let Some(stored) = &user.password_hash {
        if let Some(current) = current {
            check(auth, client, user, (current, stored.clone())).await?;
        }
        is_present = ateneu_passwords::verify(&auth.parts.gate, password.clone(), stored.clone()).await?;
    }
    let hash = ateneu_passwords::hash(&auth.parts.gate, password).await?;
    Ok(Some(NewPassword { hash, is_present }))
}

/// Checks the present password; a wrong one counts like one at sign-in.
async fn check(
    auth: &Auth,
    client: &Client,
    user: &User,
    (given, stored): (String, String),
) -> Result<(), Error> {
    let address = Address::of(user);
    let account = address.as_ref().map_or(user.id.as_str(), Address::text);
    let attempts = Attempts::new(&auth.rules(), account, client, Action::UserUpdated);
    let (limits, user_id, now) = (attempts.clone(), user.id.clone(), auth.now());
    let pauses = auth.read(move |tx| limits.pauses(tx, Some(&user_id), now)).await;
    if matches!(pauses, Err(Error::RateLimited(_))) {
        attempts.note_refusal(auth).await?;
    }
    let pauses = pauses?;
    attempts.count_pauses(auth, &pauses).await?;
    if ateneu_passwords::verify(&auth.parts.gate, given, stored).await? {
        let (user_id, now) = (user.id.clone(), auth.now());
        return auth.read(move |tx| attempts.confirm(tx, &pauses, &user_id, now)).await;
    }
    Err(attempts.fail(auth, pauses, Some(user.id.clone()), Error::CurrentPasswordInvalid).await?)
}
