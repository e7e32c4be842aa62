//! The place of a database, by which a copy differs from its original.

use std::{fs, os::unix::fs::MetadataExt, time::UNIX_EPOCH};

use crate::{Dialect, Error, Tx};

/// File that identifies a Linux machine. A machine without one is identified by the file alone.
const MACHINE: &str = "/etc/machine-id";

impl Tx<'_> {
    /// Returns the place of the database. It stays the same when the server starts again and for all nodes of
    /// PostgreSQL. A copied, restored or moved database has another one.
    ///
    /// # Errors
    /// Fails if the database does, or its file cannot be examined.
    pub fn place(&mut self) -> Result<String, Error> {
        match self.dialect() {
            // A restored server has another identifier, one restored to a point in time another timeline, and a
            // restored dump another database.
            Dialect::Postgres => self.query_one_as(
                "SELECT s.system_identifier::text || ' ' || c.timeline_id::text || ' ' || d.oid::text AS place
                 FROM pg_control_system() s, pg_control_checkpoint() c, pg_database d
                 WHERE d.datname = current_database()",
                &[],
            ),
            Dialect::Sqlite => {
                let sql = "SELECT file FROM pragma_database_list WHERE name = 'main'";
                let path: String = self.query_one_as(sql, &[])?;
                place_of_file(&path).map_err(|error| Error::Other(error.to_string()))
            }
        }
    }
}

/// Returns machine, path and identity of a file. A copy has another time of creation, even at the same path.
fn place_of_file(path: &str) -> std::io::Result<String> {
    let path = fs::canonicalize(path)?;
    let facts = fs::metadata(&path)?;
    // Some file systems do not know the time.
    let created = facts.created().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
    let created = created.map_or(0, |since| since.as_nanos());
    let machine = fs::read_to_string(MACHINE).unwrap_or_default();
    Ok(format!("{} {} {created} {}", machine.trim(), facts.ino(), path.display()))
}
