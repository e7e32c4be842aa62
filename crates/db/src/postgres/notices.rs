//! Changes between nodes: notified in the transaction that made them, received by every other node after its commit.

use std::{sync::Arc, time::Duration};

use ateneu_base::{Change, Value};
use futures::{StreamExt, channel::mpsc, stream};
use serde::{Deserialize, Serialize};
use tokio::task::JoinHandle;
use tokio_postgres::{AsyncMessage, Client};

use super::connection::Address;
use crate::{Error, Tx, events::ChangeFeed};

const CHANNEL: &str = "ateneu_changes";
/// PostgreSQL takes payloads under 8,000 bytes.
const LARGEST: usize = 7_900;
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

#[derive(Serialize, Deserialize)]
struct Notice {
    /// The sender; a node ignores its own notices.
    node: String,
    #[serde(flatten)]
    body: Body,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Body {
    Changes(Vec<Change>),
    /// The id of a row of `change_payloads`.
    Stored(i64),
}

/// Notifies the other nodes, if this transaction commits.
pub(super) fn publish(tx: &mut Tx<'_>, node: &str) -> Result<(), Error> {
    let changes = tx.changes().to_vec();
    if changes.is_empty() {
        return Ok(());
    }
    let whole = written(&changes)?;
    let mut payload = written(&Notice { node: node.to_owned(), body: Body::Changes(changes) })?;
    if payload.len() > LARGEST {
        let id = store(tx, &whole)?;
        payload = written(&Notice { node: node.to_owned(), body: Body::Stored(id) })?;
    }
    tx.execute("SELECT pg_notify($1, $2)", &[CHANNEL.into(), payload.into()]).map(drop)
}

fn store(tx: &mut Tx<'_>, body: &str) -> Result<i64, Error> {
    tx.execute("DELETE FROM change_payloads WHERE noted_at < now() - interval '10 minutes'", &[])?;
    tx.query_optional("INSERT INTO change_payloads (body) VALUES ($1) RETURNING id", &[Value::from(body)])?
        .and_then(|row| row.int("id"))
        .ok_or_else(|| Error::Other("a stored change has no id".into()))
}

fn written(value: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string(value).map_err(|error| Error::Other(format!("a change cannot be written: {error}")))
}

/// Listens for as long as the task lives. Returns once the first connection listens.
pub(super) async fn listen(
    address: Address,
    node: Arc<str>,
    feed: ChangeFeed,
) -> Result<JoinHandle<()>, Error> {
    let first = connect(&address).await?;
    Ok(tokio::spawn(async move {
        let mut listener = first;
        loop {
            receive(&mut listener, &node, &feed).await;
            tracing::warn!("the connection that hears of other nodes' changes was lost");
            listener = reconnect(&address).await;
            feed.gap();
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

async fn connect(address: &Address) -> Result<Listener, Error> {
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
    listener.client.batch_execute(&format!("LISTEN {CHANNEL}")).await?;
    Ok(listener)
}

async fn reconnect(address: &Address) -> Listener {
    let mut pause = FIRST_PAUSE;
    loop {
        match connect(address).await {
            Ok(listener) => return listener,
            Err(error) => tracing::warn!(%error, "cannot hear of other nodes' changes yet"),
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Publishes what other nodes notify, until the connection ends.
async fn receive(listener: &mut Listener, node: &str, feed: &ChangeFeed) {
    while let Some(payload) = listener.notices.next().await {
        match read(&listener.client, node, &payload).await {
            Ok(changes) => feed.changed(changes),
            Err(error) => {
                tracing::warn!(%error, "a change of another node could not be read");
                feed.gap();
            }
        }
    }
}

/// The changes of a notice; none when it is this node's own.
async fn read(client: &Client, node: &str, payload: &str) -> Result<Vec<Change>, Error> {
    let unreadable = |error: serde_json::Error| Error::Other(error.to_string());
    let notice: Notice = serde_json::from_str(payload).map_err(unreadable)?;
    if notice.node == node {
        return Ok(Vec::new());
    }
    match notice.body {
        Body::Changes(changes) => Ok(changes),
        Body::Stored(id) => {
            let row = client.query_one("SELECT body FROM change_payloads WHERE id = $1", &[&id]).await?;
            serde_json::from_str(row.try_get(0)?).map_err(unreadable)
        }
    }
}
