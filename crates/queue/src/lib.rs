//! One queue in the database for all work that must not be lost: events of other services, refunds, deliveries.
//!
//! - **Pushed once.** A task is a row under the sender's own id ([`Queue::push`]), written in the sender's transaction.
//!   Pushed again, it is the same row.
//! - **Leased.** A worker takes what is due ([`Queue::take`]) under a lease that holds across nodes, works outside of any
//!   transaction and completes the tasks ([`Queue::complete`]): done, ignored, failed, or tried again after a growing
//!   pause. Tasks of a worker that vanished are taken again when the lease ends, or at once where nobody else can be
//!   working ([`Queue::release`]). So work is done at least once, and must bear to be done twice.
//! - **Grouped.** Everything due under one group key is taken together, so one question answers many events.
//!
//! A [`Handler`] says what is done with the tasks of a queue; a [`Runner`] wakes it by changes and by the clock;
//! [`Workers`] are the handlers of a subject.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `tables`: the table of tasks
//! - `queue`: the queues and their SQL
//! - `runner`: wakes the handlers
//! - `workers`: a list of handlers of any type

mod queue;
mod runner;
mod tables;
mod workers;

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use serde::Deserialize;
use serde_json::Value as Json;

pub use queue::Queue;
pub use runner::{Handler, Runner, work, work_and_wait};
pub use tables::{TaskState, tables};
pub use workers::Workers;

/// The table of all tasks.
pub const TABLE: &str = "tasks";

/// Number of tasks of all queues failed for good.
pub fn failed(tx: &mut Tx<'_>) -> Result<i64, Error> {
    tx.query_one_as("SELECT count(*) FROM tasks WHERE state = 'failed'", &[])
}

/// A task to be pushed.
#[derive(Clone, Debug)]
pub struct Task {
    /// Unique in its queue.
    pub id: String,
    /// Kind of the task, for people. May be empty.
    pub kind: String,
    /// Group of the task. `None` puts the task into a group of its own.
    pub group_key: Option<String>,
    /// Time at which what it is about happened. Tasks of a group are handled in this order.
    pub happened_at: Timestamp,
    /// Data for the handler.
    pub payload: String,
}

impl Task {
    /// A task in a group of its own, with nothing for the handler to read.
    pub fn new(id: impl Into<String>, kind: impl Into<String>, happened_at: Timestamp) -> Self {
        Self { id: id.into(), kind: kind.into(), group_key: None, happened_at, payload: String::new() }
    }

    /// The handler reads this.
    #[must_use]
    pub fn payload(self, payload: impl Into<String>) -> Self {
        Self { payload: payload.into(), ..self }
    }
}

/// A task under lease.
#[derive(Clone, Debug, Deserialize)]
pub struct Leased {
    /// Unique in its queue.
    pub id: String,
    /// Kind of the task.
    pub kind: String,
    /// Group of the task.
    pub group_key: String,
    /// Time at which what it is about happened.
    pub happened_at: Timestamp,
    /// Data that was pushed.
    pub payload: String,
    /// Number of times that it was taken, this time included.
    pub tries: i64,
    /// Number of times that a worker vanished while it ran.
    pub interruptions: i64,
}

impl Leased {
    /// Returns the payload as JSON, or null if it is no JSON.
    pub fn json(&self) -> Json {
        serde_json::from_str(&self.payload).unwrap_or_default()
    }
}

/// Result of handling tasks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Done.
    Done,
    /// The tasks need nothing here, for this reason.
    Ignored(String),
    /// The tasks are tried again, for this reason.
    Later(String),
    /// Final failure, with its reason.
    Failed(String),
    /// Recurring work: due again at that time. Without an error the tries start anew.
    Again {
        /// Time at which the work is due again.
        at: Timestamp,
        /// Reason why the last try failed.
        error: Option<String>,
    },
}
