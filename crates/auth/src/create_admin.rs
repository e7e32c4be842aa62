//! The first administrator comes from the command line: nobody can raise himself.

use std::time::Duration;

use ateneu_base::{Change, Record, Verb, ids};

use crate::{
    Auth,
    client::Client,
    email,
    error::Error,
    log::{self, Action},
    users::{self, User},
};

/// How long the link works.
const LIFETIME: Duration = Duration::from_secs(60 * 60);

impl Auth {
    /// Makes or raises an administrator; the answer is a one-time link, valid for an hour, to set the password. An
    /// earlier link of that person stops working.
    pub async fn create_admin(&self, address: &str) -> Result<String, Error> {
        let (address, now) = (email::canonical(address)?, self.now());
        let secret = ids::secret(32);
        let digest = ids::digest(&secret);
        self.db()
            .write(move |tx| {
                let client = Client::default();
                let user = match users::find_by_email_to_change(tx, &address)? {
                    Some(mut user) => {
                        user.email_confirmed_at = user.email_confirmed_at.or(Some(now));
                        user.recovery_sent_at = Some(now);
                        users::save(tx, &user)?;
                        user
                    }
                    None => {
                        let mut user = User::new(Some(address.clone()), now);
                        user.email_confirmed_at = Some(now);
                        user.recovery_sent_at = Some(now);
                        users::insert(tx, &user)?;
                        log::write(tx, now, Action::UserCreated, Some(&user.id), &client, None)?;
                        user
                    }
                };
                tx.execute(
                    "INSERT INTO user_roles (id, user_id, role, created_at) VALUES ($1, $2, 'admin', $3)
                     ON CONFLICT (user_id, role) DO NOTHING",
                    &[ids::row_id(now).into(), (&user.id).into(), now.into()],
                )?;
                let sql = "DELETE FROM one_time_tokens WHERE user_id = $1 AND kind = 'recovery'";
                tx.execute(sql, &[(&user.id).into()])?;
                tx.execute(
                    "INSERT INTO one_time_tokens (id, user_id, kind, digest, email, created_at, expires_at)
                     VALUES ($1, $2, 'recovery', $3, $4, $5, $6)",
                    &[
                        ids::row_id(now).into(),
                        (&user.id).into(),
                        digest.into(),
                        (&address).into(),
                        now.into(),
                        (now + LIFETIME).into(),
                    ],
                )?;
                let mut role = Record::new();
                role.insert("user_id".into(), user.id.clone().into());
                role.insert("role".into(), "admin".into());
                tx.changed(Change {
                    table: "user_roles".into(),
                    verb: Verb::Insert,
                    old: None,
                    new: Some(role),
                });
                users::announce(tx, &user.id, Verb::Update);
                log::write(tx, now, Action::RecoveryRequested, Some(&user.id), &client, None)
            })
            .await?;
        Ok(format!(
            "{}/conta/nova-senha?token_hash={secret}&type=recovery",
            self.public_url()
        ))
    }
}
