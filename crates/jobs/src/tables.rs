//! The table of this crate.

use ateneu_schema::{
    Table,
    rule::admin,
    table::{Gender, exposed, int, text, timestamp, uuid},
};

/// The declarations.
pub fn tables() -> Vec<Table> {
    vec![
        exposed("job_execution_logs", "Every run of a scheduled job.")
            .row_label("Log de job", Gender::Masculine)
            .columns([
                uuid("id").new_id(),
                timestamp("executed_at").now(),
                text("job_name").required(),
                text("status").required().one_of(&["running", "success", "error"]),
                int("duration_ms"),
                text("message"),
            ])
            .index(["executed_at desc"])
            .index(["job_name", "executed_at desc"])
            .read(admin()),
    ]
}
