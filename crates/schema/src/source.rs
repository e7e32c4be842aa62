//! Origin of a column's values.

use std::{fmt, sync::Arc};

use ateneu_base::{Record, Value};
use serde_json::Value as Json;

/// Computation of a value from the rest of its row.
#[derive(Clone)]
pub struct Derive(Arc<dyn Fn(&Record) -> Value + Send + Sync>);

impl Derive {
    /// Computes the value from the whole row.
    pub(crate) fn from_row(compute: fn(&Record) -> Value) -> Self {
        Self(Arc::new(compute))
    }

    /// Computes the value from the texts of these columns. A missing text is empty.
    pub(crate) fn from_texts<const N: usize, V: Into<Value>>(
        columns: &'static [&'static str; N],
        compute: impl Fn([&str; N]) -> V + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(move |row| {
            compute(columns.map(|name| row.get(name).and_then(Json::as_str).unwrap_or_default())).into()
        }))
    }

    /// Returns the value for a row.
    pub fn of(&self, row: &Record) -> Value {
        (self.0)(row)
    }
}

impl fmt::Debug for Derive {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Derive")
    }
}

/// Origin of a column's value.
#[derive(Clone, Debug)]
pub enum Source {
    /// Stored as written.
    Stored,
    /// Stored, but computed from the rest of the row at every write; callers cannot set it.
    Derived(Derive),
    /// Read through a foreign key: `column` of the row of `table` whose id is in `via`.
    Lookup {
        /// The foreign key column of this table.
        via: &'static str,
        /// The table it leads to (whose key is `id`).
        table: &'static str,
        /// The column shown.
        column: &'static str,
    },
    /// Number of rows of `table` that point here: `table.foreign = this.id`.
    Count {
        /// The counted table.
        table: &'static str,
        /// Column of the counted table that points here.
        foreign: &'static str,
        /// SQL condition on the counted rows. `None` counts all.
        only: Option<&'static str>,
        /// True if a changed count of a live table is announced as an update of the row.
        announced: bool,
    },
}

/// Effect on this row of a delete of the referenced row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnDelete {
    /// The delete is refused (`23503`).
    Restrict,
    /// This row goes too.
    Cascade,
    /// This column becomes NULL.
    SetNull,
}

/// A foreign key of one column. Its constraint is named `<table>_<column>_fkey`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForeignKey {
    /// The referenced table.
    pub table: &'static str,
    /// The referenced column (unique there).
    pub column: &'static str,
    /// Effect of a delete of the referenced row.
    pub on_delete: OnDelete,
}
