//! Access to the courses on the external platform (Hotmart): who has it and until when, as the platform says or an
//! administrator wrote by hand. How an answer becomes access: `docs/decisions/0031-access.md`.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `error_code`: the codes of refusals
//! - `error`: the reasons why something about the courses was not done
//! - `tables`: the declared table
//! - `demo`: the courses of the demo's member
//! - `hotmart`: the platform's calls, and the meaning of its words for access
//! - `event`: the fields of an event, and its effect
//! - `records`: the rows of `hotmart_access`, and whom each follows
//! - `sync`: asks the platform and writes its answer, never an older one over a newer row
//! - `validate`: the check of an address: its own row first, then the platform
//! - `expiry`: scheduled work: ends expired access, asks the platform again about old answers
//! - `jobs`: the scheduled job
//! - `webhook`: the platform's events: stored once and answered
//! - `worker`: handles the stored events
//! - `functions`: the server function

mod demo;
mod error;
mod error_code;
mod event;
mod expiry;
mod functions;
mod hotmart;
mod jobs;
mod records;
mod sync;
mod tables;
mod validate;
mod webhook;
mod worker;

use std::sync::Arc;

use ateneu_base::{Clock, Secret, Timestamp};
use ateneu_db::Db;
use ateneu_module::Module;
use ateneu_queue::{Queue, Runner};
use strum::VariantNames;

pub use error::Error;
pub use expiry::ExpiryReport;
pub use functions::functions;
pub use hotmart::HotmartConfig;
pub use validate::Answer;

use crate::hotmart::Hotmart;

const EVENTS: Queue = Queue::new("course_events").label("Eventos dos cursos");

/// Configuration of the platform for this installation.
#[derive(Clone, Debug)]
pub struct Config {
    /// The platform; none: the records that are kept by hand are all there is.
    pub hotmart: Option<HotmartConfig>,
    /// Token that the platform's calls to `/webhooks/hotmart` carry; empty: all calls are rejected.
    pub webhook_token: Secret,
    /// URL of the courses, for records that name no other address.
    pub course_url: String,
}

/// Dependencies of the service.
pub struct Deps {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Configuration of the service.
    pub config: Config,
}

/// The external courses. Cloning is cheap and shares the service.
#[derive(Clone)]
pub struct Courses(Arc<Inner>);

struct Inner {
    db: Db,
    clock: Clock,
    hotmart: Option<Hotmart>,
    webhook_token: Secret,
    course_url: String,
    runner: Runner,
}

/// Labels of this crate's actions in the audit log, in Portuguese.
const AUDIT_LABELS: &[(&str, &str)] = &[("refresh-hotmart-access", "Acesso a cursos consultado na Hotmart")];

/// Labels of this crate's columns and recorded values in the audit log, in Portuguese.
const FIELD_LABELS: &[(&str, &str)] = &[
    ("source", "origem"),
    ("active", "ativo"),
    ("expires_at", "até"),
    ("course_url", "endereço do curso"),
    ("checked_at", "consultado em"),
];

/// The tables of this subject.
pub fn module() -> Module {
    Module::new("course_access")
        .error_codes(error_code::ErrorCode::VARIANTS)
        .demo(|demo| Box::pin(demo::fill(demo)))
        .audit_labels(AUDIT_LABELS)
        .task_labels(jobs::LABELS)
        .audit_subjects(&[("refresh-hotmart-access", "hotmart_access")])
        .tables(tables::tables())
        .field_labels(FIELD_LABELS)
        .queues([EVENTS])
}

impl Courses {
    /// Opens the service; no event is handled before [`Courses::start`].
    ///
    /// # Errors
    /// Fails if an address of the platform cannot be used.
    pub fn open(deps: Deps) -> Result<Self, Error> {
        let Config { hotmart, webhook_token, course_url } = deps.config;
        let hotmart = hotmart.map(|config| Hotmart::open(config, deps.clock.clone())).transpose()?;
        Ok(Self(Arc::new(Inner {
            runner: Runner::new(deps.db.clone(), deps.clock.clone()),
            db: deps.db,
            clock: deps.clock,
            hotmart,
            webhook_token,
            course_url,
        })))
    }

    /// Handles events from now on, until [`Courses::close`].
    pub fn start(&self) {
        if self.0.hotmart.is_some() {
            self.0.runner.start(worker::Events(self.clone()));
        }
    }

    /// Stops; what is at hand is finished, the rest waits in the database.
    pub async fn close(&self) {
        self.0.runner.close().await;
    }

    fn db(&self) -> &Db {
        &self.0.db
    }
    fn now(&self) -> Timestamp {
        self.0.clock.now()
    }
    fn hotmart(&self) -> Result<&Hotmart, Error> {
        self.0.hotmart.as_ref().ok_or(Error::NotConnected)
    }
}
