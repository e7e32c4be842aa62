//! Broadcasts and presence between nodes. Each node sends the others its own members' messages. The entries of presence
//! of a silent node are removed.

use std::{
    collections::HashMap,
    sync::{Arc, Weak},
    time::Duration,
};

use ateneu_base::Record;
use ateneu_db::{Db, NodeMessage};
use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::{
    sync::{broadcast::error::RecvError, mpsc},
    time::{Instant, MissedTickBehavior, interval},
};

use crate::{frame::Body, hub::Hub, presence::Origin, topic::TopicKey};

/// Interval of a node's heartbeat.
const ALIVE: Duration = Duration::from_secs(8);
/// Time without a message after which a node counts as gone.
const GONE: Duration = Duration::from_secs(25);
/// Number of messages that wait to be sent. Beyond it the sender waits.
const WAITING: usize = 1024;

/// Message of one node to the others.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
enum Message {
    Broadcast {
        topic: String,
        private: bool,
        event: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        json: Option<Value>,
        /// Bytes in Base64.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bytes: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        meta: Option<Value>,
    },
    Track {
        topic: String,
        private: bool,
        member: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        person: Option<String>,
        key: String,
        payload: Record,
    },
    Untrack {
        topic: String,
        private: bool,
        member: u64,
    },
    /// The node runs.
    Alive,
    /// The node has started or missed messages: the others send their entries of presence.
    StateRequest,
}

/// The other nodes. None on a database without other nodes.
#[derive(Clone)]
pub struct Nodes {
    sender: Option<mpsc::Sender<String>>,
}

impl Nodes {
    /// Connects a hub to those of other nodes.
    pub fn open(db: &Db, hub: &Arc<Hub>) -> Self {
        let Some(mut messages) = db.node_messages() else { return Self { sender: None } };
        let (sender, mut waiting) = mpsc::channel::<String>(WAITING);
        let db = db.clone();
        tokio::spawn(async move {
            while let Some(text) = waiting.recv().await {
                if let Err(error) = db.send_to_nodes(text).await {
                    tracing::warn!(%error, "the other nodes could not be reached");
                }
            }
        });
        let nodes = Self { sender: Some(sender) };
        let (own, hub) = (nodes.clone(), Arc::downgrade(hub));
        tokio::spawn(async move {
            let known = Known::default();
            own.send(&Message::StateRequest).await;
            let mut tick = interval(ALIVE);
            tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                tokio::select! {
                    received = messages.recv() => match received {
                        Ok(NodeMessage::Text { node, text }) => {
                            let Some(hub) = Weak::upgrade(&hub) else { return };
                            own.take_in(&hub, &known, &node, &text).await;
                        }
                        Ok(NodeMessage::Gap) | Err(RecvError::Lagged(_)) => own.send(&Message::StateRequest).await,
                        Err(RecvError::Closed) => return,
                    },
                    _ = tick.tick() => {
                        let Some(hub) = Weak::upgrade(&hub) else { return };
                        own.send(&Message::Alive).await;
                        known.forget_silent(&hub);
                    }
                }
            }
        });
        nodes
    }

    /// Sends a broadcast to the members on other nodes.
    pub async fn broadcast(&self, key: &TopicKey, event: &str, body: &Body, meta: Option<&Value>) {
        if self.sender.is_none() {
            return;
        }
        let (json, bytes) = match body {
            Body::Json(json) => (Some(json.clone()), None),
            Body::Bytes(bytes) => (None, Some(BASE64_STANDARD.encode(bytes))),
        };
        let (topic, private, event) = (key.topic.to_string(), key.is_private, event.to_owned());
        self.send(&Message::Broadcast { topic, private, event, json, bytes, meta: meta.cloned() }).await;
    }

    /// Sends the presence of a member to other nodes.
    pub async fn track(
        &self,
        topic: &TopicKey,
        member: u64,
        person: Option<&str>,
        key: &str,
        payload: &Record,
    ) {
        if self.sender.is_some() {
            let (topic, private) = (topic.topic.to_string(), topic.is_private);
            let (person, key, payload) = (person.map(str::to_owned), key.to_owned(), payload.clone());
            self.send(&Message::Track { topic, private, member, person, key, payload }).await;
        }
    }

    /// Sends the end of a member's presence to other nodes.
    pub async fn untrack(&self, topic: &TopicKey, member: u64) {
        if self.sender.is_some() {
            let (topic, private) = (topic.topic.to_string(), topic.is_private);
            self.send(&Message::Untrack { topic, private, member }).await;
        }
    }

    async fn send(&self, message: &Message) {
        let Some(sender) = &self.sender else { return };
        match serde_json::to_string(message) {
            Ok(text) => {
                if sender.send(text).await.is_err() {
                    tracing::debug!("a message to other nodes came after the end");
                }
            }
            Err(error) => tracing::error!(%error, "a message to other nodes cannot be written"),
        }
    }

    async fn take_in(&self, hub: &Hub, known: &Known, node: &Arc<str>, text: &str) {
        let message = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => return tracing::warn!(%error, "a message of another node could not be read"),
        };
        known.remember(node);
        let key = |topic: String, is_private| TopicKey { topic: topic.into(), is_private };
        let origin = |member| Origin { node: Some(Arc::clone(node)), member };
        match message {
            Message::Broadcast { topic, private, event, json, bytes, meta } => {
                let body = match (json, bytes.map(|bytes| BASE64_STANDARD.decode(bytes))) {
                    (Some(json), _) => Body::Json(json),
                    (None, Some(Ok(bytes))) => Body::Bytes(Bytes::from(bytes)),
                    _ => return tracing::warn!("a broadcast of another node has no body"),
                };
                hub.broadcast(&key(topic, private), &event, body, meta.as_ref(), None);
            }
            Message::Track { topic, private, member, person, key: name, payload } => {
                hub.track(&key(topic, private), &origin(member), person.as_deref(), &name, payload);
            }
            Message::Untrack { topic, private, member } => {
                let gone = origin(member);
                hub.untrack(Some(&key(topic, private)), |origin| *origin == gone);
            }
            Message::Alive => {}
            Message::StateRequest => {
                // Earlier messages of this node may have been missed, or come from an earlier process.
                for (topic, own) in hub.own_presence() {
                    self.track(&topic, own.member, own.person.as_deref(), &own.key, &own.payload).await;
                }
            }
        }
    }
}

/// Times of the last message from each other node.
#[derive(Default)]
struct Known(Mutex<HashMap<Arc<str>, Instant>>);

impl Known {
    fn remember(&self, node: &Arc<str>) {
        self.0.lock().insert(Arc::clone(node), Instant::now());
    }

    fn forget_silent(&self, hub: &Hub) {
        let now = Instant::now();
        let mut nodes = self.0.lock();
        let silent: Vec<Arc<str>> = nodes
            .iter()
            .filter(|(_, last)| now.duration_since(**last) > GONE)
            .map(|(node, _)| Arc::clone(node))
            .collect();
        for node in silent {
            nodes.remove(&node);
            hub.untrack(None, |origin| origin.node.as_ref() == Some(&node));
        }
    }
}
