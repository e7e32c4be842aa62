//! Jobs.

use std::time::Duration;

use futures::{FutureExt, future::BoxFuture};

use crate::{Error, Schedule};

type Work = dyn Fn() -> BoxFuture<'static, Result<String, Error>> + Send + Sync;

/// One job.
pub struct Job {
    /// Name in the logs.
    pub name: &'static str,
    /// Times at which the job is due.
    pub schedule: Schedule,
    /// Maximum duration of a run.
    pub(crate) limit: Duration,
    work: Box<Work>,
}

/// Maximum duration of a run, unless the job sets another.
const RUN_TIMEOUT: Duration = Duration::from_secs(60 * 60);

impl Job {
    /// Creates a job. Its work returns a summary in the owner's language. It may be cancelled at any await and started
    /// again.
    pub fn new<F>(
        name: &'static str,
        schedule: Schedule,
        work: impl Fn() -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<String, Error>> + Send + 'static,
    {
        Self { name, schedule, limit: RUN_TIMEOUT, work: Box::new(move || work().boxed()) }
    }

    /// Sets the maximum duration of a run. Other jobs wait for it.
    #[must_use]
    pub fn within(self, limit: Duration) -> Self {
        Self { limit, ..self }
    }

    pub(crate) fn work(&self) -> BoxFuture<'static, Result<String, Error>> {
        (self.work)()
    }
}
