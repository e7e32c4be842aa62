//! What is done by the clock: every job with its schedule, run by one node at a time, each run written down in
//! `job_execution_logs`.
//!
//! A row of `job_leases` says when a job is due and which run holds it. A node that takes a job holds a lease, renewed
//! while it works; when the node dies the lease expires and another takes over. A run missed while nobody was there is
//! caught up once; a run that failed is tried again after a pause that grows. The pure part is [`schedule`], the rows are
//! [`lease`], and what is done is handed over by the modules, as [`Job`]s.

mod error;
mod job;
mod lease;
mod run;
mod schedule;
mod tables;

use std::{collections::HashMap, sync::Arc, time::Duration};

use ateneu_audit::Actor;
use ateneu_base::Clock;
use ateneu_db::Db;
use parking_lot::Mutex;
use tokio::{
    sync::watch,
    time::{Instant, MissedTickBehavior, interval_at},
};
use tokio_util::task::TaskTracker;

pub use error::Error;
pub use job::{Job, Status};
pub use lease::LEASE;
pub use run::Run;
pub use schedule::Schedule;
pub use tables::tables;

use crate::{lease::Trigger, run::Held};

/// How often what is due is looked for, and how long after the start for the first time.
const LOOK_EVERY: Duration = Duration::from_secs(60);

/// How often a node at work renews its leases.
const RENEW_EVERY: Duration = Duration::from_secs(60);

/// What the scheduler needs.
pub struct Deps {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The jobs; see [`all`].
    pub jobs: Vec<Job>,
}

/// The scheduler of one node. Cloning is cheap and shares it.
#[derive(Clone)]
pub struct Jobs(Arc<Inner>);

struct Inner {
    db: Db,
    clock: Clock,
    jobs: Vec<Arc<Job>>,
    /// The runs of this node, by job.
    held: Mutex<HashMap<&'static str, Held>>,
    stop: watch::Sender<bool>,
    tasks: TaskTracker,
}

impl Jobs {
    /// Writes down when jobs that are new here are due first.
    ///
    /// # Errors
    /// When the database does not take it.
    pub async fn open(deps: Deps) -> Result<Self, Error> {
        let Deps { db, clock, jobs } = deps;
        let now = clock.now();
        let first: Vec<_> = jobs.iter().map(|job| (job.name, job.schedule.next_after(now))).collect();
        db.write(move |tx| lease::declare(tx, &first)).await?;
        Ok(Self(Arc::new(Inner {
            db,
            clock,
            jobs: jobs.into_iter().map(Arc::new).collect(),
            held: Mutex::default(),
            stop: watch::Sender::new(false),
            tasks: TaskTracker::new(),
        })))
    }

    /// From now on runs what is due, until [`Jobs::close`].
    pub fn start(&self) {
        let (jobs, stop) = (self.clone(), self.0.stop.subscribe());
        self.0.tasks.spawn(jobs.clone().each(LOOK_EVERY, stop, async |jobs: &Self| jobs.turn().await));
        let stop = self.0.stop.subscribe();
        self.0.tasks.spawn(jobs.each(RENEW_EVERY, stop, async |jobs: &Self| jobs.renew().await));
    }

    /// Runs what is due now, one after the other.
    ///
    /// # Errors
    /// When the database cannot say what is due; that a job fails is written in its log.
    pub async fn turn(&self) -> Result<(), Error> {
        let now = self.0.clock.now();
        let due = self.0.db.read(move |tx| lease::due(tx, now)).await?;
        let due = self.0.jobs.iter().filter(|job| due.iter().any(|name| name == job.name));
        for job in due {
            if self.is_stopping() {
                break;
            }
            let run = match self.begin(job, Trigger::Schedule).await {
                Ok(begun) => self.carry_out(begun).await,
                Err(error) => Err(error),
            };
            match run {
                // The others: another node was faster.
                Ok(_) | Err(Error::NotDue | Error::Running | Error::TakenOver) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Runs a job now, whenever it is due, and says what came of it. It goes on if nobody waits. `by` goes into the audit
    /// trail; `None` is the owner's own program.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::Running`], or the database's. A job that fails is no error but a [`Run`].
    pub async fn run_now(&self, name: &str, by: Option<&Actor>) -> Result<Run, Error> {
        let job = self.0.jobs.iter().find(|job| job.name == name);
        let job = Arc::clone(job.ok_or(Error::Unknown)?);
        let (jobs, by) = (self.clone(), by.cloned());
        let run = self.0.tasks.spawn(async move {
            let begun = jobs.begin(&job, Trigger::Person(by)).await?;
            jobs.carry_out(begun).await
        });
        run.await.map_err(|_| Error::Broken)?
    }

    /// Renews the leases of this node's runs, and ends those that another node has taken over.
    ///
    /// # Errors
    /// When the database does not answer; then the leases stand as they stood.
    pub async fn renew(&self) -> Result<(), Error> {
        let held: Vec<_> = self.0.held.lock().values().cloned().collect();
        for held in held {
            let (id, now) = (held.run_id.clone(), self.0.clock.now());
            if !self.0.db.write(move |tx| lease::renew(tx, &id, now)).await? {
                tracing::warn!(run = held.run_id, "another node has taken over a job");
                held.work.abort();
            }
        }
        Ok(())
    }

    /// Begins nothing more, ends what is at work and gives it back: the next start takes it up again.
    pub async fn close(&self) {
        self.0.stop.send_replace(true);
        for held in self.0.held.lock().values() {
            held.work.abort();
        }
        self.0.tasks.close();
        self.0.tasks.wait().await;
    }

    fn is_stopping(&self) -> bool {
        *self.0.stop.borrow()
    }

    /// Does something at every tick until told to stop.
    async fn each(
        self,
        pause: Duration,
        mut stop: watch::Receiver<bool>,
        what: impl AsyncFn(&Self) -> Result<(), Error>,
    ) {
        let mut ticks = interval_at(Instant::now() + pause, pause);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = stop.wait_for(|stop| *stop) => break,
                _ = ticks.tick() => {}
            }
            if let Err(error) = what(&self).await {
                tracing::error!(%error, "jobs wait");
            }
        }
    }
}
