//! The configuration and dependencies of the storage service.

use std::{sync::Arc, time::Duration};

use ateneu_base::{Caller, Clock, Secret, TokenProblem};
use ateneu_db::Db;
use ateneu_schema::{Bucket, Schema};
use futures::future::BoxFuture;

use crate::backend::Store;

/// The service's configuration.
#[derive(Clone, Debug)]
pub struct Config {
    /// The server's public address, without a slash at the end.
    pub public_url: String,
    /// The secret signed links are derived from.
    pub signing_secret: Secret,
    /// The largest file of any bucket, in bytes.
    pub max_file_size: u64,
    /// The bytes that stay free on the disk: an upload that would leave less is refused.
    pub min_free_disk: u64,
    /// How much of a core's time pictures in sizes that pages do not name may take at once; see [`Config::PICTURE_BURST`].
    pub picture_burst: Duration,
}

impl Config {
    /// Enough for a hundred photographs requested in a new size at the same time.
    pub const PICTURE_BURST: Duration = Duration::from_secs(30);
}

/// Who signed a link.
#[derive(Clone, Debug)]
pub struct SignedBy {
    /// The account.
    pub user_id: String,
    /// The session it signed through.
    pub session_id: Option<String>,
}

/// The signer with the rights they have now, or why the session or account has ended.
pub type FindSigner = Arc<dyn Fn(SignedBy) -> BoxFuture<'static, Result<Caller, TokenProblem>> + Send + Sync>;

/// What the service depends on.
pub struct Deps {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Called at every use of a signed link.
    pub find_signer: FindSigner,
    /// Where the bytes are stored; see [`backend::open`](crate::backend::open).
    pub store: Store,
    /// Every declared table.
    pub schema: Arc<Schema>,
    /// The declared buckets.
    pub buckets: Vec<Bucket>,
    /// Settings.
    pub config: Config,
}
