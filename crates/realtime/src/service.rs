//! State shared by sockets, endpoints and the delivery of changes.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use ateneu_base::{Caller, Change, Clock, Record, TokenProblem};
use ateneu_db::{Changes, Db};
use ateneu_limits::Budget;
use ateneu_schema::{People, Schema, Source};
use futures::{StreamExt, future::BoxFuture, stream};
use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::{sync::broadcast::error::RecvError, time::Instant};

use crate::{
    changes::class,
    dispatch::Dispatcher,
    frame::{Body, Push},
    hub::Hub,
    join::Replay,
    member::{Access, Member, Next},
    nodes::Nodes,
    presence::Origin,
    queue::{Command, QUEUE_BYTES},
    rate::Rate,
    refusal::refusal,
    stored,
    topic::{Rights, TopicKey, Topics},
};

/// Verifies a token. Returns its present caller.
pub type Verify = Arc<dyn Fn(String) -> BoxFuture<'static, Result<Caller, TokenProblem>> + Send + Sync>;

/// Maximum number of bytes of a broadcast's frame around the payload.
const BROADCAST_ENVELOPE: usize = 1 << 10;
/// Number of tokens verified at the same time after a change of facts.
const SIDE_BY_SIDE: usize = 64;
/// Maximum number of messages of a person over HTTP, and their window.
const SENT: (u32, Duration) = (100, Duration::from_secs(10));
/// Maximum number of people whose messages are counted.
const SENDERS: usize = 10_000;

/// Dependencies of [`Realtime`].
pub struct Deps {
    /// The database, for its committed changes.
    pub db: Db,
    /// Every declared table.
    pub schema: Arc<Schema>,
    /// The time.
    pub clock: Clock,
    /// Verifies tokens.
    pub verify: Verify,
    /// Rights on topics.
    pub topics: Topics,
}

#[derive(Clone)]
pub(crate) struct Service {
    pub(crate) hub: Arc<Hub>,
    pub(crate) schema: Arc<Schema>,
    clock: Clock,
    verify: Verify,
    topics: Arc<Topics>,
    dispatcher: Dispatcher,
    nodes: Nodes,
    db: Db,
    /// Rates of broadcasts over HTTP, by person.
    senders: Arc<Mutex<HashMap<String, Rate>>>,
}

impl Service {
    /// Opens the service and begins to deliver changes.
    pub(crate) fn open(deps: Deps) -> Self {
        let hub = Arc::new(Hub::default());
        let service = Self {
            dispatcher: Dispatcher::new(Arc::clone(&deps.schema), Arc::clone(&hub)),
            schema: deps.schema,
            clock: deps.clock,
            verify: deps.verify,
            topics: Arc::new(deps.topics),
            nodes: Nodes::open(&deps.db, &hub),
            hub,
            db: deps.db.clone(),
            senders: Arc::default(),
        };
        let changes = deps.db.ordered_changes_of(followed(&service.schema));
        tokio::spawn(service.clone().follow(changes));
        service
    }

    /// Returns the number of evaluations, see [`crate::Realtime::evaluations`].
    pub(crate) fn evaluations(&self) -> u64 {
        self.dispatcher.evaluations()
    }

    /// Verifies a token. Returns its caller.
    pub(crate) async fn verify(&self, token: &str) -> Result<Caller, TokenProblem> {
        (self.verify)(token.to_owned()).await
    }

    /// Returns the rights of a caller on a topic.
    pub(crate) fn rights(&self, name: &str, is_private: bool, caller: &Caller) -> Rights {
        self.topics.rights(name, is_private, caller, self.clock.now())
    }

    /// Returns `true` for a topic of people, see [`Topics::are_of_people`].
    pub(crate) fn are_of_people(&self, name: &str, is_private: bool) -> bool {
        self.topics.are_of_people(name, is_private)
    }

