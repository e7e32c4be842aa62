//! The triggers of a write, before and after its rows are stored.

use ateneu_base::Record;
use ateneu_db::Tx;
use ateneu_schema::Column;

use super::{
    checks,
    write_context::{WriteContext, WrittenRow},
};
use crate::{Write, error::Error, values};

impl WriteContext<'_> {
    /// Runs the steps before a row is written.
    pub fn before(&self, tx: &mut Tx<'_>, old: Option<&Record>, new: &mut Record) -> Result<(), Error> {
        let write = Write { caller: self.frame.caller, now: self.frame.now, old };
        let ran = self
            .triggers
            .iter()
            .filter_map(|trigger| trigger.before.as_ref())
            .try_for_each(|run| run(tx, &write, new));
        ran.map_err(|refusal| declared_refusal(self, tx, (old, &*new), refusal))
    }

    /// True if there are steps before a row is written.
    pub fn has_triggers(&self) -> bool {
        self.triggers.iter().any(|trigger| trigger.before.is_some())
    }

    /// Runs the steps after rows were written.
    pub fn after(&self, tx: &mut Tx<'_>, written: &[WrittenRow]) -> Result<(), Error> {
        for row in written {
            let write = Write { caller: self.frame.caller, now: self.frame.now, old: row.old.as_ref() };
            self.triggers.iter().try_for_each(|trigger| trigger.run_after(tx, &write, row.new.as_ref()))?;
        }
        Ok(())
    }
}

/// Returns the refusal of a trigger, or that of the declared limit or key that the row breaks, which takes precedence.
/// `old` is the row before a change.
fn declared_refusal(
    context: &WriteContext<'_>,
    tx: &mut Tx<'_>,
    (old, row): (Option<&Record>, &Record),
    refusal: Error,
) -> Error {
    if matches!(refusal, Error::Database(_)) {
        return refusal;
    }
    let table = context.frame.table;
    let columns: Vec<&Column> = table.stored().collect();
    match checks::verify(table, &columns, row)
        .err()
        .map_or_else(|| taken(context, tx, old, row), |error| Ok(Some(error)))
    {
        Ok(found) => found.unwrap_or(refusal),
        Err(error) => error,
    }
}

/// Returns the refusal of the first unique key of `row` that another row has.
fn taken(
    context: &WriteContext<'_>,
    tx: &mut Tx<'_>,
    old: Option<&Record>,
    row: &Record,
) -> Result<Option<Error>, Error> {
    let table = context.frame.table;
    for key in std::iter::once(&table.primary_key).chain(&table.unique) {
        let value = |row: &Record, name: &str| row.get(name).cloned().unwrap_or_default();
        let is_same = old.is_some_and(|old| key.iter().all(|name| value(old, name) == value(row, name)));
        let is_whole = key.iter().all(|name| !value(row, name).is_null());
        if is_whole && !is_same && context.row_by_key(tx, key, row)?.is_some() {
            context.depends_on_rows.set(true);
            let shown = key.iter().map(|name| values::in_words(&value(row, name))).collect::<Vec<_>>();
            let name = table.unique_constraint(key).unwrap_or_default();
            return Ok(Some(Error::unique(&name, &key.join(", "), &shown.join(", "))));
        }
    }
    Ok(None)
}
