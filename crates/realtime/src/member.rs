//! A socket on a topic: whose it is, what it may receive, and how that is sent.

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
    /// Names the client's join in what the server says of this channel alone.
    pub join_ref: Option<String>,
    /// True if the topic is one of people ([`crate::PrivateTopics::of_people`]).
    pub of_people: bool,
    /// Receives its own broadcasts.
    pub wants_own: bool,
    /// Receives who is present.
    pub sees_presence: AtomicBool,
    /// Changes that the member follows.
    pub subscriptions: Vec<Subscription>,
    /// Tests, patterns and values of the member's subscriptions, counted for [`Member::payer`].
    pub asked: Asked,
    /// See [`Member::asked`]; none for visitors and the service.
    pub payer: Option<String>,
    /// Ids of stored broadcasts that it has received, where it asked for some.
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
    /// Everything that was stored before the join has been sent.
    is_complete: bool,
}

impl Member {
    /// Lets its client join again: it may have missed something.
    pub fn rejoin(&self) {
        self.socket.queue.command(Command::Rejoin(Arc::clone(&self.key.topic), self.id));
    }

    /// Sends a broadcast, or drops it where the client is behind: others may fill half of what waits for it.
    pub fn hear(&self, push: &Push) {
        let frame = push.frame(self.socket.version);
        if frame.is_some_and(|frame| !self.socket.queue.offer(frame, QUEUE_BYTES / 2)) {
            tracing::debug!(topic = self.name(), "a broadcast was dropped for a slow client");
        }
    }

    /// Sends a change that the client may not miss: where it does not fit, the client joins again.
    pub fn inform(&self, push: &Push) {
        let frame = push.frame(self.socket.version);
        if frame.is_some_and(|frame| !self.socket.queue.offer(frame, QUEUE_BYTES)) {
            self.rejoin();
        }
    }

    /// Sends what concerns this channel alone. Returns `false` if there is no room for it.
    pub fn say(&self, event: &str, payload: &Value) -> bool {
        let version = self.socket.version;
        let frame = frame::encode(version, self.join_ref.as_deref(), None, &self.key.topic, event, payload);
        self.socket.queue.offer(frame, QUEUE_BYTES)
    }

    /// Returns true if a broadcast, live or stored, may reach this member, by the metadata that name its sender: not
    /// across a block, and none twice.
    pub fn receives(&self, metadata: Option<&Value>) -> bool {
        let text = |name: &str| metadata.and_then(|metadata| metadata.get(name)?.as_str());
        let access = self.access.read();
        let is_blocked = self.of_people
            && text("person").is_some_and(|person| access.caller.facts.blocked.contains(person));
        access.rights.read && !is_blocked && self.is_new(text("id"))
    }

    /// Everything that was stored before the join has been sent.
    pub fn end_replay(&self) {
        if let Some(replayed) = &self.replayed {
            replayed.lock().is_complete = true;
        }
    }

    /// The name of its topic.
    pub fn name(&self) -> &str {
        self.key.topic.strip_prefix(PREFIX).unwrap_or_default()
    }

    /// False for a stored broadcast that it has received already.
    fn is_new(&self, id: Option<&str>) -> bool {
        let (Some(replayed), Some(id)) = (&self.replayed, id) else { return true };
        let mut replayed = replayed.lock();
        if replayed.is_complete {
            return !replayed.ids.contains(id);
        }
        replayed.ids.insert(id.to_owned())
    }

    /// The rights of its caller.
    pub fn rights(&self) -> Rights {
        self.access.read().rights
    }

    /// The people of whom it learns nothing on a topic of people.
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
