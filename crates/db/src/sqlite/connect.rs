//! Connections to one SQLite file, all configured alike.

use std::{
    fs::OpenOptions,
    io::ErrorKind,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    time::Duration,
};

use rusqlite::{Connection, OpenFlags, config::DbConfig, limits::Limit};

use super::{deadline::Deadline, functions, turns::Turns};
use crate::{Cost, Error, Limits};

/// Number of instructions that SQLite runs between two checks of the deadline: some 0.02 ms.
const INSTRUCTIONS_PER_LOOK: i32 = 2_000;
const STATEMENTS_KEPT: usize = 256;
/// Size of each connection's page cache. The file is not mapped: an error of the disk would end the process, and pages
/// would count as its memory.
const KILOBYTES_KEPT: u32 = 4 << 10;

/// Path of the database file, and the limits of its connections.
#[derive(Clone)]
pub(super) struct File {
    path: PathBuf,
    limits: Limits,
}

/// A connection whose work can be given a deadline.
pub(super) struct Timed {
    pub(super) connection: Connection,
    deadline: Deadline,
    /// Maximum length of a value without a cost limit.
    longest: i32,
}

impl File {
    pub(super) fn new(path: &Path, limits: Limits) -> Self {
        Self { path: path.to_owned(), limits }
    }

    /// Returns the path of the file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Opens the turns of the processes that write to the file.
    pub(super) fn turns(&self) -> Result<Turns, Error> {
        Turns::open(&self.path, self.limits)
    }

    /// Returns the longest time to wait for a lock.
    pub(super) fn wait(&self) -> Duration {
        self.limits.wait
    }

    /// Creates the file, readable only by its owner. SQLite gives its companion files the same permissions.
    pub(super) fn create(&self) -> Result<(), Error> {
        match OpenOptions::new().write(true).create_new(true).mode(0o600).open(&self.path) {
            Ok(_) => Ok(()),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
            Err(error) => Err(Error::Unavailable(format!("cannot create the database file: {error}"))),
        }
    }

    pub(super) fn writer(&self) -> Result<Timed, Error> {
        let timed = self.connect()?;
        timed.connection.execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
             PRAGMA journal_size_limit = 67108864;",
        )?;
        Ok(timed)
    }

    pub(super) fn reader(&self) -> Result<Timed, Error> {
        let timed = self.connect()?;
        timed.connection.execute_batch("PRAGMA query_only = ON;")?;
        Ok(timed)
    }

    fn connect(&self) -> Result<Timed, Error> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(&self.path, flags)?;
        connection.busy_timeout(self.limits.wait)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS_KEPT);
        // Otherwise the planner may look at bound values, and then plans a cached statement again at each use, which
        // costs more than most searches of an index.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        connection.execute_batch(&format!(
            "PRAGMA cache_size = -{KILOBYTES_KEPT}; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY;
             PRAGMA trusted_schema = OFF;"
        ))?;
        let deadline = Deadline::none();
        functions::register(&connection, &deadline)?;
        let watch = deadline.clone();
        connection.progress_handler(INSTRUCTIONS_PER_LOOK, Some(move || watch.is_past()))?;
        let longest = connection.limit(Limit::SQLITE_LIMIT_LENGTH)?;
        let timed = Timed { connection, deadline, longest };
        // The definitions of the tables have been read, and their pages are not needed again.
        timed.shrink();
        Ok(timed)
    }
}

impl Timed {
    /// Sets the deadline of the work that this thread begins now.
    pub(super) fn allow(&self, cost: Cost) -> Result<(), Error> {
        self.deadline.set(cost);
        let longest = i32::try_from(cost.bytes).unwrap_or(self.longest).min(self.longest);
        if self.connection.limit(Limit::SQLITE_LIMIT_LENGTH)? != longest {
            self.connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, longest)?;
        }
        Ok(())
    }

    /// Removes the deadline, so that work from now on is never interrupted.
    pub(super) fn allow_all(&self) {
        self.deadline.clear();
    }

    /// Frees the connection's page cache.
    pub(super) fn shrink(&self) {
        if let Err(error) = self.connection.execute_batch("PRAGMA shrink_memory") {
            tracing::warn!(%error, "a connection could not give memory back");
        }
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::StatementStatus;

    use super::*;

    #[test]
    fn a_cached_statement_is_not_replanned_for_other_values() {
        let folder = tempfile::tempdir().unwrap();
        let file = File::new(&folder.path().join("toy.db"), Limits::default());
        file.create().unwrap();
        let writer = file.writer().unwrap();
        let tables = "CREATE TABLE toys (id text PRIMARY KEY, owner text, made_at text);
                      CREATE INDEX toys_owner ON toys (owner);";
        writer.connection.execute_batch(tables).unwrap();
        for connection in [&writer.connection, &file.reader().unwrap().connection] {
            let sql = "SELECT * FROM toys WHERE owner = $1 ORDER BY made_at, id";
            for owner in ["ana", "bia", "caio"] {
                let mut kept = connection.prepare_cached(sql).unwrap();
                assert!(kept.query([owner]).unwrap().next().unwrap().is_none());
                assert_eq!(kept.get_status(StatementStatus::RePrepare), 0, "{owner}");
            }
        }
    }
}
