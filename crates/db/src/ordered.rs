//! Pages of lists that no single index orders: the rows are split so that an index orders each part.

use std::fmt::Write;

/// Rows of a list that are in the order of an index.
#[derive(Clone, Debug)]
pub struct Ordered {
    /// SQL after `SELECT …`: the tables, and the condition on the rows.
    pub rows: String,
    /// Column of the row's id, by which the index continues.
    pub id: &'static str,
    /// Sort key of the list, with the same meaning in every part.
    pub key: &'static str,
    /// Column of the index for `key`, named even if `key` is constant in this part, so that the index is recognised.
    pub column: &'static str,
}

/// Returns the SQL for the ids of a page. It reads no more rows of each part than the page may need.
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
