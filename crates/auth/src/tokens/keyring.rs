//! The keys in force, read anew while the server runs: a rotation by another process or node is taken up by the next
//! request, without a restart.

use std::{sync::Arc, time::Duration};

use ateneu_base::{Secret, Timestamp};
use ateneu_db::Db;
use parking_lot::RwLock;
use tokio::sync::Mutex;

use crate::{
    Auth,
    error::Error,
    requests::{
        client::Client,
        log::{self, Action},
    },
    tokens::keys::{self, HAND_OVER, Keys},
};

/// How long the keys are used before they are looked at again; well under [`HAND_OVER`].
const LOOK: Duration = Duration::from_secs(2);

/// The keys, and when they were read.
pub(crate) struct Keyring {
    shared_secret: Option<Secret>,
    held: RwLock<(Arc<Keys>, Timestamp)>,
    /// Held by the one request that reads.
    reading: Mutex<()>,
}

impl Keyring {
    /// Reads the keys, making those that are missing.
    pub(crate) async fn open(db: &Db, now: Timestamp, shared_secret: Option<Secret>) -> Result<Self, Error> {
        let keys = Keys::open(db, now, shared_secret.as_ref().map(Secret::reveal)).await?;
        Ok(Self { shared_secret, held: RwLock::new((Arc::new(keys), now)), reading: Mutex::new(()) })
    }

    /// The keys in force.
    pub(crate) fn current(&self) -> Arc<Keys> {
        Arc::clone(&self.held.read().0)
    }

    fn is_fresh(&self, now: Timestamp) -> bool {
        now < self.held.read().1 + LOOK
    }

    /// Reads the keys again where that was a while ago. Where the database does not answer, those in force stay.
    async fn follow(&self, db: &Db, now: Timestamp) {
        if self.is_fresh(now) {
            return;
        }
        let _reading = self.reading.lock().await;
        if self.is_fresh(now) {
            return;
        }
        match Keys::read(db, self.shared_secret.as_ref().map(Secret::reveal)).await {
            Ok(keys) => *self.held.write() = (Arc::new(keys), now),
            Err(error) => {
                tracing::error!(?error, "the signing keys could not be read again");
                self.held.write().1 = now;
            }
        }
    }
}

/// A rotation, as its command tells it.
#[derive(Clone, Debug)]
pub struct Rotation {
    /// The id of the new key.
    pub kid: String,
    /// Until then the former key signs; the new one is published already.
    pub signs_from: Timestamp,
}

impl Auth {
    /// Takes up keys that another process or node has made. Costs next to nothing between two looks.
    pub(crate) async fn follow_keys(&self) {
        self.keyring().follow(self.db(), self.now()).await;
    }

    /// Makes a new signing key. Tokens of the former one are valid until they expire, and it is published until then.
    pub async fn rotate_keys(&self) -> Result<Rotation, Error> {
        let now = self.now();
        let kid = self
            .db()
            .write(move |tx| {
                let kid = keys::rotate(tx, now)?;
                log::write(tx, now, Action::KeysRotated, None, &Client::default(), None)?;
                Ok::<_, Error>(kid)
            })
            .await?;
        Ok(Rotation { kid, signs_from: now + HAND_OVER })
    }
}
