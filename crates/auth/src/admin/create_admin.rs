//! The first administrator comes from the command line: nobody can raise himself.

use std::time::Duration;

use ateneu_base::Verb;

use crate::{
    Auth,
    accounts::{Address, User, email, roles::grant_role, store, users},
    error::Error,
    messages::{
        Kind,
        one_time::{self, Secrets},
    },
    requests::{Action, Client, log, service_audit},
    sign_in::forget_ways_in,
};

/// Time for which the link works.
const LIFETIME: Duration = Duration::from_secs(60 * 60);

impl Auth {
    /// Makes or raises an administrator; the answer is a one-time link, valid for an hour, to set the password. An
    /// earlier link of that person stops working.
    pub async fn create_admin(&self, address: &str) -> Result<String, Error> {
        let (address, now) = (email::canonical(address)?, self.now());
        let mut secrets = Secrets::new(Kind::Recovery, None, &self.rules());
        secrets.link_lifetime = LIFETIME;
        let (stored, service) = (secrets.clone(), self.clone());
        self.write(move |tx| {
            let client = Client::default();
            let user = match users::find_by_email_to_change(tx, &address)? {
                Some(mut user) => {
                    if user.email_confirmed_at.is_none() {
                        // Anyone who signed up with this address has never proved to own it.
                        forget_ways_in(tx, &mut user, &Address::Email(address.clone()))?;
                        user.email_confirmed_at = Some(now);
                    }
                    user.recovery_sent_at = Some(now);
                    store::save(tx, &user)?;
                    user
                }
                None => {
                    let mut user = User::new(Some(address.clone()), now);
                    user.email_confirmed_at = Some(now);
                    user.recovery_sent_at = Some(now);
                    store::insert(tx, &user)?;
                    log::write(tx, now, Action::UserCreated, Some(&user.id), &client, None)?;
                    user
                }
            };
            grant_role(tx, &user.id, "admin", now)?;
            let target = (Kind::Recovery, address.as_str());
            one_time::store(tx, &service.parts.code_key, &user, target, &stored, None, now)?;
            users::announce(tx, &user.id, Verb::Update);
            let act = ("create-admin", Action::RecoveryRequested);
            service_audit::record_action(tx, now, act, &user.id, &client)
        })
        .await?;
        Ok(format!(
            "{}/conta/nova-senha?token_hash={}&type=recovery&next=%2Fadmin",
            self.parts.public_url, secrets.link
        ))
    }
}
