//! Limits on the duration of transactions, and on the number that run or wait at the same time.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use crate::Error;

/// Limits on the work of a database.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Longest time that a read may run before it is stopped with [`crate::Error::Timeout`].
    pub read: Duration,
    /// Longest time that a write may run.
    pub write: Duration,
    /// Longest time to wait for a lock held by someone else, or for a free connection.
    pub wait: Duration,
    /// Number of reads that run at the same time (SQLite), or of connections that are held (PostgreSQL).
    pub connections: usize,
    /// Number of them reserved for transactions without a [`Cost`]: accounts, health checks, payments, jobs.
    pub reserved: usize,
    /// Number of reads, and of writes, that may wait. More are refused.
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
    /// Time for which a command waits beside a busy server: the longest write of that, and as much again.
    pub const COMMAND_WAIT: Duration = Duration::from_secs(60);

    /// Returns the number of transactions with a [`Cost`] that run at the same time, at least one.
    pub(crate) fn shared(&self) -> usize {
        self.connections.saturating_sub(self.reserved).max(1)
    }

    /// Returns the cost scaled for this database server.
    pub(crate) fn scaled(&self, cost: Cost) -> Cost {
        Cost { statement: cost.statement.saturating_mul(self.statement_factor.max(1)), ..cost }
    }

    /// Returns the cost limits of a transaction that no request shaped.
    pub(crate) fn internal_cost(&self, time: Duration) -> Cost {
        Cost { cpu: time, time, statement: time, bytes: usize::MAX }
    }
}

/// Cost limits of a transaction. Beyond them the running statement is interrupted, and the transaction has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Processor time, for statements that run in this process (SQLite). Load on the machine does not count.
    pub cpu: Duration,
    /// Elapsed time, where processor time is known too. It bounds waits for a slow disk.
    pub time: Duration,
    /// Elapsed time of one statement at PostgreSQL, whose processor time is unknown.
    pub statement: Duration,
    /// Number of bytes that its statements return, also of a single value while it is built.
    pub bytes: usize,
}

/// A semaphore with a bounded queue.
pub(crate) struct Limiter {
    permits: Arc<Semaphore>,
    waiting: Semaphore,
    longest: Duration,
}

impl Limiter {
    /// Creates a limiter: `running` at the same time, `most_waiting` behind them, each for `longest`.
    pub(crate) fn new(running: usize, most_waiting: usize, longest: Duration) -> Self {
        Self { permits: Arc::new(Semaphore::new(running)), waiting: Semaphore::new(most_waiting), longest }
    }

    /// Returns a permit, given back when dropped.
    ///
    /// # Errors
    /// Returns [`Error::Unavailable`] if too many wait already, or none becomes free in time.
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

    /// Refuses further permits.
    pub(crate) fn close(&self) {
        self.permits.close();
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.permits.is_closed()
    }
}