    /// Returns the metadata of a person's broadcast: on a topic of people they name the person.
    pub(crate) fn signed(
        &self,
        sender: Option<&str>,
        name: &str,
        is_private: bool,
        meta: Option<Value>,
    ) -> Option<Value> {
        match sender {
            Some(person) if self.are_of_people(name, is_private) => {
                let mut meta = meta.unwrap_or_else(|| json!({}));
                meta["person"] = json!(person);
                Some(meta)
            }
            _ => meta,
        }
    }

    /// Broadcasts on a topic.
    pub(crate) async fn broadcast(
        &self,
        key: &TopicKey,
        event: &str,
        body: Body,
        metadata: Option<Value>,
        sender: Option<u64>,
    ) {
        self.nodes.broadcast(key, event, &body, metadata.as_ref()).await;
        self.hub.broadcast(key, event, body, metadata.as_ref(), sender);
    }

    /// Adds or replaces a member's entry of presence.
    pub(crate) async fn track(&self, member: &Member, key: &str, payload: Record) {
        let origin = Origin { node: None, member: member.id };
        let person = member.caller().user_id.clone();
        let person = person.as_deref();
        if self.hub.track(&member.key, &origin, person, key, payload.clone()).is_some() {
            self.nodes.track(&member.key, member.id, person, key, &payload).await;
        }
    }

    /// Removes a member's entry of presence.
    pub(crate) async fn untrack(&self, member: &Member) {
        let own = Origin { node: None, member: member.id };
        if self.hub.untrack(Some(&member.key), |origin| *origin == own) {
            self.nodes.untrack(&member.key, member.id).await;
        }
    }

    /// Removes a member.
    pub(crate) async fn leave(&self, member: &Member) {
        if self.hub.leave(member).is_some() {
            self.nodes.untrack(&member.key, member.id).await;
        }
    }

    /// Sends stored messages to a member that has just joined.
    pub(crate) async fn replay(&self, member: &Member, replay: Replay) {
        let stored = match stored::replayed(&self.db, member.name(), replay, self.clock.now()).await {
            Ok(stored) => stored,
            Err(error) => return tracing::error!(%error, "stored broadcasts could not be read"),
        };
        // The queue is not emptied meanwhile, so the newest that fit are sent.
        let mut bytes = 0;
        let newest = stored.iter().rev().take_while(|broadcast| {
            bytes += broadcast.body.len() + BROADCAST_ENVELOPE;
            bytes <= QUEUE_BYTES / 2
        });
        let skipped = stored.len() - newest.count();
        for broadcast in stored.into_iter().skip(skipped) {
            let meta = json!({ "id": broadcast.id, "replayed": true });
            let sender = broadcast.sender_id.as_deref();
            let meta = self.signed(sender, member.name(), member.key.is_private, Some(meta));
            if member.receives(meta.as_ref()) {
                member.hear(&Push::broadcast(&member.key.topic, &broadcast.event, broadcast.body, meta));
            }
        }
        member.end_replay();
    }

    /// Stores a broadcast on a private topic for later joins. Returns its id.
    pub(crate) async fn store(
        &self,
        caller: &Caller,
        name: &str,
        event: &str,
        body: &Body,
        time: Duration,
    ) -> Result<String, ateneu_db::Error> {
        stored::store(&self.db, caller.user_id.as_deref(), name, event, body, time, self.clock.now()).await
    }

    /// Counts messages that a caller sends over HTTP. Returns `false` beyond the limit.
    pub(crate) fn may_send(&self, caller: &Caller, messages: usize) -> bool {
        let Some(id) = caller.user_id.as_ref().filter(|_| !caller.is_service()) else { return true };
        let mut senders = self.senders.lock();
        if senders.len() > SENDERS {
            senders.clear();
        }
        let rate = senders.entry(id.clone()).or_insert_with(|| Rate::new(SENT.0, SENT.1));
        let now = Instant::now();
        (0..messages).all(|_| rate.allows(now))
    }

