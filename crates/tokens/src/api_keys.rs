//! The API keys of programs: a public one, and a secret one for services. They are created once per installation. A
//! command replaces the second.
//!
//! API keys have the form of tokens, but are compared as a whole instead of by signature: they outlive the key that signed
//! them.

use std::sync::Arc;

use ateneu_base::{Role, Timestamp, ids};
use ateneu_db::{Db, Tx};
use ateneu_schema::{TableRow, Words};
use aws_lc_rs::constant_time::verify_slices_are_equal;
use serde_json::{Map, Value as Json};

use crate::{at_rest::AtRest, claims::Claims, error::Error, keys::Keys, tables::ProgramRole};

/// A key in the database.
#[derive(Clone, PartialEq, TableRow)]
#[table("api_keys")]
struct StoredKey {
    #[key]
    role: ProgramRole,
    token: String,
    created_at: Timestamp,
}

impl StoredKey {
    fn of(role: ProgramRole, token: &str, at_rest: &AtRest, now: Timestamp) -> Result<Self, Error> {
        Ok(Self { role, token: at_rest.encrypt(token, role.word())?, created_at: now })
    }
}

/// The two long-lived keys of an installation.
#[derive(Clone)]
pub struct ApiKeys {
    /// Public key, for any visitor.
    pub anon: String,
    /// Secret key, to which row rules do not apply.
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

/// Reads the keys. Creates them at the first start.
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
    let made = [ProgramRole::Anon, ProgramRole::ServiceRole]
        .into_iter()
        .map(|role| StoredKey::of(role, &issue(keys, issuer, role, now)?, at_rest, now))
        .collect::<Result<Vec<_>, Error>>()?;
    let at_rest = at_rest.clone();
    db.write(move |tx| {
        for key in &made {
            tx.insert_new(key)?;
        }
        at_rest.renew(tx, "api_keys", "role", "token")?;
        read(tx, &at_rest)
    })
    .await
}

/// Replaces the service key, so that the present one is refused. Returns the new key.
pub fn replace_service(
    tx: &mut Tx<'_>,
    keys: &Keys,
    issuer: &str,
    at_rest: &AtRest,
    now: Timestamp,
) -> Result<String, Error> {
    let token = issue(keys, issuer, ProgramRole::ServiceRole, now)?;
    tx.update(&StoredKey::of(ProgramRole::ServiceRole, &token, at_rest, now)?)?;
    Ok(token)
}

/// Reads the present keys.
///
/// # Errors
/// Fails if a stored key is missing or cannot be decrypted.
pub fn read(tx: &mut Tx<'_>, at_rest: &AtRest) -> Result<ApiKeys, Error> {
    let stored: Vec<StoredKey> = tx.rows("", &[])?;
    let token = |role: ProgramRole| {
        let key = stored.iter().find(|key| key.role == role).ok_or(Error::Defect("an API key is missing"))?;
        at_rest.decrypt(&key.token, role.word())
    };
    Ok(ApiKeys::new(token(ProgramRole::Anon)?, token(ProgramRole::ServiceRole)?))
}

/// Signs the long-lived key of a program.
fn issue(keys: &Keys, issuer: &str, role: ProgramRole, now: Timestamp) -> Result<String, Error> {
    const TEN_YEARS: i64 = 10 * 365 * 24 * 60 * 60;
    let mut claims = Map::new();
    claims.insert("iss".into(), issuer.into());
    claims.insert("role".into(), role.word().into());
    claims.insert("iat".into(), now.seconds().into());
    claims.insert("exp".into(), (now.seconds() + TEN_YEARS).into());
    // Distinguishes two keys made within a second.
    claims.insert("jti".into(), ids::random_id().into());
    keys.sign(&Json::Object(claims), now)
}
