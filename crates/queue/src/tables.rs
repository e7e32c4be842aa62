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
    /// The task needed nothing.
    Ignored,
    /// The task is not tried again.
    Failed,
}

/// The declaration.
pub fn tables() -> Vec<Table> {
    vec![
        internal("tasks", "Work that waits, runs or is done.")
            .columns([
                text("queue").required(),
                // Unique in its queue: what is pushed twice under one id is one task.
                text("id").required(),
                text("kind").required().or(""),
                // What is due of one group is handled together.
                text("group_key").required(),
                text("payload").required().secret(),
                text("state").words::<TaskState>().or(TaskState::Pending),
                int("tries").or(0_i64),
                // How often a worker vanished while it ran.
                int("interruptions").or(0_i64),
                // When it may be taken, while it runs the end of its lease; empty when nothing is left to do.
                timestamp("due_at"),
                timestamp("happened_at").required(),
                timestamp("created_at").now(),
                timestamp("settled_at"),
                // Of the last try that ended.
                text("error"),
            ])
            .primary_key(["queue", "id"])
            .index(["queue", "due_at"])
            .index(["queue", "group_key"])
            .index(["queue", "settled_at"])
            .index(["state", "created_at"])
            .personal_texts(["kind", "payload", "group_key"]),
    ]
}
