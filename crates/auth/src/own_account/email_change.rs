//! A change of address: noted, asked of both addresses, applied when they agree. Who has to is in `contact_change.rs`.

use ateneu_base::{Timestamp, Verb};
use ateneu_content::emails::{SecurityAddressRequested, SecurityEmailChanged};
use ateneu_db::Tx;
use url::Url;

use super::{contact_change::ContactChange, endings};
use crate::{
    Auth,
    accounts::{Address, User, identity, store, users},
    error::Error,
    messages::{Delivery, Kind, OneTimeToken, one_time, security_emails, send},
    sessions::{SignInMethod, pkce::Challenge, proof},
    words::Side,
};

const KINDS: [Kind; 2] = [Kind::EmailChangeCurrent, Kind::EmailChangeNew];

/// Notes the wanted address, whether another account has it or not: the answer tells nothing of other accounts. An
/// earlier request is void.
pub(crate) fn request_change(
    tx: &mut Tx<'_>,
    user: &mut User,
    wanted: String,
    now: Timestamp,
) -> Result<(), Error> {
    if user.new_email.as_ref() != Some(&wanted) {
        one_time::void(tx, &user.id, &KINDS)?;
        user.email_change_proved = None;
    }
    user.new_email = Some(wanted);
    user.email_change_sent_at = Some(now);
    Ok(())
}

/// Asks every address that has not agreed yet. Where the wanted one is another account's, its owner is notified
/// instead, and the change never comes about.
pub(crate) fn ask(
    auth: &Auth,
    tx: &mut Tx<'_>,
    user: &User,
    redirect_to: &Url,
    challenge: Option<&Challenge>,
    now: Timestamp,
) -> Result<(), Error> {
    let unanswered = ContactChange::of_email(user).map(ContactChange::unanswered).unwrap_or_default();
    for (kind, address) in KINDS.into_iter().zip(unanswered) {
        let Some(address) = address else { continue };
        if kind == Kind::EmailChangeNew
            && let Some(owner) = users::find_by_email(tx, address)?
        {
            if owner.may_be_written_to(now) {
                security_emails::notify(auth, tx, &owner, &SecurityAddressRequested {})?;
            }
            continue;
        }
        let delivery = Delivery {
            kind,
            to: Address::Email(address.to_owned()),
            redirect_to: redirect_to.clone(),
            challenge: challenge.cloned(),
        };
        send::send(auth, tx, user, &delivery, now)?;
    }
    Ok(())
}

/// One address agrees. Returns `true` if that was the last word and the address has changed.
pub(crate) fn agree(
    auth: &Auth,
    tx: &mut Tx<'_>,
    user: &mut User,
    spent: &OneTimeToken,
    now: Timestamp,
) -> Result<bool, Error> {
    let change = ContactChange::of_email(user).ok_or(Error::OtpExpired)?;
    let side = match spent.kind {
        Kind::EmailChangeCurrent => Side::Current,
        _ => Side::New,
    };
    let (is_decided, wanted) = (change.decides(side, &spent.address)?, change.wanted());
    if !is_decided {
        user.email_change_proved = Some(side);
        user.updated_at = now;
        store::save(tx, user)?;
        return Ok(false);
    }
    let present_agreed = side == Side::Current || user.email_change_proved == Some(Side::Current);
    match present_agreed {
        true => proof::forget_added(tx, &user.id, SignInMethod::Email)?,
        false => proof::note_added(tx, user, SignInMethod::Email, None, now)?,
    }
    // Where they still read; an address nobody ever proved may be a stranger's and gets no message.
    security_emails::notify(auth, tx, user, &SecurityEmailChanged { new_email: wanted.clone() })?;
    user.email = Some(wanted);
    endings::by_email(tx, user)?;
    user.email_confirmed_at = Some(now);
    user.become_a_person("email");
    user.updated_at = now;
    user.note_own_addresses();
    store::save(tx, user).map_err(|error| error.duplicate_is(Error::EmailExists))?;
    identity::add_missing(tx, user, "email")?;
    users::announce(tx, &user.id, Verb::Update);
    Ok(true)
}
