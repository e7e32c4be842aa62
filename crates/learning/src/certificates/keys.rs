//! The key that signs credentials: ES256, created at the first start, separate from the keys of tokens. Those are
//! deleted an hour after a rotation, but credentials are verified for years, so these public keys stay published for
//! ever.
//!
//! A running server notices a rotation within [`LOOK`]. Until then the former key signs, whose credentials stay valid.

use std::{sync::Arc, time::Duration};

use ateneu_audit::Entry;
use ateneu_base::Timestamp;
use ateneu_db::{Db, Tx, json_column};
use ateneu_tokens::{AtRest, keys::NewKey};
use base64::{Engine, prelude::BASE64_STANDARD};
use jsonwebtoken::{Algorithm, EncodingKey, Header, jwk::Jwk};
use parking_lot::RwLock;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

/// Reason why a credential cannot be signed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The database.
    #[error(transparent)]
    Database(#[from] ateneu_db::Error),
    /// The encryption of the stored key.
    #[error(transparent)]
    Stored(#[from] ateneu_tokens::Error),
    /// A defect of the program or of the stored key.
    #[error("the key of credentials: {0}")]
    Defect(&'static str),
}

/// Time for which keys are used before they are read again.
const LOOK: Duration = Duration::from_secs(10);

/// Cache of the present keys.
pub struct Keyring {
    db: Db,
    at_rest: AtRest,
    held: RwLock<(Arc<Keys>, Timestamp)>,
}

impl Keyring {
    /// Reads the keys. Creates the first one if needed.
    pub async fn open(db: &Db, at_rest: AtRest, now: Timestamp) -> Result<Self, Error> {
        let keys = Arc::new(Keys::open(db, at_rest.clone(), now).await?);
        Ok(Self { db: db.clone(), at_rest, held: RwLock::new((keys, now)) })
    }

    /// Returns the keys, read again if they are too old.
    ///
    /// # Errors
    /// Fails if the database does, or a key cannot be decrypted.
    pub async fn current(&self, now: Timestamp) -> Result<Arc<Keys>, Error> {
        let (keys, read_at) = self.held.read().clone();
        if now < read_at + LOOK {
            return Ok(keys);
        }
        let at_rest = self.at_rest.clone();
        let keys = Arc::new(self.db.read(move |tx| Keys::read(tx.query_as(STORED, &[])?, &at_rest)).await?);
        *self.held.write() = (Arc::clone(&keys), now);
        Ok(keys)
    }
}

/// Retires the signing key and creates a new one. Returns its id.
pub async fn rotate(db: &Db, at_rest: AtRest, now: Timestamp) -> Result<String, Error> {
    db.write(move |tx| {
        tx.lock("credential_keys")?;
        let retire = "UPDATE credential_keys SET retired_at = $1 WHERE retired_at IS NULL";
        tx.execute(retire, &[now.into()])?;
        let kid = create_key(tx, &at_rest, now)?;
        let entry = Entry { action: "rotate-credential-key", subject: &kid, old: None, new: None };
        ateneu_audit::write(tx, None, entry, now)?;
        Ok(kid)
    })
    .await
}

#[derive(Deserialize)]
struct Stored {
    kid: String,
    private_key: String,
    #[serde(deserialize_with = "json_column")]
    public_jwk: Json,
    retired_at: Option<Timestamp>,
}

const STORED: &str =
    "SELECT kid, private_key, public_jwk, retired_at FROM credential_keys ORDER BY created_at, kid";

/// Creates a key and stores it. Returns its id.
fn create_key(tx: &mut Tx<'_>, at_rest: &AtRest, now: Timestamp) -> Result<String, Error> {
    let NewKey { kid, private_key, public_jwk } = NewKey::signing()?;
    let insert = format!(
        "INSERT INTO credential_keys (kid, private_key, public_jwk, created_at) VALUES ($1, $2, {}, $4)",
        tx.dialect().json_parameter("$3")
    );
    let private = at_rest.encrypt(&private_key, &kid)?;
    tx.execute(&insert, &[(&kid).into(), private.into(), public_jwk.to_string().into(), now.into()])?;
    Ok(kid)
}

/// The keys at one moment.
pub struct Keys {
    header: Header,
    signing: EncodingKey,
    /// Public keys, including former ones.
    public: Vec<Json>,
}

impl Keys {
    async fn open(db: &Db, at_rest: AtRest, now: Timestamp) -> Result<Self, Error> {
        db.write(move |tx| {
            tx.lock("credential_keys")?;
            at_rest.renew(tx, "credential_keys", "kid", "private_key")?;
            let mut keys: Vec<Stored> = tx.query_as(STORED, &[])?;
            if keys.iter().all(|key| key.retired_at.is_some()) {
                create_key(tx, &at_rest, now)?;
                keys = tx.query_as(STORED, &[])?;
            }
            Self::read(keys, &at_rest)
        })
        .await
    }

    fn read(keys: Vec<Stored>, at_rest: &AtRest) -> Result<Self, Error> {
        let signs = keys.iter().rfind(|key| key.retired_at.is_none());
        let key = signs.ok_or(Error::Defect("there is none"))?;
        let private = at_rest.decrypt(&key.private_key, &key.kid)?;
        let private = BASE64_STANDARD.decode(private).map_err(|_| Error::Defect("it cannot be read"))?;
        let mut header = Header::new(Algorithm::ES256);
        let jwk = Jwk::deserialize(&key.public_jwk).map_err(|_| Error::Defect("no public key"))?;
        header.jwk = Some(jwk);
        let public = keys.into_iter().map(|key| key.public_jwk).collect();
        Ok(Self { header, signing: EncodingKey::from_ec_der(&private), public })
    }

    /// Returns the public keys as a JWK set.
    pub fn public(&self) -> Json {
        json!({ "keys": self.public })
    }

    /// Signs the claims. Returns a token with the public key in its header.
    pub fn sign(&self, claims: &impl Serialize) -> Result<String, Error> {
        jsonwebtoken::encode(&self.header, claims, &self.signing)
            .map_err(|_| Error::Defect("a credential could not be signed"))
    }
}
