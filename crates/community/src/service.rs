//! The service of notices: what is written and sent after the transaction of an event.

use std::sync::Arc;

use ateneu_base::Clock;
use ateneu_db::{Db, Error};
use ateneu_queue::Runner;

use crate::notices::{FOLLOWERS, Followers};

/// What notices need.
pub struct Deps {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
}

/// Notices. Cloning is cheap and shares them.
#[derive(Clone)]
pub struct Notices(Arc<Inner>);

struct Inner {
    db: Db,
    clock: Clock,
    runner: Runner,
}

impl Notices {
    /// Writes and sends nothing before it is started.
    pub fn new(deps: Deps) -> Self {
        let Deps { db, clock } = deps;
        let runner = Runner::new(db.clone(), clock.clone());
        Self(Arc::new(Inner { db, clock, runner }))
    }

    /// Starts the workers, which run until [`Notices::close`]. Must be called on a Tokio runtime.
    pub fn start(&self) {
        self.0.runner.start(self.followers());
    }

    /// Stops the workers; what waits stays in the queue.
    pub async fn close(&self) {
        self.0.runner.close().await;
    }

    /// Makes every task due that a killed server held. Only where it is certain that no other server runs.
    ///
    /// # Errors
    /// The database's.
    pub async fn free(&self) -> Result<(), Error> {
        let now = self.0.clock.now();
        self.0.db.write(move |tx| FOLLOWERS.release(tx, now).map(drop)).await
    }

    /// Does everything that is due.
    ///
    /// # Errors
    /// The database's.
    pub async fn work(&self) -> Result<(), Error> {
        ateneu_queue::work(&self.0.db, &self.0.clock, &self.followers()).await
    }

    fn followers(&self) -> Followers {
        Followers { db: self.0.db.clone(), clock: self.0.clock.clone() }
    }
}
