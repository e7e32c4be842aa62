//! The keys programs present: one for anyone, one for the holder of the service keys. Made once per installation; the second is
//! replaced by command.
//!
//! They have the form of tokens, but it is their whole text that opens, not their signature: they outlive the key that
//! signed them.

use std::sync::Arc;

use ateneu_base::{Role, Timestamp, ids};
use ateneu_db::{Db, Tx};
use aws_lc_rs::constant_time::verify_slices_are_equal;
use serde_json::{Map, Value as Json};

use crate::{at_rest::AtRest, claims::Claims, error::Error, keys::Keys};

/// The two long-lived keys of an installation.
#[derive(Clone)]
pub struct ApiKeys {
    /// Public: speaks for any visitor.
    pub anon: String,
    /// Secret: row rules do not apply to its holder.
    pub service_role: String,
    claims: [Arc<Claims>; 2],
}

impl ApiKeys {
    fn new(anon: String, service_role: String) -> Self {
        let claims = [Role::Anon, Role::Service].map(|role| Arc::new(Claims::of_key(role)));
        Self { anon, service_role, claims }
    }

    /// Returns the claims of one of the two keys. Returns `None` for any other text.
    pub fn claims(&self, presented: &str) -> Option<Arc<Claims>> {
        let same = |key: &String| verify_slices_are_equal(key.as_bytes(), presented.as_bytes()).is_ok();
        let [anon, service] = &self.claims;
        let keys = [(&self.anon, anon), (&self.service_role, service)];
        let found = keys.into_iter().find(|(key, _)| same(key));
        found.map(|(_, claims)| Arc::clone(claims))
    }
}

/// Reads the keys, making them at first start.
///
/// # Errors
/// Fails if a stored key cannot be decrypted.
pub async fn open(
    db: &Db,
    keys: &Keys,
    issuer: &str,
    now: Timestamp,
    at_rest: &AtRest,
) -> Result<ApiKeys, Error> {
    let made = [Role::Anon, Role::Service]
        .into_iter()
        .map(|role| Ok((role.name(), issue(keys, issuer, role, now)?)))
        .collect::<Result<Vec<_>, Error>>()?;
    let at_rest = at_rest.clone();
    db.write(move |tx| {
        for (role, token) in &made {
            tx.execute(
                "INSERT INTO api_keys (role, token, created_at) VALUES ($1, $2, $3) ON CONFLICT (role) DO NOTHING",
                &[(*role).into(), at_rest.encrypt(token, role)?.into(), now.into()],
            )?;
        }
        at_rest.renew(tx, "api_keys", "role", "token")?;
        read(tx, &at_rest)
    })
    .await
}

/// Puts a new service key in the place of the present one, which opens nothing from then on. Returns the new key.
pub fn replace_service(
    tx: &mut Tx<'_>,
    keys: &Keys,
    issuer: &str,
    at_rest: &AtRest,
    now: Timestamp,
) -> Result<String, Error> {
    let token = issue(keys, issuer, Role::Service, now)?;
    tx.execute(
        "UPDATE api_keys SET token = $2, created_at = $3 WHERE role = $1",
        &[Role::Service.name().into(), at_rest.encrypt(&token, Role::Service.name())?.into(), now.into()],
    )?;
    Ok(token)
}

/// Reads the keys as they stand now.
///
/// # Errors
/// Fails if a stored key is missing or cannot be decrypted.
pub fn read(tx: &mut Tx<'_>, at_rest: &AtRest) -> Result<ApiKeys, Error> {
    let mut stored = |role: Role| {
        let sql = "SELECT token FROM api_keys WHERE role = $1";
        let stored = tx.query_optional_as::<String>(sql, &[role.name().into()])?;
        at_rest.decrypt(&stored.ok_or(Error::Defect("an API key is missing"))?, role.name())
    };
    Ok(ApiKeys::new(stored(Role::Anon)?, stored(Role::Service)?))
}

/// Signs the long-lived key of a program.
fn issue(keys: &Keys, issuer: &str, role: Role, now: Timestamp) -> Result<String, Error> {
    const TEN_YEARS: i64 = 10 * 365 * 24 * 60 * 60;
    let mut claims = Map::new();
    claims.insert("iss".into(), issuer.into());
    claims.insert("role".into(), role.name().into());
    claims.insert("iat".into(), now.seconds().into());
    claims.insert("exp".into(), (now.seconds() + TEN_YEARS).into());
    // Two made in one second differ.
    claims.insert("jti".into(), ids::random_id().into());
    keys.sign(&Json::Object(claims), now)
}
