//! A change of address. Both addresses must agree, each by the secrets sent to it; until then the present one stays.

use ateneu_base::{Timestamp, Verb};
use ateneu_db::Tx;
use url::Url;

use crate::{
    Auth,
    accounts::{
        address::Address,
        identity,
        users::{self, User},
    },
    error::Error,
    messages::{
        notice,
        one_time::{self, Kind, Spent},
        post::{self, Errand},
    },
    sessions::pkce::Challenge,
};

/// The present address has to agree only where it was ever proved.
fn needs_both(user: &User) -> bool {
    user.email.is_some() && user.email_confirmed_at.is_some()
}

/// Notes the wanted address; an earlier wish is void.
pub(crate) fn begin(tx: &mut Tx<'_>, user: &mut User, wanted: String, now: Timestamp) -> Result<(), Error> {
    if users::find_by_email(tx, &wanted)?.is_some() {
        return Err(Error::EmailExists);
    }
    if user.new_email.as_ref() != Some(&wanted) {
        one_time::void(tx, &user.id, &[Kind::EmailChangeCurrent, Kind::EmailChangeNew])?;
        user.email_change_proved = None;
    }
    user.new_email = Some(wanted);
    user.email_change_sent_at = Some(now);
    Ok(())
}

/// Asks every address that has not agreed yet.
pub(crate) fn ask(
    auth: &Auth,
    tx: &mut Tx<'_>,
    user: &User,
    redirect_to: &Url,
    challenge: Option<&Challenge>,
    now: Timestamp,
) -> Result<(), Error> {
    let proved = user.email_change_proved.as_deref();
    let current = user
        .email
        .as_ref()
        .filter(|_| needs_both(user) && proved != Some("current"));
    let new = user.new_email.as_ref().filter(|_| proved != Some("new"));
    for (kind, address) in [(Kind::EmailChangeCurrent, current), (Kind::EmailChangeNew, new)] {
        let Some(address) = address else { continue };
        let errand = Errand {
            kind,
            to: Address::Email(address.clone()),
            redirect_to: redirect_to.clone(),
            challenge: challenge.cloned(),
        };
        post::send(auth, tx, user, &errand, now)?;
    }
    Ok(())
}

/// One address agrees. True when that was the last word and the address has changed.
pub(crate) fn agree(
    auth: &Auth,
    tx: &mut Tx<'_>,
    user: &mut User,
    spent: &Spent,
    now: Timestamp,
) -> Result<bool, Error> {
    let wanted = user.new_email.clone().ok_or(Error::OtpExpired)?;
    let (side, address) = match spent.kind {
        Kind::EmailChangeCurrent => ("current", user.email.as_ref()),
        _ => ("new", Some(&wanted)),
    };
    if address != Some(&spent.address) {
        return Err(Error::OtpExpired);
    }
    let other_agreed = user
        .email_change_proved
        .as_deref()
        .is_some_and(|proved| proved != side);
    if needs_both(user) && !other_agreed {
        user.email_change_proved = Some(side.to_owned());
        user.updated_at = Some(now);
        users::save(tx, user)?;
        return Ok(false);
    }
    // Where they still read; an address nobody ever proved may be a stranger's and is told nothing.
    notice::tell(auth, tx, user, notice::email_changed(&wanted))?;
    user.email = Some(wanted);
    user.new_email = None;
    user.email_change_proved = None;
    user.email_change_sent_at = None;
    user.email_confirmed_at = Some(now);
    user.become_a_person("email");
    user.updated_at = Some(now);
    user.note_own_addresses();
    users::save(tx, user).map_err(|error| match error.is_duplicate() {
        true => Error::EmailExists,
        false => error,
    })?;
    identity::add_missing(tx, user, "email")?;
    // What was sent to the old address opens nothing any more.
    tx.execute(
        "DELETE FROM one_time_tokens WHERE user_id = $1",
        &[(&user.id).into()],
    )?;
    users::announce(tx, &user.id, Verb::Update);
    Ok(true)
}
