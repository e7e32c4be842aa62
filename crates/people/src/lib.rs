//! What may be done with a whole account, across every room that keeps something about the person: a person with the
//! own account, an administrator with somebody else's.
//!
//! The rooms stay the owners of their rows; this one knows that they belong to one person. Who may call is decided by
//! the callers, the server functions.

mod acts;
pub mod administer;
mod error;
pub mod sessions;

use std::sync::Arc;

pub use acts::{Acts, Asked};
use ateneu_auth::Auth;
use ateneu_base::{Clock, Timestamp};
use ateneu_db::Db;
pub use error::{Error, Kind, Refusal};

/// What the room stands on.
pub struct Deps {
    /// The accounts service.
    pub auth: Auth,
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
}

/// The people. Cloning is cheap and shares the room.
#[derive(Clone)]
pub struct People(Arc<Deps>);

impl People {
    /// The room over what it stands on.
    pub fn new(deps: Deps) -> Self {
        Self(Arc::new(deps))
    }

    pub(crate) fn auth(&self) -> &Auth {
        &self.0.auth
    }
    pub(crate) fn db(&self) -> &Db {
        &self.0.db
    }
    pub(crate) fn now(&self) -> Timestamp {
        self.0.clock.now()
    }
}
