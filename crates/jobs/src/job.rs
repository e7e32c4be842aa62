//! What a job is.

use futures::{FutureExt, future::BoxFuture};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Error, Schedule};

type Work = dyn Fn() -> BoxFuture<'static, Result<String, Error>> + Send + Sync;

/// One job.
pub struct Job {
    /// Its name in the logs.
    pub name: &'static str,
    /// When it is due.
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

/// How a run stands, in the words of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "JobStatus")]
pub enum Status {
    /// At work.
    Running,
    /// It did what it is for.
    Success,
    /// It did not; it is tried again.
    Error,
}

impl Status {
    /// As the log has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Success => "success",
            Self::Error => "error",
        }
    }
}
