//! Scheduled jobs: each is a task of the queue that becomes due again after each run, and every run is recorded in
//! `job_execution_logs`.
//!
//! One process at a time runs a job, under the lease of its task, renewed during the run. If the process dies, the
//! lease ends and another takes the job over. Runs missed while no server ran are caught up once. A failed run is
//! retried after a growing pause.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `tables`: the declared tables
//! - `error`: errors of jobs
//! - `schedule`: due times of jobs
//! - `job`: jobs
//! - `retention`: data that is removed after a period
//! - `log`: the rows of the log
//! - `run`: one run of one job

mod error;
mod job;
mod log;
mod retention;
mod run;
mod schedule;
mod tables;

use std::{collections::HashMap, sync::Arc, time::Duration};

use ateneu_audit::{Actor, Entry};
use ateneu_base::Clock;
use ateneu_db::{Db, Error as DbError};
use ateneu_queue::{Handler, Leased, Outcome, Queue, Runner, Task};
use parking_lot::{Mutex, RwLock};
use tokio::{
    sync::watch,
    time::{Instant, MissedTickBehavior, interval_at},
};
use tokio_util::task::TaskTracker;

pub use error::Error;
pub use job::Job;
pub use retention::{OldRows, Retention, in_batches, summary};
pub use run::Run;
pub use schedule::Schedule;
pub use tables::{JobStatus, tables};

use crate::run::{Begun, Running};

/// Duration of a lease unless it is renewed. After a crash, another process waits for its end.
pub const LEASE: Duration = Duration::from_secs(5 * 60);

/// Queue with one task per job, under the job's name. One job runs at a time.
pub const JOBS: Queue = Queue::new("jobs").label("Rotinas").lease_of(LEASE.as_secs()).batch(1).concurrency(1);

/// Interval at which leases of running jobs are renewed.
const RENEW_EVERY: Duration = Duration::from_secs(60);

/// Interval after which a job of another version of the server is due again.
const UNKNOWN_PAUSE: Duration = Duration::from_secs(60 * 60);

/// Dependencies of [`Jobs`].
pub struct Deps {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
}

/// The scheduler of one process. Clones share it.
#[derive(Clone)]
pub struct Jobs(Arc<Inner>);

struct Inner {
    db: Db,
    clock: Clock,
    jobs: RwLock<Vec<Arc<Job>>>,
    runner: Runner,
    /// Runs of this process, by job.
    running: Mutex<HashMap<&'static str, Running>>,
    stop: watch::Sender<bool>,
    tracker: TaskTracker,
}

impl Jobs {
    /// Opens the scheduler without jobs.
    pub fn new(deps: Deps) -> Self {
        let Deps { db, clock } = deps;
        Self(Arc::new(Inner {
            runner: Runner::new(db.clone(), clock.clone()),
            db,
            clock,
            jobs: RwLock::default(),
            running: Mutex::default(),
            stop: watch::Sender::new(false),
            tracker: TaskTracker::new(),
        }))
    }

    /// Adds jobs, and stores the first due time of new ones.
    ///
    /// # Errors
    /// Fails if the database does.
    pub async fn add(&self, jobs: Vec<Job>) -> Result<(), Error> {
        let now = self.0.clock.now();
        let first: Vec<_> = jobs.iter().map(|job| (job.name, job.schedule.next_after(now))).collect();
        let stored = self.0.db.write(move |tx| {
            for (name, due_at) in first {
                let task = Task::new(name, name, now);
                JOBS.push_due(tx, &task, due_at, now)?;
            }
            Ok::<_, DbError>(())
        });
        stored.await?;
        self.0.jobs.write().extend(jobs.into_iter().map(Arc::new));
        Ok(())
    }

    /// Starts running due jobs, until [`Jobs::close`].
    pub fn start(&self) {
        self.0.runner.start(Arc::new(self.clone()));
        self.0.tracker.spawn(self.clone().keep_leases());
    }

    /// Runs the due jobs, one after the other.
    ///
    /// # Errors
    /// Fails if the database does. The failure of a job is recorded in its log.
    pub async fn run_due(&self) -> Result<(), Error> {
        Ok(ateneu_queue::work(&self.0.db, &self.0.clock, self).await?)
    }

