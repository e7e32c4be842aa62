//! Jobs.

use futures::{FutureExt, future::BoxFuture};

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
        Self { name, schedule, work: Box::new(move || work().boxed()) }
    }

    pub(crate) fn work(&self) -> BoxFuture<'static, Result<String, Error>> {
        (self.work)()
    }
}
