//! The table of this crate.

use ateneu_schema::{
    Table,
    table::{internal, text, timestamp},
};

/// The declarations.
pub fn tables() -> Vec<Table> {
    vec![
        internal(
            "import_records",
            "Rows that were brought from a hosted project, as they were there and here.",
        )
        .columns([
            // Table of the row here.
            text("source").required(),
            // Primary key of the row, its parts joined by spaces.
            text("row_key").required(),
            // SHA-256 of the row in the project, to find rows that changed there.
            text("source_digest").required(),
            // SHA-256 of the row as it was stored, to leave rows alone that changed here.
            text("stored_digest").required(),
            // SHA-256 of a file's bytes.
            text("sha256"),
            timestamp("imported_at").required(),
        ])
        .primary_key(["source", "row_key"]),
    ]
}
