//! Committed changes on their way to whoever listens: caches, live updates.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use ateneu_base::Change;
use parking_lot::RwLock;
use tokio::sync::broadcast::{
    self,
    error::{RecvError, TryRecvError},
};

/// A listener's place in the stream of committed changes, one message per transaction.
pub struct Changes(broadcast::Receiver<Event>);

/// What happened to the rows.
#[derive(Clone, Debug)]
pub enum Event {
    /// The changes of one committed transaction.
    Changed(Arc<Vec<Change>>),
    /// Changes of other nodes were missed: anything may have changed.
    Gap,
}

type Listener = Box<dyn Fn(&Event) + Send + Sync>;

impl Changes {
    /// The next transaction's changes. `Lagged` means that some were missed, by this listener or by this node:
    /// anything may have changed. `Closed` means that the database is gone.
    pub async fn recv(&mut self) -> Result<Arc<Vec<Change>>, RecvError> {
        match self.0.recv().await? {
            Event::Changed(changes) => Ok(changes),
            Event::Gap => Err(RecvError::Lagged(1)),
        }
    }

    /// [`Changes::recv`] without waiting.
    pub fn try_recv(&mut self) -> Result<Arc<Vec<Change>>, TryRecvError> {
        match self.0.try_recv()? {
            Event::Changed(changes) => Ok(changes),
            Event::Gap => Err(TryRecvError::Lagged(1)),
        }
    }
}

/// The sending side. That nobody listens is no error.
#[derive(Clone)]
pub(crate) struct Feed {
    sender: broadcast::Sender<Event>,
    listeners: Arc<RwLock<Vec<Listener>>>,
    commits: Arc<AtomicU64>,
}

impl Feed {
    pub(crate) fn new() -> Self {
        Self { sender: broadcast::channel(1024).0, listeners: Arc::default(), commits: Arc::default() }
    }

    pub(crate) fn listen(&self) -> Changes {
        Changes(self.sender.subscribe())
    }

    pub(crate) fn on_commit(&self, listener: Listener) {
        self.listeners.write().push(listener);
    }

    /// How many commits were told of so far.
    pub(crate) fn commits(&self) -> u64 {
        self.commits.load(Ordering::Acquire)
    }

    /// Told after each commit and before its writer is answered, whether or not it noted changes.
    pub(crate) fn changed(&self, changes: Vec<Change>) {
        self.commits.fetch_add(1, Ordering::AcqRel);
        if !changes.is_empty() {
            self.tell(Event::Changed(Arc::new(changes)));
        }
    }

    pub(crate) fn gap(&self) {
        self.tell(Event::Gap);
    }

    fn tell(&self, event: Event) {
        for listener in self.listeners.read().iter() {
            // The commit stands whatever a listener makes of it, and the thread that tells must go on.
            if catch_unwind(AssertUnwindSafe(|| listener(&event))).is_err() {
                tracing::error!("a listener to commits panicked");
            }
        }
        let _ = self.sender.send(event);
    }
}
