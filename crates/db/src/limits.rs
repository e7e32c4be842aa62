//! Time for which and how much transactions may run, how many run at the same time, and how many wait.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use crate::Error;

/// Bounds on the work a database takes.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Longest time one read may run before it is stopped with [`crate::Error::Timeout`].
    pub read: Duration,
    /// Longest time one write may run.
    pub write: Duration,
    /// Longest time to wait for a lock held by someone else, or for a free connection.
    pub wait: Duration,
    /// Number of reads that run at the same time (SQLite), or of connections that are held (PostgreSQL).
    pub connections: usize,
    /// Number of them that transactions with a [`Cost`] leave free: for accounts, health checks, payments, jobs.
    pub reserved: usize,
    /// Number of reads, and number of writes, that may wait for their turn. One more is refused.
    pub waiting: usize,
    /// Factor by which a statement at PostgreSQL may take longer than its [`Cost`] says; at least 1.
    pub statement_factor: u32,
}

impl Default for Limits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            read: Duration::from_secs(10),
            write: Duration::from_secs(30),
            wait: Duration::from_secs(5),
            connections: cores + 10,
            reserved: 4,
            waiting: 1024,
            statement_factor: 1,
        }
    }
}

impl Limits {
    /// Returns the number of transactions with a [`Cost`] that run at the same time; at least one.
    pub(crate) fn shared(&self) -> usize {
        self.connections.saturating_sub(self.reserved).max(1)
    }

    /// The cost on this database server.
    pub(crate) fn scaled(&self, cost: Cost) -> Cost {
        Cost { statement: cost.statement.saturating_mul(self.statement_factor.max(1)), ..cost }
    }

    /// Returns the cost limits of a transaction that no request shaped.
    pub(crate) fn internal_cost(&self, time: Duration) -> Cost {
        Cost { cpu: time, time, statement: time, bytes: usize::MAX }
    }
}

/// Cost limits of one transaction. Beyond them the running statement is interrupted, and the transaction has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Processor time, where the statements run in this process (SQLite). A loaded machine makes nothing dearer.
    pub cpu: Duration,
    /// Time on the clock, where processor time is known too: what a slow disk may take.
    pub time: Duration,
    /// Time on the clock of one statement at PostgreSQL, whose processor time nobody can ask for.
    pub statement: Duration,
    /// Bytes of the values that its statements return, also of a single value while it is being built.
    pub bytes: usize,
}

/// A semaphore with a bounded queue.
pub(crate) struct Limiter {
    permits: Arc<Semaphore>,
    waiting: Semaphore,
    longest: Duration,
}

impl Limiter {
    /// `running` at the same time, `most_waiting` behind them, each for `longest`.
    pub(crate) fn new(running: usize, most_waiting: usize, longest: Duration) -> Self {
        Self { permits: Arc::new(Semaphore::new(running)), waiting: Semaphore::new(most_waiting), longest }
    }

    /// A permit, given back when dropped.
    ///
    /// # Errors
    /// Returns [`Error::Unavailable`] when too many wait already, or none became free in time.
    pub(crate) async fn acquire(&self) -> Result<OwnedSemaphorePermit, Error> {
        if let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() {
            return Ok(permit);
        }
        let full = |_| Error::Unavailable("too many reads are waiting".into());
        let _place = self.waiting.try_acquire().map_err(full)?;
        match timeout(self.longest, Arc::clone(&self.permits).acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            Ok(Err(_)) => Err(Error::Unavailable("the database is closed".into())),
            Err(_) => Err(Error::Unavailable("no reader became free in time".into())),
        }
    }

    /// Gives no more permits.
    pub(crate) fn close(&self) {
        self.permits.close();
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.permits.is_closed()
    }
}
