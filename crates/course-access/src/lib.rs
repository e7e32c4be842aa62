//! Access to the courses on the external platform (Hotmart): holders and ends, from the platform or an administrator.
//! For the rules see `docs/decisions/0031-access.md`.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `refused`: the refusals
//! - `error`: errors of the course access
//! - `tables`: the declared table
//! - `demo`: the demo member's courses
//! - `hotmart`: the platform's client, and the meaning of its statuses
//! - `event`: the fields of an event, and its effect
//! - `records`: the rows of `hotmart_access`, and their sources
//! - `sync`: queries the platform and stores the answer, never over a newer row
//! - `validate`: the check of an address: its own row, then the platform
//! - `expiry`: scheduled work: ends expired access, repeats old queries
//! - `jobs`: the scheduled job
//! - `webhook`: the platform's events, stored once
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

/// The external courses. Clones share the service.
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
            // The demo has members with access through the platform.
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
    /// Opens the service. Its [`Courses::workers`] handle events.
    ///
    /// # Errors
    /// Fails if a URL of the platform is invalid.
    pub fn open(deps: Deps) -> Result<Self, Error> {
        let Config { hotmart, webhook_token, course_url } = deps.config;
        let hotmart = hotmart.map(|config| Hotmart::open(config, deps.clock.clone())).transpose()?;
        Ok(Self(Arc::new(Inner { db: deps.db, clock: deps.clock, hotmart, webhook_token, course_url })))
    }

    /// Returns the handler of the platform's events.
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
