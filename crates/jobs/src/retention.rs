//! Data that is kept for a period and then removed by a job.

use ateneu_base::{Clock, Period, Timestamp};
use ateneu_db::{Db, Error as DbError, Tx};

use crate::{Job, Schedule};

/// Number of rows that one transaction removes.
const BATCH: i64 = 2_000;

/// Maximum number of transactions of one run. The rest is removed on the next day.
const MAX_BATCHES: usize = 500;

/// Period for which data is kept. The privacy policy promises it, or the program needs no more.
#[derive(Clone, Copy, Debug)]
pub struct Retention {
    /// Name of the job that removes the data.
    pub job: &'static str,
    /// The period.
    pub period: Period,
    /// Words for this data in the privacy policy, folded. A sentence promises the period if it holds one of them. Empty
    /// if the policy does not mention the data.
    pub topics: &'static [&'static str],
    /// Rows that the job removes. `None` if the job is a module's own.
    pub rows: Option<OldRows>,
}

/// Rows that are removed by their age.
#[derive(Clone, Copy, Debug)]
pub struct OldRows {
    /// Label of the job in the panel, in Portuguese.
    pub label: &'static str,
    /// The table.
    pub table: &'static str,
    /// Primary key of the table.
    pub key: &'static str,
    /// Column with the instant at which the period begins. An index begins with it, or with the columns of `condition`.
    pub since: &'static str,
    /// SQL that is true for the rows. `TRUE` for all.
    pub condition: &'static str,
    /// Words before the count in the log, in Portuguese.
    pub removed: &'static str,
}

impl Retention {
    /// Returns the job that removes the declared rows. Returns `None` if the job is a module's own.
    pub fn job(self, schedule: Schedule, db: &Db, clock: &Clock) -> Option<Job> {
        let (rows, db, clock) = (self.rows?, db.clone(), clock.clone());
        Some(Job::new(self.job, schedule, move || {
            let (db, before) = (db.clone(), self.period.before(clock.now()));
            async move {
                let removed = in_batches(&db, move |tx| rows.remove_batch(tx, before)).await?;
                Ok(summary(rows.removed, removed))
            }
        }))
    }
}

impl OldRows {
    /// Removes all rows older than `before` in the running transaction. Returns their number.
    pub fn remove_all(&self, tx: &mut Tx<'_>, before: Timestamp) -> Result<u64, DbError> {
        let mut removed = 0;
        loop {
            match self.remove_batch(tx, before)? {
                0 => return Ok(removed),
                batch => removed += batch,
            }
        }
    }

    /// Removes the oldest rows, at most [`BATCH`]. Returns their number.
    fn remove_batch(&self, tx: &mut Tx<'_>, before: Timestamp) -> Result<u64, DbError> {
        let Self { table, key, since, condition, .. } = self;
        let sql = format!(
            "DELETE FROM {table} WHERE {key} IN (
                 SELECT {key} FROM {table} WHERE {condition} AND {since} < $1 ORDER BY {since} LIMIT $2)"
        );
        let removed = tx.execute(&sql, &[before.into(), BATCH.into()])?;
        if removed > 0 {
            tx.changed_table(table);
        }
        Ok(removed)
    }
}

/// Runs a removal in one transaction after another, until one removes no row. Returns the number of removed rows.
///
/// # Errors
/// Fails if the database does. The transactions before stay.
pub async fn in_batches(
    db: &Db,
    remove: impl Fn(&mut Tx<'_>) -> Result<u64, DbError> + Copy + Send + 'static,
) -> Result<u64, DbError> {
    let mut removed = 0;
    for _ in 0..MAX_BATCHES {
        match db.write(remove).await? {
            0 => break,
            batch => removed += batch,
        }
    }
    Ok(removed)
}

/// Returns the summary of a removal for the log.
pub fn summary(what: &str, removed: u64) -> String {
    match removed {
        0 => "Nada a remover.".to_owned(),
        removed => format!("{what}: {removed}."),
    }
}
