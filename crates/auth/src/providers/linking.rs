//! Account of a person at a provider. The provider's own id decides; the address only where both sides have proved it.
//! A password and names that were set before the address was confirmed are removed when a provider confirms it.

use ateneu_base::{Timestamp, Verb};
use ateneu_content::emails::SecurityProviderLinked;
use ateneu_db::Tx;
use ateneu_schema::AsJson;

use crate::{
    Auth,
    accounts::{Profile, User, identity, store, users},
    error::{Error, ErrorCode, Refusal, accepted, unprocessable},
    messages::security_emails,
    passkeys,
    requests::{Action, Client, limits, log},
    sessions::{self, SignInMethod, Which, proof},
};

static UNPROVED: Refusal = unprocessable(
    ErrorCode::ProviderEmailNeedsVerification,
    "The provider has not verified an email address of this person",
);
static TAKEN: Refusal =
    unprocessable(ErrorCode::IdentityAlreadyExists, "Identity is already linked to another user");
static LINKED: Refusal = unprocessable(ErrorCode::IdentityAlreadyExists, "Identity is already linked");

/// Returns the account that signs in or, with `link_to`, the one that gets the identity. `link_to` holds the account's
/// id and the time at which the session that asks was proved. The inner refusal is for the caller. It is logged, and
/// what was counted for it is kept.
pub(crate) fn sign_in_or_link(
    auth: &Auth,
    tx: &mut Tx<'_>,
    (profile, link_to): (&Profile, Option<(&str, Option<Timestamp>)>),
    client: &Client,
    now: Timestamp,
) -> Result<Result<User, Error>, Error> {
    let known = identity::holder(tx, &profile.provider, &profile.subject)?;
    let (found, action) = match (link_to, known) {
        (Some(to), known) => (link(auth, tx, profile, (to, known.as_deref()), now)?, Action::IdentityLinked),
        (None, Some(user_id)) => (return_to(tx, profile, &user_id, now)?, Action::Login),
        (None, None) => (arrive(auth, tx, profile, client, now)?, Action::Login),
    };
    let (user, refusal) = match &found {
        Ok(user) => (Some(user.id.as_str()), None),
        Err(refusal) => (link_to.map(|(user_id, _)| user_id), Some(refusal.code())),
    };
    if refusal.is_some() || action == Action::IdentityLinked {
        log::write(tx, now, action, user, client, refusal)?;
    }
    if let Ok(user) = &found {
        users::announce(tx, &user.id, Verb::Update);
    }
    Ok(found)
}

/// A person known from this provider.
fn return_to(
    tx: &mut Tx<'_>,
    profile: &Profile,
    user_id: &str,
    now: Timestamp,
) -> Result<Result<User, Error>, Error> {
    let user = users::find_to_change(tx, user_id)?;
    let Some(mut user) = user.filter(|user| user.may_be_written_to(now)) else {
        return Ok(Err(Error::UserBanned));
    };
    identity::touch(tx, &user, profile, now)?;
    take_over_data(&mut user, profile, now);
    store::save(tx, &user)?;
    Ok(Ok(user))
}

/// A person who comes through this provider for the first time.
fn arrive(
    auth: &Auth,
    tx: &mut Tx<'_>,
    profile: &Profile,
    client: &Client,
    now: Timestamp,
) -> Result<Result<User, Error>, Error> {
    let Some(email) = profile.proved_email() else {
        return Ok(Err(Error::Refused(&UNPROVED)));
    };
    // A company's word opens no account that its person made without it.
    if profile.is_of_company() {
        return create(auth, tx, (profile, email), client, now);
    }
    match users::find_by_email_to_change(tx, email)? {
        Some(user) if !user.may_be_written_to(now) => Ok(Err(Error::UserBanned)),
        Some(user) if user.email_confirmed_at.is_some() => {
            let user = attach(auth, tx, user, profile, now)?;
            log::write(tx, now, Action::IdentityLinked, Some(&user.id), client, None)?;
            Ok(Ok(user))
        }
        // Somebody else's telephone proved this account, and nobody this address.
        Some(user) if user.phone_confirmed_at.is_some() => Ok(Err(Error::EmailExists)),
        Some(user) => replace(tx, user, profile, now).map(Ok),
        None => create(auth, tx, (profile, email), client, now),
    }
}

