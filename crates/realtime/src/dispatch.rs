//! Delivers committed changes to the members that follow their tables, in the order of the commits.

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use ateneu_base::{Change, Timestamp, Verb};
use ateneu_schema::{Schema, Source, Table};
use serde_json::Value;

use crate::{
    changes::{
        class::{self, Ownership},
        event::{self, View},
    },
    frame::Push,
    hub::Hub,
    member::Member,
};

/// Delivers changes. Clones share it.
#[derive(Clone)]
pub struct Dispatcher {
    schema: Arc<Schema>,
    hub: Arc<Hub>,
    /// Number of evaluations of rules, see [`Dispatcher::evaluations`].
    evaluations: Arc<AtomicU64>,
}

/// Delivery to one class of listeners with the same subscriptions.
#[derive(Clone)]
enum Outcome {
    Nothing,
    Event(Arc<Push>),
    Rejoin,
}

impl Dispatcher {
    /// Creates a dispatcher to the members of a hub.
    pub fn new(schema: Arc<Schema>, hub: Arc<Hub>) -> Self {
        Self { schema, hub, evaluations: Arc::default() }
    }

    /// Returns the number of evaluations of a table's rules so far: once for each change and class of listeners.
    pub fn evaluations(&self) -> u64 {
        self.evaluations.load(Ordering::Relaxed)
    }

    /// Delivers the changes of one transaction.
    pub fn deliver(&self, changes: &[Change], now: Timestamp) {
        let many = changes.iter().filter(|change| change.verb == Verb::Update && change.new.is_none());
        let many: HashSet<&str> = many.map(|change| change.table.as_str()).collect();
        for change in changes {
            self.rejoin_dependents(change);
            let Some(table) = self.schema.table(&change.table).filter(|table| table.is_live) else {
                continue;
            };
            // Keys of many rows at once are for caches.
            if !(many.contains(table.name) && is_key_only(table, change)) {
                self.deliver_one(table, change, now);
            }
        }
    }

    /// Makes every member that follows a table join again, because changes may have been missed.
    pub fn rejoin_all(&self) {
        self.hub.all_followers().iter().for_each(|member| member.rejoin());
    }

    fn deliver_one(&self, table: &Table, change: &Change, now: Timestamp) {
        let ownership = Ownership::of(table);
        let mut outcomes: HashMap<(Arc<str>, u64, u64, u64), Outcome> = HashMap::new();
        for member in self.hub.followers(table.name).iter() {
            let (caller, class) = {
                let access = member.access.read();
                (Arc::clone(&access.caller), access.class)
            };
            let asked = asked(member, table);
            let bits = ownership.bits(change, &caller);
            let key = (Arc::clone(&member.key.topic), asked, class, bits);
            let outcome = outcomes.entry(key).or_insert_with(|| self.outcome(table, change, member, now));
            match outcome {
                Outcome::Nothing => {}
                Outcome::Event(push) => member.inform(push),
                Outcome::Rejoin => member.rejoin(),
            }
        }
    }

    fn outcome(&self, table: &Table, change: &Change, member: &Member, now: Timestamp) -> Outcome {
        self.evaluations.fetch_add(1, Ordering::Relaxed);
        let caller = member.caller();
        let mut ids = Vec::new();
        let mut seen: Option<Verb> = None;
        let mut select: Option<Vec<&'static str>> = Some(Vec::new());
        let subscriptions = member.subscriptions.iter();
        for subscription in subscriptions.filter(|one| one.table.is_none_or(|name| name == table.name)) {
            match event::view(table, change, subscription, &caller, now) {
                View::Nothing => {}
                View::Unknown => return Outcome::Rejoin,
                View::Event(verb) => {
                    ids.push(subscription.id);
                    seen = Some(verb);
                    // Subscriptions that share an event get the columns of all.
                    select = match (select, &subscription.select) {
                        (Some(mut all), Some(some)) => {
                            all.extend(some);
                            Some(all)
                        }
                        _ => None,
                    };
                }
            }
        }
        let payload =
            seen.and_then(|verb| event::payload(table, change, verb, &ids, select.as_deref(), &caller, now));
        match payload {
            Some(payload) => {
                Outcome::Event(Arc::new(Push::new(&member.key.topic, "postgres_changes", payload)))
            }
            None => Outcome::Nothing,
        }
    }

