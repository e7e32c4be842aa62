//! Opening connections to one SQLite file, all set up alike.

use std::{
    fs::OpenOptions,
    io::ErrorKind,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use rusqlite::{Connection, OpenFlags, config::DbConfig, limits::Limit};
use rustix::time::{ClockId, clock_gettime};

use super::functions;
use crate::{Cost, Error, Limits};

/// Number of instructions SQLite runs between two looks at the clocks: some 0.02 ms.
const INSTRUCTIONS_PER_LOOK: i32 = 2_000;
/// Number of bytes our functions look at between two looks at the clocks.
const BYTES_PER_LOOK: usize = 64 << 10;
const STATEMENTS_KEPT: usize = 256;
/// Pages that each connection keeps. The file is not mapped: an error of the disk would end the process, and what was
/// read would count as its memory.
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
    /// The length of a value when nothing else is said.
    longest: i32,
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
        // The definitions of the tables are read by now; the pages they were read from are not needed again.
        timed.shrink();
        Ok(timed)
    }
}

impl Timed {
    /// Work begun now by this thread is interrupted when it costs more.
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

    /// Frees the pages that the connection keeps.
    pub(super) fn shrink(&self) {
        if let Err(error) = self.connection.execute_batch("PRAGMA shrink_memory") {
            tracing::warn!(%error, "a connection could not give memory back");
        }
    }
}

/// Deadline of a connection's work, shared with SQLite's progress handler and our functions. These run on the thread
/// that works.
#[derive(Clone)]
pub(super) struct Deadline(Arc<Clocks>);

struct Clocks {
    start: Instant,
    /// Microseconds after `start`.
    at: AtomicU64,
    /// Microseconds of the working thread's processor time.
    cpu_at: AtomicU64,
    /// Bytes our functions looked at since the last look.
    looked_at: AtomicUsize,
}

impl Deadline {
    fn none() -> Self {
        Self(Arc::new(Clocks {
            start: Instant::now(),
            at: AtomicU64::new(u64::MAX),
            cpu_at: AtomicU64::new(u64::MAX),
            looked_at: AtomicUsize::new(0),
        }))
    }

    fn elapsed(&self) -> u64 {
        micros(self.0.start.elapsed())
    }

    fn set(&self, cost: Cost) {
        self.0.at.store(self.elapsed().saturating_add(micros(cost.time)), Ordering::Relaxed);
        self.0.cpu_at.store(thread_time().saturating_add(micros(cost.cpu)), Ordering::Relaxed);
    }

    fn clear(&self) {
        self.0.at.store(u64::MAX, Ordering::Relaxed);
        self.0.cpu_at.store(u64::MAX, Ordering::Relaxed);
    }

    fn is_past(&self) -> bool {
        let (at, cpu_at) = (self.0.at.load(Ordering::Relaxed), self.0.cpu_at.load(Ordering::Relaxed));
        at != u64::MAX && (thread_time() > cpu_at || self.elapsed() > at)
    }

    /// Counts what a function of ours is about to look at. Returns `true` if the work must end. SQLite itself only
    /// looks between instructions, and one call of a function is one instruction however long the text.
    pub(super) fn ends_before(&self, bytes: usize) -> bool {
        let looked_at = self.0.looked_at.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes);
        if looked_at < BYTES_PER_LOOK {
            return false;
        }
        self.0.looked_at.store(0, Ordering::Relaxed);
        self.is_past()
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Processor time of this thread in microseconds.
fn thread_time() -> u64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    u64::try_from(time.tv_sec * 1_000_000 + time.tv_nsec / 1_000).unwrap_or(0)
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
