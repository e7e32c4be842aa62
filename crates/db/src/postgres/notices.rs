//! Changes between nodes: notified in their transaction, received by every node after its commit and in the order of
//! the commits. A node publishes its own changes when they arrive here, too, and answers the writer after that.
//! Otherwise two commits could be answered out of order, and the older change would stay in the node's caches.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    time::Duration,
};

use ateneu_base::Change;
use futures::{StreamExt, channel::mpsc, stream};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use tokio::{sync::broadcast, task::JoinHandle};
use tokio_postgres::{AsyncMessage, Client};

use super::connection::Address;
use crate::{Error, NodeMessage, Tx, events::ChangeFeed, nodes};

const CHANNEL: &str = "ateneu_changes";
/// Maximum size of a payload: PostgreSQL accepts less than 8,000 bytes.
const MAX_PAYLOAD_BYTES: usize = 7_900;
const FIRST_PAUSE: Duration = Duration::from_millis(100);
/// Shorter than the time after which the tasks of a node without its lock are taken over.
const MAX_PAUSE: Duration = Duration::from_secs(2);
/// Time that a writer waits for its own notice, which may be lost with the connection that receives it.
const OWN_NOTICE_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Serialize, Deserialize)]
struct Notice {
    /// Id of the sender.
    node: String,
    /// [`Announcement::number`]; 0 for messages.
    number: u64,
    #[serde(flatten)]
    body: Body,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Body {
    Changes(Vec<Change>),
    /// The id of a row of `change_payloads` that holds changes.
    Stored(i64),
    /// Text sent by [`crate::Db::send_to_nodes`].
    Message(String),
    /// The id of a row of `change_payloads` that holds a message.
    StoredMessage(i64),
}

/// Destinations of notices.
#[derive(Clone)]
pub(crate) struct Bus {
    pub(super) node: Arc<str>,
    /// Changes of all nodes, in the order of their commits, those of this one before their writer is answered.
    pub(super) feed: ChangeFeed,
    /// Changes of all nodes, in the order of their commits.
    pub(super) ordered: ChangeFeed,
    pub(super) messages: broadcast::Sender<NodeMessage>,
    numbers: Arc<AtomicU64>,
    /// Writers that wait for announcements of this node that have not arrived yet, by their numbers.
    pending: Arc<Mutex<HashMap<u64, Sender<()>>>>,
    /// True if notices arrive.
    listens: Arc<AtomicBool>,
}

/// Number of messages that a listener may lag behind.
const MESSAGES: usize = 4096;

impl Bus {
    pub(super) fn new(node: Arc<str>, feed: ChangeFeed) -> Self {
        Self {
            node,
            feed,
            ordered: ChangeFeed::new(),
            messages: broadcast::channel(MESSAGES).0,
            numbers: Arc::default(),
            pending: Arc::default(),
            listens: Arc::new(AtomicBool::new(true)),
        }
    }

    fn gap(&self) {
        self.feed.gap();
        self.ordered.gap();
        // Without a receiver no message is missed.
        let _ = self.messages.send(NodeMessage::Gap);
    }
}

/// Quote around the payload, which keeps it from being read as SQL.
const QUOTE: &str = "$ateneu_changes$";

/// The changes of a transaction that is about to be committed.
pub(super) struct Announcement {
    bus: Bus,
    number: u64,
    arrived: Receiver<()>,
    /// SQL that notifies the other nodes, to be sent with the commit. Empty if the notice was sent before.
    pub(super) statement: String,
}

impl Announcement {
    /// Returns once the changes are in this node's feed. Must be called after the commit and before its writer is
    /// answered.
    pub(super) fn committed(self, changes: Vec<Change>) {
        let listens = self.bus.listens.load(Ordering::Acquire);
        if listens && self.arrived.recv_timeout(OWN_NOTICE_TIMEOUT).is_ok() {
            return;
        }
        self.bus.feed.changed(changes);
        if listens {
            // A later change may have been published before: caches drop their rows and read them again.
            self.bus.feed.gap();
        }
    }
}

impl Drop for Announcement {
    fn drop(&mut self) {
        self.bus.pending.lock().remove(&self.number);
    }
}

/// Announces the changes of this transaction. Returns `None` if it has none.
pub(super) fn announce(tx: &mut Tx<'_>, bus: &Bus) -> Result<Option<Announcement>, Error> {
    let changes = tx.changes().to_vec();
    if changes.is_empty() {
        return Ok(None);
    }
    let number = bus.numbers.fetch_add(1, Ordering::Relaxed) + 1;
    let notice = |body| written(&Notice { node: bus.node.as_ref().to_owned(), number, body });
    let whole = written(&changes)?;
    let mut payload = notice(Body::Changes(changes))?;
    if payload.len() > MAX_PAYLOAD_BYTES {
        payload = notice(Body::Stored(store(tx, &whole)?))?;
    }
    let statement = if payload.contains(QUOTE) {
        tx.execute("SELECT pg_notify($1, $2)", &[CHANNEL.into(), payload.into()])?;
        String::new()
    } else {
        format!("SELECT pg_notify('{CHANNEL}', {QUOTE}{payload}{QUOTE}); ")
    };
    let (sender, arrived) = channel();
    bus.pending.lock().insert(number, sender);
    Ok(Some(Announcement { bus: bus.clone(), number, arrived, statement }))
}

/// Sends a message to the other nodes, if this transaction commits.
pub(crate) fn send_message(tx: &mut Tx<'_>, node: &str, text: &str) -> Result<(), Error> {
    let notice = |body| written(&Notice { node: node.to_owned(), number: 0, body });
    let mut payload = notice(Body::Message(text.to_owned()))?;
    if payload.len() > MAX_PAYLOAD_BYTES {
        payload = notice(Body::StoredMessage(store(tx, text)?))?;
    }
    tx.execute("SELECT pg_notify($1, $2)", &[CHANNEL.into(), payload.into()]).map(drop)
}

fn store(tx: &mut Tx<'_>, body: &str) -> Result<i64, Error> {
    tx.execute("DELETE FROM change_payloads WHERE noted_at < now() - interval '10 minutes'", &[])?;
    tx.query_one_as("INSERT INTO change_payloads (body) VALUES ($1) RETURNING id", &[body.into()])
}

fn written(value: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string(value).map_err(|error| Error::Other(format!("a change cannot be written: {error}")))
}

/// Starts the task that listens. Returns once the first connection listens.
pub(super) async fn listen(address: Address, bus: Bus) -> Result<JoinHandle<()>, Error> {
    let first = connect(&address, &bus.node).await?;
    Ok(tokio::spawn(async move {
        let mut listener = first;
        loop {
            receive(&mut listener, &bus).await;
            bus.listens.store(false, Ordering::Release);
            tracing::warn!("the connection that receives other nodes' changes was lost");
            listener = reconnect(&address, &bus.node).await;
            bus.listens.store(true, Ordering::Release);
            bus.gap();
        }
    }))
}

struct Listener {
    client: Client,
    notices: mpsc::UnboundedReceiver<String>,
    driver: JoinHandle<()>,
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.driver.abort();
    }
}

