//! Effect of a spent secret on its account. Attempts are counted here, on the server: a code of six digits is guessed
//! at no more often than a password.

use ateneu_base::{Timestamp, Verb};
use ateneu_db::Tx;

use crate::{
    Auth,
    accounts::{Address, User, roles::holds_a_role, store, users},
    error::{Error, accepted},
    messages::{Kind, OneTimeToken, one_time},
    own_account::{email_change, phone_change},
    passkeys,
    requests::{Action, Client, limits, log},
    sessions::{self, Which, pkce::Challenge},
};

/// Secret that the caller gives.
#[derive(Clone, Debug)]
pub(crate) enum Given {
    /// The secret of a link.
    Link(String),
    /// A typed code and the address it was sent to.
    Code { to: Address, code: String },
}

/// Result of a redeemed secret.
pub(crate) enum Redeemed {
    /// The person has proved who they are.
    Person { user: Box<User>, kind: Kind, challenge: Option<Challenge> },
    /// One of two addresses has agreed to a change.
    HalfWay,
}

/// Redeems a secret. The inner refusal is for the caller, and what was counted for it is kept.
pub(crate) fn redeem(
    auth: &Auth,
    tx: &mut Tx<'_>,
    given: &Given,
    kinds: &[Kind],
    client: &Client,
    now: Timestamp,
) -> Result<Result<Redeemed, Error>, Error> {
    let action = Action::TokenVerified;
    let to = match given {
        Given::Link(_) => None,
        Given::Code { to, .. } => Some(to.text()),
    };
    let limits = limits::verification(&auth.rules(), to, client);
    // Counted before the look, so that guesses made at once cannot all look; given back when right.
    accepted!(limits::count_attempt(tx, &limits, action, client, now)?);
    let spent = match given {
        Given::Link(secret) => one_time::spend_link(tx, secret, kinds, now)?,
        Given::Code { to, code } => {
            one_time::spend_code(tx, &auth.parts.code_key, (to.text(), code), kinds, now)?
        }
    };
    let (user_id, answer) = match spent {
        Some(spent) => {
            limits.iter().try_for_each(|limit| limit.give_back(tx))?;
            let answer = apply_token(auth, tx, &spent, now)?;
            (Some(spent.user_id), answer)
        }
        None => (None, Err(Error::OtpExpired)),
    };
    let code = answer.as_ref().err().map(Error::code);
    log::write(tx, now, action, user_id.as_deref(), client, code)?;
    Ok(answer)
}

fn apply_token(
    auth: &Auth,
    tx: &mut Tx<'_>,
    spent: &OneTimeToken,
    now: Timestamp,
) -> Result<Result<Redeemed, Error>, Error> {
    let user = users::find_to_change(tx, &spent.user_id)?;
    let Some(mut user) = user.filter(|user| user.deleted_at.is_none()) else {
        return Ok(Err(Error::OtpExpired));
    };
    if user.is_banned(now) {
        return Ok(Err(Error::UserBanned));
    }
    match spent.kind {
        kind if kind.is_change() => {
            let agreed = match kind.is_by_phone() {
                true => phone_change::agree(auth, tx, &mut user, spent, now),
                false => email_change::agree(auth, tx, &mut user, spent, now),
            };
            match agreed {
                Ok(true) => {}
                Ok(false) => return Ok(Ok(Redeemed::HalfWay)),
                Err(Error::OtpExpired) => return Ok(Err(Error::OtpExpired)),
                Err(error) => return Err(error),
            }
        }
        kind => {
            let address = match kind.is_by_phone() {
                true => user.phone.clone().map(Address::Phone),
                false => user.email.clone().map(Address::Email),
            };
            let address = address.filter(|address| address.text() == spent.address);
            // The account has moved to another address since.
            let Some(address) = address else {
                return Ok(Err(Error::OtpExpired));
            };
            prove(tx, &mut user, &address, kind, now)?;
        }
    }
    Ok(Ok(Redeemed::Person { user: Box::new(user), kind: spent.kind, challenge: spent.challenge() }))
}

/// Ends the sessions and removes every way to sign in but `kept`, with the changes and links that wait for an answer. Save
/// the account afterwards.
pub(crate) fn forget_ways_in(tx: &mut Tx<'_>, user: &mut User, kept: &Address) -> Result<(), Error> {
    sessions::end(tx, &user.id, Which::All)?;
    passkeys::remove_all(tx, &user.id)?;
    one_time::void_all(tx, &user.id)?;
    let own = if kept.is_phone() { "phone" } else { "email" };
    for (sql, values) in [
        ("DELETE FROM factors WHERE user_id = $1", vec![(&user.id).into()]),
        ("DELETE FROM identities WHERE user_id = $1 AND provider <> $2", vec![(&user.id).into(), own.into()]),
    ] {
        tx.execute(sql, &values)?;
    }
    match kept {
        Address::Email(_) => (user.phone, user.phone_confirmed_at) = (None, None),
        Address::Phone(_) => (user.email, user.email_confirmed_at) = (None, None),
    }
    user.password_hash = None;
    user.forget_email_change();
    user.forget_phone_change();
    user.app_metadata.extend(users::provider_metadata(own));
    Ok(())
}

/// Confirms the address a message went to: a person who could read the message owns it.
fn prove(
    tx: &mut Tx<'_>,
    user: &mut User,
    address: &Address,
    kind: Kind,
    now: Timestamp,
) -> Result<(), Error> {
    if address.confirmed_at(user).is_some() {
        return Ok(());
    }
    // A stranger may have signed up with this address before. Anyone who proves to own it by another message than the one
    // that sign-up caused, or after several sign-ups, must not inherit the stranger's ways to sign in.
    let is_of_sign_up = matches!(kind, Kind::Signup | Kind::PhoneSignup);
    let was_signed_up = user.confirmation_sent_at.is_some() || user.last_sign_in_at.is_some();
    // Nor what an administrator gave to the account meanwhile.
    let keeps_password = is_of_sign_up && user.password_hash.is_some() && !holds_a_role(tx, &user.id)?;
    if !user.is_proved() && was_signed_up && !keeps_password {
        forget_ways_in(tx, user, address)?;
        if is_of_sign_up {
            user.app_metadata.insert(users::PASSWORD_REQUIRED.to_owned(), true.into());
        }
    }
    address.confirm(user, now);
    user.updated_at = now;
    user.note_own_addresses();
    store::save(tx, user)?;
    users::announce(tx, &user.id, Verb::Update);
    Ok(())
}
