//! Committed changes, sent to the listeners of this process: caches, workers, live updates.

use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, OnceLock, Weak,
        atomic::{AtomicU64, Ordering},
    },
};

use ateneu_base::{Change, Record};
use ateneu_schema::Schema;
use parking_lot::{Mutex, RwLock, RwLockReadGuard};
use serde_json::Value;
use tokio::sync::broadcast::{
    self,
    error::{RecvError, TryRecvError},
};

use crate::{Error, Tx};

/// Number of transactions that a listener may lag behind.
pub(crate) const TRANSACTIONS: usize = 1024;
/// [`TRANSACTIONS`] for a listener to some tables that tolerates gaps.
pub(crate) const SELECTED: usize = 128;
/// Maximum number of bytes of changed rows that wait for slow listeners.
const BYTES: usize = 1 << 20;

/// A listener's place in the stream of committed changes, one message per transaction.
pub struct Changes(broadcast::Receiver<Message>);

/// An [`Event`] that does not keep the rows alive, as [`Recent`] does.
#[derive(Clone)]
enum Message {
    Changed(Weak<Vec<Change>>),
    Gap,
}

/// Notification about the rows.
#[derive(Clone, Debug)]
pub enum Event {
    /// The changes of one committed transaction.
    Changed(Arc<Vec<Change>>),
    /// Changes of other nodes were missed. Anything may have changed.
    Gap,
}

/// Message from other nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeMessage {
    /// A text.
    Text {
        /// The node.
        node: Arc<str>,
        /// Text of the message.
        text: Arc<str>,
    },
    /// Texts were missed.
    Gap,
}

type Listen = Box<dyn Fn(&Event) + Send + Sync>;

/// Returns `true` if a listener needs the rows of a table.
type FollowsRows = Box<dyn Fn(&str) -> bool + Send + Sync>;

/// A listener that is called after each commit.
pub(crate) struct Listener {
    pub(crate) follows_rows: FollowsRows,
    pub(crate) listen: Listen,
}

/// Listener to the changes of some tables only.
struct Selected {
    tables: Vec<&'static str>,
    sender: broadcast::Sender<Message>,
}

impl Changes {
    /// Returns the next transaction's changes. `Lagged` means that some were missed, by this listener or by this node:
    /// anything may have changed. `Closed` means that the database is closed.
    pub async fn recv(&mut self) -> Result<Arc<Vec<Change>>, RecvError> {
        match self.0.recv().await? {
            Message::Changed(changes) => changes.upgrade().ok_or(RecvError::Lagged(1)),
            Message::Gap => Err(RecvError::Lagged(1)),
        }
    }

    /// Returns the next transaction's changes without waiting; see [`Changes::recv`].
    pub fn try_recv(&mut self) -> Result<Arc<Vec<Change>>, TryRecvError> {
        match self.0.try_recv()? {
            Message::Changed(changes) => changes.upgrade().ok_or(TryRecvError::Lagged(1)),
            Message::Gap => Err(TryRecvError::Lagged(1)),
        }
    }
}

/// Code that follows changes of some tables, in their transaction.
pub(crate) struct Follower {
    pub(crate) tables: Vec<String>,
    pub(crate) follow: Follow,
}

