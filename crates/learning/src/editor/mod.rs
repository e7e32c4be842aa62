//! Tools of administrators for a whole course. They show and order its parts, copy it, show what opens to whom, and
//! show how far its students come.

mod duplicate;
mod figures;
mod order;
mod outline;
mod preview;

use ateneu_data::Procedure;

/// Modules and lessons of one course that the editor works with.
const MAX_PARTS: i64 = 2_000;

pub fn procedures() -> Vec<Procedure> {
    vec![
        outline::procedure(),
        order::procedure(),
        duplicate::procedure(),
        figures::procedure(),
        preview::procedure(),
    ]
}

/// `CASE id WHEN $first THEN … END` by ids in parameters; any other row keeps the column.
fn by_id(column: &str, first: usize, values: impl Iterator<Item = String>) -> String {
    let branches: String =
        (first..).zip(values).map(|(number, value)| format!(" WHEN ${number} THEN {value}")).collect();
    if branches.is_empty() { column.to_owned() } else { format!("CASE id{branches} ELSE {column} END") }
}
