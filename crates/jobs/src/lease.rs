//! The rows behind the scheduler: `job_leases`, one per job, and `job_execution_logs`, one per run. Every change of hands
//! is one transaction.

use std::time::Duration;

use ateneu_audit::{Act, Actor};
use ateneu_base::{Change, Record, Timestamp, Verb};
use ateneu_db::{Error as DbError, Tx};
use serde_json::Value as Json;

use crate::{Error, Run, Status};

/// How long a lease lasts unless it is renewed: after a crash, another node waits so long.
pub const LEASE: Duration = Duration::from_secs(5 * 60);

const LOGS: &str = "job_execution_logs";

/// Why a job is taken.
pub(crate) enum Trigger {
    /// It is due.
    Schedule,
    /// Somebody wants it now; `None` is the owner's own program.
    Person(Option<Actor>),
}

/// How a run ended and when the next one is due.
pub(crate) struct Settlement {
    pub(crate) run: Run,
    pub(crate) due_at: Timestamp,
    pub(crate) failures: i64,
}

/// Writes down when jobs that have no row yet are due first.
pub(crate) fn declare(tx: &mut Tx<'_>, first: &[(&str, Timestamp)]) -> Result<(), DbError> {
    for (name, due_at) in first {
        tx.execute(
            "INSERT INTO job_leases (job_name, due_at) VALUES ($1, $2) ON CONFLICT (job_name) DO NOTHING",
            &[(*name).into(), (*due_at).into()],
        )?;
    }
    Ok(())
}

/// Names of the jobs that are due and that nobody holds.
pub(crate) fn due(tx: &mut Tx<'_>, now: Timestamp) -> Result<Vec<String>, DbError> {
    let rows = tx.query(
        "SELECT job_name FROM job_leases WHERE due_at <= $1 AND (run_id IS NULL OR expires_at <= $1)",
        &[now.into()],
    )?;
    Ok(rows.iter().filter_map(|row| row.text("job_name").map(str::to_owned)).collect())
}

/// Takes a job for a run and writes the run down; the number of failures in a row before it. A run that was holding the
/// job beyond its lease is written off as one more.
pub(crate) fn take(
    tx: &mut Tx<'_>,
    name: &str,
    run_id: &str,
    trigger: &Trigger,
    now: Timestamp,
) -> Result<i64, Error> {
    let lock = tx.dialect().for_update();
    let sql =
        format!("SELECT due_at, failures, run_id, expires_at FROM job_leases WHERE job_name = $1{lock}");
    let row = tx.query_optional(&sql, &[name.into()])?.ok_or(Error::Unknown)?;
    let is_past = |column| row.instant(column).is_none_or(|at| at <= now);
    let before = row.text("run_id");
    if before.is_some() && !is_past("expires_at") {
        return Err(Error::Running);
    }
    if matches!(trigger, Trigger::Schedule) && !is_past("due_at") {
        return Err(Error::NotDue);
    }
    let mut failures = row.int("failures").unwrap_or(0);
    if let Some(before) = before {
        failures += 1;
        write_off(tx, before)?;
    }
    tx.execute(
        "UPDATE job_leases SET run_id = $2, expires_at = $3, failures = $4 WHERE job_name = $1",
        &[name.into(), run_id.into(), (now + LEASE).into(), failures.into()],
    )?;
    tx.execute(
        "INSERT INTO job_execution_logs (id, executed_at, job_name, status) VALUES ($1, $2, $3, $4)",
        &[run_id.into(), now.into(), name.into(), Status::Running.name().into()],
    )?;
    changed(tx, run_id, Verb::Insert);
    if let Trigger::Person(by) = trigger {
        let act = Act { action: "run-job", subject: name, old: None, new: None };
        ateneu_audit::write(tx, by.as_ref(), act, now)?;
    }
    Ok(failures)
}

/// The run's node has not been heard of for the length of a lease.
fn write_off(tx: &mut Tx<'_>, run_id: &str) -> Result<(), DbError> {
    tx.execute(
        "UPDATE job_execution_logs SET status = $2, message = $3 WHERE id = $1",
        &[
            run_id.into(),
            Status::Error.name().into(),
            "Interrompida: o servidor que a executava não deu mais sinal.".into(),
        ],
    )?;
    changed(tx, run_id, Verb::Update);
    Ok(())
}

/// Extends the lease of a run; false when another run holds the job.
pub(crate) fn renew(tx: &mut Tx<'_>, run_id: &str, now: Timestamp) -> Result<bool, DbError> {
    let touched = tx.execute(
        "UPDATE job_leases SET expires_at = $2 WHERE run_id = $1",
        &[run_id.into(), (now + LEASE).into()],
    )?;
    Ok(touched > 0)
}

/// Writes down how a run ended and lets go of the job; false, and nothing is written, when another run holds it.
pub(crate) fn settle(tx: &mut Tx<'_>, settlement: &Settlement) -> Result<bool, DbError> {
    let Settlement { run, due_at, failures } = settlement;
    let touched = tx.execute(
        "UPDATE job_leases SET run_id = NULL, expires_at = NULL, due_at = $2, failures = $3 WHERE run_id = $1",
        &[(&run.id).into(), (*due_at).into(), (*failures).into()],
    )?;
    if touched == 0 {
        return Ok(false);
    }
    tx.execute(
        "UPDATE job_execution_logs SET status = $2, duration_ms = $3, message = $4 WHERE id = $1",
        &[(&run.id).into(), run.status.name().into(), run.duration_ms.into(), (&run.message).into()],
    )?;
    changed(tx, &run.id, Verb::Update);
    Ok(true)
}

fn changed(tx: &mut Tx<'_>, run_id: &str, verb: Verb) {
    let key = Record::from_iter([("id".to_owned(), Json::from(run_id))]);
    tx.changed(Change {
        table: LOGS.into(),
        verb,
        old: (verb == Verb::Update).then(|| key.clone()),
        new: Some(key),
    });
}
