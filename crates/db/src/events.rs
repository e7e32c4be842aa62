//! Committed changes on their way to whoever listens: caches, live updates.

use std::sync::Arc;

use ateneu_base::Change;
use tokio::sync::broadcast::{
    self,
    error::{RecvError, TryRecvError},
};

/// A listener's place in the stream of committed changes, one message per transaction.
pub struct Changes(broadcast::Receiver<Event>);

#[derive(Clone)]
enum Event {
    Changed(Arc<Vec<Change>>),
    /// Changes of other nodes were missed.
    Gap,
}

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
pub(crate) struct Feed(broadcast::Sender<Event>);

impl Feed {
    pub(crate) fn new() -> Self {
        Self(broadcast::channel(1024).0)
    }

    pub(crate) fn listen(&self) -> Changes {
        Changes(self.0.subscribe())
    }

    pub(crate) fn changed(&self, changes: Vec<Change>) {
        if !changes.is_empty() {
            let _ = self.0.send(Event::Changed(Arc::new(changes)));
        }
    }

    pub(crate) fn gap(&self) {
        let _ = self.0.send(Event::Gap);
    }
}
