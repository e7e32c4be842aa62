//! The table of this crate.

use ateneu_schema::{
    Table, Words,
    rule::admin,
    table::{Gender, exposed, int, text, timestamp, uuid},
};

/// State of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum JobStatus {
    /// The run is not finished.
    Running,
    /// The job did its work.
    Success,
    /// The job failed and will be retried.
    Error,
}

/// The declarations.
pub fn tables() -> Vec<Table> {
    vec![
        exposed("job_execution_logs", "Every run of a scheduled job.")
            .row_label("Log de job", Gender::Masculine)
            .columns([
                uuid("id").new_id(),
                timestamp("executed_at").now(),
                text("job_name").required(),
                text("status").required().words::<JobStatus>(),
                int("duration_ms"),
                text("message"),
            ])
            .index(["executed_at desc"])
            .index(["job_name", "executed_at desc"])
            .read(admin()),
    ]
}
