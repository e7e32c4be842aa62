//! What may be done with a whole account, across every room that keeps something about the person: a person with the
//! own account, an administrator with somebody else's.
//!
//! The rooms stay the owners of their rows; this one knows that they belong to one person. Which rows those are stands
//! in the declarations of the tables ([`ateneu_schema::personal_data`]). Who may call is decided by the callers, the server
//! functions.

pub mod admin_actions;
mod audit_log;
mod current_user;
mod erasure;
mod error;
mod export;
mod functions;
mod jobs;
mod person;
mod personal_data;

pub mod second_factor;
pub mod sessions;
mod tables;

use std::sync::Arc;

use ateneu_auth::Auth;
use ateneu_base::{Clock, Timestamp};
use ateneu_db::Db;
use ateneu_mail::Mail;
use ateneu_module::Module;
use ateneu_schema::Schema;
use ateneu_storage::Storage;
pub use audit_log::{Acts, Asked};
pub use erasure::{GRACE, Swept};
pub use error::{Error, Kind, Refusal};
pub use export::Export;
pub use functions::functions;

/// The tables and buckets of the accounts.
pub fn module() -> Module {
    Module::new("accounts").tables(tables::tables()).buckets([tables::bucket()])
}

/// What the room stands on.
pub struct Deps {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The accounts service.
    pub auth: Auth,
    /// Who carries letters.
    pub mail: Mail,
    /// The files.
    pub storage: Storage,
    /// Every declared table.
    pub schema: Arc<Schema>,
}

/// The people. Cloning is cheap and shares the room.
#[derive(Clone)]
pub struct People(Arc<Deps>);

impl People {
    /// The room over what it stands on.
    pub fn new(deps: Deps) -> Self {
        Self(Arc::new(deps))
    }

    /// The scheduled jobs.
    pub fn jobs(&self) -> Vec<ateneu_jobs::Job> {
        jobs::jobs(self)
    }
    pub(crate) fn auth(&self) -> &Auth {
        &self.0.auth
    }
    pub(crate) fn schema(&self) -> Arc<Schema> {
        self.0.schema.clone()
    }
    pub(crate) fn db(&self) -> &Db {
        &self.0.db
    }
    pub(crate) fn mail(&self) -> &Mail {
        &self.0.mail
    }
    pub(crate) fn storage(&self) -> &Storage {
        &self.0.storage
    }
    pub(crate) fn now(&self) -> Timestamp {
        self.0.clock.now()
    }
}
