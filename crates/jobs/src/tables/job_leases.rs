//! When each scheduled job is due and which run holds it: one row per job, so that one node at a time runs it.

use ateneu_schema::{
    Table,
    table::{int, internal, text, timestamp, uuid},
};

/// The declaration.
pub fn table() -> Table {
    internal("job_leases", "When each job is due and which run holds it.")
        .columns([
            text("job_name").required(),
            timestamp("due_at").required(),
            // Runs in a row that failed.
            int("failures").or(0_i64),
            // The run at work, a row of `job_execution_logs`; another takes over once the lease has expired.
            uuid("run_id"),
            timestamp("expires_at"),
        ])
        .primary_key(["job_name"])
}
