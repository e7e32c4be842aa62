//! Every open channel of this node: which sockets are on which topic, and which of them follow which table.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use ateneu_base::{Caller, Record};
use axum::extract::ws::Message;
use parking_lot::{Mutex, RwLock};
use serde_json::Value;

use crate::{
    changes::subscription::Subscription,
    frame::{Body, Push, Version},
    presence::{Diff, Origin, Presence},
    queue::{Command, Queue},
    topic::Rights,
};

/// Topics of channels begin so.
pub const PREFIX: &str = "realtime:";

/// One socket, as others reach it.
pub struct Socket {
    /// Its number.
    pub id: u64,
    /// Its framing.
    pub version: Version,
    /// What waits to be sent.
    pub queue: Queue,
}

impl Socket {
    /// Sends a message that its version can carry.
    pub fn push(&self, push: &Push) {
        if let Some(frame) = push.frame(self.version) {
            self.queue.push(frame);
        }
    }

    /// Sends a frame.
    pub fn send(&self, frame: Message) {
        self.queue.push(frame);
    }
}

/// A topic: public and private ones of one name are different.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TopicKey {
    /// `realtime:<name>`.
    pub topic: Arc<str>,
    /// Joined with `private`.
    pub is_private: bool,
}

/// A socket on a topic.
pub struct Member {
    /// Its number.
    pub id: u64,
    /// Its socket.
    pub socket: Arc<Socket>,
    /// Where.
    pub key: TopicKey,
    /// Its topic is one of people ([`crate::PrivateTopics::of_people`]).
    pub of_people: bool,
    /// Receives its own broadcasts.
    pub wants_own: bool,
    /// Receives who is present.
    pub sees_presence: AtomicBool,
    /// What it follows.
    pub subscriptions: Vec<Subscription>,
    /// Ids of stored broadcasts that it has received, where it asked for some.
    pub replayed: Option<Mutex<HashSet<String>>>,
    /// Its caller and rights.
    pub access: RwLock<Access>,
}

/// Whose a member is and what it may do, as of the last verification of its token.
#[derive(Clone)]
pub struct Access {
    /// The token.
    pub token: Arc<str>,
    /// Its caller.
    pub caller: Arc<Caller>,
    /// [`crate::changes::class::facts_class`] of the caller.
    pub class: u64,
    /// On this topic.
    pub rights: Rights,
}

/// Members by their numbers.
type Members = HashMap<u64, Arc<Member>>;

/// The members that follow a table at one instant.
pub struct Followers {
    own: Arc<Members>,
    /// Those that follow every table.
    all: Arc<Members>,
}

impl Followers {
    /// Each once.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Member>> {
        let others = self.all.values().filter(|member| !self.own.contains_key(&member.id));
        self.own.values().chain(others)
    }
}

#[derive(Default)]
struct Topic {
    members: Members,
    presence: Presence,
}

/// See the module.
#[derive(Default)]
pub struct Hub {
    topics: RwLock<HashMap<TopicKey, Arc<Mutex<Topic>>>>,
    /// By table; `*` for members that follow every live table.
    followers: RwLock<HashMap<&'static str, Arc<Members>>>,
    sockets: RwLock<HashMap<u64, Arc<Socket>>>,
    next: AtomicU64,
    is_draining: AtomicBool,
}

