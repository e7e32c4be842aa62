//! Modules and lessons of a course in SQL.

/// Maximum number of modules and lessons of a course in the editor.
pub(super) const MAX_PARTS: i64 = 2_000;

/// Returns `CASE id WHEN $first THEN … END` by ids in parameters. Other rows keep the column.
pub(super) fn by_id(column: &str, first: usize, values: impl Iterator<Item = String>) -> String {
    let branches: String =
        (first..).zip(values).map(|(number, value)| format!(" WHEN ${number} THEN {value}")).collect();
    if branches.is_empty() { column.to_owned() } else { format!("CASE id{branches} ELSE {column} END") }
}
