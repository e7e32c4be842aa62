//! How long and how much transactions may run.

use std::time::Duration;

/// Bounds on the work a database takes.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Longest time one read may run before it is stopped with [`crate::Error::Timeout`].
    pub read: Duration,
    /// Longest time one write may run.
    pub write: Duration,
    /// Longest time to wait for a lock held by someone else, or for a free connection.
    pub wait: Duration,
    /// How many reads run at the same time (SQLite), how many connections are held (PostgreSQL).
    pub connections: usize,
    /// How many of them transactions with a [`Cost`] leave free: for accounts, health checks, payments, jobs.
    pub reserved: usize,
    /// How many reads, and how many writes, may wait for their turn. One more is refused.
    pub waiting: usize,
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
        }
    }
}

impl Limits {
    /// How many transactions with a [`Cost`] run at the same time; at least one.
    pub(crate) fn shared(&self) -> usize {
        self.connections.saturating_sub(self.reserved).max(1)
    }

    /// What a transaction that no request shaped may cost.
    pub(crate) fn own(&self, time: Duration) -> Cost {
        Cost { cpu: time, time, bytes: usize::MAX }
    }
}

/// What one transaction may cost. Beyond it the running statement is interrupted, and the transaction has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Processor time, where the statements run in this process (SQLite). A loaded machine makes nothing dearer.
    pub cpu: Duration,
    /// Time on the clock.
    pub time: Duration,
    /// Bytes of the values that its statements return, also of a single value while it is being built.
    pub bytes: usize,
}
