//! The keys programs present: one for anyone, one for the owner's own programs. Made once per installation.

use ateneu_base::{Role, Timestamp};
use ateneu_db::Db;

use crate::{claims, error::Error, keys::Keys};

/// The two long-lived keys of an installation.
#[derive(Clone)]
pub struct ApiKeys {
    /// Public: speaks for any visitor.
    pub anon: String,
    /// Secret: row rules do not apply to its holder.
    pub service_role: String,
}

/// Reads the keys, making them at first start.
pub(crate) async fn open(db: &Db, keys: &Keys, issuer: &str, now: Timestamp) -> Result<ApiKeys, Error> {
    let made = [Role::Anon, Role::Service]
        .into_iter()
        .map(|role| Ok((role.name(), claims::issue_key(keys, issuer, role, now)?)))
        .collect::<Result<Vec<_>, Error>>()?;
    db.write(move |tx| {
        for (role, token) in &made {
            tx.execute(
                "INSERT INTO api_keys (role, token, created_at) VALUES ($1, $2, $3) ON CONFLICT (role) DO NOTHING",
                &[(*role).into(), token.into(), now.into()],
            )?;
        }
        let mut stored = |role: Role| {
            let row = tx.query_optional("SELECT token FROM api_keys WHERE role = $1", &[role.name().into()])?;
            row.and_then(|row| row.text("token").map(str::to_owned))
                .ok_or(Error::Defect("an API key is missing"))
        };
        Ok(ApiKeys {
            anon: stored(Role::Anon)?,
            service_role: stored(Role::Service)?,
        })
    })
    .await
}
