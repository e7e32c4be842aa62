//! One queue in the database for all work that must not be lost: events of other services, refunds, deliveries.
//!
//! - **Pushed once.** A task is a row under the sender's own id ([`Queue::push`]), written in the sender's transaction.
//!   A second push of the id has no effect.
//! - **Leased.** A worker takes due tasks ([`Queue::take`]) under a lease that holds across nodes, works outside any
//!   transaction and completes the tasks ([`Queue::complete`]): done, ignored, failed, or retried after a growing
//!   pause. Tasks of a worker that vanished are taken again when the lease ends, or at once if no other worker can be
//!   running ([`Queue::release`]). So a task runs at least once, and must be idempotent.
//! - **Grouped.** All due tasks of one group key are taken together, so that one request serves many events.
//!
//! A [`Handler`] handles the tasks of a queue. A [`Runner`] wakes it on changes and by the clock. [`Workers`] are the
//! handlers of a subject.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `tables`: the table of tasks
//! - `queue`: the queues and their SQL
//! - `lost_nodes`: tasks of killed nodes
//! - `runner`: wakes the handlers
//! - `workers`: a list of handlers of any type

mod lost_nodes;
mod queue;
mod runner;
mod tables;
mod workers;

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use serde::Deserialize;
use serde_json::Value as Json;

pub use lost_nodes::LostNodes;
pub use queue::Queue;
pub use runner::{Handler, Runner, work, work_and_wait};
pub use tables::{TaskState, tables};
pub use workers::Workers;

/// The table of all tasks.
pub const TABLE: &str = "tasks";

/// Returns the number of failed tasks of all queues.
pub fn failed(tx: &mut Tx<'_>) -> Result<i64, Error> {
    tx.query_one_as("SELECT count(*) FROM tasks WHERE state = 'failed'", &[])
}

/// Returns the number of tasks of each queue that are due and not settled, by the queue's name.
pub fn count_due(tx: &mut Tx<'_>, now: Timestamp) -> Result<Vec<(String, i64)>, Error> {
    let sql = "SELECT queue, count(*) FROM tasks WHERE due_at <= $1 GROUP BY queue ORDER BY queue";
    tx.query_as(sql, &[now.into()])
}

/// Returns the time since which the oldest due task of each queue has been due, by the queue's name.
pub fn oldest_due(tx: &mut Tx<'_>, now: Timestamp) -> Result<Vec<(String, Timestamp)>, Error> {
    tx.query_as("SELECT queue, min(due_at) FROM tasks WHERE due_at <= $1 GROUP BY queue", &[now.into()])
}

/// Returns the number of tasks of each queue that have failed since then, by the queue's name.
pub fn failed_since(tx: &mut Tx<'_>, since: Timestamp) -> Result<Vec<(String, i64)>, Error> {
    let sql = "SELECT queue, count(*) FROM tasks WHERE state = 'failed' AND settled_at >= $1
               GROUP BY queue ORDER BY queue";
    tx.query_as(sql, &[since.into()])
}

/// A task to be pushed.
#[derive(Clone, Debug)]
pub struct Task {
    /// Id, unique in its queue.
    pub id: String,
    /// Kind of the task, for people. May be empty.
    pub kind: String,
    /// Group of the task. `None` puts the task into a group of its own.
    pub group_key: Option<String>,
    /// Time of the event behind the task. Tasks of a group are handled in this order.
    pub happened_at: Timestamp,
    /// Data for the handler.
    pub payload: String,
}

impl Task {
    /// Returns a task in a group of its own, without payload.
    pub fn new(id: impl Into<String>, kind: impl Into<String>, happened_at: Timestamp) -> Self {
        Self { id: id.into(), kind: kind.into(), group_key: None, happened_at, payload: String::new() }
    }

    /// Sets the payload.
    #[must_use]
    pub fn payload(self, payload: impl Into<String>) -> Self {
        Self { payload: payload.into(), ..self }
    }
}

/// A task under lease.
#[derive(Clone, Debug, Deserialize)]
pub struct Leased {
    /// Id, unique in its queue.
    pub id: String,
    /// Kind of the task.
    pub kind: String,
    /// Group of the task.
    pub group_key: String,
    /// Time of the event behind the task.
    pub happened_at: Timestamp,
    /// Data for the handler.
    pub payload: String,
    /// Number of tries, including this one.
    pub tries: i64,
    /// Number of times that a worker vanished during the task.
    pub interruptions: i64,
}

impl Leased {
    /// Returns the payload as JSON, or null if it is not JSON.
    pub fn json(&self) -> Json {
        serde_json::from_str(&self.payload).unwrap_or_default()
    }
}

/// Result of handling tasks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The tasks are done.
    Done,
    /// The tasks need no work, for this reason.
    Ignored(String),
    /// The tasks are to be retried, for this reason.
    Later(String),
    /// The tasks failed for good, for this reason.
    Failed(String),
    /// The work recurs at a later time. Without an error the number of tries restarts.
    Again {
        /// Time at which the work is due again.
        at: Timestamp,
        /// Reason why the last try failed.
        error: Option<String>,
    },
}
