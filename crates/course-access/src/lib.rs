//! Access to the courses on the external platform (Hotmart): who has it and until when, as the platform says or an
//! administrator wrote by hand. How an answer becomes access: `docs/decisions/0031-access.md`.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `refused`: the refusals
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

mod config;
mod demo;
mod error;
mod event;
mod expiry;
mod functions;
mod hotmart;
mod jobs;
mod records;
mod refused;
mod sync;
mod tables;
mod validate;
mod webhook;
mod worker;

use std::sync::Arc;

use anyhow::{Context as _, Result};
use ateneu_base::{Clock, Secret, Timestamp, config::Mode};
use ateneu_db::Db;
use ateneu_module::{Context, Module, Running, Subject};
use ateneu_queue::{Queue, Workers};
use futures::future::BoxFuture;

use config::HotmartSection;
pub use config::{Config, Deps};
pub use error::Error;
pub use expiry::ExpiryReport;
pub use functions::functions;
pub use hotmart::HotmartConfig;
pub use validate::Answer;

use crate::hotmart::Hotmart;

const EVENTS: Queue = Queue::new("course_events").label("Eventos dos cursos");

/// The external courses. Cloning is cheap and shares the service.
#[derive(Clone)]
pub struct Courses(Arc<Inner>);

struct Inner {
    db: Db,
    clock: Clock,
    hotmart: Option<Hotmart>,
    webhook_token: Secret,
    course_url: String,
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

/// The subject.
pub struct CourseAccess;

impl Subject for CourseAccess {
    fn declare(&self) -> Module {
        Module::new("course_access")
            .config::<HotmartSection>()
            .refusals(refused::Refused::ALL)
            .audit_labels(AUDIT_LABELS)
            .task_labels(jobs::LABELS)
            .audit_subjects(&[("refresh-hotmart-access", "hotmart_access")])
            .tables(tables::tables())
            .field_labels(FIELD_LABELS)
            .functions(&functions())
            .queues([EVENTS])
    }

    fn open<'a>(&'a self, context: &'a Context) -> BoxFuture<'a, Result<Running>> {
        Box::pin(async {
            let section: HotmartSection = context.config()?;
            // The demo has members with access to the platform.
            let has_platform = section.is_tied() || context.site.mode == Mode::Demo;
            context.content.set_course_platform(has_platform);
            let (db, clock) = (context.db.clone(), context.clock.clone());
            let courses = Courses::open(Deps { db, clock, config: section.config() })
                .context("the external courses cannot be opened")?;
            Ok(Running::default()
                .functions(functions(), &courses)
                .jobs(courses.jobs())
                .workers(courses.workers())
                .endpoints(courses.router())
                .demo(demo::fill))
        })
    }
}

impl Courses {
    /// Opens the service. Events are handled by its [`Courses::workers`].
    ///
    /// # Errors
    /// Fails if an address of the platform cannot be used.
    pub fn open(deps: Deps) -> Result<Self, Error> {
        let Config { hotmart, webhook_token, course_url } = deps.config;
        let hotmart = hotmart.map(|config| Hotmart::open(config, deps.clock.clone())).transpose()?;
        Ok(Self(Arc::new(Inner { db: deps.db, clock: deps.clock, hotmart, webhook_token, course_url })))
    }

    /// The handler of the platform's events.
    pub fn workers(&self) -> Workers {
        Workers::default().with(worker::Events(self.clone()))
    }

    fn db(&self) -> &Db {
        &self.0.db
    }
    fn now(&self) -> Timestamp {
        self.0.clock.now()
    }
    fn hotmart(&self) -> Result<&Hotmart, Error> {
        self.0.hotmart.as_ref().ok_or_else(|| refused::Refused::CoursePlatformNotConnected.into())
    }
}
