//! The worker of one queue, as a service.

use ateneu_base::Clock;
use ateneu_db::{Db, Error};
use ateneu_queue::{Handler, Runner};

use crate::{LinkCards, PushSender};

/// Handles what one queue holds; nothing before [`Worker::start`].
pub struct Worker<H> {
    handler: H,
    db: Db,
    clock: Clock,
    runner: Runner,
}

/// Fetches links for their cards.
pub type Links = Worker<LinkCards>;
/// Sends messages to devices.
pub type Push = Worker<PushSender>;

impl Links {
    /// Begins the recurring work.
    pub async fn open(cards: LinkCards) -> Result<Self, Error> {
        cards.schedule_cleanup().await?;
        let (db, clock) = (cards.db.clone(), cards.clock.clone());
        Ok(Self::of(cards, db, clock))
    }
}

impl Push {
    /// The service of a sender.
    pub fn new(sender: PushSender) -> Self {
        let (db, clock) = (sender.db.clone(), sender.clock.clone());
        Self::of(sender, db, clock)
    }
}

impl<H: Handler + Clone> Worker<H> {
    fn of(handler: H, db: Db, clock: Clock) -> Self {
        Self { handler, runner: Runner::new(db.clone(), clock.clone()), db, clock }
    }

    /// Starts the worker, which runs until [`Worker::close`]. Must be called on a Tokio runtime.
    pub fn start(&self) {
        self.runner.start(self.handler.clone());
    }

    /// Stops the worker; what waits stays in the queue.
    pub async fn close(&self) {
        self.runner.close().await;
    }

    /// Makes every task due that a killed server held. Only where it is certain that no other server runs.
    pub async fn release_leases(&self) -> Result<(), Error> {
        let (queue, now) = (self.handler.queue(), self.clock.now());
        self.db.write(move |tx| queue.release(tx, now).map(drop)).await
    }

    /// Handles what is due.
    pub async fn work(&self) -> Result<(), Error> {
        ateneu_queue::work(&self.db, &self.clock, &self.handler).await
    }
}
