//! The tables of this crate, one file each.

mod buckets;
mod objects;
mod upload_pieces;
mod uploads;

use ateneu_schema::Table;

/// The declarations.
pub fn tables() -> Vec<Table> {
    vec![buckets::table(), objects::table(), uploads::table(), upload_pieces::table()]
}
