//! The service of link cards: fetches what the queue holds.

use std::sync::Arc;

use ateneu_db::Error;
use ateneu_queue::Runner;

use super::{LINKS, LinkCards};

/// Link cards. Cloning is cheap and shares them.
#[derive(Clone)]
pub struct Links(Arc<Inner>);

struct Inner {
    cards: LinkCards,
    runner: Runner,
}

impl Links {
    /// Begins the recurring work; nothing is done before [`Links::start`].
    ///
    /// # Errors
    /// The database's.
    pub async fn open(cards: LinkCards) -> Result<Self, Error> {
        let runner = Runner::new(cards.db.clone(), cards.clock.clone());
        cards.begin().await?;
        Ok(Self(Arc::new(Inner { cards, runner })))
    }

    /// Starts the worker, which runs until [`Links::close`]. Must be called on a Tokio runtime.
    pub fn start(&self) {
        self.0.runner.start(self.0.cards.clone());
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
        let now = self.0.cards.clock.now();
        self.0.cards.db.write(move |tx| LINKS.release(tx, now).map(drop)).await
    }

    /// Fetches the links that are due.
    ///
    /// # Errors
    /// The database's.
    pub async fn work(&self) -> Result<(), Error> {
        let LinkCards { db, clock, .. } = &self.0.cards;
        ateneu_queue::work(db, clock, &self.0.cards).await
    }
}
