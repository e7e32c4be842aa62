//! A limit on how many run at the same time and how many wait, each for a limited time.

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

/// A semaphore with a bounded queue.
pub(crate) struct Limiter {
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
    longest: Duration,
}

impl Limiter {
    /// `running` at the same time, `most_waiting` behind them, each for `longest`.
    pub(crate) fn new(running: usize, most_waiting: usize, longest: Duration) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(running)),
            waiting: AtomicUsize::new(0),
            most_waiting,
            longest,
        }
    }

    /// A permit, given back when dropped.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when too many wait already, or none became free in time.
    pub(crate) async fn acquire(&self) -> Result<OwnedSemaphorePermit, Error> {
        if let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() {
            return Ok(permit);
        }
        let _place = Place::take(&self.waiting, self.most_waiting)?;
        match timeout(self.longest, Arc::clone(&self.permits).acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            Ok(Err(_)) => Err(Error::Unavailable("the database is closed".into())),
            Err(_) => Err(Error::Unavailable("no reader became free in time".into())),
        }
    }

    /// Gives no more permits.
    pub(crate) fn close(&self) {
        self.permits.close();
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.permits.is_closed()
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
