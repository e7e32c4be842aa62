//! DELETE, hard or soft, and its consequences by foreign keys, which listeners must receive, too.

use ateneu_base::{Change, Record, Verb};
use ateneu_db::{Row, Tx};
use ateneu_schema::{Column, OnDelete, Schema, Table};
use serde_json::Value as Json;

use super::{
    update::{self, equalities},
    violation::{of_delete, pointing_to},
    write_context::{Outcome, WriteContext, WrittenRow},
};
use crate::{error::Error, values};

/// Maximum number of rows of a table that are published one by one.
const MAX_ANNOUNCED_ROWS: usize = 1_000;
/// Maximum depth of followed consequences.
const DEPTH: usize = 6;

/// Adds the changes that the removal of `row` causes in other tables.
fn follow(
    tx: &mut Tx<'_>,
    schema: &Schema,
    table: &Table,
    row: &Record,
    depth: usize,
    changes: &mut Vec<Change>,
) -> Result<(), Error> {
    for (other, column) in pointing_to(schema, table) {
        let Some(key) = column.references.filter(|key| key.on_delete != OnDelete::Restrict) else {
            continue;
        };
        let value = row.get(key.column).unwrap_or(&Json::Null);
        for old in rows(tx, other, column.name, value)? {
            if key.on_delete == OnDelete::SetNull {
                let mut new = old.clone();
                new.insert(column.name.into(), Json::Null);
                changes.push(change(other, Verb::Update, old, Some(new)));
                continue;
            }
            if depth > 0 {
                follow(tx, schema, other, &old, depth - 1, changes)?;
            }
            changes.push(change(other, Verb::Delete, old, None));
        }
    }
    Ok(())
}

fn change(table: &Table, verb: Verb, old: Record, new: Option<Record>) -> Change {
    Change { table: table.name.into(), verb, old: Some(old), new }
}

fn rows(tx: &mut Tx<'_>, table: &Table, column: &str, value: &Json) -> Result<Vec<Record>, Error> {
    let columns: Vec<&str> = table.stored().map(|column| column.name).collect();
    let text = format!(
        "SELECT {} FROM {} WHERE {column} = $1 LIMIT {MAX_ANNOUNCED_ROWS}",
        columns.join(", "),
        table.name
    );
    let found = tx.query(&text, &[ateneu_base::Value::Text(values::in_words(value))])?;
    let value = |row: &Row, column: &Column| (column.name.to_owned(), column.kind.json(row.get(column.name)));
    let record = |row| table.stored().map(|column| value(row, column)).collect();
    Ok(found.iter().map(record).collect())
}

/// Returns only the primary key of a row.
pub fn only_key(table: &Table, row: &Record) -> Record {
    let value = |key: &&str| ((*key).to_owned(), row.get(*key).cloned().unwrap_or(Json::Null));
    table.primary_key.iter().map(value).collect()
}

/// Removes all selected rows. The rows to return are read before.
pub fn run(context: &WriteContext<'_>, tx: &mut Tx<'_>) -> Result<Outcome, Error> {
    let table = context.frame.table;
    let meant = context.meant(tx, &table.rules.delete)?;
    if let Some(column) = table.soft_delete.filter(|_| !context.frame.caller.is_service()) {
        return mark_deleted(context, tx, meant, column);
    }
    let rows = if context.wants_rows() { context.returning(tx, &meant)? } else { Vec::new() };
    let keys = equalities(table.primary_key.iter().copied(), 1).join(" AND ");
    let text = format!("DELETE FROM {} WHERE {keys}", table.name);
    let mut written = Vec::with_capacity(meant.len());
    for row in meant {
        let mut followers = Vec::new();
        follow(tx, context.schema, table, &row, DEPTH, &mut followers)?;
        let parameters = context.frame.key(&row);
        tx.execute(&text, &parameters).map_err(|error| of_delete(tx, context.schema, table, &row, error))?;
        followers.into_iter().for_each(|change| tx.changed(change));
        written.push(WrittenRow { old: Some(row), new: None });
    }
    Ok(Outcome { written, rows })
}

/// Sets the instant of the deletion instead of removing the rows. Skips rows that have it.
fn mark_deleted(
    context: &WriteContext<'_>,
    tx: &mut Tx<'_>,
    meant: Vec<Record>,
    column: &'static str,
) -> Result<Outcome, Error> {
    let meant: Vec<_> = meant.into_iter().filter(|row| row.get(column).is_none_or(Json::is_null)).collect();
    let rows = if context.wants_rows() { context.returning(tx, &meant)? } else { Vec::new() };
    let deleted = Record::from_iter([(column.to_owned(), Json::from(context.frame.now.to_string()))]);
    let mut written = Vec::with_capacity(meant.len());
    for old in meant {
        let new = context.frame.changed_row(&old, &deleted);
        written.push(update::store(context, tx, old, new)?);
    }
    Ok(Outcome { written, rows })
}
