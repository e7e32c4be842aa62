//! The tables of this crate, one file each.

mod hotmart_access;

use ateneu_schema::Table;

/// The declarations.
pub fn tables() -> Vec<Table> {
    vec![hotmart_access::table()]
}
