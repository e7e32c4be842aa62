//! What the storage service is told, and what it stands on.

use std::{sync::Arc, time::Duration};

use ateneu_base::{Caller, Clock, Secret, TokenProblem};
use ateneu_db::Db;
use ateneu_schema::{Bucket, Schema};
use futures::future::BoxFuture;

use crate::backend::Store;

/// What the service is told by the server's configuration.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where the world reaches the server, without a slash at the end.
    pub public_url: String,
    /// The secret signed links are derived from.
    pub signing_secret: Secret,
    /// The largest file of any bucket, in bytes.
    pub max_file_size: u64,
    /// The bytes that stay free on the disk: an upload that would leave less is refused.
    pub min_free_disk: u64,
    /// What pictures in sizes that pages do not name may take of a core's time at once; see [`Config::PICTURE_BURST`].
    pub picture_burst: Duration,
}

impl Config {
    /// Enough for a hundred photographs that are asked for in a new size at the same time.
    pub const PICTURE_BURST: Duration = Duration::from_secs(30);
}

/// Who signed a link earlier.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The account.
    pub user_id: String,
    /// The session it signed through.
    pub session_id: Option<String>,
}

/// How a signer stands now, as the accounts know it: the caller, or why there is none any more.
pub type Standing = Arc<dyn Fn(Signature) -> BoxFuture<'static, Result<Caller, TokenProblem>> + Send + Sync>;

/// What the service stands on.
pub struct Deps {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Asked at every use of a signed link.
    pub standing: Standing,
    /// Where the bytes lie; see [`backend::open`](crate::backend::open).
    pub store: Store,
    /// Every declared table.
    pub schema: Arc<Schema>,
    /// The declared buckets.
    pub buckets: Vec<Bucket>,
    /// Settings.
    pub config: Config,
}