type Follow = Box<dyn Fn(&mut Tx<'_>, &[Change]) -> Result<(), Error> + Send + Sync>;

/// The sending side. It works without listeners.
#[derive(Clone)]
pub(crate) struct ChangeFeed {
    sender: broadcast::Sender<Message>,
    selected: Arc<Mutex<Vec<Selected>>>,
    recent: Arc<Mutex<Recent>>,
    listeners: Arc<RwLock<Vec<Listener>>>,
    commits: Arc<AtomicU64>,
    schema: Arc<OnceLock<Arc<Schema>>>,
    followers: Arc<RwLock<Vec<Follower>>>,
}

impl ChangeFeed {
    pub(crate) fn new() -> Self {
        Self {
            sender: broadcast::channel(TRANSACTIONS).0,
            selected: Arc::default(),
            recent: Arc::default(),
            listeners: Arc::default(),
            commits: Arc::default(),
            schema: Arc::default(),
            followers: Arc::default(),
        }
    }

    pub(crate) fn listen(&self) -> Changes {
        Changes(self.sender.subscribe())
    }

    /// Adds a listener that may lag `behind` transactions. A commit to other tables does not wake it.
    pub(crate) fn listen_to(
        &self,
        tables: impl IntoIterator<Item = &'static str>,
        most_behind: usize,
    ) -> Changes {
        let tables = tables.into_iter().collect();
        let (sender, receiver) = broadcast::channel(most_behind);
        self.selected.lock().push(Selected { tables, sender });
        Changes(receiver)
    }

    pub(crate) fn on_commit(&self, listener: Listener) {
        self.listeners.write().push(listener);
    }

    pub(crate) fn register(&self, schema: Arc<Schema>) {
        self.schema.get_or_init(|| schema);
    }

    pub(crate) fn schema(&self) -> Option<&Schema> {
        self.schema.get().map(Arc::as_ref)
    }

    pub(crate) fn before_commit(&self, follower: Follower) {
        self.followers.write().push(follower);
    }

    pub(crate) fn followers(&self) -> RwLockReadGuard<'_, Vec<Follower>> {
        self.followers.read()
    }

    /// Returns `true` if a listener needs the changed rows of a table. A listener that begins to follow them during a
    /// transaction may receive the change as one of the whole table.
    pub(crate) fn follows_rows_of(&self, table: &str) -> bool {
        self.sender.receiver_count() > 0
            || self.selected.lock().iter().any(|selected| selected.tables.contains(&table))
            || self.listeners.read().iter().any(|listener| (listener.follows_rows)(table))
            || self.followers.read().iter().any(|follower| follower.tables.iter().any(|name| name == table))
            // Rows of other tables hold its count.
            || self.schema().is_some_and(|schema| schema.counters_of(table).next().is_some())
    }

    pub(crate) fn commits(&self) -> u64 {
        self.commits.load(Ordering::Acquire)
    }

    /// Publishes the changes of a commit. Called after each commit, also without changes, before the writer is
    /// answered.
    pub(crate) fn changed(&self, changes: Vec<Change>) {
        self.commits.fetch_add(1, Ordering::AcqRel);
        if !changes.is_empty() {
            self.publish(Event::Changed(Arc::new(changes)));
        }
    }

    pub(crate) fn gap(&self) {
        self.publish(Event::Gap);
    }

    fn publish(&self, event: Event) {
        for listener in self.listeners.read().iter() {
            // A listener's panic must not end the writer's thread.
            if catch_unwind(AssertUnwindSafe(|| (listener.listen)(&event))).is_err() {
                tracing::error!("a listener to commits panicked");
            }
        }
        let concerns = |tables: &[&str]| match &event {
            Event::Changed(changes) => changes.iter().any(|change| tables.contains(&change.table.as_str())),
            Event::Gap => true,
        };
        let mut selected = self.selected.lock();
        selected.retain(|listener| listener.sender.receiver_count() > 0);
        let concerned: Vec<_> = selected
            .iter()
            .filter(|listener| concerns(&listener.tables))
            .map(|listener| listener.sender.clone())
            .collect();
        drop(selected);
        if concerned.is_empty() && self.sender.receiver_count() == 0 {
            return;
        }
        let message = match event {
            Event::Changed(changes) => {
                let message = Message::Changed(Arc::downgrade(&changes));
                self.recent.lock().push_transaction(changes);
                message
            }
            Event::Gap => Message::Gap,
        };
        for sender in concerned {
            let _ = sender.send(message.clone());
        }
        let _ = self.sender.send(message);
    }
}

/// The newest transactions that have listeners: as many as [`TRANSACTIONS`] and [`BYTES`] allow, and always the last
/// one. The channel itself limits only the number of messages.
#[derive(Default)]
struct Recent {
    transactions: VecDeque<(Arc<Vec<Change>>, usize)>,
    bytes: usize,
}

impl Recent {
    fn push_transaction(&mut self, changes: Arc<Vec<Change>>) {
        let bytes = changes.iter().flat_map(|change| [&change.old, &change.new]).flatten().map(size).sum();
        self.bytes += bytes;
        self.transactions.push_back((changes, bytes));
        while self.transactions.len() > TRANSACTIONS || (self.bytes > BYTES && self.transactions.len() > 1) {
            let Some((_, bytes)) = self.transactions.pop_front() else { break };
            self.bytes -= bytes;
        }
    }
}

/// Returns the approximate size of a row in memory.
fn size(row: &Record) -> usize {
    // A name takes its text, its own fields and a hash.
    row.iter().map(|(name, value)| name.len() + 4 * size_of::<usize>() + value_size(value)).sum()
}

fn value_size(value: &Value) -> usize {
    size_of::<Value>()
        + match value {
            Value::String(text) => text.len(),
            Value::Array(items) => items.iter().map(value_size).sum(),
            Value::Object(fields) => size(fields),
            Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        }
}
