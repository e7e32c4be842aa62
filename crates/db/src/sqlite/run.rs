//! Statements of the connection itself.

use rusqlite::Connection;

use crate::Error;

/// Runs a statement without parameters and result.
pub(super) fn run(connection: &Connection, sql: &str) -> Result<(), Error> {
    Ok(connection.prepare_cached(sql)?.raw_execute().map(drop)?)
}
