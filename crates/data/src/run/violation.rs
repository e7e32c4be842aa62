//! Converts a database's violation into the refusal by the declarations.

use ateneu_base::{Record, Value};
use ateneu_db::{self as db, Tx, Violation, ViolationKind};
use ateneu_schema::{Column, OnDelete, Schema, Table};
use serde_json::Value as Json;

use super::write_context::WriteContext;
use crate::{error::Error, values};

/// Returns the refusal of an insert or update of `row`.
pub fn of_write(context: &WriteContext<'_>, tx: &mut Tx<'_>, row: &Record, error: db::Error) -> Error {
    let db::Error::Violation(violation) = &error else {
        return error.into();
    };
    let table = context.frame.table;
    let found = match violation.kind {
        ViolationKind::Unique => unique(table, row, violation),
        ViolationKind::ForeignKey => foreign_key(tx, table, row, violation),
        ViolationKind::NotNull => violation.columns.first().map(|column| Error::not_null(table.name, column)),
        ViolationKind::Check => table
            .stored()
            .find(|column| {
                let name = format!("{}_{}_check", table.name, column.name);
                violation.constraint.as_deref() == Some(name.as_str())
            })
            .map(|column| Error::check(table.name, column.name)),
    };
    found.unwrap_or_else(|| error.into())
}

/// Returns the refusal of the removal of `row`: rows of another table refer to it.
pub fn of_delete(tx: &mut Tx<'_>, schema: &Schema, table: &Table, row: &Record, error: db::Error) -> Error {
    let db::Error::Violation(violation) = &error else {
        return error.into();
    };
    for (other, column) in pointing_to(schema, table) {
        let Some(key) = column.references.filter(|key| key.on_delete == OnDelete::Restrict) else {
            continue;
        };
        let name = format!("{}_{}_fkey", other.name, column.name);
        let value = row.get(key.column).unwrap_or(&Json::Null);
        let guilty = match &violation.constraint {
            Some(constraint) => *constraint == name,
            None => has_row(tx, other.name, column.name, value),
        };
        if guilty {
            let value = values::in_words(value);
            return Error::still_referenced(table.name, key.column, &value, other.name, column.name);
        }
    }
    error.into()
}

/// Returns the foreign keys of any table that refer to this one.
pub fn pointing_to<'s>(schema: &'s Schema, table: &Table) -> Vec<(&'s Table, &'s Column)> {
    let to = table.name;
    schema
        .tables()
        .iter()
        .flat_map(|other| other.stored().map(move |column| (other, column)))
        .filter(|(_, column)| column.references.is_some_and(|key| key.table == to))
        .collect()
}

fn unique(table: &Table, row: &Record, violation: &Violation) -> Option<Error> {
    let keys = std::iter::once(&table.primary_key)
        .chain(&table.unique)
        .chain(table.unique_where.iter().map(|(key, _)| key));
    for key in keys {
        let name = table.unique_constraint(key)?;
        let same_columns = !violation.columns.is_empty()
            && violation.columns.len() == key.len()
            && key.iter().all(|column| violation.columns.iter().any(|found| found == column));
        if violation.constraint.as_deref() == Some(name.as_str()) || same_columns {
            let shown = key.iter().map(|column| values::in_words(row.get(*column).unwrap_or(&Json::Null)));
            let shown = shown.collect::<Vec<_>>().join(", ");
            return Some(Error::unique(&name, &key.join(", "), &shown));
        }
    }
    None
}

/// Finds the violated foreign key. PostgreSQL names it. On SQLite, whose transaction can still read after a refused
/// statement, each is tested.
fn foreign_key(tx: &mut Tx<'_>, table: &Table, row: &Record, violation: &Violation) -> Option<Error> {
    for column in table.stored() {
        let Some(key) = column.references else { continue };
        let name = format!("{}_{}_fkey", table.name, column.name);
        let value = row.get(column.name).unwrap_or(&Json::Null);
        let guilty = match &violation.constraint {
            Some(constraint) => *constraint == name,
            None => !value.is_null() && !has_row(tx, key.table, key.column, value),
        };
        if guilty {
            let value = values::in_words(value);
            return Some(Error::no_referenced_row(table.name, column.name, &value, key.table));
        }
    }
    None
}

fn has_row(tx: &mut Tx<'_>, table: &str, column: &str, value: &Json) -> bool {
    let text = format!("SELECT 1 FROM {table} WHERE {column} = $1 LIMIT 1");
    let value = Value::Text(values::in_words(value));
    tx.query_optional(&text, &[value]).is_ok_and(|row| row.is_some())
}
