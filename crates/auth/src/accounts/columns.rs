//! A row's columns: read, what is null or unreadable being none, and written from a list of names.

use ateneu_db::Row;

use crate::requests::Object;

/// A JSON object column.
pub(crate) fn object(row: &Row, column: &str) -> Object {
    row.text(column).and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}

pub(crate) fn owned(row: &Row, column: &str) -> Option<String> {
    row.text(column).map(str::to_owned)
}

/// Inserts a row whose parameters are in the order of `columns`, names with a comma and a space between them.
pub(crate) fn insert(table: &str, columns: &str) -> String {
    let places: Vec<String> = (1..=columns.split(", ").count()).map(|index| format!("${index}")).collect();
    format!("INSERT INTO {table} ({columns}) VALUES ({})", places.join(", "))
}

/// Writes a row back: its id is the first parameter and the first of `columns`.
pub(crate) fn update(table: &str, columns: &str) -> String {
    let numbered = columns.split(", ").enumerate().skip(1);
    let assignments: Vec<String> = numbered.map(|(index, name)| format!("{name} = ${}", index + 1)).collect();
    format!("UPDATE {table} SET {} WHERE id = $1", assignments.join(", "))
}
