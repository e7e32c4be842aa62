//! The service of certificates.

use std::sync::Arc;

use ateneu_base::{Clock, Timestamp};
use ateneu_content::Content;
use ateneu_db::{Db, Tx};
use ateneu_functions::Refusal;
use ateneu_tokens::AtRest;
use tokio::sync::Semaphore;

use super::keys::{Error, Keyring};

/// Files that are drawn at once: each takes some of a core, and anybody who has a code may ask. Others wait.
const DRAWN_AT_ONCE: usize = 2;

/// Dependencies of [`Certificates`].
pub struct Deps {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The owner's words: who issues.
    pub content: Content,
    /// The visitors' address.
    pub public_url: String,
    /// Encrypts the key of credentials.
    pub at_rest: AtRest,
}

/// The certificates. Cloning is cheap.
#[derive(Clone)]
pub struct Certificates {
    pub(super) db: Db,
    pub(super) clock: Clock,
    pub(super) content: Content,
    pub(super) public_url: Arc<str>,
    pub(super) keys: Arc<Keyring>,
    pub(super) drawing: Arc<Semaphore>,
}

impl Certificates {
    /// Reads the key of credentials, making it where there is none.
    ///
    /// # Errors
    /// Fails if the database does, and if the key is encrypted with one that is not configured.
    pub async fn open(deps: Deps) -> Result<Self, Error> {
        let keys = Keyring::open(&deps.db, deps.at_rest, deps.clock.now()).await?;
        Ok(Self {
            db: deps.db,
            clock: deps.clock,
            content: deps.content,
            public_url: deps.public_url.trim_end_matches('/').into(),
            keys: Arc::new(keys),
            drawing: Arc::new(Semaphore::new(DRAWN_AT_ONCE)),
        })
    }

    /// Writes certificates, one request at a time, with the present instant.
    pub(super) async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Tx<'_>, Timestamp) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let now = self.clock.now();
        let locked = move |tx: &mut Tx<'_>| {
            // Two requests at once make one certificate.
            tx.lock("certificates")?;
            work(tx, now)
        };
        self.db.write(locked).await
    }

    /// The claims as a signed token.
    pub(super) async fn sign(&self, claims: &impl serde::Serialize) -> Result<String, Error> {
        self.keys.current(self.clock.now()).await?.sign(claims)
    }
}
