//! Creates the first administrator from the command line.

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
    words::Role,
};

/// Lifetime of the link.
const LIFETIME: Duration = Duration::from_secs(60 * 60);

impl Auth {
    /// Creates an administrator, or makes one of an account. Returns a one-time link to set the password, valid for an
    /// hour. An earlier link of that person becomes invalid.
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
                        // An earlier sign-up with this address is unverified, so its sign-in methods are removed.
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
            grant_role(tx, &user.id, Role::Admin, now)?;
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
