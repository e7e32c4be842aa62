//! The open channels of this node, by topic and by the tables that they follow.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
};

use ateneu_base::Record;
use parking_lot::{Mutex, RwLock};
use serde_json::{Value, json};

use crate::{
    frame::{Body, Push, Version},
    member::Member,
    open_socket::Socket,
    presence::{Diff, Origin, OwnEntry, Place, Presence},
    queue::{Command, Queue},
    topic::TopicKey,
};

/// Members by their numbers.
type Members = HashMap<u64, Arc<Member>>;

/// The members that follow a table at one instant.
pub struct Followers {
    own: Arc<Members>,
    /// Members that follow every table.
    all: Arc<Members>,
}

impl Followers {
    /// Returns each member once.
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

/// The open channels of this node.
#[derive(Default)]
pub struct Hub {
    topics: RwLock<HashMap<TopicKey, Arc<Mutex<Topic>>>>,
    /// Members by the table that they follow; `*` for members that follow every live table.
    followers: RwLock<HashMap<&'static str, Arc<Members>>>,
    sockets: RwLock<HashMap<u64, Arc<Socket>>>,
    /// Regular expressions of each person's subscriptions.
    patterns: Mutex<HashMap<String, usize>>,
    next: AtomicU64,
    is_draining: AtomicBool,
}

impl Hub {
    /// Returns a number that no socket or member of this node has.
    pub fn number(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    /// Adds a socket.
    pub fn open(&self, version: Version) -> Arc<Socket> {
        let (id, queue) = (self.number(), Queue::default());
        let socket = Arc::new(Socket { id, version, queue, presence_bytes: AtomicUsize::new(0) });
        self.sockets.write().insert(socket.id, Arc::clone(&socket));
        socket
    }

    /// Removes a socket whose members have left.
    pub fn close(&self, socket: &Socket) {
        self.sockets.write().remove(&socket.id);
    }

    /// Returns the open sockets.
    pub fn sockets(&self) -> Vec<Arc<Socket>> {
        self.sockets.read().values().cloned().collect()
    }

    /// True once the server stops and refuses joins.
    pub fn is_draining(&self) -> bool {
        self.is_draining.load(Ordering::Acquire)
    }

    /// Refuses further joins.
    pub fn drain(&self) {
        self.is_draining.store(true, Ordering::Release);
    }

    /// Adds a member, which then receives the messages of its topic and the changes it follows.
    pub fn join(&self, member: &Arc<Member>) {
        let mut topics = self.topics.write();
        let topic = topics.entry(member.key.clone()).or_default();
        topic.lock().members.insert(member.id, Arc::clone(member));
        drop(topics);
        self.count_patterns(member, |patterns| patterns + member.asked.patterns);
        let mut followers = self.followers.write();
        for subscription in &member.subscriptions {
            let table = subscription.table.unwrap_or("*");
            Arc::make_mut(followers.entry(table).or_default()).insert(member.id, Arc::clone(member));
        }
    }

    /// Removes a member and its presence. Returns the diff, if others saw it.
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
        if topic.members.remove(&member.id).is_some() {
            self.count_patterns(member, |patterns| patterns.saturating_sub(member.asked.patterns));
        }
        let diff = topic.presence.remove(|origin| origin.node.is_none() && origin.member == member.id);
        send_diff(&topic, &member.key, &diff);
        if topic.members.is_empty() && topic.presence.is_empty() {
            topics.remove(&member.key);
        }
        (!diff.is_empty()).then_some(diff)
    }

    /// Returns the number of regular expressions in the subscriptions of a person.
    pub fn patterns_of(&self, person: &str) -> usize {
        self.patterns.lock().get(person).copied().unwrap_or(0)
    }

    fn count_patterns(&self, member: &Member, counted: impl Fn(usize) -> usize) {
        let Some(person) = member.payer.as_ref().filter(|_| member.asked.patterns > 0) else { return };
        let mut patterns = self.patterns.lock();
        let now = counted(patterns.get(person).copied().unwrap_or(0));
        if now == 0 {
            patterns.remove(person);
        } else {
            patterns.insert(person.clone(), now);
        }
    }

