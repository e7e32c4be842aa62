//! The table of tasks.

use ateneu_schema::{
    Table,
    table::{int, internal, text, timestamp},
};

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
                text("state").one_of(&["pending", "running", "done", "ignored", "failed"]).or("pending"),
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
