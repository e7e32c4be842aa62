//! Values of stored rows.

use ateneu_base::{Record, Timestamp};
use ateneu_data::text_of;
use ateneu_db::Row;

use crate::tables;

/// A column that holds an instant.
pub fn instant(row: &Record, column: &str) -> Option<Timestamp> {
    Timestamp::parse(text_of(row, column)?).ok()
}

/// A row of contents as the data service knows it.
pub fn record_of(row: &Row) -> Record {
    let table = tables::contents();
    table.stored().map(|column| (column.name.to_owned(), column.kind.json(row.get(column.name)))).collect()
}
