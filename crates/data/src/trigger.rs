//! Triggers: steps that the module of a table adds to each write of the data service, within its transaction.

use std::sync::Arc;

use ateneu_base::{Caller, Record, Timestamp};
use ateneu_db::Tx;
use ateneu_schema::{Field, Mismatch, Schema, TableRow};
use serde_json::Value as Json;

use crate::{Error, values::to_database};

/// A write of one row that the rules have admitted.
#[derive(Debug)]
pub struct Write<'a, R = Record> {
    /// Caller of the write.
    pub caller: &'a Caller,
    /// The time.
    pub now: Timestamp,
    /// The row before. `None` if it is new.
    pub old: Option<&'a R>,
}

/// Check before the rules. It may refuse a caller with a more specific code.
pub type OfCaller = fn(&Caller) -> Result<(), Error>;
/// Step before a row is inserted or updated. It may complete the row or refuse it.
pub type Before<R> = fn(&mut Tx<'_>, &Write<'_, R>, &mut R) -> Result<(), Error>;
/// Step after a row was inserted, updated or removed. A removed row has no new row.
pub type After<R> = fn(&mut Tx<'_>, &Write<'_, R>, Option<&R>) -> Result<(), Error>;

type RecordBefore = Arc<dyn Fn(&mut Tx<'_>, &Write<'_>, &mut Record) -> Result<(), Error> + Send + Sync>;
type RecordAfter = Arc<dyn Fn(&mut Tx<'_>, &Write<'_>, Option<&Record>) -> Result<(), Error> + Send + Sync>;
type Check = fn(&Schema) -> Result<(), String>;

/// The trigger of one table. It runs for all callers of the data service, including the service key, but not for writes
/// of the server itself.
///
/// The steps receive a struct with the columns that they need. Before and after may have different structs.
#[derive(Clone)]
pub struct Trigger {
    /// The table.
    pub table: &'static str,
    pub(crate) of_caller: Option<OfCaller>,
    pub(crate) before: Option<RecordBefore>,
    after: Option<RecordAfter>,
    /// Tables of the structs, with the comparisons to their declarations.
    checks: Vec<(&'static str, Check)>,
}

impl Trigger {
    /// Creates a trigger without steps, for the table of these rows.
    pub fn on<R: TableRow>() -> Self {
        Self { table: R::TABLE, of_caller: None, before: None, after: None, checks: Vec::new() }
    }

    /// Adds a check before each write, before the rules.
    #[must_use]
    pub fn of_caller(self, run: OfCaller) -> Self {
        Self { of_caller: Some(run), ..self }
    }

    /// Adds a step before each inserted or updated row. Changed fields are stored.
    #[must_use]
    pub fn before<R: TableRow>(mut self, run: Before<R>) -> Self {
        self.checks.push((R::TABLE, R::check));
        self.before = Some(Arc::new(move |tx, write, new| {
            let old = write.old.map(read::<R>).transpose()?;
            let mut row = read::<R>(new).map_err(|mismatch| refusal(mismatch, new))?;
            let sent = row.values();
            run(tx, &Write { caller: write.caller, now: write.now, old: old.as_ref() }, &mut row)?;
            for (field, (value, sent)) in R::FIELDS.iter().zip(row.values().iter().zip(&sent)) {
                if value != sent {
                    new.insert(field.column.into(), field.kind.json(value));
                }
            }
            Ok(())
        }));
        self
    }

    /// Adds a step after each row that is new, removed, or changed in a column of `R`.
    #[must_use]
    pub fn after<R: TableRow>(mut self, run: After<R>) -> Self {
        self.checks.push((R::TABLE, R::check));
        self.after = Some(Arc::new(move |tx, write, new| {
            let is_same = |(old, new): (&Record, &Record)| {
                R::FIELDS.iter().all(|field| old.get(field.column) == new.get(field.column))
            };
            if write.old.zip(new).is_some_and(is_same) {
                return Ok(());
            }
            let old = write.old.map(read::<R>).transpose()?;
            let new = new.map(read::<R>).transpose()?;
            run(tx, &Write { caller: write.caller, now: write.now, old: old.as_ref() }, new.as_ref())
        }));
        self
    }

    /// Runs the step after a row was written.
    ///
    /// # Errors
    /// Fails if the step does, or a field of its struct cannot hold its value.
    pub fn run_after(&self, tx: &mut Tx<'_>, write: &Write<'_>, new: Option<&Record>) -> Result<(), Error> {
        self.after.as_ref().map_or(Ok(()), |run| run(tx, write, new))
    }

    /// Compares the structs of the steps with the declared table.
    ///
    /// # Errors
    /// Returns the first difference as a sentence.
    pub fn check(&self, schema: &Schema) -> Result<(), String> {
        self.checks.iter().try_for_each(|(table, check)| match *table == self.table {
            true => check(schema),
            false => Err(format!("a step of the trigger of {} sees rows of {table}", self.table)),
        })
    }
}

/// Reads the fields of a row into a struct.
fn read<R: TableRow>(row: &Record) -> Result<R, Mismatch> {
    let value = |field: &Field| to_database(field.kind, row.get(field.column).unwrap_or(&Json::Null));
    R::from_values(R::FIELDS.iter().map(value).collect())
}

impl From<Mismatch> for Error {
    fn from(mismatch: Mismatch) -> Self {
        ateneu_db::Error::from(mismatch).into()
    }
}

/// Returns the refusal of a sent row that breaks the declaration of a column.
fn refusal(mismatch: Mismatch, row: &Record) -> Error {
    match row.get(mismatch.column) {
        None | Some(Json::Null) => Error::not_null(mismatch.table, mismatch.column),
        Some(_) => Error::check(mismatch.table, mismatch.column),
    }
}
