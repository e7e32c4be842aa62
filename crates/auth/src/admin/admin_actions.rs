//! Actions of administrators on somebody else's account. Each action runs inside the caller's transaction, so that the
//! audit trail is written in the same transaction. No action gives the administrator a secret: emails go to the person
//! alone.

use std::sync::Arc;

use ateneu_base::{Timestamp, Verb};
use ateneu_content::emails::SecurityFactorsReset;
use ateneu_db::Tx;
use serde_json::json;

use crate::{
    Auth,
    accounts::{Address, User, email, store, users},
    admin::invite,
    error::Error,
    messages::{Delivery, Kind, security_emails, send},
    requests::{Action, Client, Object, log},
    sessions::{self, Which},
};

/// Page to which a message sent by an administrator leads: the one that follows every sign-in. Setting the password
/// comes before it: a link of that kind leads there by itself.
const GO_ON_PAGE: &str = "/conta/verificacao";

/// A message an administrator may send once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// The person was invited and has not come.
    Invitation,
    /// The person signed up and has not proved the address.
    Confirmation,
}

impl Auth {
    /// Makes an account for somebody and sends them the invitation; the account's id.
    ///
    /// # Errors
    /// Fails with `validation_failed` for an address that is none, `email_exists`, and `over_email_send_rate_limit`
    /// within a minute of the last one.
    pub fn invite_person(
        &self,
        tx: &mut Tx<'_>,
        address: &str,
        name: &str,
        from: Option<Arc<str>>,
    ) -> Result<String, Error> {
        let (address, now, client) = (email::canonical(address)?, self.now(), Client::at(from));
        let data = match json!({ "full_name": name }) {
            serde_json::Value::Object(data) if !name.is_empty() => data,
            _ => Object::new(),
        };
        let user = invite::prepare(tx, &address, data, now)?;
        self.send_email(tx, &user, (Kind::Invite, Action::UserInvited), &client)?;
        Ok(user.id)
    }

    /// Sends an invitation or a confirmation once more; `None` when neither is waiting.
    ///
    /// # Errors
    /// Fails with `user_not_found`, `user_banned`, and `over_email_send_rate_limit` within a minute of the last one.
    pub fn send_waiting(
        &self,
        tx: &mut Tx<'_>,
        user_id: &str,
        from: Option<Arc<str>>,
    ) -> Result<Option<Waiting>, Error> {
        let now = self.now();
        let mut user = addressee(tx, user_id, now)?;
        if user.email.is_none() || user.email_confirmed_at.is_some() {
            return Ok(None);
        }
        let (message, waiting) = match user.invited_at {
            Some(_) => ((Kind::Invite, Action::UserInvited), Waiting::Invitation),
            None => ((Kind::Signup, Action::ConfirmationRequested), Waiting::Confirmation),
        };
        match waiting {
            Waiting::Invitation => user.invited_at = Some(now),
            Waiting::Confirmation => user.confirmation_sent_at = Some(now),
        }
        store::save(tx, &user)?;
        self.send_email(tx, &user, message, &Client::at(from))?;
        Ok(Some(waiting))
    }

    /// Sends the message to set a new password. Returns `false` if the account has no address.
    ///
    /// # Errors
    /// Fails with `user_not_found`, `user_banned`, and `over_email_send_rate_limit` within a minute of the last one.
    pub fn send_recovery(
        &self,
        tx: &mut Tx<'_>,
        user_id: &str,
        from: Option<Arc<str>>,
    ) -> Result<bool, Error> {
        let now = self.now();
        let mut user = addressee(tx, user_id, now)?;
        if user.email.is_none() {
            return Ok(false);
        }
        user.recovery_sent_at = Some(now);
        store::save(tx, &user)?;
        let message = (Kind::Recovery, Action::RecoveryRequested);
        self.send_email(tx, &user, message, &Client::at(from))?;
        Ok(true)
    }

    fn send_email(
        &self,
        tx: &mut Tx<'_>,
        user: &User,
        (kind, action): (Kind, Action),
        client: &Client,
    ) -> Result<(), Error> {
        let now = self.now();
        let delivery = Delivery {
            kind,
            to: Address::Email(user.email.clone().unwrap_or_default()),
            redirect_to: self.parts.redirects.page(GO_ON_PAGE),
            challenge: None,
        };
        send::count_request(tx, (kind, &delivery.to), client, action, now)??;
        send::send(self, tx, user, &delivery, now)?;
        log::write(tx, now, action, Some(&user.id), client, None)
    }

    /// Shuts a person out until then and ends every session; `None` lifts the ban. Until when it stood before.
    ///
    /// # Errors
    /// Fails with `user_not_found`.
    pub fn ban(
        &self,
        tx: &mut Tx<'_>,
        user_id: &str,
        until: Option<Timestamp>,
        from: Option<Arc<str>>,
    ) -> Result<Option<Timestamp>, Error> {
        let now = self.now();
        let mut user = existing(tx, user_id)?;
        let before = std::mem::replace(&mut user.banned_until, until);
        user.updated_at = now;
        store::save(tx, &user)?;
        if until.is_some() {
            sessions::end(tx, user_id, Which::All)?;
        }
        users::announce(tx, user_id, Verb::Update);
        let action = match until {
            Some(_) => Action::UserBanned,
            None => Action::BanLifted,
        };
        log::write(tx, now, action, Some(user_id), &Client::at(from), None)?;
        Ok(before.filter(|before| *before > now))
    }

    /// Removes every second factor and passkey of a person and ends every session; a message tells them. The number of
    /// factors and of passkeys removed.
    ///
    /// # Errors
    /// Fails with `user_not_found`.
    pub fn reset_factors(
        &self,
        tx: &mut Tx<'_>,
        user_id: &str,
        from: Option<Arc<str>>,
    ) -> Result<(u64, u64), Error> {
        let (user, now) = (existing(tx, user_id)?, self.now());
        let factors = tx.execute("DELETE FROM factors WHERE user_id = $1", &[user_id.into()])?;
        let passkeys = tx.execute("DELETE FROM passkeys WHERE user_id = $1", &[user_id.into()])?;
        if factors + passkeys == 0 {
            return Ok((0, 0));
        }
        sessions::end(tx, user_id, Which::All)?;
        users::announce(tx, user_id, Verb::Update);
        if user.may_be_written_to(now) {
            security_emails::notify(self, tx, &user, &SecurityFactorsReset {})?;
        }
        log::write(tx, now, Action::FactorsReset, Some(user_id), &Client::at(from), None)?;
        Ok((factors, passkeys))
    }
}

fn existing(tx: &mut Tx<'_>, user_id: &str) -> Result<User, Error> {
    let found = users::find_to_change(tx, user_id)?;
    found.filter(|user| user.deleted_at.is_none()).ok_or(Error::UserNotFound)
}

fn addressee(tx: &mut Tx<'_>, user_id: &str, now: Timestamp) -> Result<User, Error> {
    let user = existing(tx, user_id)?;
    match user.is_banned(now) {
        true => Err(Error::UserBanned),
        false => Ok(user),
    }
}
