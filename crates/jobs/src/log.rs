//! The rows of `job_execution_logs`, one per run.

use ateneu_base::Timestamp;
use ateneu_db::{Error as DbError, Tx};

use crate::{Error, JobStatus, Run};

/// Records the start of a run. An earlier run of the job that is still marked as running lost its lease, and has
/// failed.
pub(crate) fn record_start(tx: &mut Tx<'_>, job: &str, run_id: &str, now: Timestamp) -> Result<(), DbError> {
    tx.write(
        "UPDATE job_execution_logs SET status = 'error', message = $2 WHERE job_name = $1 AND status = 'running'",
        &[job.into(), Error::Lost.to_string().into()],
    )?;
    tx.write(
        "INSERT INTO job_execution_logs (id, executed_at, job_name, status) VALUES ($1, $2, $3, $4)",
        &[run_id.into(), now.into(), job.into(), JobStatus::Running.into()],
    )?;
    Ok(())
}

/// Records the end of a run. Returns `false` and records nothing if another run has taken the job over.
pub(crate) fn end(tx: &mut Tx<'_>, run: &Run) -> Result<bool, DbError> {
    let ended = tx.write_count(
        "UPDATE job_execution_logs SET status = $2, duration_ms = $3, message = $4
         WHERE id = $1 AND status = 'running'",
        &[(&run.id).into(), run.status.into(), run.duration_ms.into(), (&run.message).into()],
    )?;
    Ok(ended > 0)
}
