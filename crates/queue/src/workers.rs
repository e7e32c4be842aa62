//! Lists of handlers of any type, started, released and run together.

use std::sync::Arc;

use ateneu_base::Clock;
use ateneu_db::{Db, Error};
use futures::future::BoxFuture;

use crate::{
    Queue,
    runner::{Handler, Runner, work},
};

/// Handlers of queues. Clones share them.
#[derive(Clone, Default)]
pub struct Workers(Vec<Arc<dyn Worker>>);

impl Workers {
    /// Adds a handler.
    #[must_use]
    pub fn with(mut self, handler: impl Handler) -> Self {
        self.0.push(Arc::new(Shared(Arc::new(handler))));
        self
    }

    /// Adds the handlers of another list.
    pub fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// Returns the queues of the handlers.
    pub fn queues(&self) -> impl Iterator<Item = Queue> {
        self.0.iter().map(|worker| worker.queue())
    }

    /// Queues the recurring tasks of every handler.
    ///
    /// # Errors
    /// Fails if the database does.
    pub async fn queue_recurring(&self) -> Result<(), Error> {
        for worker in &self.0 {
            worker.queue_recurring().await?;
        }
        Ok(())
    }

    /// Makes every task due that a killed server held. Must not be called while another server may run.
    ///
    /// # Errors
    /// Fails if the database does.
    pub async fn release(&self, db: &Db, clock: &Clock) -> Result<(), Error> {
        let (queues, now): (Vec<Queue>, _) = (self.queues().collect(), clock.now());
        db.write(move |tx| queues.iter().try_for_each(|queue| queue.release(tx, now).map(drop))).await
    }

    /// Runs every handler until the runner is closed. Must be called on a Tokio runtime.
    pub fn start(&self, runner: &Runner) {
        for worker in &self.0 {
            worker.start(runner);
        }
    }

    /// Handles all due tasks, one queue after the other.
    ///
    /// # Errors
    /// Fails if the database does.
    pub async fn work(&self, db: &Db, clock: &Clock) -> Result<(), Error> {
        for worker in &self.0 {
            worker.work(db, clock).await?;
        }
        Ok(())
    }
}

/// A handler without its type.
trait Worker: Send + Sync {
    fn queue(&self) -> Queue;
    fn queue_recurring(&self) -> BoxFuture<'_, Result<(), Error>>;
    fn start(&self, runner: &Runner);
    fn work<'a>(&'a self, db: &'a Db, clock: &'a Clock) -> BoxFuture<'a, Result<(), Error>>;
}

struct Shared<H>(Arc<H>);

impl<H: Handler> Worker for Shared<H> {
    fn queue(&self) -> Queue {
        self.0.queue()
    }

    fn queue_recurring(&self) -> BoxFuture<'_, Result<(), Error>> {
        Box::pin(self.0.queue_recurring())
    }

    fn start(&self, runner: &Runner) {
        runner.start(Arc::clone(&self.0));
    }

    fn work<'a>(&'a self, db: &'a Db, clock: &'a Clock) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(work(db, clock, &*self.0))
    }
}
