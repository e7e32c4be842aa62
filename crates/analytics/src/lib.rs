//! First-party visit counts per day: views of pages, clicks on declared elements, and sources of visits. Nothing else
//! is counted. No cookie, no identifier and no data about visitors are stored. Visitors who send `DNT: 1` or `Sec-GPC:
//! 1` are not counted.
//!
//! | counted by | event |
//! | --- | --- |
//! | [`Visits::counting`], a layer around the pages | a browser navigates to a public page and gets it |
//! | `POST /eventos` | the page navigates by itself, or reports a click in `analytics_events` or a reached goal |
//!
//! Counts gather in memory and are added to the tables every few seconds and at the end, so that nodes add up.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `tables`: the declared tables
//! - `source`: the source of a visit
//! - `counters`: counts in memory
//! - `store`: the counts in the database
//! - `arrival`: recognises page views
//! - `report_limit`: limit on the reports of one network
//! - `report`: `POST /eventos`
//! - `paid`: paid plans by the source of the visit
//! - `visit_figures`: figures since a day
//! - `week`: the last seven days
//! - `demo`: the visits of the demo
//! - `typescript`: the clicks as TypeScript

mod arrival;
mod counters;
mod demo;
mod paid;
mod report;
mod report_limit;
mod source;
mod store;
mod tables;
mod typescript;
mod visit_figures;
mod week;

use std::{
    sync::{Arc, Weak},
    time::Duration,
};

use anyhow::{Context as _, Result};
use ateneu_base::{Clock, calendar};
use ateneu_db::Db;
use ateneu_module::{Context, Module, PublicPages, Running, Subject, VisitOrigins};
use axum::{Router, extract::DefaultBodyLimit, middleware, routing::post};
use futures::future::BoxFuture;
use parking_lot::Mutex;
use tokio::time::MissedTickBehavior;

use crate::{
    counters::{Counters, Seen},
    report_limit::ReportLimit,
};

use paid::{count_paid_plan, source_of_visit};
pub use typescript::typescript;
pub use week::{ArticleViews, WeekOfVisits, week};

/// The subject.
pub struct Analytics;

impl Subject for Analytics {
    fn declare(&self) -> Module {
        Module::new("analytics")
            .tables(tables::tables())
            .procedures([visit_figures::procedure(), visit_figures::visits_by_email()])
            .visit_origins(VisitOrigins { name: source_of_visit, count: count_paid_plan })
    }

    fn open<'a>(&'a self, context: &'a Context) -> BoxFuture<'a, Result<Running>> {
        let visits = Visits::new(Deps {
            db: context.db.clone(),
            clock: context.clock.clone(),
            pages: context.pages.clone(),
        });
        let (counting, closing) = (visits.clone(), visits.clone());
        let running = Running::default()
            .endpoints(context.identified(visits.router()))
            .around_pages(move |pages| counting.counting(pages))
            .demo(|demo| async move { Ok(demo::fill(&demo.db, demo.now()).await?) })
            .on_close(move || {
                let visits = closing.clone();
                async move { visits.flush().await.context("the last visits were not stored") }
            });
        Box::pin(async move {
            visits.start();
            Ok(running)
        })
    }
}

/// Time for which counts wait in memory: the maximum loss in a crash.
const FLUSH_EVERY: Duration = Duration::from_secs(5);

/// Patterns whose parameters are public. Those of others may be a secret, as in the link of an email, and are never
/// stored.
const BY_ADDRESS: [&str; 2] = ["/blog/:id", "/cartas/:id"];

/// Maximum size of a report, ten times that of a page's largest one.
const MAX_REPORT_BYTES: usize = 1_024;

/// Reason why counts could not be stored.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The database failed. The counts are kept for the next try.
    #[error(transparent)]
    Database(#[from] ateneu_db::Error),
}

/// Dependencies of [`Visits`].
pub struct Deps {
    /// Database that holds the counts.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Lookup of the paths that are pages.
    pub pages: Arc<dyn PublicPages>,
}

/// The counts. Clones share them.
#[derive(Clone)]
pub struct Visits(Arc<Inner>);

struct Inner {
    db: Db,
    clock: Clock,
    pages: Arc<dyn PublicPages>,
    counters: Mutex<Counters>,
    report_limit: Mutex<ReportLimit>,
}

impl Visits {
    /// Creates empty counts.
    pub fn new(deps: Deps) -> Self {
        Self(Arc::new(Inner {
            db: deps.db,
            clock: deps.clock,
            pages: deps.pages,
            counters: Mutex::default(),
            report_limit: Mutex::default(),
        }))
    }

    /// Starts to store counts every few seconds and to remove old days daily, until the last clone is dropped.
    pub fn start(&self) {
        tokio::spawn(run_maintenance(Arc::downgrade(&self.0)));
    }

    /// Returns `POST /eventos`. Must be wrapped in the layer that provides the visitor's address.
    pub fn router(&self) -> Router {
        Router::new()
            .route("/eventos", post(report::answer))
            .layer(DefaultBodyLimit::max(MAX_REPORT_BYTES))
            .with_state(self.clone())
    }

    /// Wraps the pages in the layer that counts first views.
    pub fn counting(&self, pages: Router) -> Router {
        pages.layer(middleware::from_fn_with_state(self.clone(), arrival::count))
    }

    /// Stores the counts in the tables.
    ///
    /// # Errors
    /// Fails if the database does. The counts are kept for the next call.
    pub async fn flush(&self) -> Result<(), Error> {
        self.0.flush().await
    }

    /// Removes days older than [`crate::tables::KEPT_MONTHS`].
    pub async fn cleanup(&self) -> Result<(), Error> {
        self.0.cleanup().await
    }

    /// Returns `true` if views of the path are counted: it is a public page whose address identifies no reader.
    fn is_public(&self, path: &str) -> bool {
        let route = self.0.pages.public_route(path);
        route.is_some_and(|pattern| !pattern.contains([':', '*']) || BY_ADDRESS.contains(&pattern))
    }

    fn count(&self, seen: Seen) {
        let day = calendar::iso_day(self.0.clock.now());
        self.0.counters.lock().add(day, seen);
    }
}

impl Inner {
    async fn flush(&self) -> Result<(), Error> {
        self.report_limit.lock().forget_before(self.clock.now());
        let counts = self.counters.lock().take();
        if counts.is_empty() {
            return Ok(());
        }
        let stored = store::add(&self.db, counts.clone()).await;
        if stored.is_err() {
            self.counters.lock().put_back(counts);
        }
        stored
    }

    async fn cleanup(&self) -> Result<(), Error> {
        store::remove_before(&self.db, calendar::iso_months_before(self.clock.now(), tables::KEPT_MONTHS))
            .await
    }
}

/// Stores the counts at every tick and removes old days on the first tick of each day, until `counting` is dropped.
async fn run_maintenance(counting: Weak<Inner>) {
    let mut ticks = tokio::time::interval(FLUSH_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut cleaned = String::new();
    loop {
        ticks.tick().await;
        let Some(inner) = counting.upgrade() else { break };
        if let Err(error) = inner.flush().await {
            tracing::warn!(%error, "visits were not stored; they are kept for the next try");
        }
        let today = calendar::iso_day(inner.clock.now());
        if cleaned != today {
            match inner.cleanup().await {
                Ok(()) => cleaned = today,
                Err(error) => tracing::warn!(%error, "old visits were not removed"),
            }
        }
    }
}
