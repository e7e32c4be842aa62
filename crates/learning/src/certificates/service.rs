//! The service of certificates.

use std::sync::Arc;

use ateneu_base::{Clock, Timestamp};
use ateneu_content::Content;
use ateneu_db::{Db, Tx};
use ateneu_functions::Refusal;
use ateneu_tokens::AtRest;
use tokio::sync::Semaphore;

use super::keys::{Error, Keyring};

/// Maximum number of concurrently drawn files: each takes processor time, and anyone with a code may ask. Others wait.
const DRAWN_AT_ONCE: usize = 2;

/// Dependencies of [`Certificates`].
pub struct Deps {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The owner's content, which names the issuer.
    pub content: Content,
    /// URL of the site for visitors.
    pub public_url: String,
    /// Encryption of the credentials' key.
    pub at_rest: AtRest,
}

/// The certificates. Clones share them.
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
    /// Reads the key of credentials. Creates the first one if needed.
    ///
    /// # Errors
    /// Fails if the database does, or the key is encrypted with one that is not configured.
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

    /// Runs a write of certificates at the present instant, one request at a time.
    pub(super) async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Tx<'_>, Timestamp) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let now = self.clock.now();
        let locked = move |tx: &mut Tx<'_>| {
            // The lock makes concurrent requests issue one certificate.
            tx.lock("certificates")?;
            work(tx, now)
        };
        self.db.write(locked).await
    }

    /// Returns the claims as a signed token.
    pub(super) async fn sign(&self, claims: &impl serde::Serialize) -> Result<String, Error> {
        self.keys.current(self.clock.now()).await?.sign(claims)
    }
}
