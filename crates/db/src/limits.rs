//! How long and how much the database may be kept busy.

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
            connections: cores + 6,
            waiting: 1024,
        }
    }
}
