//! Retention of logs. The cleanup procedures and the scheduled jobs both remove by it.

use std::time::Duration;

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};

/// Retention of the rows of one table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// Name of the job and the procedure that remove older rows.
    pub name: &'static str,
    table: &'static str,
    /// Column with the instant of a row's age.
    column: &'static str,
    pub days: u64,
}

/// Retention of accounts' events: the law requires six months.
pub const AUTH_LOGS: Retention =
    Retention { name: "cleanup_old_auth_logs", table: "auth_logs", column: "created_at", days: 180 };

/// Retention of runs of scheduled jobs.
pub const JOB_LOGS: Retention =
    Retention { name: "cleanup_old_job_logs", table: "job_execution_logs", column: "executed_at", days: 30 };

/// Retention of counted attempts: no window is longer than a day.
pub const RATE_LIMITS: Retention =
    Retention { name: "cleanup_old_rate_limits", table: "rate_limits", column: "window_started_at", days: 1 };

/// All retentions, in the panel's order.
pub const RETENTIONS: [Retention; 3] = [RATE_LIMITS, AUTH_LOGS, JOB_LOGS];

impl Retention {
    /// Removes rows older than the retention. Returns their number.
    pub fn remove_old(&self, tx: &mut Tx<'_>, now: Timestamp) -> Result<u64, Error> {
        let limit = now - Duration::from_secs(self.days * 24 * 60 * 60);
        let text = format!("DELETE FROM {} WHERE {} < $1", self.table, self.column);
        let removed = tx.execute(&text, &[limit.into()])?;
        if removed > 0 {
            tx.changed_table(self.table);
        }
        Ok(removed)
    }
}

/// Returns the retentions in days for the front end, by job: `web/src/generated/retention.ts`.
pub fn typescript() -> String {
    let days = RETENTIONS.map(|Retention { name, days, .. }| format!("  {name}: {days},\n"));
    format!(
        "// Written by `cargo xtask gen` from crates/operations. Do not edit.\n\n\
         /** The jobs that remove old logs, and for how many days each log is kept. */\n\
         export const retentionDays = {{\n{}}} as const;\n",
        days.concat()
    )
}
