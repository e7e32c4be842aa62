//! Turns of the processes that write to one file, such as a command beside a busy server (decision 0187).
//!
//! SQLite's lock is not fair: a process that commits and begins again within microseconds keeps it from one that looks every
//! hundred milliseconds. So a process that finds the file locked takes the gate, a lock on a file of its own. The others
//! look at the gate before each transaction and begin none while it is held.

use std::{
    ffi::OsString,
    fs::{File, OpenOptions, TryLockError},
    os::unix::fs::OpenOptionsExt,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use rusqlite::{Connection, ErrorCode};

use crate::{Error, Limits};

/// Interval at which a process looks at the gate of another, which cannot wake it.
const LOOK: Duration = Duration::from_millis(1);

/// Turns of this process.
pub(super) struct Turns {
    gate: File,
    /// Longest time to wait for the turn of another process.
    wait: Duration,
}

/// Turn of this process, until it is dropped after the end of the transaction. The gate is held if the file was locked.
pub(super) struct Turn<'a>(Option<&'a File>);

impl Turns {
    /// Opens the gate beside the database file.
    pub(super) fn open(path: &Path, limits: Limits) -> Result<Self, Error> {
        let mut name = OsString::from(path);
        name.push("-turns");
        let open = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(&name);
        let gate =
            open.map_err(|error| Error::Unavailable(format!("cannot open {}: {error}", name.display())))?;
        Ok(Self { gate, wait: limits.wait })
    }

    /// Begins a transaction that writes, once processes that came before have had their turn.
    pub(super) fn begin_write(&self, connection: &Connection) -> Result<Turn<'_>, Error> {
        self.let_pass(File::try_lock_shared);
        let _ = self.gate.unlock();
        connection.busy_timeout(Duration::ZERO)?;
        let mut turn = Turn(None);
        let mut begun = begin_immediate(connection);
        connection.busy_timeout(self.wait)?;
        if is_busy(&begun) {
            // Without the gate, on a file system that has no locks, SQLite's own wait is left.
            turn.0 = self.let_pass(File::try_lock).then_some(&self.gate);
            begun = begin_immediate(connection);
        }
        begun?;
        Ok(turn)
    }

    /// Locks the gate. Returns `false` if it was not free in time.
    fn let_pass(&self, lock: fn(&File) -> Result<(), TryLockError>) -> bool {
        let deadline = Instant::now() + self.wait;
        loop {
            match lock(&self.gate) {
                Ok(()) => return true,
                Err(TryLockError::WouldBlock) if Instant::now() < deadline => thread::park_timeout(LOOK),
                Err(_) => return false,
            }
        }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        if let Some(Err(error)) = self.0.map(File::unlock) {
            tracing::warn!(%error, "the turn at the database was not given back");
        }
    }
}

fn begin_immediate(connection: &Connection) -> rusqlite::Result<()> {
    connection.prepare_cached("BEGIN IMMEDIATE")?.raw_execute().map(drop)
}

fn is_busy(outcome: &rusqlite::Result<()>) -> bool {
    matches!(outcome, Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy))
}
