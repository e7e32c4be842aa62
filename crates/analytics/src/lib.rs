//! First-party visit counts per day: views of pages, clicks on declared elements, and sources of visits. Nothing else
//! is counted. No cookie, no identifier, nothing of the visitor is stored. Visitors who send `DNT: 1` or `Sec-GPC: 1`
//! are not counted.
//!
//! | seen by | counted when |
//! | --- | --- |
//! | [`Visits::counting`], a layer around the pages | a browser navigates to a public page and gets it |
//! | `POST /eventos` | the page moved on by itself, something declared in `analytics_events` was clicked, or one of the
//! goals was reached |
//!
//! Counts gather in memory and are added to the tables every few seconds and at the end, so several nodes add up.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `tables`: the declared tables
//! - `source`: where a visit comes from
//! - `counters`: counts that wait in memory
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
            .procedures([visit_figures::procedure()])
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

/// Time for which counts wait in memory; a crash loses no more than this.
const FLUSH_EVERY: Duration = Duration::from_secs(5);

/// Patterns whose parameters name something public. Those of others may be a secret, as in the link of an email, and are
/// never written down.
const BY_ADDRESS: [&str; 1] = ["/blog/:id"];

/// The largest report a page sends is a tenth of this.
const MAX_REPORT_BYTES: usize = 1_024;

/// Reason why counts could not be stored.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The database; the counts are kept for the next try.
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

/// The counts. Cloning is cheap and shares them.
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
    /// Ready to count.
    pub fn new(deps: Deps) -> Self {
        Self(Arc::new(Inner {
            db: deps.db,
            clock: deps.clock,
            pages: deps.pages,
            counters: Mutex::default(),
            report_limit: Mutex::default(),
        }))
    }

    /// Starts to store counts every few seconds and to remove old days once a day, until the last clone is dropped.
    pub fn start(&self) {
        tokio::spawn(run_maintenance(Arc::downgrade(&self.0)));
    }

    /// `POST /eventos`. The layer that tells the visitor's address must stand around it.
    pub fn router(&self) -> Router {
        Router::new()
            .route("/eventos", post(report::answer))
            .layer(DefaultBodyLimit::max(MAX_REPORT_BYTES))
            .with_state(self.clone())
    }

    /// Puts the counting of first views around the pages.
    pub fn counting(&self, pages: Router) -> Router {
        pages.layer(middleware::from_fn_with_state(self.clone(), arrival::count))
    }

    /// Adds what was counted to the tables.
    ///
    /// # Errors
    /// Fails if the database does not take it. Then nothing is lost and the next call tries again.
    pub async fn flush(&self) -> Result<(), Error> {
        self.0.flush().await
    }

    /// Removes days older than [`crate::tables::KEPT_MONTHS`].
    pub async fn cleanup(&self) -> Result<(), Error> {
        self.0.cleanup().await
    }

    /// Returns `true` if views of the path are counted: it is a public page whose address tells nothing of its reader.
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

/// Stores the counts at every tick and sweeps on the first tick of each day, until nobody counts any more.
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
