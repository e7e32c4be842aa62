//! The table of tasks.

use ateneu_schema::{
    Table, Words,
    table::{int, internal, text, timestamp},
};

/// State of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum TaskState {
    /// The task is due, or will be.
    Pending,
    /// A worker has taken the task.
    Running,
    /// The task was handled.
    Done,
    /// The task needed no work.
    Ignored,
    /// The task is not retried.
    Failed,
}

/// The declaration.
pub fn tables() -> Vec<Table> {
    vec![
        internal("tasks", "Work that waits, runs or is done.")
            .columns([
                text("queue").required(),
                // Unique in its queue: two pushes of one id are one task.
                text("id").required(),
                text("kind").required().or(""),
                // Due tasks of one group are handled together.
                text("group_key").required(),
                text("payload").required().secret(),
                text("state").words::<TaskState>().or(TaskState::Pending),
                int("tries").or(0_i64),
                // Number of times that a worker vanished during the task.
                int("interruptions").or(0_i64),
                // Time at which it may be taken, or the end of its lease while it runs. Empty when it is settled.
                timestamp("due_at"),
                timestamp("happened_at").required(),
                timestamp("created_at").now(),
                timestamp("settled_at"),
                // Error of the last completed try.
                text("error"),
                // Node of PostgreSQL that has taken it.
                int("node"),
            ])
            .primary_key(["queue", "id"])
            .index(["queue", "due_at"])
            .index(["queue", "group_key"])
            .index(["queue", "settled_at"])
            .index(["state", "created_at"])
            .personal_texts(["kind", "payload", "group_key"]),
    ]
}
