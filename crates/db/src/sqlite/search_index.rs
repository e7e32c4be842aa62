//! Indexes of words (FTS5), written once a commit (decision 0064).
//!
//! Triggers record changed rows in `search_pending`: `source`, their table, and `place`, their row in its index
//! `<table>_search`. The view `<table>_search_words` holds the words of each place.

use rusqlite::Connection;

use super::run::run;
use crate::Error;

/// Returns `true` if the database has such indexes.
pub(super) fn exist(connection: &Connection) -> Result<bool, Error> {
    let sql = "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'search_pending')";
    Ok(connection.query_row(sql, (), |row| row.get(0))?)
}

/// Returns `true` if rows have changed since the indexes were written.
pub(super) fn is_behind(connection: &Connection) -> Result<bool, Error> {
    Ok(connection.query_row("SELECT EXISTS (SELECT 1 FROM search_pending)", (), |row| row.get(0))?)
}

/// Updates the indexes with the rows that changed in the open transaction.
pub(super) fn update(connection: &Connection) -> Result<(), Error> {
    let sources: Vec<String> = connection
        .prepare_cached("SELECT DISTINCT source FROM search_pending")?
        .query_map((), |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for table in &sources {
        run(
            connection,
            &format!(
                "DELETE FROM {table}_search WHERE rowid IN (
                     SELECT place FROM search_pending WHERE source = '{table}'
                     EXCEPT SELECT place FROM {table}_search_rows)"
            ),
        )?;
        // Sorted by place: FTS5 flushes its index whenever a place comes before the last one.
        run(
            connection,
            &format!(
                "INSERT OR REPLACE INTO {table}_search (rowid, words)
                 SELECT p.place, w.words
                 FROM search_pending p CROSS JOIN {table}_search_words w ON w.place = p.place
                 WHERE p.source = '{table}' ORDER BY p.place"
            ),
        )?;
    }
    if !sources.is_empty() {
        run(connection, "DELETE FROM search_pending")?;
    }
    Ok(())
}
