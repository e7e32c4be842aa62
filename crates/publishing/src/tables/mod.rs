//! The tables of this crate, one file each.

mod categories;
mod content_progress;
mod contents;

use ateneu_schema::Table;

/// The declarations.
pub fn tables() -> Vec<Table> {
    vec![categories::table(), contents::table(), content_progress::table()]
}