    /// Makes followers of dependent tables join again: a changed row that others look values up in may change their
    /// readers. Filters on rows of another one are exempt.
    fn rejoin_dependents(&self, change: &Change) {
        if change.verb == Verb::Insert {
            return;
        }
        for table in self.schema.tables().iter().filter(|table| table.is_live) {
            for column in &table.columns {
                let Source::Lookup { via, table: source, column: shown } = column.source else { continue };
                if source != change.table || !is_asked_for(table, column.name) || !has_changed(change, shown)
                {
                    continue;
                }
                let row = change.new.as_ref().or(change.old.as_ref());
                let id = row.and_then(|row| row.get("id"));
                for member in self.hub.followers(table.name).iter() {
                    if id.is_none_or(|id| may_follow(member, table, via, id)) {
                        member.rejoin();
                    }
                }
            }
        }
    }
}

/// Returns `true` if the change holds only the key of its row.
fn is_key_only(table: &Table, change: &Change) -> bool {
    let row = change.new.as_ref().or(change.old.as_ref().filter(|_| change.verb == Verb::Delete));
    row.is_some_and(|row| row.keys().all(|name| table.primary_key.contains(&name.as_str())))
}

/// Returns `true` if the table's read rules use the column.
fn is_asked_for(table: &Table, column: &str) -> bool {
    let mut rules = table.masks.iter().map(|mask| &mask.unless).chain([&table.rules.read]);
    rules.any(|rule| rule.columns().contains(&column))
}

/// Returns `false` if the change shows that the column has kept its value.
fn has_changed(change: &Change, column: &str) -> bool {
    let value = |row: &Option<ateneu_base::Record>| row.as_ref().and_then(|row| row.get(column)).cloned();
    match (value(&change.old), value(&change.new)) {
        (Some(old), Some(new)) => old != new,
        _ => true,
    }
}

fn may_follow(member: &Member, table: &Table, via: &str, id: &Value) -> bool {
    let mut own = member.subscriptions.iter().filter(|one| one.table.is_none_or(|name| name == table.name));
    own.any(|subscription| subscription.filter.may_admit(via, id))
}

