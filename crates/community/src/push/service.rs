//! The service of messages to devices.

use std::sync::Arc;

use ateneu_base::Clock;
use ateneu_db::{Db, Error};
use ateneu_outbound::Outbound;
use ateneu_queue::Runner;
use ateneu_schema::Schema;

use super::{PUSH, PushKey, send::Sender};

/// What messages to devices need.
pub struct PushDeps {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Every table: the rules say of what a message may tell.
    pub schema: Arc<Schema>,
    /// Reaches the push services.
    pub outbound: Outbound,
    /// The key that browsers subscribe with.
    pub key: PushKey,
}

/// Messages to devices. Cloning is cheap and shares them.
#[derive(Clone)]
pub struct Push(Arc<Inner>);

struct Inner {
    sender: Sender,
    runner: Runner,
}

impl Push {
    /// Sends nothing before [`Push::start`].
    pub fn new(deps: PushDeps) -> Self {
        let PushDeps { db, clock, schema, outbound, key } = deps;
        let runner = Runner::new(db.clone(), clock.clone());
        Self(Arc::new(Inner { sender: Sender { db, clock, schema, outbound, key }, runner }))
    }

    /// Starts the worker, which runs until [`Push::close`]. Must be called on a Tokio runtime.
    pub fn start(&self) {
        self.0.runner.start(self.0.sender.clone());
    }

    /// Stops the worker; what waits stays in the queue.
    pub async fn close(&self) {
        self.0.runner.close().await;
    }

    /// Makes every task due that a killed server held. Only where it is certain that no other server runs.
    ///
    /// # Errors
    /// The database's.
    pub async fn free(&self) -> Result<(), Error> {
        let now = self.0.sender.clock.now();
        self.0.sender.db.write(move |tx| PUSH.release(tx, now).map(drop)).await
    }

    /// Sends the messages that are due.
    ///
    /// # Errors
    /// The database's.
    pub async fn work(&self) -> Result<(), Error> {
        let Sender { db, clock, .. } = &self.0.sender;
        ateneu_queue::work(db, clock, &self.0.sender).await
    }
}
