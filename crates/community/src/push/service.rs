//! The service of messages to devices.

use std::sync::Arc;

use ateneu_db::Error;
use ateneu_queue::Runner;

use super::{PUSH, send::PushSender};

/// Messages to devices. Cloning is cheap and shares them.
#[derive(Clone)]
pub struct Push(Arc<Inner>);

struct Inner {
    sender: PushSender,
    runner: Runner,
}

impl Push {
    /// Sends nothing before [`Push::start`].
    pub fn new(sender: PushSender) -> Self {
        let runner = Runner::new(sender.db.clone(), sender.clock.clone());
        Self(Arc::new(Inner { sender, runner }))
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
        let PushSender { db, clock, .. } = &self.0.sender;
        ateneu_queue::work(db, clock, &self.0.sender).await
    }
}
