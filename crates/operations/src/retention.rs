//! Retention of logs. The cleanup procedures and the scheduled jobs both remove by it.

use ateneu_base::Period;
use ateneu_jobs::{OldRows, Retention};

/// Rows of the accounts' events.
pub(crate) const AUTH_LOG_ROWS: OldRows = OldRows {
    label: "Limpar logs de autenticação",
    table: "auth_logs",
    key: "id",
    since: "created_at",
    condition: "TRUE",
    removed: REMOVED,
};

/// Rows of the runs of scheduled jobs.
pub(crate) const JOB_LOG_ROWS: OldRows = OldRows {
    label: "Limpar logs de jobs",
    table: "job_execution_logs",
    key: "id",
    since: "executed_at",
    condition: "TRUE",
    removed: REMOVED,
};

/// Rows of counted attempts.
pub(crate) const RATE_LIMIT_ROWS: OldRows = OldRows {
    label: "Limpar contagens de tentativas",
    table: "rate_limits",
    key: "bucket",
    since: "window_started_at",
    condition: "TRUE",
    removed: REMOVED,
};

const REMOVED: &str = "Registros removidos";

/// Retention of accounts' events, with the address and the time of each access: the law requires six months (Lei nº
/// 12.965/2014, art. 15).
pub(crate) const AUTH_LOGS: Retention = Retention {
    job: "cleanup_old_auth_logs",
    period: Period::Months(6),
    topics: &["acesso", "acessos"],
    rows: Some(AUTH_LOG_ROWS),
};

/// Retention of runs of scheduled jobs.
pub(crate) const JOB_LOGS: Retention = Retention {
    job: "cleanup_old_job_logs",
    period: Period::Days(30),
    topics: &[],
    rows: Some(JOB_LOG_ROWS),
};

/// Retention of counted attempts: no window is longer than a day.
pub(crate) const RATE_LIMITS: Retention = Retention {
    job: "cleanup_old_rate_limits",
    period: Period::Days(1),
    topics: &[],
    rows: Some(RATE_LIMIT_ROWS),
};

/// All retentions, in the panel's order.
pub(crate) const RETENTIONS: [Retention; 3] = [RATE_LIMITS, AUTH_LOGS, JOB_LOGS];

/// Returns the retentions for the front end, by job: `web/src/generated/retention.ts`.
pub fn typescript() -> String {
    let periods = RETENTIONS.map(|Retention { job, period, .. }| match period {
        Period::Days(days) => format!("  {job}: {{ days: {days} }},\n"),
        Period::Months(months) => format!("  {job}: {{ months: {months} }},\n"),
    });
    format!(
        "// Written by `cargo xtask gen` from crates/operations. Do not edit.\n\n\
         /** The jobs that remove old logs, and for how long each log is kept. */\n\
         export const retentions = {{\n{}}} as const;\n",
        periods.concat()
    )
}
