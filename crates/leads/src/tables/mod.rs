//! The tables of this crate, one file each.

mod contacts;
mod waitlist_entries;

use ateneu_schema::Table;

/// The declarations.
pub fn tables() -> Vec<Table> {
    vec![contacts::table(), waitlist_entries::table()]
}
