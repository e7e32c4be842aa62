//! Values of the rows that triggers see.

use ateneu_base::Record;
use ateneu_data::text_of;

/// The text or the id in a column of a row; an empty text where there is none.
pub fn field<'r>(row: &'r Record, column: &str) -> &'r str {
    text_of(row, column).unwrap_or_default()
}
