//! A socket on a topic: its caller, its rights, and its deliveries.

use std::{
    collections::{BTreeSet, HashSet},
    sync::{Arc, atomic::AtomicBool},
};

use ateneu_base::Caller;
use ateneu_limits::Asked;
use parking_lot::{Mutex, RwLock};
use serde_json::Value;

use crate::{
    changes::subscription::Subscription,
    frame::{self, Push},
    open_socket::Socket,
    queue::{Command, QUEUE_BYTES},
    topic::{PREFIX, Rights, TopicKey},
};

/// A socket on a topic.
pub struct Member {
    /// Number of the member.
    pub id: u64,
    /// Socket of the member.
    pub socket: Arc<Socket>,
    /// Topic of the member.
    pub key: TopicKey,
    /// Reference of the client's join, for messages to this channel alone.
    pub join_ref: Option<String>,
    /// True if the topic is one of people ([`crate::PrivateTopics::of_people`]).
    pub of_people: bool,
    /// True if it receives its own broadcasts.
    pub wants_own: bool,
    /// True if it receives the people present.
    pub sees_presence: AtomicBool,
    /// Changes that the member follows.
    pub subscriptions: Vec<Subscription>,
    /// Tests, patterns and values of the member's subscriptions, counted for [`Member::payer`].
    pub asked: Asked,
    /// Person for whom [`Member::asked`] is counted. `None` for visitors and the service.
    pub payer: Option<String>,
    /// Ids of stored broadcasts that it has received, if it requested some.
    pub replayed: Option<Mutex<Replayed>>,
    /// Caller and rights of the member.
    pub access: RwLock<Access>,
}

/// Caller of a member and rights on its topic, as of the last verification of its token.
#[derive(Clone)]
pub struct Access {
    /// The token.
    pub token: Arc<str>,
    /// Caller of the token.
    pub caller: Arc<Caller>,
    /// [`crate::changes::class::facts_class`] of the caller.
    pub class: u64,
    /// Rights on this topic.
    pub rights: Rights,
}

/// Ids of stored broadcasts that a member has received, so that none arrives twice.
#[derive(Default)]
pub struct Replayed {
    ids: HashSet<String>,
    /// True once everything stored before the join has been sent.
    is_complete: bool,
}

impl Member {
    /// Makes its client join again, because it may have missed events.
    pub fn rejoin(&self) {
        self.socket.queue.command(Command::Rejoin(Arc::clone(&self.key.topic), self.id));
    }

    /// Sends a broadcast. Drops it if half of the queue is full.
    pub fn hear(&self, push: &Push) {
        let frame = push.frame(self.socket.version);
        if frame.is_some_and(|frame| !self.socket.queue.offer(frame, QUEUE_BYTES / 2)) {
            tracing::debug!(topic = self.name(), "a broadcast was dropped for a slow client");
        }
    }

    /// Sends a change that the client may not miss: without room in the queue, the client must join again.
    pub fn inform(&self, push: &Push) {
        let frame = push.frame(self.socket.version);
        if frame.is_some_and(|frame| !self.socket.queue.offer(frame, QUEUE_BYTES)) {
            self.rejoin();
        }
    }

    /// Sends a message to this channel alone. Returns `false` if there is no room for it.
    pub fn say(&self, event: &str, payload: &Value) -> bool {
        let version = self.socket.version;
        let frame = frame::encode(version, self.join_ref.as_deref(), None, &self.key.topic, event, payload);
        self.socket.queue.offer(frame, QUEUE_BYTES)
    }

    /// Returns `true` if a broadcast, live or stored, may reach this member, by the metadata that name its sender: not
    /// across a block, and none twice.
    pub fn receives(&self, metadata: Option<&Value>) -> bool {
        let text = |name: &str| metadata.and_then(|metadata| metadata.get(name)?.as_str());
        let access = self.access.read();
        let is_blocked = self.of_people
            && text("person").is_some_and(|person| access.caller.facts.blocked.contains(person));
        access.rights.read && !is_blocked && self.is_new(text("id"))
    }

    /// Marks the replay of stored messages as complete.
    pub fn end_replay(&self) {
        if let Some(replayed) = &self.replayed {
            replayed.lock().is_complete = true;
        }
    }

    /// Returns the name of its topic.
    pub fn name(&self) -> &str {
        self.key.topic.strip_prefix(PREFIX).unwrap_or_default()
    }

    /// Returns `false` for a stored broadcast that it has already received.
    fn is_new(&self, id: Option<&str>) -> bool {
        let (Some(replayed), Some(id)) = (&self.replayed, id) else { return true };
        let mut replayed = replayed.lock();
        if replayed.is_complete {
            return !replayed.ids.contains(id);
        }
        replayed.ids.insert(id.to_owned())
    }

    /// Returns the rights of its caller.
    pub fn rights(&self) -> Rights {
        self.access.read().rights
    }

    /// Returns the people who are hidden from it on a topic of people.
    pub fn hidden(&self) -> Option<Arc<BTreeSet<String>>> {
        self.of_people.then(|| Arc::clone(&self.access.read().caller.facts.blocked))
    }

    /// Returns the member's caller.
    pub fn caller(&self) -> Arc<Caller> {
        Arc::clone(&self.access.read().caller)
    }
}

/// State of a channel after a message.
#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    /// The channel goes on.
    Stay,
    /// The channel ends after a `system` message with this text.
    Fail(String),
}
