//! Files: `/storage/v1` as `storage-js` speaks it, over any object store.
//!
//! What is known of a file is a row of `objects`; its bytes lie in the store under the row's `version`. Every write
//! puts new bytes under a new version first and commits the row after, so a reader never meets half a file and a
//! crash leaves at most bytes that no row names, which [`Storage::collect_orphans`] removes. Large files may arrive in
//! several requests (`resumable/`). Pictures are also served in other sizes and formats; what is made of one lies beside
//! it and goes with it.

mod access;
mod ask;
pub mod backend;
mod blocks;
mod bucket;
mod bucket_form;
mod buckets;
mod copy_object;
mod detached;
mod download;
mod draft;
mod error;
mod follow;
mod incoming;
mod info;
mod key;
mod kind;
mod list;
mod list_v2;
mod move_object;
mod object;
mod orphans;
mod personal;
mod pictures;
mod range;
mod refusal;
mod remove;
mod render;
mod resumable;
mod serve;
mod sign;
mod token;
mod trail;
mod update;
mod upload;
mod upload_sign;
mod version;
mod write;

use std::sync::Arc;

use ateneu_base::{Caller, Clock, Secret, Timestamp, TokenProblem};
use ateneu_db::{Db, Tx};
use axum::{
    Router,
    extract::DefaultBodyLimit,
    middleware,
    routing::{delete, get, post},
};
use futures::future::BoxFuture;
use object_store::ObjectStore;

pub use error::Error;
pub use orphans::Collected;
pub use personal::{LetGo, PersonalFile};
pub use resumable::announce as announce_resumable;

/// What the service is told by the server's configuration.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where the world reaches the server, without a slash at the end.
    pub public_url: String,
    /// The secret signed links are derived from.
    pub signing_secret: Secret,
    /// The largest file of any bucket, in bytes.
    pub max_file_size: u64,
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
    /// Where the bytes lie; see [`backend::open`].
    pub store: Arc<dyn ObjectStore>,
    /// The declared buckets.
    pub buckets: Vec<ateneu_tables::buckets::Bucket>,
    /// Settings.
    pub config: Config,
}

/// The storage service. Cloning is cheap.
#[derive(Clone)]
pub struct Storage(Arc<Inner>);

struct Inner {
    deps: Deps,
    links: token::Links,
    workshop: render::Workshop,
}

impl Storage {
    /// Opens the service and writes the declared buckets into the database.
    pub async fn open(deps: Deps) -> Result<Self, Error> {
        let links = token::Links::new(deps.config.signing_secret.reveal());
        let storage = Self(Arc::new(Inner {
            deps,
            links,
            workshop: render::Workshop::open()?,
        }));
        storage.write(bucket::declare).await?;
        Ok(storage)
    }

    /// Every endpoint, with paths relative to `/storage/v1`.
    pub fn router(&self) -> Router {
        let uploads = Router::new()
            .route(
                "/object/{bucket}/{*key}",
                post(upload::upload).put(update::update),
            )
            .route(
                "/object/upload/sign/{bucket}/{*key}",
                post(upload_sign::sign).put(upload_sign::upload),
            )
            .merge(resumable::routes())
            // The bucket's own limit is enforced while the bytes pass.
            .layer(DefaultBodyLimit::disable());
        let objects = Router::new()
            .route(
                "/object/{bucket}/{*key}",
                get(download::plain).delete(remove::one),
            )
            .route("/object/public/{bucket}/{*key}", get(download::public))
            .route(
                "/object/authenticated/{bucket}/{*key}",
                get(download::authenticated),
            )
            .route(
                "/object/sign/{bucket}/{*key}",
                get(download::signed).post(sign::one),
            )
            .route("/object/sign/{bucket}", post(sign::many))
            .route("/object/info/{bucket}/{*key}", get(info::info))
            .route("/object/info/authenticated/{bucket}/{*key}", get(info::info))
            .route("/object/info/public/{bucket}/{*key}", get(info::public))
            .route("/object/list/{bucket}", post(list::list))
            .route("/object/list-v2/{bucket}", post(list_v2::list))
            .route("/object/move", post(move_object::move_object))
            .route("/object/copy", post(copy_object::copy))
            .route("/object/{bucket}", delete(remove::many));
        let buckets = Router::new()
            .route("/bucket", get(buckets::list).post(buckets::create))
            .route(
                "/bucket/{id}",
                get(buckets::get).put(buckets::update).delete(buckets::delete),
            )
            .route("/bucket/{id}/empty", post(buckets::empty));
        let pictures = Router::new()
            .route("/render/image/public/{bucket}/{*key}", get(pictures::public))
            .route(
                "/render/image/authenticated/{bucket}/{*key}",
                get(pictures::authenticated),
            )
            .route("/render/image/sign/{bucket}/{*key}", get(pictures::signed));
        uploads
            .merge(objects)
            .merge(buckets)
            .merge(pictures)
            .fallback(error::no_route)
            .method_not_allowed_fallback(error::no_route)
            .layer(middleware::from_fn(refusal::hear_out))
            .with_state(self.clone())
    }

    /// Is the object store there? For readiness.
    pub async fn ping(&self) -> Result<(), Error> {
        use object_store::ObjectStoreExt;
        match self.store().head(&version::path_of("ready")).await {
            Ok(_) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(problem) => Err(problem.into()),
        }
    }

    fn store(&self) -> &Arc<dyn ObjectStore> {
        &self.0.deps.store
    }

    fn links(&self) -> &token::Links {
        &self.0.links
    }

    async fn standing_of(&self, signature: Signature) -> Result<Caller, TokenProblem> {
        (self.0.deps.standing)(signature).await
    }

    fn workshop(&self) -> &render::Workshop {
        &self.0.workshop
    }

    fn config(&self) -> &Config {
        &self.0.deps.config
    }

    fn now(&self) -> Timestamp {
        self.0.deps.clock.now()
    }

    /// Runs reads in one transaction.
    async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Self, &mut Tx<'_>) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let storage = self.clone();
        self.0.deps.db.read(move |tx| work(&storage, tx)).await
    }

    /// Runs a write in one transaction.
    async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Self, &mut Tx<'_>) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let storage = self.clone();
        self.0.deps.db.write(move |tx| work(&storage, tx)).await
    }
}
