//! Reading a row's columns: what is null or unreadable is none.

use ateneu_db::Row;

use crate::requests::Object;

/// A JSON object column.
pub(crate) fn object(row: &Row, column: &str) -> Object {
    row.text(column).and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}

pub(crate) fn owned(row: &Row, column: &str) -> Option<String> {
    row.text(column).map(str::to_owned)
}
