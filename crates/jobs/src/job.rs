//! Jobs and the states of their runs.

use futures::{FutureExt, future::BoxFuture};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Error, Schedule};

type Work = dyn Fn() -> BoxFuture<'static, Result<String, Error>> + Send + Sync;

/// One job.
pub struct Job {
    /// Name in the logs.
    pub name: &'static str,
    /// Times at which the job is due.
    pub schedule: Schedule,
    work: Box<Work>,
}

impl Job {
    /// A job whose work answers with what it did, in a sentence of the owner's language. The work may be broken off at any
    /// point where it waits, and begun anew.
    pub fn new<F>(
        name: &'static str,
        schedule: Schedule,
        work: impl Fn() -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<String, Error>> + Send + 'static,
    {
        Self { name, schedule, work: Box::new(move || work().boxed()) }
    }

    pub(crate) fn work(&self) -> BoxFuture<'static, Result<String, Error>> {
        (self.work)()
    }
}

/// State of a run, in the words of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "JobStatus")]
pub enum Status {
    /// The run is at work.
    Running,
    /// The job did its work.
    Success,
    /// The job failed and is tried again.
    Error,
}

impl Status {
    /// Returns the name that the log has.
    pub fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Success => "success",
            Self::Error => "error",
        }
    }
}
