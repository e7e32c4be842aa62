//! So many at the same time, so many waiting, and none waiting for ever.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use crate::Error;

/// Turns that are taken and given back.
pub(crate) struct Lane {
    turns: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
    longest: Duration,
}

impl Lane {
    /// `turns` at the same time, `most_waiting` behind them, each for `longest`.
    pub(crate) fn new(turns: usize, most_waiting: usize, longest: Duration) -> Self {
        Self { turns: Arc::new(Semaphore::new(turns)), waiting: AtomicUsize::new(0), most_waiting, longest }
    }

    /// A turn, given back when dropped.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when too many wait already, or none became free in time.
    pub(crate) async fn turn(&self) -> Result<OwnedSemaphorePermit, Error> {
        if let Ok(turn) = Arc::clone(&self.turns).try_acquire_owned() {
            return Ok(turn);
        }
        let _place = Place::take(&self.waiting, self.most_waiting)?;
        match timeout(self.longest, Arc::clone(&self.turns).acquire_owned()).await {
            Ok(Ok(turn)) => Ok(turn),
            Ok(Err(_)) => Err(Error::Unavailable("the database is closed".into())),
            Err(_) => Err(Error::Unavailable("no reader became free in time".into())),
        }
    }

    /// Gives no more turns.
    pub(crate) fn close(&self) {
        self.turns.close();
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.turns.is_closed()
    }
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