    /// Runs a job now and returns its result. The run goes on if the future is dropped. The audit log records `by`;
    /// `None` is the service key.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`], [`Error::Running`] or a database error. A failed job is not an error but a [`Run`].
    pub async fn run_now(&self, name: &str, by: Option<&Actor>) -> Result<Run, Error> {
        let job = self.job(name).ok_or(Error::Unknown)?;
        let (jobs, by) = (self.clone(), by.cloned());
        let run = self.0.tracker.spawn(async move {
            let at = jobs.0.clock.now();
            let begun = jobs.0.db.write(move |tx| {
                tx.lock(JOBS.name)?;
                if JOBS.is_leased(tx, job.name, at)? {
                    return Err(Error::Running);
                }
                let task = JOBS.take_one(tx, job.name, at)?.ok_or(Error::Unknown)?;
                let begun = Begun::new(job, task, at);
                log::record_start(tx, begun.job.name, &begun.id, at)?;
                let entry = Entry { action: "run-job", subject: begun.job.name, old: None, new: None };
                ateneu_audit::write(tx, by.as_ref(), entry, at)?;
                Ok(begun)
            });
            jobs.finish(begun.await?).await
        });
        run.await.map_err(|_| Error::Broken)?
    }

    /// Renews the leases of this process's runs, and ends runs that another process has taken over.
    ///
    /// # Errors
    /// Fails if the database does. The leases are then unchanged.
    pub async fn renew(&self) -> Result<(), Error> {
        let running: Vec<_> = self.0.running.lock().values().cloned().collect();
        for Running { task, work } in running {
            let now = self.0.clock.now();
            let job = task.id.clone();
            if !self.0.db.write(move |tx| JOBS.renew(tx, &task, now)).await? {
                tracing::warn!(job, "another process has taken over a job");
                work.abort();
            }
        }
        Ok(())
    }

    /// Makes every job due that a dead process held. Must not be called while another process may run.
    pub async fn release(&self) -> Result<(), Error> {
        let now = self.0.clock.now();
        Ok(self.0.db.write(move |tx| JOBS.release(tx, now).map(drop)).await?)
    }

    /// Starts no more runs, aborts the running ones and makes them due, so that the next start repeats them.
    pub async fn close(&self) {
        self.0.stop.send_replace(true);
        // The runner's loop stops too, so that it does not take these tasks.
        futures::join!(self.0.runner.close(), async {
            self.0.running.lock().values().for_each(|running| running.work.abort());
        });
        self.0.tracker.close();
        self.0.tracker.wait().await;
    }

    fn job(&self, name: &str) -> Option<Arc<Job>> {
        self.0.jobs.read().iter().find(|job| job.name == name).cloned()
    }

    fn is_stopping(&self) -> bool {
        *self.0.stop.borrow()
    }

    async fn keep_leases(self) {
        let mut stop = self.0.stop.subscribe();
        let mut ticks = interval_at(Instant::now() + RENEW_EVERY, RENEW_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = stop.wait_for(|stop| *stop) => break,
                _ = ticks.tick() => {}
            }
            if let Err(error) = self.renew().await {
                tracing::error!(%error, "leases of jobs were not renewed");
            }
        }
    }
}

impl Handler for Jobs {
    fn queue(&self) -> Queue {
        JOBS
    }

    async fn handle(&self, tasks: &[Leased]) -> Result<Option<Outcome>, DbError> {
        let at = self.0.clock.now();
        for task in tasks {
            let Some(job) = self.job(&task.id) else {
                let error = Some(Error::Unknown.to_string());
                return Ok(Some(Outcome::Again { at: at + UNKNOWN_PAUSE, error }));
            };
            let name = job.name;
            let begun = Begun::new(job, task.clone(), at);
            let run_id = begun.id.clone();
            self.0.db.write(move |tx| log::record_start(tx, name, &run_id, at)).await?;
            match self.finish(begun).await {
                Ok(_) | Err(Error::TakenOver) => {}
                Err(Error::Database(error)) => return Err(error),
                Err(error) => tracing::error!(%error, job = name, "a job was not finished"),
            }
        }
        Ok(None)
    }
}
