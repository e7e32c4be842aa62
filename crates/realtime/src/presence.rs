//! Who is present on a topic: keys chosen by clients, each with an entry for every member that tracks itself under it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    sync::atomic::{AtomicU64, Ordering},
};

use ateneu_base::Record;
use serde_json::{Value, json};

/// Longest payload of one entry, in bytes of JSON.
pub const PAYLOAD_BYTES: usize = 16 << 10;

/// A member of a topic, on this node or another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The node; none for this one.
    pub node: Option<Arc<str>>,
    /// The member's number on its node.
    pub member: u64,
}

/// The entries of a topic.
#[derive(Default)]
pub struct Presence {
    keys: BTreeMap<String, Vec<Entry>>,
}

#[derive(Clone)]
struct Entry {
    origin: Origin,
    reference: String,
    payload: Record,
}

impl Entry {
    fn meta(&self) -> Value {
        let mut meta = Record::new();
        meta.insert("phx_ref".into(), self.reference.clone().into());
        meta.extend(self.payload.iter().map(|(name, value)| (name.clone(), value.clone())));
        Value::Object(meta)
    }
}

/// A change of presence, as `presence_diff` carries it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diff {
    joins: BTreeMap<String, Vec<Value>>,
    leaves: BTreeMap<String, Vec<Value>>,
}

impl Diff {
    /// The payload of the event.
    pub fn payload(&self) -> Value {
        json!({ "joins": shown(&self.joins), "leaves": shown(&self.leaves) })
    }

    /// True where it names one of these keys.
    pub fn names(&self, keys: &BTreeSet<String>) -> bool {
        self.joins.keys().chain(self.leaves.keys()).any(|key| keys.contains(key))
    }

    /// The change without these keys.
    #[must_use]
    pub fn without(&self, keys: &BTreeSet<String>) -> Self {
        let mut rest = self.clone();
        rest.joins.retain(|key, _| !keys.contains(key));
        rest.leaves.retain(|key, _| !keys.contains(key));
        rest
    }

    /// True where nothing changed.
    pub fn is_empty(&self) -> bool {
        self.joins.is_empty() && self.leaves.is_empty()
    }
}

fn shown(keys: &BTreeMap<String, Vec<Value>>) -> Value {
    keys.iter().map(|(key, metas)| (key.clone(), json!({ "metas": metas }))).collect::<Record>().into()
}

/// A reference that no other entry of this node has.
fn reference() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    format!("{}-{:x}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

impl Presence {
    /// Adds a member's entry or replaces it. None where it has the same payload already.
    pub fn track(&mut self, origin: &Origin, key: &str, payload: Record) -> Option<Diff> {
        let entries = self.keys.entry(key.to_owned()).or_default();
        let mut entry = Entry { origin: origin.clone(), reference: reference(), payload };
        let mut diff = Diff::default();
        let mut joined = entry.meta();
        match entries.iter_mut().find(|entry| entry.origin == *origin) {
            Some(former) if former.payload == entry.payload => return None,
            Some(former) => {
                joined["phx_ref_prev"] = former.reference.clone().into();
                diff.leaves.insert(key.to_owned(), vec![former.meta()]);
                std::mem::swap(former, &mut entry);
            }
            None => entries.push(entry),
        }
        diff.joins.insert(key.to_owned(), vec![joined]);
        Some(diff)
    }

    /// Removes the entries of those for whom `is_gone` holds.
    pub fn remove(&mut self, is_gone: impl Fn(&Origin) -> bool) -> Diff {
        let mut diff = Diff::default();
        self.keys.retain(|key, entries| {
            let gone: Vec<Value> =
                entries.iter().filter(|entry| is_gone(&entry.origin)).map(Entry::meta).collect();
            if !gone.is_empty() {
                entries.retain(|entry| !is_gone(&entry.origin));
                diff.leaves.insert(key.clone(), gone);
            }
            !entries.is_empty()
        });
        diff
    }

    /// The payload of `presence_state`, without the keys in `hidden`.
    pub fn state(&self, hidden: &BTreeSet<String>) -> Value {
        let metas = |entries: &Vec<Entry>| entries.iter().map(Entry::meta).collect::<Vec<_>>();
        let seen = self.keys.iter().filter(|(key, _)| !hidden.contains(*key));
        shown(&seen.map(|(key, entries)| (key.clone(), metas(entries))).collect())
    }

    /// True where nobody is present.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The entries of this node's members: member, key and payload.
    pub fn own_entries(&self) -> impl Iterator<Item = (u64, String, Record)> {
        self.keys.iter().flat_map(|(key, entries)| {
            let own = entries.iter().filter(|entry| entry.origin.node.is_none());
            own.map(|entry| (entry.origin.member, key.clone(), entry.payload.clone()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(number: u64) -> Origin {
        Origin { node: None, member: number }
    }

    fn payload(name: &str) -> Record {
        json!({ "name": name }).as_object().cloned().unwrap()
    }

    #[test]
    fn the_same_payload_changes_nothing_and_another_is_one_diff() {
        let mut presence = Presence::default();
        let first = presence.track(&member(1), "ana", payload("Ana")).unwrap().payload();
        assert_eq!(first["joins"]["ana"]["metas"][0]["name"], "Ana");
        assert_eq!(presence.track(&member(1), "ana", payload("Ana")), None);
        let second = presence.track(&member(1), "ana", payload("Bia")).unwrap().payload();
        let (joined, left) = (&second["joins"]["ana"]["metas"][0], &second["leaves"]["ana"]["metas"][0]);
        assert_eq!((&joined["name"], &left["name"]), (&json!("Bia"), &json!("Ana")));
        assert_eq!(joined["phx_ref_prev"], left["phx_ref"]);
        assert_eq!(presence.state(&BTreeSet::new())["ana"]["metas"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn hidden_keys_are_in_neither_state_nor_diff() {
        let mut presence = Presence::default();
        presence.track(&member(1), "ana", payload("Ana"));
        let diff = presence.track(&member(2), "bia", payload("Bia")).unwrap();
        let bia = BTreeSet::from(["bia".to_owned()]);
        assert!(diff.names(&bia) && diff.without(&bia).is_empty());
        assert!(!diff.names(&BTreeSet::from(["ana".to_owned()])));
        let state = presence.state(&bia);
        assert_eq!(state.as_object().unwrap().keys().collect::<Vec<_>>(), ["ana"]);
    }

    #[test]
    fn two_members_of_one_key_leave_one_by_one() {
        let mut presence = Presence::default();
        let elsewhere = Origin { node: Some("b".into()), member: 1 };
        presence.track(&member(1), "ana", payload("here"));
        presence.track(&elsewhere, "ana", payload("there"));
        assert_eq!(presence.own_entries().count(), 1);
        let diff = presence.remove(|origin| origin.node.is_some()).payload();
        assert_eq!(diff["leaves"]["ana"]["metas"].as_array().unwrap().len(), 1);
        assert!(!presence.is_empty());
        assert!(presence.remove(|origin| *origin == elsewhere).is_empty());
        presence.remove(|origin| *origin == member(1));
        assert_eq!(presence.state(&BTreeSet::new()), json!({}));
    }
}