/// Returns a number that members with the same subscriptions to a table share.
fn asked(member: &Member, table: &Table) -> u64 {
    let own = member.subscriptions.iter().filter(|one| one.table.is_none_or(|name| name == table.name));
    class::hash_of(&own.map(|subscription| subscription.class).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use ateneu_base::{Caller, Facts, Record};
    use ateneu_schema::{
        OnDelete,
        rule::{admin, is, owner},
        table::{boolean, exposed, text, uuid},
    };
    use parking_lot::RwLock;
    use serde_json::json;

    use super::*;
    use crate::{
        changes::{class::facts_class, subscription::Asked},
        frame::Version,
        member::Access,
        queue::Command,
        topic::{Rights, TopicKey},
    };

    fn schema() -> Arc<Schema> {
        let notes = exposed("notes", "Notes.")
            .columns([uuid("id"), text("title"), boolean("is_open"), uuid("owner_id")])
            .read(is("is_open", true).or(owner("owner_id")).or(admin()))
            .live();
        let comments = exposed("comments", "Comments.")
            .columns([
                uuid("id"),
                uuid("note_id").references("notes", "id", OnDelete::Cascade),
                boolean("is_open").lookup("note_id", "notes", "is_open"),
            ])
            .read(is("is_open", true))
            .live();
        Arc::new(Schema::new(vec![notes, comments]))
    }

    fn member(hub: &Hub, schema: &Schema, caller: Caller, table: &str, filter: Option<&str>) -> Arc<Member> {
        let mut entry = json!({ "event": "*", "schema": "public", "table": table });
        if let Some(filter) = filter {
            entry["filter"] = filter.into();
        }
        let member = Arc::new(Member {
            of_people: false,
            id: hub.number(),
            socket: hub.open(Version::V2),
            key: TopicKey { topic: "realtime:a".into(), is_private: false },
            wants_own: false,
            sees_presence: false.into(),
            join_ref: None,
            asked: Default::default(),
            payer: None,
            subscriptions: vec![Asked::read(schema, &entry).subscription.unwrap()],
            replayed: None,
            access: RwLock::new(Access {
                token: "".into(),
                class: facts_class(&caller),
                caller: Arc::new(caller),
                rights: Rights { read: true, write: false, see: false, track: false },
            }),
        });
        hub.join(&member);
        member
    }

    fn row(value: &Value) -> Option<Record> {
        value.as_object().cloned()
    }

    async fn received(member: &Member) -> (usize, Vec<Command>) {
        // One command marks the end of the queue.
        member.socket.queue.command(Command::Rejoin("end".into(), 0));
        let mut waiting = member.socket.queue.take().await;
        waiting.commands.retain(|command| *command != Command::Rejoin("end".into(), 0));
        (waiting.frames.len(), waiting.commands)
    }

    #[tokio::test]
    async fn rules_are_evaluated_once_for_each_class_of_listeners() {
        let (schema, hub) = (schema(), Arc::new(Hub::default()));
        let dispatcher = Dispatcher::new(Arc::clone(&schema), Arc::clone(&hub));
        let person = |number: usize, facts: Facts| Caller::person(format!("p{number}"), facts);
        let mut members = Vec::new();
        for number in 0..50 {
            members.push(member(&hub, &schema, Caller::anonymous(), "notes", None));
            members.push(member(&hub, &schema, person(number, Facts::default()), "notes", None));
            let staff = Facts { admin: true, ..Facts::default() };
            members.push(member(&hub, &schema, person(100 + number, staff), "notes", None));
        }
        let closed = json!({ "id": "1", "title": "a", "is_open": false, "owner_id": "p7" });
        let change = Change { table: "notes".into(), verb: Verb::Insert, old: None, new: row(&closed) };
        dispatcher.deliver(&[change], Timestamp::from_seconds(0));
        assert_eq!(dispatcher.evaluations(), 4, "visitors, people, the owner, staff");
        let mut frames = 0;
        for member in &members {
            frames += received(member).await.0;
        }
        assert_eq!(frames, 51, "the owner and fifty of staff");
    }

    #[tokio::test]
    async fn a_changed_lookup_row_makes_its_subscribers_rejoin() {
        let (schema, hub) = (schema(), Arc::new(Hub::default()));
        let dispatcher = Dispatcher::new(Arc::clone(&schema), Arc::clone(&hub));
        let note = "0190a6b2-0000-7000-8000-000000000001";
        let follow = |filter: Option<&str>| member(&hub, &schema, Caller::anonymous(), "comments", filter);
        let all = follow(None);
        let own = follow(Some(&format!("note_id=eq.{note}")));
        let other = follow(Some("note_id=eq.0190a6b2-0000-7000-8000-000000000002"));
        let state =
            |title: &str, is_open: bool| row(&json!({ "id": note, "title": title, "is_open": is_open }));
        let update = |old, new| Change { table: "notes".into(), verb: Verb::Update, old, new };
        let now = Timestamp::from_seconds(0);
        dispatcher.deliver(&[update(state("a", true), state("b", true))], now);
        assert_eq!(received(&all).await, (0, Vec::new()), "nothing that is looked up has changed");
        dispatcher.deliver(&[update(state("b", true), state("b", false))], now);
        let rejoin = |member: &Member| (0, vec![Command::Rejoin("realtime:a".into(), member.id)]);
        assert_eq!(received(&all).await, rejoin(&all));
        assert_eq!(received(&own).await, rejoin(&own));
        assert_eq!(received(&other).await, (0, Vec::new()), "its rows belong to another note");
    }
}
