//! Delivers committed changes to the members that follow their tables, in the order of the commits.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use ateneu_base::{Change, Timestamp, Verb};
use ateneu_schema::{Schema, Source, Table};
use serde_json::Value;

use super::{
    class::Ownership,
    event::{self, View},
};
use crate::{
    frame::Push,
    hub::{Hub, Member},
};

/// Delivers changes. Cloning is cheap.
#[derive(Clone)]
pub struct Dispatcher {
    schema: Arc<Schema>,
    hub: Arc<Hub>,
    /// How often rules were asked; see [`Dispatcher::evaluations`].
    evaluations: Arc<AtomicU64>,
}

/// What one class of listeners with the same subscriptions gets.
#[derive(Clone)]
enum Outcome {
    Nothing,
    Event(Arc<Push>),
    Rejoin,
}

impl Dispatcher {
    /// Delivers to the members of a hub.
    pub fn new(schema: Arc<Schema>, hub: Arc<Hub>) -> Self {
        Self { schema, hub, evaluations: Arc::default() }
    }

    /// How often the rules of a table were asked so far: once for each change and class of listeners.
    pub fn evaluations(&self) -> u64 {
        self.evaluations.load(Ordering::Relaxed)
    }

    /// Delivers the changes of one transaction.
    pub fn deliver(&self, changes: &[Change], now: Timestamp) {
        for change in changes {
            self.rejoin_dependents(change);
            if let Some(table) = self.schema.table(&change.table).filter(|table| table.is_live) {
                self.deliver_one(table, change, now);
            }
        }
    }

    /// Lets everybody join again who follows any table: changes may have been missed.
    pub fn rejoin_all(&self) {
        self.hub.all_followers().iter().for_each(|member| member.rejoin());
    }

    fn deliver_one(&self, table: &Table, change: &Change, now: Timestamp) {
        let ownership = Ownership::of(table);
        let mut outcomes: HashMap<(Arc<str>, u64, u64, u64), Outcome> = HashMap::new();
        for member in self.hub.followers(table.name) {
            let (caller, class) = {
                let standing = member.standing.read();
                (Arc::clone(&standing.caller), standing.class)
            };
            let asked = asked(&member, table);
            let bits = ownership.bits(change, &caller);
            let key = (Arc::clone(&member.key.topic), asked, class, bits);
            let outcome = outcomes.entry(key).or_insert_with(|| self.outcome(table, change, &member, now));
            match outcome {
                Outcome::Nothing => {}
                Outcome::Event(push) => member.socket.push(push),
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
                    // Several subscriptions share one event, which then has the columns of all.
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

    /// A row that others look values up in may change who reads them, without a change of their own: their followers join
    /// again, unless their filter shows that they follow rows of another.
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
                for member in self.hub.followers(table.name) {
                    if id.is_none_or(|id| may_follow(&member, table, via, id)) {
                        member.rejoin();
                    }
                }
            }
        }
    }
}

/// True where the rules that let rows be read ask for the column.
fn is_asked_for(table: &Table, column: &str) -> bool {
    let mut rules = table.masks.iter().map(|mask| &mask.unless).chain([&table.rules.read]);
    rules.any(|rule| rule.columns().contains(&column))
}

/// False where the change shows that the column has kept its value.
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

/// A number that members share which asked the same about a table.
fn asked(member: &Member, table: &Table) -> u64 {
    let mut hasher = DefaultHasher::new();
    let own = member.subscriptions.iter().filter(|one| one.table.is_none_or(|name| name == table.name));
    own.for_each(|subscription| subscription.id.hash(&mut hasher));
    hasher.finish()
}
