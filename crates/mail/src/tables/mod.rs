//! The tables of this crate, one file each.

mod mail_messages;
mod mail_suppressions;

use ateneu_schema::Table;

/// The declarations.
pub fn tables() -> Vec<Table> {
    vec![mail_messages::table(), mail_suppressions::table()]
}
