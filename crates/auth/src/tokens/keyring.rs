//! Cache of the present keys: a rotation by another process or node takes effect with the next request, without a
//! restart.

use std::{sync::Arc, time::Duration};

use ateneu_base::{Secret, Timestamp};
use ateneu_db::Db;
use ateneu_tokens::{
    ApiKeys, AtRest, Keys, Secrets, api_keys,
    keys::{self, HAND_OVER},
};
use parking_lot::RwLock;
use tokio::sync::Mutex;

use crate::{
    Auth,
    error::Error,
    requests::{Action, Client, log},
};

/// Maximum age of cached keys, well under [`HAND_OVER`].
const LOOK: Duration = Duration::from_secs(2);

/// The keys, with the time of their read.
struct Held {
    keys: Arc<Keys>,
    api_keys: Arc<ApiKeys>,
    read_at: Timestamp,
}

/// The present keys.
pub(crate) struct Keyring {
    shared_secret: Option<Secret>,
    at_rest: AtRest,
    held: RwLock<Held>,
    /// Lock of the request that reads the keys.
    reading: Mutex<()>,
}

impl Keyring {
    /// Reads the keys. Creates missing ones.
    pub(crate) async fn open(
        db: &Db,
        issuer: &str,
        now: Timestamp,
        shared_secret: Option<Secret>,
        at_rest: AtRest,
    ) -> Result<Self, Error> {
        let keys = Keys::open(db, now, shared_secret.as_ref().map(Secret::reveal), &at_rest).await?;
        let api_keys = api_keys::open(db, &keys, issuer, now, &at_rest).await?;
        let held = Held { keys: Arc::new(keys), api_keys: Arc::new(api_keys), read_at: now };
        Ok(Self { shared_secret, at_rest, held: RwLock::new(held), reading: Mutex::new(()) })
    }

    pub(crate) fn secrets(&self) -> Secrets {
        self.current().secrets(self.at_rest.clone())
    }

    /// Returns the present keys.
    pub(crate) fn current(&self) -> Arc<Keys> {
        Arc::clone(&self.held.read().keys)
    }

    /// Returns the API keys of programs.
    pub(crate) fn api_keys(&self) -> Arc<ApiKeys> {
        Arc::clone(&self.held.read().api_keys)
    }

    fn is_fresh(&self, now: Timestamp) -> bool {
        now < self.held.read().read_at + LOOK
    }

    /// Reads the keys again if they are too old. If the database fails, the cached ones stay.
    async fn follow(&self, db: &Db, now: Timestamp) {
        if self.is_fresh(now) {
            return;
        }
        let _reading = self.reading.lock().await;
        if self.is_fresh(now) {
            return;
        }
        match self.read(db, now).await {
            Ok(held) => *self.held.write() = held,
            Err(error) => {
                tracing::error!(?error, "the keys could not be read again");
                self.held.write().read_at = now;
            }
        }
    }

    async fn read(&self, db: &Db, now: Timestamp) -> Result<Held, Error> {
        let shared_secret = self.shared_secret.as_ref().map(Secret::reveal);
        let keys = Keys::read(db, shared_secret, &self.at_rest).await?;
        let at_rest = self.at_rest.clone();
        let api_keys = db.read(move |tx| api_keys::read(tx, &at_rest)).await?;
        Ok(Held { keys: Arc::new(keys), api_keys: Arc::new(api_keys), read_at: now })
    }

    /// Reads the keys again after a change by this process.
    async fn read_now(&self, db: &Db, now: Timestamp) -> Result<(), Error> {
        let held = self.read(db, now).await?;
        *self.held.write() = held;
        Ok(())
    }
}

/// A rotation, as reported by its command.
#[derive(Clone, Debug)]
pub struct Rotation {
    /// Id of the new key.
    pub kid: String,
    /// Time from which the new key signs. Until then the former key signs, and the new one is published.
    pub signs_from: Timestamp,
}

impl Auth {
    /// Returns the installation's API keys.
    pub fn api_keys(&self) -> ApiKeys {
        ApiKeys::clone(&self.parts.keyring.api_keys())
    }

    /// Returns the secrets of this installation for other services.
    pub fn secrets(&self) -> Secrets {
        self.parts.keyring.secrets()
    }

    /// Loads keys that another process or node has created. Nearly free between two reads.
    pub(crate) async fn follow_keys(&self) {
        self.parts.keyring.follow(&self.parts.db, self.now()).await;
    }

    /// Creates a new signing key. Tokens of the former one stay valid until they expire, and it stays published until
    /// then.
    pub async fn rotate_keys(&self) -> Result<Rotation, Error> {
        let (now, at_rest) = (self.now(), self.parts.keyring.at_rest.clone());
        let kid = self
            .write(move |tx| {
                let kid = keys::rotate(tx, &at_rest, now)?;
                log::write(tx, now, Action::KeysRotated, None, &Client::default(), None)?;
                Ok::<_, Error>(kid)
            })
            .await?;
        Ok(Rotation { kid, signs_from: now + HAND_OVER })
    }

    /// Creates a new signing key and removes all former ones, whose tokens are refused within two seconds. People stay
    /// signed in, because refresh tokens use another key.
    pub async fn revoke_signing_keys(&self) -> Result<Rotation, Error> {
        let (now, at_rest) = (self.now(), self.parts.keyring.at_rest.clone());
        let kid = self
            .write(move |tx| {
                let kid = keys::rotate(tx, &at_rest, now)?;
                keys::forget_retired(tx)?;
                log::write(tx, now, Action::KeysRotated, None, &Client::default(), None)?;
                Ok::<_, Error>(kid)
            })
            .await?;
        self.parts.keyring.read_now(&self.parts.db, now).await?;
        Ok(Rotation { kid, signs_from: now })
    }

    /// Creates a new service key. The former one is refused within two seconds, also by a running server.
    pub async fn replace_service_key(&self) -> Result<String, Error> {
        let (now, keys, issuer) = (self.now(), self.keys(), self.parts.issuer.clone());
        let at_rest = self.parts.keyring.at_rest.clone();
        let token = self
            .write(move |tx| {
                let token = api_keys::replace_service(tx, &keys, &issuer, &at_rest, now)?;
                log::write(tx, now, Action::KeysRotated, None, &Client::default(), None)?;
                Ok::<_, Error>(token)
            })
            .await?;
        self.parts.keyring.read_now(&self.parts.db, now).await?;
        Ok(token)
    }
}
