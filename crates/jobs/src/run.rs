//! One run of one job: it leases the task, works, and records the result.

use std::sync::Arc;

use ateneu_base::{Timestamp, ids};
use ateneu_queue::{Leased, Outcome};
use schemars::JsonSchema;
use serde::Serialize;
use tokio::{task::AbortHandle, time::timeout};

use crate::{Error, JOBS, Job, JobStatus, Jobs, log};

/// A run, as recorded in the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "JobRun")]
pub struct Run {
    /// Id of its row in `job_execution_logs`.
    pub id: String,
    /// Name of the job.
    pub job_name: &'static str,
    /// Time of its start.
    pub executed_at: Timestamp,
    /// Result of the run.
    pub status: JobStatus,
    /// Duration in milliseconds.
    pub duration_ms: i64,
    /// Summary of the work or reason of the failure, in the owner's language.
    pub message: String,
}

/// An unfinished run of this process.
#[derive(Clone)]
pub(crate) struct Running {
    pub(crate) task: Leased,
    pub(crate) work: AbortHandle,
}

/// A run with a leased task and a recorded start.
pub(crate) struct Begun {
    pub(crate) job: Arc<Job>,
    pub(crate) task: Leased,
    pub(crate) id: String,
    pub(crate) at: Timestamp,
}

impl Begun {
    pub(crate) fn new(job: Arc<Job>, task: Leased, at: Timestamp) -> Self {
        Self { job, task, id: ids::row_id(at), at }
    }
}

impl Jobs {
    /// Executes a run and stores its outcome and the job's next due time.
    pub(crate) async fn finish(&self, begun: Begun) -> Result<Run, Error> {
        let ended = self.work(&begun).await;
        let Begun { job, task, id, at } = begun;
        let now = self.0.clock.now();
        let due_at = match &ended {
            Ok(_) => job.schedule.next_after(now),
            Err(Error::Stopped) => now,
            Err(error) => {
                tracing::error!(job = job.name, run = id, %error, "a job failed");
                job.schedule.retry_after(now, task.tries)
            }
        };
        let error = ended.as_ref().err().map(Error::to_string);
        let outcome = Outcome::Again { at: due_at, error: error.clone() };
        let run = Run {
            id,
            job_name: job.name,
            executed_at: at,
            status: if ended.is_ok() { JobStatus::Success } else { JobStatus::Error },
            duration_ms: (now.micros() - at.micros()) / 1_000,
            message: ended.unwrap_or_else(|error| error.to_string()),
        };
        let written = run.clone();
        let is_own = self.0.db.write(move |tx| {
            let is_own = log::end(tx, &written)?;
            if is_own {
                JOBS.complete(tx, &[task], &outcome, now)?;
            }
            Ok::<_, ateneu_db::Error>(is_own)
        });
        if is_own.await? { Ok(run) } else { Err(Error::TakenOver) }
    }

    /// Runs the job in a separate Tokio task, so that a panic ends only that.
    async fn work(&self, begun: &Begun) -> Result<String, Error> {
        let mut work = tokio::spawn(begun.job.work());
        let running = Running { task: begun.task.clone(), work: work.abort_handle() };
        self.0.running.lock().insert(begun.job.name, running);
        if self.is_stopping() {
            work.abort();
        }
        let ended = timeout(begun.job.limit, &mut work).await;
        work.abort();
        self.0.running.lock().remove(begun.job.name);
        match ended {
            Ok(Ok(done)) => done,
            Ok(Err(broken)) if broken.is_cancelled() && self.is_stopping() => Err(Error::Stopped),
            Ok(Err(broken)) if broken.is_cancelled() => Err(Error::TakenOver),
            Ok(Err(_)) => Err(Error::Broken),
            Err(_) => Err(Error::TooLong),
        }
    }
}
