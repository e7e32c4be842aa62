//! Opening connections to one SQLite file, all set up alike.

use std::{
    fs::OpenOptions,
    io::ErrorKind,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use rusqlite::{Connection, OpenFlags, config::DbConfig};

use super::functions;
use crate::{Error, Limits};

/// How many instructions SQLite runs between two looks at the clock: some 0.1 ms.
const INSTRUCTIONS_PER_LOOK: i32 = 10_000;
const STATEMENTS_KEPT: usize = 256;

/// Where the file is and how to open it.
#[derive(Clone)]
pub(super) struct File {
    path: PathBuf,
    limits: Limits,
}

/// A connection whose work can be given a deadline.
pub(super) struct Timed {
    pub(super) connection: Connection,
    deadline: Deadline,
}

impl File {
    pub(super) fn new(path: &Path, limits: Limits) -> Self {
        Self { path: path.to_owned(), limits }
    }

    /// Creates the file, readable by its owner only (SQLite gives its companions the same permissions).
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
        // Without this the planner may look at bound values, and then parses and plans a kept statement anew whenever it
        // is taken out again, which costs more than most looks by an index.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        connection.execute_batch(
            "PRAGMA cache_size = -16384; PRAGMA mmap_size = 268435456; PRAGMA temp_store = MEMORY;
             PRAGMA trusted_schema = OFF;",
        )?;
        functions::teach(&connection)?;
        let deadline = Deadline::none();
        let watch = deadline.clone();
        connection.progress_handler(INSTRUCTIONS_PER_LOOK, Some(move || watch.is_past()))?;
        Ok(Timed { connection, deadline })
    }
}

impl Timed {
    /// Work begun now is interrupted after this long.
    pub(super) fn allow(&self, time: Duration) {
        self.deadline.set(time);
    }

    /// What is done now is never interrupted.
    pub(super) fn allow_all(&self) {
        self.deadline.clear();
    }
}

/// An instant after which a connection's work is interrupted, shared with SQLite's progress handler.
#[derive(Clone)]
struct Deadline {
    start: Instant,
    /// Microseconds after `start`.
    at: Arc<AtomicU64>,
}

impl Deadline {
    fn none() -> Self {
        Self { start: Instant::now(), at: Arc::new(AtomicU64::new(u64::MAX)) }
    }

    fn elapsed(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    fn set(&self, time: Duration) {
        let time = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.at.store(self.elapsed().saturating_add(time), Ordering::Relaxed);
    }

    fn clear(&self) {
        self.at.store(u64::MAX, Ordering::Relaxed);
    }

    fn is_past(&self) -> bool {
        let at = self.at.load(Ordering::Relaxed);
        at != u64::MAX && self.elapsed() > at
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::StatementStatus;

    use super::*;

    #[test]
    fn a_kept_statement_is_not_planned_anew_for_other_values() {
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
