//! A page of a list whose order no single index has: its rows are taken apart so that each part is in the order of one.

use std::fmt::Write;

/// Rows of a list that are in the order of an index.
#[derive(Clone, Debug)]
pub struct Ordered {
    /// SQL after `SELECT …`: the tables, and the condition on the rows.
    pub rows: String,
    /// The column that says which row it is; the index goes on with it.
    pub id: &'static str,
    /// Sort key of the list, with the same meaning in every part.
    pub key: &'static str,
    /// The index's column for it; also where `key` is one value for all of these rows, so that the index is recognised.
    pub column: &'static str,
}

/// SQL: the ids of a page. Of each part no more rows are read than the page could need.
pub fn page_of(parts: &[Ordered], is_descending: bool, skipped: i64, shown: i64) -> String {
    let direction = if is_descending { " DESC" } else { "" };
    let most = skipped.saturating_add(shown);
    let mut all = String::new();
    for (number, Ordered { rows, id, key, column }) in parts.iter().enumerate() {
        let union = if number == 0 { "" } else { " UNION ALL " };
        let _ = write!(
            all,
            "{union}SELECT * FROM (SELECT {id} AS id, {key} AS place {rows}
             ORDER BY {column}{direction}, {id}{direction} LIMIT {most}) AS part{number}"
        );
    }
    format!(
        "SELECT id FROM ({all}) AS listed ORDER BY place{direction}, id{direction} LIMIT {shown} OFFSET {skipped}"
    )
}