    /// Gives a member the caller of its token, which may be another one or have other facts. Returns the state of its
    /// channel.
    pub(crate) async fn admit_again(
        &self,
        member: &Member,
        token: &Arc<str>,
        verified: Result<Caller, TokenProblem>,
    ) -> Next {
        let caller = match verified {
            Ok(caller) => caller,
            // A later check verifies it.
            Err(TokenProblem::Unavailable) => return Next::Stay,
            Err(problem) => return Next::Fail(refusal(problem).to_owned()),
        };
        let rights = self.rights(member.name(), member.key.is_private, &caller);
        let former = member.access.read().clone();
        if member.key.is_private && rights.lost_since(former.rights) {
            return Next::Fail(format!(
                "You no longer have permission to read from this Channel topic: {}",
                member.name()
            ));
        }
        let reads_otherwise = member
            .subscriptions
            .iter()
            .any(|subscription| class::differ(&self.schema, subscription.table, &former.caller, &caller));
        let is_dearer = Budget::of(&caller).check(&member.asked).is_err();
        let is_other = former.caller.user_id != caller.user_id;
        let sees_others = member.of_people && former.caller.facts.blocked != caller.facts.blocked;
        *member.access.write() = Access {
            token: Arc::clone(token),
            class: class::facts_class(&caller),
            caller: Arc::new(caller),
            rights,
        };
        if !rights.track || (member.of_people && is_other) {
            self.untrack(member).await;
        }
        if rights.see && !former.rights.see && member.sees_presence.load(Ordering::Relaxed) {
            self.hub.send_presence(member, None);
        }
        if reads_otherwise || sees_others || is_dearer {
            // Rows or people may have become visible or invisible without an event, and filters may now cost too much.
            member.rejoin();
        }
        Next::Stay
    }

    /// Delivers committed changes until the database is closed.
    async fn follow(self, mut changes: Changes) {
        loop {
            match changes.recv().await {
                Ok(batch) => {
                    self.verify_again(&batch).await;
                    self.dispatcher.deliver(&batch, self.clock.now());
                }
                Err(RecvError::Lagged(_)) => {
                    self.verify_members(self.hub.members()).await;
                    self.dispatcher.rejoin_all();
                }
                Err(RecvError::Closed) => return,
            }
        }
    }

    /// Verifies the tokens of people whose facts the changes concern, before they receive anything else.
    async fn verify_again(&self, changes: &[Change]) {
        let mut people = BTreeSet::new();
        for change in changes {
            match self.schema.people_of(change) {
                People::Ids(ids) => people.extend(ids),
                People::Everybody => return self.verify_members(self.hub.members()).await,
            }
        }
        if people.is_empty() {
            return;
        }
        let is_concerned =
            |member: &Arc<Member>| member.caller().user_id.as_deref().is_some_and(|id| people.contains(id));
        self.verify_members(self.hub.members().into_iter().filter(is_concerned).collect()).await;
    }

    async fn verify_members(&self, members: Vec<Arc<Member>>) {
        stream::iter(members)
            .for_each_concurrent(SIDE_BY_SIDE, async |member| {
                let token = Arc::clone(&member.access.read().token);
                let verified = self.verify(&token).await;
                if let Next::Fail(text) = self.admit_again(&member, &token, verified).await {
                    // The member receives nothing more until its socket ends the channel.
                    self.leave(&member).await;
                    let topic = Arc::clone(&member.key.topic);
                    member.socket.queue.command(Command::Fail(topic, member.id, text));
                }
            })
            .await;
    }
}

/// Returns the tables that are live, shown in live rows, or relevant for the rights of a person.
fn followed(schema: &Schema) -> BTreeSet<&'static str> {
    let live = schema.tables().iter().filter(|table| table.is_live);
    let looked_up = live.clone().flat_map(|table| &table.columns).filter_map(|column| match column.source {
        Source::Lookup { table, .. } => Some(table),
        _ => None,
    });
    live.map(|table| table.name).chain(looked_up).chain(schema.people_tables()).collect()
}
