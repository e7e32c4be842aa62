//! One run of one job: taken, worked, settled.

use schemars::JsonSchema;
use serde::Serialize;
use std::{sync::Arc, time::Duration};

use ateneu_base::{Timestamp, ids};
use tokio::{task::AbortHandle, time::timeout};

use crate::{
    Error, Job, Jobs, Status,
    lease::{self, Settlement, Trigger},
};

/// How long a run may take.
const LONGEST: Duration = Duration::from_secs(60 * 60);

/// One run, as its log has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "JobRun")]
pub struct Run {
    /// The id of its row in `job_execution_logs`.
    pub id: String,
    /// Whose run.
    pub job_name: &'static str,
    /// When it began.
    pub executed_at: Timestamp,
    /// How it ended.
    pub status: Status,
    /// How long it took, in milliseconds.
    pub duration_ms: i64,
    /// What it did or why it failed, in the owner's language.
    pub message: String,
}

/// A run of this node while it is at work.
#[derive(Clone)]
pub(crate) struct Held {
    pub(crate) run_id: String,
    pub(crate) work: AbortHandle,
}

/// A run whose lease this node holds.
pub(crate) struct Begun {
    job: Arc<Job>,
    id: String,
    at: Timestamp,
    /// Runs in a row that failed before this one.
    failures: i64,
}

impl Jobs {
    pub(crate) async fn begin(&self, job: &Arc<Job>, trigger: Trigger) -> Result<Begun, Error> {
        let at = self.0.clock.now();
        let (id, name) = (ids::row_id(at), job.name);
        let run_id = id.clone();
        let taken = self.0.db.write(move |tx| lease::take(tx, name, &run_id, &trigger, at));
        let failures = taken.await?;
        Ok(Begun { job: Arc::clone(job), id, at, failures })
    }

    pub(crate) async fn carry_out(&self, begun: Begun) -> Result<Run, Error> {
        let ended = self.work(&begun).await;
        let Begun { job, id, at, failures } = begun;
        let now = self.0.clock.now();
        let (due_at, failures) = match &ended {
            Ok(_) => (job.schedule.next_after(now), 0),
            Err(Error::Stopped) => (now, failures),
            Err(error) => {
                tracing::error!(job = job.name, run = id, %error, "a job failed");
                (job.schedule.retry_after(now, failures + 1), failures + 1)
            }
        };
        let run = Run {
            id,
            job_name: job.name,
            executed_at: at,
            status: if ended.is_ok() { Status::Success } else { Status::Error },
            duration_ms: (now.micros() - at.micros()) / 1_000,
            message: ended.unwrap_or_else(|error| error.to_string()),
        };
        let settlement = Settlement { run: run.clone(), due_at, failures };
        let settled = self.0.db.write(move |tx| lease::settle(tx, &settlement)).await?;
        if settled { Ok(run) } else { Err(Error::TakenOver) }
    }

    /// Works in a task of its own, so that a defect in a job stays there.
    async fn work(&self, begun: &Begun) -> Result<String, Error> {
        let mut work = tokio::spawn(begun.job.work());
        let held = Held { run_id: begun.id.clone(), work: work.abort_handle() };
        self.0.held.lock().insert(begun.job.name, held);
        if self.is_stopping() {
            work.abort();
        }
        let ended = timeout(LONGEST, &mut work).await;
        work.abort();
        self.0.held.lock().remove(begun.job.name);
        match ended {
            Ok(Ok(done)) => done,
            Ok(Err(broken)) if broken.is_cancelled() && self.is_stopping() => Err(Error::Stopped),
            Ok(Err(broken)) if broken.is_cancelled() => Err(Error::TakenOver),
            Ok(Err(_)) => Err(Error::Broken),
            Err(_) => Err(Error::TooLong),
        }
    }
}