async fn connect(address: &Address, node: &str) -> Result<Listener, Error> {
    let (client, mut connection) = address.connect().await?;
    let (sender, notices) = mpsc::unbounded();
    let driver = tokio::spawn(async move {
        let mut messages = stream::poll_fn(move |context| connection.poll_message(context));
        while let Some(Ok(message)) = messages.next().await {
            if let AsyncMessage::Notification(notice) = message
                && sender.unbounded_send(notice.payload().to_owned()).is_err()
            {
                break;
            }
        }
    });
    let listener = Listener { client, notices, driver };
    let lock =
        format!("SELECT pg_try_advisory_lock({}, {})", nodes::LOCKS, nodes::number_of(node).cast_signed());
    listener.client.batch_execute(&format!("LISTEN {CHANNEL}; {lock}")).await?;
    Ok(listener)
}

async fn reconnect(address: &Address, node: &str) -> Listener {
    let mut pause = FIRST_PAUSE;
    loop {
        match connect(address, node).await {
            Ok(listener) => return listener,
            Err(error) => tracing::warn!(%error, "cannot receive other nodes' changes yet"),
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(MAX_PAUSE);
    }
}

/// Publishes notices until the connection ends.
async fn receive(listener: &mut Listener, bus: &Bus) {
    while let Some(payload) = listener.notices.next().await {
        if let Err(error) = publish_notice(&listener.client, bus, &payload).await {
            tracing::warn!(%error, "a change of another node could not be read");
            bus.gap();
        }
    }
}

async fn publish_notice(client: &Client, bus: &Bus, payload: &str) -> Result<(), Error> {
    let notice: Notice = serde_json::from_str(payload).map_err(|error| parse_error(&error))?;
    let is_own = notice.node == *bus.node;
    match notice.body {
        Body::Message(_) | Body::StoredMessage(_) if is_own => {}
        Body::Changes(changes) => publish_changes(bus, is_own.then_some(notice.number), changes),
        Body::Stored(id) => {
            let changes =
                serde_json::from_str(&stored(client, id).await?).map_err(|error| parse_error(&error))?;
            publish_changes(bus, is_own.then_some(notice.number), changes);
        }
        Body::Message(text) => publish_message(bus, &notice.node, &text),
        Body::StoredMessage(id) => publish_message(bus, &notice.node, &stored(client, id).await?),
    }
    Ok(())
}

/// Publishes changes. `own` is the number of this node's announcement, whose writer is then answered.
fn publish_changes(bus: &Bus, own: Option<u64>, changes: Vec<Change>) {
    bus.feed.changed(changes.clone());
    if let Some(writer) = own.and_then(|number| bus.pending.lock().remove(&number)) {
        // A writer that has given up publishes them itself.
        let _ = writer.send(());
    }
    bus.ordered.changed(changes);
}

fn publish_message(bus: &Bus, node: &str, text: &str) {
    // Without a receiver the text is not needed.
    let _ = bus.messages.send(NodeMessage::Text { node: node.into(), text: text.into() });
}

async fn stored(client: &Client, id: i64) -> Result<String, Error> {
    let row = client.query_one("SELECT body FROM change_payloads WHERE id = $1", &[&id]).await?;
    Ok(row.try_get(0)?)
}

fn parse_error(error: &serde_json::Error) -> Error {
    Error::Other(error.to_string())
}
