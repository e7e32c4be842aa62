//! Classes of callers that see the same of a change, so that a rule is evaluated once per class instead of per
//! listener.

use std::{
    hash::{BuildHasher, Hash, Hasher, RandomState},
    sync::LazyLock,
};

use ateneu_base::{Caller, Change, Record};
use ateneu_schema::{Rule, Schema, Table, rule::Set};

/// Keys secret to this process, so that no client can choose a colliding value.
static KEYS: LazyLock<RandomState> = LazyLock::new(RandomState::new);

/// Returns a number that only equal values share.
pub fn hash_of(value: &impl Hash) -> u64 {
    KEYS.hash_one(value)
}

/// Returns a number that callers with the same facts share. [`Ownership::bits`] distinguishes them for rules that
/// compare a row with the caller's id or address.
pub fn facts_class(caller: &Caller) -> u64 {
    let mut hasher = KEYS.build_hasher();
    caller.role.hash(&mut hasher);
    caller.is_signed_in().hash(&mut hasher);
    caller.email.is_some().hash(&mut hasher);
    let facts = &caller.facts;
    (facts.subscriber, facts.moderator, facts.editor, facts.publisher, facts.admin).hash(&mut hasher);
    (facts.silenced, facts.banned, &facts.plan, &facts.entitlements).hash(&mut hasher);
    (&facts.channels, &facts.blocked).hash(&mut hasher);
    hasher.finish()
}

/// Columns of a table by which its rules identify the owner of a row.
#[derive(Default)]
pub struct Ownership {
    ids: Vec<&'static str>,
    emails: Vec<&'static str>,
}

impl Ownership {
    /// Collects the columns that the table's read rule and masks compare with the caller.
    pub fn of(table: &Table) -> Self {
        let mut ownership = Self::default();
        ownership.add(&table.rules.read);
        table.masks.iter().for_each(|mask| ownership.add(&mask.unless));
        ownership
    }

    fn add(&mut self, rule: &Rule) {
        match rule {
            Rule::Owner(column) => self.ids.push(column),
            Rule::OwnEmail(column) => self.emails.push(column),
            Rule::All(parts) | Rule::Any(parts) => parts.iter().for_each(|part| self.add(part)),
            Rule::Not(part) => self.add(part),
            _ => {}
        }
    }

    /// Returns one bit for each of those columns in the row before and after, set if it names the caller.
    pub fn bits(&self, change: &Change, caller: &Caller) -> u64 {
        let rows = [&change.old, &change.new];
        let ids = self.ids.iter().map(|column| (column, caller.user_id.as_deref()));
        let emails = self.emails.iter().map(|column| (column, caller.email.as_deref()));
        ids.chain(emails).fold(0, |bits, (column, own)| {
            let names = |row: &&Option<Record>| {
                let value = row.as_ref().and_then(|row| row.get(*column)?.as_str());
                own.is_some() && value == own
            };
            rows.iter().fold(bits, |bits, row| (bits << 1) | u64::from(names(row)))
        })
    }

    /// True if the rules compare rows with the caller's id or address.
    fn is_used(&self) -> bool {
        !self.ids.is_empty() || !self.emails.is_empty()
    }
}

/// Returns `true` if two callers may read different rows or columns of a table, or of any live table.
pub fn differ(schema: &Schema, table: Option<&str>, one: &Caller, other: &Caller) -> bool {
    let live = schema.tables().iter().filter(|live| live.is_live);
    let mut followed = live.filter(|live| table.is_none_or(|name| name == live.name));
    followed.any(|table| {
        let is_person = one.user_id == other.user_id && one.email == other.email;
        let mut rules = table.masks.iter().map(|mask| &mask.unless).chain([&table.rules.read]);
        (!is_person && Ownership::of(table).is_used())
            || rules.any(|rule| settle_differently(rule, one, other))
    })
}

/// Returns `true` if the rule evaluates differently for the facts of the two callers.
fn settle_differently(rule: &Rule, one: &Caller, other: &Caller) -> bool {
    rule.for_caller(one) != rule.for_caller(other)
        || names_set(&rule.for_caller(one), &|set| set.of(one) != set.of(other))
}

/// Returns `true` if the rule reads a set for which `holds` is true.
fn names_set(rule: &Rule, holds: &dyn Fn(Set) -> bool) -> bool {
    match rule {
        Rule::In(set, _) => holds(*set),
        Rule::All(parts) | Rule::Any(parts) => parts.iter().any(|part| names_set(part, holds)),
        Rule::Not(part) => names_set(part, holds),
        _ => false,
    }
}
