//! Reloads content files while the server runs: an edited file is in force within a second, or at once on SIGHUP. A
//! broken file changes nothing, and the log says why.

use std::time::Duration;

use ateneu_base::{Clock, Timestamp};
use ateneu_content::{Content, ContentFiles, Error, Problem, Reload};
use ateneu_db::Db;
use ateneu_membership::entitlements::{self, Stored};
use ateneu_pages::Pages;
use tokio::{
    runtime::Handle,
    signal::unix::{Signal, SignalKind, signal},
    time::MissedTickBehavior,
};

use crate::{app::App, payments};

/// Interval at which the files are checked. They are few and small.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// State that depends on the content files.
#[derive(Clone)]
struct Dependents {
    content: Content,
    pages: Pages,
    db: Db,
    clock: Clock,
}

impl App {
    /// Reloads the content files now; valid edits are in force when this returns.
    pub async fn reload_content(&self) {
        self.dependents().reload().await;
    }

    /// Reloads them each second, and at once on SIGHUP.
    pub fn watch_content(&self) {
        self.dependents().watch();
    }

    fn dependents(&self) -> Dependents {
        Dependents {
            content: self.content.clone(),
            pages: self.pages.clone(),
            db: self.db.clone(),
            clock: self.clock.clone(),
        }
    }
}

impl Dependents {
    /// Reads the files again. Pages made from what changed are dropped, and what the plans entitle to is stored, before
    /// this returns.
    async fn reload(&self) {
        let (content, db, now) = (self.content.clone(), self.db.clone(), self.clock.now());
        let runtime = Handle::current();
        let accepts = move |files: &ContentFiles| {
            let stored = runtime.block_on(db.read(entitlements::stored));
            let problems: Vec<_> = match stored {
                Ok(stored) => refusals(files, &stored, now),
                Err(error) => {
                    vec![problem(format!("what members have could not be read, save it again: {error}"))]
                }
            };
            if problems.is_empty() { Ok(()) } else { Err(Error(problems)) }
        };
        match tokio::task::spawn_blocking(move || content.reload_if(accepts)).await {
            Ok(Reload::Unchanged) => {}
            Ok(Reload::Taken) => {
                self.pages.invalidate_all();
                if let Err(error) = payments::record_entitlements(&self.db, &self.content, now).await {
                    tracing::error!(%error, "failed to store the entitlements of the plans");
                }
                tracing::info!("loaded the changed content files");
            }
            Ok(Reload::Refused(error)) => {
                tracing::error!("failed to load the content files, serving the last valid ones:\n{error}");
            }
            Err(error) => tracing::error!(%error, "failed to check the content files"),
        }
    }

    /// Reloads each second and on SIGHUP, until the process ends.
    fn watch(self) {
        let hang_up = signal(SignalKind::hangup())
            .inspect_err(|error| tracing::error!(%error, "cannot listen for SIGHUP"))
            .ok();
        let (mut changed, pages) = (self.content.subscribe(), self.pages.clone());
        tokio::spawn(async move {
            while changed.changed().await.is_ok() {
                pages.invalidate_all();
            }
        });
        tokio::spawn(async move {
            let mut hang_up = hang_up;
            let mut tick = tokio::time::interval(LOOK_EVERY);
            tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                tokio::select! { _ = tick.tick() => {}, () = received(&mut hang_up) => {} }
                self.reload().await;
            }
        });
    }
}

/// Returns what the file of the plans takes away from members without an announcement.
pub(crate) fn refusals(files: &ContentFiles, stored: &[Stored], now: Timestamp) -> Vec<Problem> {
    let refused = entitlements::refusals(stored, &payments::sold(&files.plans), now);
    refused.iter().map(|refusal| problem(refusal.to_string())).collect()
}

fn problem(what: String) -> Problem {
    Problem { file: "content/plans.toml".to_owned(), line: None, what }
}

async fn received(signal: &mut Option<Signal>) {
    let came = match signal {
        Some(signal) => signal.recv().await,
        None => None,
    };
    if came.is_none() {
        std::future::pending::<()>().await;
    }
}
