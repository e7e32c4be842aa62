//! PATCH, and the changing half of an upsert.

use ateneu_base::{Record, Value};
use ateneu_db::Tx;
use ateneu_schema::{Column, Rule, Table};

use super::{
    checks,
    row::Frame,
    violation,
    write_context::{Outcome, WriteContext, WrittenRow, refuse_unfiltered},
};
use crate::{error::Error, request::Query};

/// Returns the canonical new values, which [`Frame::complete_values`] completes. Returns an empty record if the payload
/// names no column, or if the caller may change no row.
pub fn prepare(frame: &Frame<'_>, query: &Query, payload: &[Record]) -> Result<Record, Error> {
    refuse_unfiltered(query, "UPDATE")?;
    let [row] = payload else {
        return Err(Error::Body("An update takes one object".into()));
    };
    let columns = match &query.columns {
        Some(names) => frame.payload_columns(names.iter())?,
        None => frame.payload_columns(row.keys())?,
    };
    let values = frame.new_values(&columns, row)?;
    if frame.table.rules.update.for_caller(frame.caller) == Rule::Nobody {
        return Ok(Record::new());
    }
    checks::verify_sizes(frame.table, &columns, &values)?;
    Ok(values)
}

/// Changes all selected rows.
pub fn run(context: &WriteContext<'_>, tx: &mut Tx<'_>, values: &Record) -> Result<Outcome, Error> {
    if values.is_empty() {
        return Ok(Outcome::default());
    }
    let mut written = Vec::new();
    for old in context.meant(tx, &context.frame.table.rules.update)? {
        written.push(change(context, tx, old, values)?);
    }
    context.outcome(tx, written)
}

/// Changes a row to which the caller was admitted. The resulting row must be admitted, too.
pub fn change(
    context: &WriteContext<'_>,
    tx: &mut Tx<'_>,
    old: Record,
    values: &Record,
) -> Result<WrittenRow, Error> {
    let table = context.frame.table;
    let mut new = context.frame.changed_row(&old, values);
    if !context.frame.admits(tx, &table.rules.update, &new)? {
        return Err(Error::row_refused(table.name));
    }
    for column in changed(table, &old, &new) {
        if let Some(rule) = &column.change
            && !context.frame.admits(tx, rule, &old)?
        {
            return Err(Error::column_refused(table.name, column.name));
        }
    }
    context.before(tx, Some(&old), &mut new)?;
    let differs = |name: &&str| old.get(*name) != new.get(*name);
    let differing: Vec<&str> = values.keys().map(String::as_str).filter(differs).collect();
    context.check_references(tx, &differing, &new)?;
    store(context, tx, old, new)
}

/// Returns the stored columns whose values differ.
fn changed<'s>(table: &'s Table, old: &Record, new: &Record) -> Vec<&'s Column> {
    table.stored().filter(|column| new.get(column.name) != old.get(column.name)).collect()
}

/// Stores the changed columns.
pub fn store(
    context: &WriteContext<'_>,
    tx: &mut Tx<'_>,
    old: Record,
    new: Record,
) -> Result<WrittenRow, Error> {
    let table = context.frame.table;
    let changed = changed(table, &old, &new);
    checks::verify(table, &changed, &new)?;
    let mut parameters: Vec<Value> = changed.iter().map(|column| context.frame.bound(column, &new)).collect();
    parameters.extend(context.frame.key(&old));
    if !changed.is_empty() {
        let settings = equalities(changed.iter().map(|column| column.name), 1).join(", ");
        let keys = equalities(table.primary_key.iter().copied(), changed.len() + 1).join(" AND ");
        let text = format!("UPDATE {} SET {settings} WHERE {keys}", table.name);
        tx.execute(&text, &parameters).map_err(|error| violation::of_write(context, tx, &new, error))?;
    }
    Ok(WrittenRow::new(Some(old), new))
}

/// Returns `name = $number` for each name, numbered from `first`.
pub fn equalities<'s>(names: impl Iterator<Item = &'s str>, first: usize) -> Vec<String> {
    names.zip(first..).map(|(name, number)| format!("{name} = ${number}")).collect()
}