impl Hub {
    /// A number that no socket or member of this node has.
    pub fn number(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    /// Adds a socket.
    pub fn open(&self, version: Version) -> Arc<Socket> {
        let socket = Arc::new(Socket { id: self.number(), version, queue: Queue::default() });
        self.sockets.write().insert(socket.id, Arc::clone(&socket));
        socket
    }

    /// Removes a socket, whose members have left.
    pub fn close(&self, socket: &Socket) {
        self.sockets.write().remove(&socket.id);
    }

    /// Sockets that are open.
    pub fn sockets(&self) -> Vec<Arc<Socket>> {
        self.sockets.read().values().cloned().collect()
    }

    /// True once the server stops: no topic may be joined.
    pub fn is_draining(&self) -> bool {
        self.is_draining.load(Ordering::Acquire)
    }

    /// Refuses joins from now on.
    pub fn drain(&self) {
        self.is_draining.store(true, Ordering::Release);
    }

    /// Adds a member: from now on it receives what is sent on its topic and what happens to the rows it follows.
    pub fn join(&self, member: &Arc<Member>) {
        let mut topics = self.topics.write();
        let topic = topics.entry(member.key.clone()).or_default();
        topic.lock().members.insert(member.id, Arc::clone(member));
        drop(topics);
        let mut followers = self.followers.write();
        for subscription in &member.subscriptions {
            let table = subscription.table.unwrap_or("*");
            Arc::make_mut(followers.entry(table).or_default()).insert(member.id, Arc::clone(member));
        }
    }

    /// Removes a member and its presence. The diff, where others saw it.
    pub fn leave(&self, member: &Member) -> Option<Diff> {
        let mut followers = self.followers.write();
        for subscription in &member.subscriptions {
            let table = subscription.table.unwrap_or("*");
            if let Some(members) = followers.get_mut(table) {
                Arc::make_mut(members).remove(&member.id);
            }
        }
        drop(followers);
        let mut topics = self.topics.write();
        let topic = Arc::clone(topics.get(&member.key)?);
        let mut topic = topic.lock();
        topic.members.remove(&member.id);
        let diff = topic.presence.remove(|origin| origin.node.is_none() && origin.member == member.id);
        send_diff(&topic, &member.key, &diff);
        if topic.members.is_empty() && topic.presence.is_empty() {
            topics.remove(&member.key);
        }
        (!diff.is_empty()).then_some(diff)
    }

    /// Members that follow a table.
    pub fn followers(&self, table: &str) -> Followers {
        let followers = self.followers.read();
        let of = |name: &str| followers.get(name).cloned().unwrap_or_default();
        Followers { own: of(table), all: of("*") }
    }

    /// Members that follow any table.
    pub fn all_followers(&self) -> Vec<Arc<Member>> {
        let followers = self.followers.read();
        let all = followers.values().flat_map(|members| members.values());
        all.map(|member| (member.id, Arc::clone(member))).collect::<Members>().into_values().collect()
    }

    /// Every member.
    pub fn members(&self) -> Vec<Arc<Member>> {
        let topics = self.topics.read();
        topics.values().flat_map(|topic| topic.lock().members.values().cloned().collect::<Vec<_>>()).collect()
    }

    /// Sends a broadcast to the members that may receive it; not to `sender`, unless it wants its own. The person whom
    /// `metadata` names is known to all but those with whom a block stands.
    pub fn broadcast(
        &self,
        key: &TopicKey,
        event: &str,
        body: Body,
        metadata: Option<Value>,
        sender: Option<u64>,
    ) {
        let Some(topic) = self.topic(key) else { return };
        let text = |name: &str| {
            metadata.as_ref().and_then(|metadata| metadata.get(name)?.as_str()).map(str::to_owned)
        };
        let (id, person) = (text("id"), text("person"));
        let push = Push::broadcast(&key.topic, event, body, metadata);
        // Locked while sending, so that every member receives broadcasts in one order.
        let topic = topic.lock();
        for member in topic.members.values() {
            let is_own = sender == Some(member.id) && !member.wants_own;
            let is_blocked = person.as_ref().is_some_and(|person| {
                member.of_people && member.access.read().caller.facts.blocked.contains(person)
            });
            if !is_own && !is_blocked && member.rights().read && member.is_new(id.as_deref()) {
                member.socket.push(&push);
            }
        }
    }

    fn topic(&self, key: &TopicKey) -> Option<Arc<Mutex<Topic>>> {
        self.topics.read().get(key).cloned()
    }

    /// Adds or replaces an entry of presence; the diff, where something changed.
    pub fn track(&self, key: &TopicKey, origin: &Origin, name: &str, payload: Record) -> Option<Diff> {
        // Held to the end: a topic that seems empty meanwhile would be removed.
        let mut topics = self.topics.write();
        let mut topic = topics.entry(key.clone()).or_default().lock();
        let diff = topic.presence.track(origin, name, payload)?;
        send_diff(&topic, key, &diff);
        Some(diff)
    }

    /// Removes the entries of presence for which `is_gone` holds, on one topic or on all.
    pub fn untrack(&self, key: Option<&TopicKey>, is_gone: impl Fn(&Origin) -> bool) -> bool {
        let mut changed = false;
        let mut topics = self.topics.write();
        topics.retain(|own, topic| {
            if key.is_some_and(|key| key != own) {
                return true;
            }
            let mut topic = topic.lock();
            let diff = topic.presence.remove(&is_gone);
            send_diff(&topic, own, &diff);
            changed |= !diff.is_empty();
            !topic.members.is_empty() || !topic.presence.is_empty()
        });
        changed
    }

    /// Sends a member who is present.
    pub fn send_presence(&self, member: &Member) {
        if let Some(topic) = self.topic(&member.key) {
            let state = topic.lock().presence.state(&member.hidden().unwrap_or_default());
            member.socket.push(&Push::new(&member.key.topic, "presence_state", state));
        }
    }

    /// The entries of presence of this node's members: topic, member, key and payload.
    pub fn own_presence(&self) -> Vec<(TopicKey, u64, String, Record)> {
        let topics = self.topics.read();
        let of = |(key, topic): (&TopicKey, &Arc<Mutex<Topic>>)| {
            let topic = topic.lock();
            let entries = topic.presence.own_entries();
            entries.map(|(member, name, payload)| (key.clone(), member, name, payload)).collect::<Vec<_>>()
        };
        topics.iter().flat_map(of).collect()
    }
}

/// Sends a diff to the members that see who is present.
fn send_diff(topic: &Topic, key: &TopicKey, diff: &Diff) {
    if diff.is_empty() {
        return;
    }
    let push = Push::new(&key.topic, "presence_diff", diff.payload());
    for member in topic.members.values() {
        if !member.sees_presence.load(Ordering::Relaxed) || !member.rights().see {
            continue;
        }
        let Some(hidden) = member.hidden().filter(|hidden| diff.names(hidden)) else {
            member.socket.push(&push);
            continue;
        };
        let rest = diff.without(&hidden);
        if !rest.is_empty() {
            member.socket.push(&Push::new(&key.topic, "presence_diff", rest.payload()));
        }
    }
}

impl Member {
    /// Lets its client join again: it may have missed something.
    pub fn rejoin(&self) {
        self.socket.queue.command(Command::Rejoin(Arc::clone(&self.key.topic)));
    }

    /// The name of its topic.
    pub fn name(&self) -> &str {
        self.key.topic.strip_prefix(PREFIX).unwrap_or_default()
    }

    /// False for a stored broadcast that it has received already.
    pub fn is_new(&self, id: Option<&str>) -> bool {
        match (&self.replayed, id) {
            (Some(replayed), Some(id)) => replayed.lock().insert(id.to_owned()),
            _ => true,
        }
    }

    /// The rights of its caller.
    pub fn rights(&self) -> Rights {
        self.access.read().rights
    }

    /// The people of whom it learns nothing on a topic of people.
    fn hidden(&self) -> Option<Arc<BTreeSet<String>>> {
        self.of_people.then(|| Arc::clone(&self.access.read().caller.facts.blocked))
    }

    /// Its caller.
    pub fn caller(&self) -> Arc<Caller> {
        Arc::clone(&self.access.read().caller)
    }
}
