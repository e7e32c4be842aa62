//! `POST /token?grant_type=password`.
//!
//! An unknown address and a wrong password have the same cost and the same response.

use ateneu_settings::Values;
use serde::Deserialize;

use crate::{
    Auth,
    accounts::{Account, Address, User, phone, users},
    error::Error,
    passwords::{
        attempts::{Attempts, Pauses},
        policy,
    },
    requests::{Action, Client, log},
    sessions::{self, SessionResponse, SignInMethod, WeakPassword, proof},
};

#[derive(Deserialize)]
pub(crate) struct Credentials {
    email: Option<String>,
    phone: Option<String>,
    password: Option<String>,
}

pub(crate) async fn sign_in(
    auth: &Auth,
    client: &Client,
    credentials: Credentials,
) -> Result<SessionResponse, Error> {
    let address = address(auth, credentials.email, credentials.phone)?;
    let password = credentials.password.unwrap_or_default();
    let rules = auth.rules();
    let attempts = Attempts::new(&rules, address.text(), client, Action::Login);
    let _turn = auth.parts.gate.turn(attempts.key()).await?;
    let (user, pauses) = look_up(auth, &attempts, address.clone()).await?;
    attempts.count_pauses(auth, &pauses).await?;
    let stored = user.as_ref().and_then(|user| user.password_hash.clone());
    let checkable = stored.is_some() && password.len() <= 1_024;
    let hash = stored.clone().unwrap_or_else(|| auth.parts.decoy.clone());
    let guess = if checkable { password.clone() } else { "no password".to_owned() };
    let right = ateneu_passwords::verify(&auth.parts.gate, guess, hash).await? && checkable;
    let refusal = |user: &User| refuse(user, &address, right, &rules, auth);
    match user {
        Some(user) if refusal(&user).is_none() => {
            let rehashed = rehash(auth, stored, &password).await?;
            let attempt = Attempt { attempts, pauses, client: client.clone() };
            attempt.succeed(auth, user, rehashed, &rules, &password).await
        }
        Some(user) => {
            let refusal = refusal(&user).unwrap_or(Error::InvalidCredentials);
            Err(attempts.fail(auth, pauses, Some(user.id), refusal).await?)
        }
        None => Err(attempts.fail(auth, pauses, None, Error::InvalidCredentials).await?),
    }
}

/// Returns the account, unless the guesser's limit is reached, and the required pauses.
async fn look_up(
    auth: &Auth,
    attempts: &Attempts,
    address: Address,
) -> Result<(Option<User>, Pauses), Error> {
    let (limits, now) = (attempts.clone(), auth.now());
    let found = auth
        .read(move |tx| {
            let user = address.find(tx)?;
            let pauses = limits.pauses(tx, user.as_ref().map(|user| user.id.as_str()), now)?;
            Ok((user, pauses))
        })
        .await;
    if matches!(found, Err(Error::RateLimited(_))) {
        attempts.note_refusal(auth).await?;
    }
    found
}

/// Returns the address in an account's form. Existing accounts may sign in with numbers that are no longer accepted.
fn address(auth: &Auth, email: Option<String>, phone: Option<String>) -> Result<Address, Error> {
    let given = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    match (given(email), given(phone)) {
        (Some(email), _) => Ok(Address::Email(ateneu_base::email::written(&email))),
        (None, Some(_)) if !auth.takes_phones() => Err(Error::PhoneDisabled),
        (None, Some(phone)) => phone::digits(&phone).map(Address::Phone),
        (None, None) => Err(Error::validation("missing email or phone")),
    }
}

/// Returns the reason for a refusal. Only a person who knows the password learns of other obstacles.
fn refuse(user: &User, address: &Address, right: bool, rules: &Values, auth: &Auth) -> Option<Error> {
    if !right {
        return Some(Error::InvalidCredentials);
    }
    if user.is_banned(auth.now()) {
        return Some(Error::UserBanned);
    }
    match (address.confirmed_at(user), address) {
        (Some(_), _) => None,
        (None, Address::Phone(_)) => Some(Error::PhoneNotConfirmed),
        (None, Address::Email(_)) => rules.email_confirmation_required.then_some(Error::EmailNotConfirmed),
    }
}

/// Replaces a hash in an older form when its password is known.
async fn rehash(auth: &Auth, stored: Option<String>, password: &str) -> Result<Option<String>, Error> {
    match stored {
        Some(stored) if ateneu_passwords::is_outdated(&stored, auth.parts.gate.cost()) => {
            Ok(Some(ateneu_passwords::hash(&auth.parts.gate, password.to_owned()).await?))
        }
        _ => Ok(None),
    }
}

/// An attempt with the right password.
struct Attempt {
    attempts: Attempts,
    pauses: Pauses,
    client: Client,
}

impl Attempt {
    async fn succeed(
        self,
        auth: &Auth,
        user: User,
        rehashed: Option<String>,
        rules: &Values,
        password: &str,
    ) -> Result<SessionResponse, Error> {
        let now = auth.now();
        let weak = policy::weaknesses(auth, rules, password, policy::words_of(&user)).await?;
        let checked = user.password_hash;
        let (account, session) = auth
            .write(move |tx| {
                // Concurrent guesses may have filled the window, and the account may have changed.
                self.attempts.confirm(tx, &self.pauses, &user.id, now)?;
                let mut user = users::find_to_change(tx, &user.id)?
                    .filter(|user| user.password_hash == checked && user.deleted_at.is_none())
                    .ok_or(Error::InvalidCredentials)?;
                user.password_hash = rehashed.or(checked);
                let proved_at = proof::effective_at(tx, &user.id, SignInMethod::Password, now)?;
                let session = sessions::create(tx, &mut user, ("password", proved_at), &self.client, now)?;
                log::write(tx, now, Action::Login, Some(&user.id), &self.client, None)?;
                Ok::<_, Error>((Account::of(tx, user)?, session))
            })
            .await?;
        let weak_password = (!weak.is_empty()).then(|| WeakPassword {
            reasons: weak.iter().map(|reason| reason.name()).collect(),
            message: Error::WeakPassword(weak).to_string(),
        });
        Ok(SessionResponse { weak_password, ..SessionResponse::new(auth, account, &session)? })
    }
}
