//! A change of telephone number: noted, asked of both numbers, applied when they agree. Who has to is in
//! `contact_change.rs`; anyone who has lost the present one gives the code of `/reauthenticate` instead of its.

use ateneu_base::{Timestamp, Verb};
use ateneu_content::emails::{SecurityPhoneChanged, ShortMessage};
use ateneu_db::Tx;

use super::{contact_change::ContactChange, endings};
use crate::{
    Auth,
    accounts::{User, store, users},
    error::Error,
    messages::{Delivery, Kind, OneTimeToken, one_time, security_emails, send},
    sessions::{SignInMethod, proof},
    words::Side,
};

const KINDS: [Kind; 2] = [Kind::PhoneChangeCurrent, Kind::PhoneChangeNew];

/// Notes the wanted number, whether another account has it or not; an earlier request is void. `proved`: the person has
/// just proved to be the account's.
pub(crate) fn request_change(
    tx: &mut Tx<'_>,
    user: &mut User,
    wanted: String,
    proved: bool,
    now: Timestamp,
) -> Result<(), Error> {
    if user.new_phone.as_ref() != Some(&wanted) {
        one_time::void(tx, &user.id, &KINDS)?;
        user.phone_change_proved = None;
    }
    if proved {
        user.phone_change_proved = Some(Side::Current);
    }
    user.new_phone = Some(wanted);
    user.phone_change_sent_at = Some(now);
    Ok(())
}

/// Asks every number that has not agreed yet. A number of another account is sent nothing, and the change never comes
/// about.
pub(crate) fn ask(auth: &Auth, tx: &mut Tx<'_>, user: &User, now: Timestamp) -> Result<(), Error> {
    let unanswered = ContactChange::of_phone(user).map(ContactChange::unanswered).unwrap_or_default();
    for (kind, number) in KINDS.into_iter().zip(unanswered) {
        let Some(number) = number else { continue };
        let holder = users::find_by_phone(tx, number)?;
        if kind == Kind::PhoneChangeNew && holder.is_some_and(|holder| holder.id != user.id) {
            continue;
        }
        let delivery = Delivery::by_phone(auth, kind, number.to_owned());
        send::send(auth, tx, user, &delivery, now)?;
    }
    Ok(())
}

/// One number agrees. Returns `true` if that was the last word and the number has changed.
pub(crate) fn agree(
    auth: &Auth,
    tx: &mut Tx<'_>,
    user: &mut User,
    spent: &OneTimeToken,
    now: Timestamp,
) -> Result<bool, Error> {
    let change = ContactChange::of_phone(user).ok_or(Error::OtpExpired)?;
    let side = match spent.kind {
        Kind::PhoneChangeCurrent => Side::Current,
        _ => Side::New,
    };
    let (is_decided, wanted) = (change.decides(side, &spent.address)?, change.wanted());
    if !is_decided {
        user.phone_change_proved = Some(side);
        user.updated_at = now;
        store::save(tx, user)?;
        return Ok(false);
    }
    let present_agreed = side == Side::Current || user.phone_change_proved == Some(Side::Current);
    match present_agreed {
        true => proof::forget_added(tx, &user.id, SignInMethod::Phone)?,
        false => proof::note_added(tx, user, SignInMethod::Phone, None, now)?,
    }
    let former = user.phone.replace(wanted);
    user.phone_confirmed_at = Some(now);
    endings::by_phone(tx, user)?;
    user.updated_at = now;
    user.become_a_person("phone");
    user.note_own_addresses();
    store::save(tx, user).map_err(|error| error.duplicate_is(Error::PhoneExists))?;
    notify(auth, tx, user, former.as_deref())?;
    users::announce(tx, &user.id, Verb::Update);
    Ok(true)
}

/// A person who did not want this must be informed.
fn notify(auth: &Auth, tx: &mut Tx<'_>, user: &User, former: Option<&str>) -> Result<(), Error> {
    if let Some(number) = former.filter(|number| user.phone.as_deref() != Some(number)) {
        let message = auth.mail().sender().short_message(number, &ShortMessage::PhoneChanged);
        auth.mail().queue(tx, &message)?;
    }
    let number = user.phone.as_deref().unwrap_or_default();
    security_emails::notify(
        auth,
        tx,
        user,
        &SecurityPhoneChanged { ending: security_emails::last_digits(number) },
    )
}
