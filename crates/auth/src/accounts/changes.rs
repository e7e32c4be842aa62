//! Announcements of changed rows.

use ateneu_base::{Change, Record, Verb};
use ateneu_db::Tx;

/// Announces a row of which only that column is known.
pub(crate) fn announce(tx: &mut Tx<'_>, table: &str, (column, id): (&str, &str), verb: Verb) {
    let key = Record::from_iter([(column.to_owned(), id.into())]);
    tx.changed(Change {
        table: table.to_owned(),
        verb,
        old: (verb != Verb::Insert).then(|| key.clone()),
        new: (verb != Verb::Delete).then_some(key),
    });
}
