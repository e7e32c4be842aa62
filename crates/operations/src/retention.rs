//! How long what is only logged is kept. The cleanup procedures and the scheduled jobs both remove by this.

use std::time::Duration;

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};

/// How long the rows of one table are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    table: &'static str,
    /// The instant that tells a row's age.
    column: &'static str,
    days: u64,
}

/// Events of the accounts: the law asks for six months.
pub const AUTH_LOGS: Retention = Retention { table: "auth_logs", column: "created_at", days: 180 };

/// Runs of scheduled jobs.
pub const JOB_LOGS: Retention = Retention { table: "job_execution_logs", column: "executed_at", days: 30 };

/// Counted attempts: no window is longer than a day.
pub const RATE_LIMITS: Retention = Retention { table: "rate_limits", column: "window_started_at", days: 1 };

impl Retention {
    /// Removes what is older; how many rows went.
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
