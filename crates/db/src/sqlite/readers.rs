//! A pool of reading connections, each used by one blocking thread at a time.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use parking_lot::Mutex;
use rusqlite::Connection;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use super::connect::{File, Timed};
use crate::{Error, Limits, tx::Tx, work::Work};

pub(super) struct Readers {
    file: File,
    limits: Limits,
    idle: Mutex<Vec<Timed>>,
    turns: Arc<Semaphore>,
    waiting: AtomicUsize,
}

impl Readers {
    pub(super) fn new(file: File, limits: Limits) -> Self {
        Self {
            file,
            limits,
            idle: Mutex::new(Vec::new()),
            turns: Arc::new(Semaphore::new(limits.connections)),
            waiting: AtomicUsize::new(0),
        }
    }

    pub(super) async fn read(self: &Arc<Self>, work: Work) -> Result<(), Error> {
        let turn = self.turn().await?;
        let readers = Arc::clone(self);
        tokio::task::spawn_blocking(move || {
            let ended = readers.on_a_connection(work);
            drop(turn);
            ended
        })
        .await
        .unwrap_or_else(|_| Err(Error::Unavailable("the read was stopped".into())))
    }

    /// Takes no more reads and closes what is idle.
    pub(super) fn close(&self) {
        self.turns.close();
        self.idle.lock().clear();
    }

    async fn turn(&self) -> Result<OwnedSemaphorePermit, Error> {
        if let Ok(turn) = Arc::clone(&self.turns).try_acquire_owned() {
            return Ok(turn);
        }
        let _place = Place::take(&self.waiting, self.limits.waiting)?;
        let turn = Arc::clone(&self.turns).acquire_owned();
        match timeout(self.limits.wait, turn).await {
            Ok(Ok(turn)) => Ok(turn),
            Ok(Err(_)) => Err(Error::Unavailable("the database is closed".into())),
            Err(_) => Err(Error::Unavailable("no reader became free in time".into())),
        }
    }

    fn on_a_connection(&self, work: Work) -> Result<(), Error> {
        let idle = self.idle.lock().pop();
        let timed = match idle {
            Some(timed) => timed,
            None => self.file.reader()?,
        };
        timed.allow(self.limits.read);
        let ended = in_snapshot(&timed.connection, work);
        if timed.connection.is_autocommit() && !self.turns.is_closed() {
            self.idle.lock().push(timed);
        }
        ended
    }
}

fn in_snapshot(connection: &Connection, work: Work) -> Result<(), Error> {
    run(connection, "BEGIN")?;
    let ended = Tx::sqlite(connection).carry_out(work);
    // Nothing was written; a connection that cannot end its transaction is dropped by the caller.
    if let Err(error) = run(connection, "ROLLBACK") {
        tracing::warn!(%error, "a read's snapshot could not be given back");
    }
    ended.map(drop)
}

fn run(connection: &Connection, sql: &str) -> Result<(), Error> {
    Ok(connection.prepare_cached(sql)?.raw_execute().map(drop)?)
}

/// A place in the queue, given back when dropped.
struct Place<'a>(&'a AtomicUsize);

impl<'a> Place<'a> {
    fn take(waiting: &'a AtomicUsize, most: usize) -> Result<Self, Error> {
        let place = Self(waiting);
        if waiting.fetch_add(1, Ordering::Relaxed) >= most {
            return Err(Error::Unavailable("too many reads are waiting".into()));
        }
        Ok(place)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