    /// Returns the members that follow a table.
    pub fn followers(&self, table: &str) -> Followers {
        let followers = self.followers.read();
        let of = |name: &str| followers.get(name).cloned().unwrap_or_default();
        Followers { own: of(table), all: of("*") }
    }

    /// Returns the members that follow any table.
    pub fn all_followers(&self) -> Vec<Arc<Member>> {
        let followers = self.followers.read();
        let all = followers.values().flat_map(|members| members.values());
        all.map(|member| (member.id, Arc::clone(member))).collect::<Members>().into_values().collect()
    }

    /// Returns all members.
    pub fn members(&self) -> Vec<Arc<Member>> {
        let topics = self.topics.read();
        topics.values().flat_map(|topic| topic.lock().members.values().cloned().collect::<Vec<_>>()).collect()
    }

    /// Sends a broadcast to the members that may receive it ([`Member::receives`]), to `sender` only if it wants its
    /// own.
    pub fn broadcast(
        &self,
        key: &TopicKey,
        event: &str,
        body: Body,
        metadata: Option<&Value>,
        sender: Option<u64>,
    ) {
        let Some(topic) = self.topic(key) else { return };
        let push = Push::broadcast(&key.topic, event, body, metadata.cloned());
        // Locked while sending, so that all members receive broadcasts in one order.
        let topic = topic.lock();
        for member in topic.members.values() {
            let is_own = sender == Some(member.id) && !member.wants_own;
            if !is_own && member.receives(metadata) {
                member.hear(&push);
            }
        }
    }

    fn topic(&self, key: &TopicKey) -> Option<Arc<Mutex<Topic>>> {
        self.topics.read().get(key).cloned()
    }

    /// Adds or replaces an entry of presence. Returns the diff, if any.
    pub fn track(
        &self,
        key: &TopicKey,
        origin: &Origin,
        person: Option<&str>,
        name: &str,
        payload: Record,
    ) -> Option<Diff> {
        // Held to the end, because an empty topic would be removed meanwhile.
        let mut topics = self.topics.write();
        let mut topic = topics.entry(key.clone()).or_default().lock();
        let diff = topic.presence.track(origin, person, name, payload)?;
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

    /// Sends the people present to a member, from a place if given. If they exceed one frame, its socket sends the next
    /// part after this one.
    pub fn send_presence(&self, member: &Member, after: Option<&Place>) {
        let Some(topic) = self.topic(&member.key) else { return };
        // Locked while sending, so that no change of presence interleaves.
        let topic = topic.lock();
        let part = topic.presence.part(&member.hidden().unwrap_or_default(), after);
        let (event, payload) = match after {
            None => ("presence_state", part.state),
            Some(_) => ("presence_diff", json!({ "joins": part.state, "leaves": {} })),
        };
        let next = match member.say(event, &payload) {
            true if part.end.is_none() => return,
            true => part.end,
            // Repeats the part once there is room.
            false => after.cloned(),
        };
        let command = Command::Presence(Arc::clone(&member.key.topic), member.id, next);
        member.socket.queue.command(command);
    }

    /// Returns the entries of presence of this node's members.
    pub fn own_presence(&self) -> Vec<(TopicKey, OwnEntry)> {
        let topics = self.topics.read();
        let of = |(key, topic): (&TopicKey, &Arc<Mutex<Topic>>)| {
            let topic = topic.lock();
            topic.presence.own_entries().map(|entry| (key.clone(), entry)).collect::<Vec<_>>()
        };
        topics.iter().flat_map(of).collect()
    }
}

/// Sends a diff to the members that receive presence.
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
            member.inform(&push);
            continue;
        };
        let rest = diff.without(&hidden);
        if !rest.is_empty() {
            member.inform(&Push::new(&key.topic, "presence_diff", rest.payload()));
        }
    }
}