/// Adds the identity to an account that has proved its address, and tells its person.
fn attach(
    auth: &Auth,
    tx: &mut Tx<'_>,
    mut user: User,
    profile: &Profile,
    now: Timestamp,
) -> Result<User, Error> {
    identity::add_of_provider(tx, &user, profile, now)?;
    take_over_data(&mut user, profile, now);
    identity::note_providers(tx, &mut user)?;
    store::save(tx, &user)?;
    security_emails::notify(auth, tx, &user, &SecurityProviderLinked { provider: profile.label.clone() })?;
    Ok(user)
}

/// Takes over the account of an address nobody had proved. The id and what the owner granted stay. The password, the
/// data, the sessions and the pending secrets may be a stranger's and go.
fn replace(tx: &mut Tx<'_>, mut user: User, profile: &Profile, now: Timestamp) -> Result<User, Error> {
    sessions::end(tx, &user.id, Which::All)?;
    for table in ["one_time_tokens", "identities", "consents", "factors"] {
        let sql = format!("DELETE FROM {table} WHERE user_id = $1");
        tx.execute(&sql, &[(&user.id).into()])?;
    }
    passkeys::remove_all(tx, &user.id)?;
    user.password_hash = None;
    user.phone = None;
    user.new_email = None;
    user.email_change_proved = None;
    user.forget_phone_change();
    user.user_metadata.clear();
    user.email_confirmed_at = Some(now);
    identity::add_of_provider(tx, &user, profile, now)?;
    take_over_data(&mut user, profile, now);
    identity::note_providers(tx, &mut user)?;
    store::save(tx, &user)?;
    Ok(user)
}

fn create(
    auth: &Auth,
    tx: &mut Tx<'_>,
    (profile, email): (&Profile, &str),
    client: &Client,
    now: Timestamp,
) -> Result<Result<User, Error>, Error> {
    if !auth.rules().allow_signup {
        return Ok(Err(Error::SignupDisabled));
    }
    let limit = limits::sign_up(client);
    accepted!(limits::count_attempt(tx, limit.as_slice(), Action::Signup, client, now)?);
    let own = (!profile.is_of_company()).then(|| email.to_owned());
    let mut user = User::new(own, now);
    user.app_metadata = AsJson(users::provider_metadata(&profile.provider));
    user.email_confirmed_at = Some(now);
    take_over_data(&mut user, profile, now);
    users::insert_alone(tx, &user)?;
    identity::add_of_provider(tx, &user, profile, now)?;
    log::write(tx, now, Action::Signup, Some(&user.id), client, None)?;
    Ok(Ok(user))
}

/// A signed-in person adds a way to sign in. An account without an address, such as an anonymous one, gets the proved
/// one of the provider.
fn link(
    auth: &Auth,
    tx: &mut Tx<'_>,
    profile: &Profile,
    ((user_id, proved_at), known): ((&str, Option<Timestamp>), Option<&str>),
    now: Timestamp,
) -> Result<Result<User, Error>, Error> {
    match known {
        Some(known) if known == user_id => return Ok(Err(Error::Refused(&LINKED))),
        Some(_) => return Ok(Err(Error::Refused(&TAKEN))),
        None => {}
    }
    let user = users::find_to_change(tx, user_id)?;
    let Some(mut user) = user.filter(|user| user.may_be_written_to(now)) else {
        return Ok(Err(Error::UserBanned));
    };
    accepted!(user.require_own_ways());
    proof::note_added(
        tx,
        &user,
        SignInMethod::Identity(&profile.provider, &profile.subject),
        proved_at,
        now,
    )?;
    if user.email.is_none()
        && let Some(email) = profile.proved_email()
    {
        if users::find_by_email(tx, email)?.is_some() {
            return Ok(Err(Error::EmailExists));
        }
        proof::note_added(tx, &user, SignInMethod::Email, proved_at, now)?;
        user.email = Some(email.to_owned());
        user.email_confirmed_at = Some(now);
    }
    if user.is_anonymous && user.email.is_none() {
        return Ok(Err(Error::Refused(&UNPROVED)));
    }
    user.is_anonymous = false;
    attach(auth, tx, user, profile, now).map(Ok)
}

fn take_over_data(user: &mut User, profile: &Profile, now: Timestamp) {
    user.user_metadata.extend(profile.data.clone());
    if profile.is_of_company() {
        user.sso_email.clone_from(&profile.email);
    }
    user.updated_at = now;
}
