//! Rows: inserted and written back by a list of their columns, and announced.

use ateneu_base::{Change, Record, Verb};
use ateneu_db::Tx;

/// Inserts a row whose parameters are in the order of `columns`, names with a comma and a space between them.
pub(crate) fn insert(table: &str, columns: &str) -> String {
    let places: Vec<String> = (1..=columns.split(", ").count()).map(|index| format!("${index}")).collect();
    format!("INSERT INTO {table} ({columns}) VALUES ({})", places.join(", "))
}

/// Returns the SQL that writes a row back. The row's id is the first parameter and the first of `columns`.
pub(crate) fn update(table: &str, columns: &str) -> String {
    let numbered = columns.split(", ").enumerate().skip(1);
    let assignments: Vec<String> = numbered.map(|(index, name)| format!("{name} = ${}", index + 1)).collect();
    format!("UPDATE {table} SET {} WHERE id = $1", assignments.join(", "))
}

/// Announces a row of which only that column is known.
pub(crate) fn announce(tx: &mut Tx<'_>, table: &str, (column, id): (&str, &str), verb: Verb) {
    let key = Record::from_iter([(column.to_owned(), id.into())]);
    tx.changed(Change {
        table: table.to_owned(),
        verb,
        old: (verb != Verb::Insert).then(|| key.clone()),
        new: (verb != Verb::Delete).then_some(key),
    });
}
