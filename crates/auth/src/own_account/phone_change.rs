//! A change of telephone number. The new number must agree by the code sent to it, and so must the present one where it
//! was ever proved; whoever has lost that one gives the code of `/reauthenticate` instead.

use ateneu_base::{Timestamp, Verb};
use ateneu_db::Tx;

use crate::{
    Auth,
    accounts::users::{self, User},
    error::Error,
    messages::{
        notice,
        one_time::{self, Kind, Spent},
        post::{self, Errand},
        sms,
    },
};

const KINDS: [Kind; 2] = [Kind::PhoneChangeCurrent, Kind::PhoneChangeNew];

fn needs_both(user: &User) -> bool {
    user.phone.is_some() && user.phone_confirmed_at.is_some()
}

/// Notes the wanted number; an earlier wish is void. `proved`: the person has just proved to be the account's.
pub(crate) fn begin(
    tx: &mut Tx<'_>,
    user: &mut User,
    wanted: String,
    proved: bool,
    now: Timestamp,
) -> Result<(), Error> {
    if users::find_by_phone(tx, &wanted)?.is_some_and(|other| other.id != user.id) {
        return Err(Error::PhoneExists);
    }
    if user.new_phone.as_ref() != Some(&wanted) {
        one_time::void(tx, &user.id, &KINDS)?;
        user.phone_change_proved = None;
    }
    if proved {
        user.phone_change_proved = Some("current".to_owned());
    }
    user.new_phone = Some(wanted);
    user.phone_change_sent_at = Some(now);
    Ok(())
}

/// Asks every number that has not agreed yet.
pub(crate) fn ask(auth: &Auth, tx: &mut Tx<'_>, user: &User, now: Timestamp) -> Result<(), Error> {
    let proved = user.phone_change_proved.as_deref();
    let current = user
        .phone
        .as_ref()
        .filter(|_| needs_both(user) && proved != Some("current"));
    let new = user.new_phone.as_ref().filter(|_| proved != Some("new"));
    for (kind, number) in KINDS.into_iter().zip([current, new]) {
        let Some(number) = number else { continue };
        let errand = Errand::by_phone(auth, kind, number.clone());
        post::send(auth, tx, user, &errand, now)?;
    }
    Ok(())
}

/// One number agrees. True when that was the last word and the number has changed.
pub(crate) fn agree(
    auth: &Auth,
    tx: &mut Tx<'_>,
    user: &mut User,
    spent: &Spent,
    now: Timestamp,
) -> Result<bool, Error> {
    let wanted = user.new_phone.clone().ok_or(Error::OtpExpired)?;
    let (side, number) = match spent.kind {
        Kind::PhoneChangeCurrent => ("current", user.phone.as_ref()),
        _ => ("new", Some(&wanted)),
    };
    if number != Some(&spent.address) {
        return Err(Error::OtpExpired);
    }
    let other_agreed = user
        .phone_change_proved
        .as_deref()
        .is_some_and(|proved| proved != side);
    if needs_both(user) && !other_agreed {
        user.phone_change_proved = Some(side.to_owned());
        user.updated_at = Some(now);
        users::save(tx, user)?;
        return Ok(false);
    }
    let former = user.phone.replace(wanted);
    user.phone_confirmed_at = Some(now);
    user.forget_phone_change();
    user.updated_at = Some(now);
    user.become_a_person("phone");
    user.note_own_addresses();
    users::save(tx, user).map_err(|error| match error.is_duplicate() {
        true => Error::PhoneExists,
        false => error,
    })?;
    one_time::void(tx, &user.id, &KINDS)?;
    one_time::void(tx, &user.id, &[Kind::Sms, Kind::PhoneSignup])?;
    tell(auth, tx, user, former.as_deref())?;
    users::announce(tx, &user.id, Verb::Update);
    Ok(true)
}

/// Whoever did not want this must hear of it.
fn tell(auth: &Auth, tx: &mut Tx<'_>, user: &User, former: Option<&str>) -> Result<(), Error> {
    if let Some(number) = former.filter(|number| user.phone.as_deref() != Some(number)) {
        let message = sms::phone_changed(number, &auth.mail().sender());
        auth.mail().queue(tx, &message)?;
    }
    let number = user.phone.as_deref().unwrap_or_default();
    notice::tell(auth, tx, user, notice::phone_changed(number))
}
