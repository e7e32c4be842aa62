//! Triggers: what the module of a table adds to each write of the data service, within its transaction.

use ateneu_base::{Caller, Record, Timestamp};
use ateneu_db::Tx;
use serde_json::Value as Json;

use crate::Error;

/// A write of one row that the rules already admitted.
#[derive(Clone, Copy, Debug)]
pub struct Write<'a> {
    /// Caller that writes the row.
    pub caller: &'a Caller,
    /// The time.
    pub now: Timestamp,
    /// The row before. `None` if it is new.
    pub old: Option<&'a Record>,
}

/// The text, the id or the instant in a column of a row. Returns `None` if it is empty.
pub fn text_of<'r>(row: &'r Record, column: &str) -> Option<&'r str> {
    row.get(column)?.as_str()
}

/// The truth in a column of a row. Returns `false` if it is empty.
pub fn truth_of(row: &Record, column: &str) -> bool {
    row.get(column).and_then(Json::as_bool).unwrap_or_default()
}

/// Check before the rules are asked. It may refuse a caller, with a code that says more than theirs.
pub type OfCaller = fn(&Caller) -> Result<(), Error>;
/// Step before a row is inserted or updated. It may complete the row or refuse it.
pub type Before = fn(&mut Tx<'_>, &Write<'_>, &mut Record) -> Result<(), Error>;
/// Step after a row was inserted, updated or removed. A removed row has no new row.
pub type After = fn(&mut Tx<'_>, &Write<'_>, Option<&Record>) -> Result<(), Error>;

/// The trigger of one table. It runs for every caller of the data service, the service key included, not for what the
/// server writes by itself.
#[derive(Clone, Copy, Debug)]
pub struct Trigger {
    /// The table.
    pub table: &'static str,
    /// Runs before each write.
    pub of_caller: Option<OfCaller>,
    /// Runs before each inserted or updated row.
    pub before: Option<Before>,
    /// Runs after each written row.
    pub after: Option<After>,
}

impl Trigger {
    /// A trigger that does nothing yet.
    pub fn of(table: &'static str) -> Self {
        Self { table, of_caller: None, before: None, after: None }
    }

    /// Runs this before each write, before the rules are asked.
    #[must_use]
    pub fn of_caller(self, run: OfCaller) -> Self {
        Self { of_caller: Some(run), ..self }
    }

    /// Runs this before each inserted or updated row.
    #[must_use]
    pub fn before(self, run: Before) -> Self {
        Self { before: Some(run), ..self }
    }

    /// Runs this after each written row.
    #[must_use]
    pub fn after(self, run: After) -> Self {
        Self { after: Some(run), ..self }
    }
}
