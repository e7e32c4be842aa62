//! Presence on a topic: keys chosen by clients, each with an entry for every member that tracks itself under it.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Bound,
    sync::Arc,
    sync::atomic::{AtomicU64, Ordering},
};

use ateneu_base::Record;
use serde_json::{Value, json};

/// Maximum payload of one entry, and of all entries of one person on a topic together, in bytes of JSON.
pub const PAYLOAD_BYTES: usize = 16 << 10;
/// Maximum number of entries of one person on a topic: each tab has its own.
const PERSON_ENTRIES: usize = 8;
/// Bytes of JSON after which the people present continue in another part.
const PART_BYTES: usize = 255_000 - PAYLOAD_BYTES;

/// Position in the entries of a topic at which the next part begins: a key, and the number of an entry under it.
pub type Place = (String, u64);

/// A member of a topic, on this node or another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The node. `None` for this one.
    pub node: Option<Arc<str>>,
    /// The member's number on its node.
    pub member: u64,
}

/// The entries of a topic.
#[derive(Default)]
pub struct Presence {
    keys: BTreeMap<String, Vec<Entry>>,
}

/// An entry. Those of a key are sorted by their numbers.
#[derive(Clone)]
struct Entry {
    origin: Origin,
    /// The person present. `None` for the service.
    person: Option<Arc<str>>,
    /// Number of the entry, higher than those of this node's earlier ones.
    number: u64,
    bytes: usize,
    payload: Record,
}

impl Entry {
    fn new(origin: &Origin, person: Option<Arc<str>>, payload: Record) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let bytes = size(&payload);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Self { origin: origin.clone(), person, number, bytes, payload }
    }

    fn reference(&self) -> String {
        format!("{}-{:x}", std::process::id(), self.number)
    }

    fn meta(&self) -> Value {
        let mut meta = Record::new();
        meta.insert("phx_ref".into(), self.reference().into());
        meta.extend(self.payload.iter().map(|(name, value)| (name.clone(), value.clone())));
        Value::Object(meta)
    }
}

/// A change of presence, as in `presence_diff`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diff {
    joins: BTreeMap<String, Vec<Value>>,
    leaves: BTreeMap<String, Vec<Value>>,
}

impl Diff {
    /// Returns the payload of the event.
    pub fn payload(&self) -> Value {
        json!({ "joins": state_json(&self.joins), "leaves": state_json(&self.leaves) })
    }

    /// Returns `true` if it contains one of these keys.
    pub fn names(&self, keys: &BTreeSet<String>) -> bool {
        self.joins.keys().chain(self.leaves.keys()).any(|key| keys.contains(key))
    }

    /// Returns the change without these keys.
    #[must_use]
    pub fn without(&self, keys: &BTreeSet<String>) -> Self {
        let mut rest = self.clone();
        rest.joins.retain(|key, _| !keys.contains(key));
        rest.leaves.retain(|key, _| !keys.contains(key));
        rest
    }

    /// True if nothing changed.
    pub fn is_empty(&self) -> bool {
        self.joins.is_empty() && self.leaves.is_empty()
    }
}

fn state_json(keys: &BTreeMap<String, Vec<Value>>) -> Value {
    keys.iter().map(|(key, metas)| (key.clone(), json!({ "metas": metas }))).collect::<Record>().into()
}

/// Returns the size of a payload in bytes of JSON.
pub fn size(payload: &Record) -> usize {
    serde_json::to_string(payload).map_or(0, |text| text.len())
}

/// An entry of a member of this node.
pub struct OwnEntry {
    /// The member's number.
    pub member: u64,
    /// The person present. `None` for the service.
    pub person: Option<Arc<str>>,
    /// The key.
    pub key: String,
    /// The tracked payload.
    pub payload: Record,
}

/// The people present, or a part of them.
pub struct Part {
    /// Keys with their entries, in the form of `presence_state` and the `joins` of `presence_diff`.
    pub state: Value,
    /// The end of the part, if more follows.
    pub end: Option<Place>,
}

impl Presence {
    /// Adds or replaces a member's entry. Returns `None` if it has the same payload already.
    ///
    /// Removes the oldest entries of the person beyond the maximum number or bytes.
    pub fn track(
        &mut self,
        origin: &Origin,
        person: Option<&str>,
        key: &str,
        payload: Record,
    ) -> Option<Diff> {
        let entries = self.keys.entry(key.to_owned()).or_default();
        let entry = Entry::new(origin, person.map(Arc::from), payload);
        let mut diff = Diff::default();
        let mut joined = entry.meta();
        if let Some(place) = entries.iter().position(|entry| entry.origin == *origin) {
            if entries[place].payload == entry.payload {
                return None;
            }
            let former = entries.remove(place);
            joined["phx_ref_prev"] = former.reference().into();
            diff.leaves.insert(key.to_owned(), vec![former.meta()]);
        }
        let (number, bytes) = (entry.number, entry.bytes);
        entries.push(entry);
        diff.joins.insert(key.to_owned(), vec![joined]);
        if let Some(person) = person {
            self.make_room(person, number, bytes, &mut diff);
        }
        Some(diff)
    }

    /// Removes the oldest entries of a person, except the one with that number.
    fn make_room(&mut self, person: &str, newest: u64, bytes: usize, diff: &mut Diff) {
        let mut others: Vec<(u64, usize)> = self
            .keys
            .values()
            .flatten()
            .filter(|entry| entry.person.as_deref() == Some(person) && entry.number != newest)
            .map(|entry| (entry.number, entry.bytes))
            .collect();
        others.sort_unstable_by_key(|(number, _)| std::cmp::Reverse(*number));
        let mut bytes = bytes;
        let kept = others.iter().take(PERSON_ENTRIES - 1).take_while(|(_, more)| {
            bytes += more;
            bytes <= PAYLOAD_BYTES
        });
        let kept = kept.count();
        let gone: BTreeSet<u64> = others[kept..].iter().map(|(number, _)| *number).collect();
        if !gone.is_empty() {
            let rest = self.remove_entries(|entry| gone.contains(&entry.number));
            for (key, metas) in rest.leaves {
                diff.leaves.entry(key).or_default().extend(metas);
            }
        }
    }

    /// Removes the entries for which `is_gone` holds.
    pub fn remove(&mut self, is_gone: impl Fn(&Origin) -> bool) -> Diff {
        self.remove_entries(|entry| is_gone(&entry.origin))
    }

    fn remove_entries(&mut self, is_gone: impl Fn(&Entry) -> bool) -> Diff {
        let mut diff = Diff::default();
        self.keys.retain(|key, entries| {
            let gone: Vec<Value> = entries.iter().filter(|entry| is_gone(entry)).map(Entry::meta).collect();
            if !gone.is_empty() {
                entries.retain(|entry| !is_gone(entry));
                diff.leaves.insert(key.clone(), gone);
            }
            !entries.is_empty()
        });
        diff
    }

    /// Returns the people present after a place, without the keys in `hidden`, up to the size of a frame.
    pub fn part(&self, hidden: &BTreeSet<String>, after: Option<&Place>) -> Part {
        let (mut seen, mut bytes) = (BTreeMap::<String, Vec<Value>>::new(), 0);
        let first = after.map_or(Bound::Unbounded, |(key, _)| Bound::Included(key.as_str()));
        for (key, entries) in self.keys.range::<str, _>((first, Bound::Unbounded)) {
            let is_before =
                |entry: &Entry| after.is_some_and(|(last, number)| last == key && entry.number <= *number);
            for entry in entries.iter().filter(|entry| !hidden.contains(key) && !is_before(entry)) {
                seen.entry(key.clone()).or_default().push(entry.meta());
                // An entry takes its payload, a reference and, once, the key.
                bytes += entry.bytes + key.len() + 64;
                if bytes > PART_BYTES {
                    return Part { state: state_json(&seen), end: Some((key.clone(), entry.number)) };
                }
            }
        }
        Part { state: state_json(&seen), end: None }
    }

    /// True if no person is present.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Returns the entries of this node's members.
    pub fn own_entries(&self) -> impl Iterator<Item = OwnEntry> {
        self.keys.iter().flat_map(|(key, entries)| {
            let own = entries.iter().filter(|entry| entry.origin.node.is_none());
            own.map(|entry| OwnEntry {
                member: entry.origin.member,
                person: entry.person.clone(),
                key: key.clone(),
                payload: entry.payload.clone(),
            })
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
    fn only_a_changed_payload_makes_a_diff() {
        let mut presence = Presence::default();
        let first = presence.track(&member(1), None, "ana", payload("Ana")).unwrap().payload();
        assert_eq!(first["joins"]["ana"]["metas"][0]["name"], "Ana");
        assert_eq!(presence.track(&member(1), None, "ana", payload("Ana")), None);
        let second = presence.track(&member(1), None, "ana", payload("Bia")).unwrap().payload();
        let (joined, left) = (&second["joins"]["ana"]["metas"][0], &second["leaves"]["ana"]["metas"][0]);
        assert_eq!((&joined["name"], &left["name"]), (&json!("Bia"), &json!("Ana")));
        assert_eq!(joined["phx_ref_prev"], left["phx_ref"]);
        assert_eq!(presence.part(&BTreeSet::new(), None).state["ana"]["metas"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn hidden_keys_are_in_neither_state_nor_diff() {
        let mut presence = Presence::default();
        presence.track(&member(1), None, "ana", payload("Ana"));
        let diff = presence.track(&member(2), None, "bia", payload("Bia")).unwrap();
        let bia = BTreeSet::from(["bia".to_owned()]);
        assert!(diff.names(&bia) && diff.without(&bia).is_empty());
        assert!(!diff.names(&BTreeSet::from(["ana".to_owned()])));
        let state = presence.part(&bia, None).state;
        assert_eq!(state.as_object().unwrap().keys().collect::<Vec<_>>(), ["ana"]);
    }

    #[test]
    fn a_person_has_a_few_entries_with_the_bytes_of_one() {
        let mut presence = Presence::default();
        let keys = |presence: &Presence| {
            let state = presence.part(&BTreeSet::new(), None).state;
            state.as_object().unwrap().keys().cloned().collect::<Vec<_>>()
        };
        for number in 0..PERSON_ENTRIES as u64 {
            presence.track(&member(number), Some("ana"), &format!("tab {number}"), payload("Ana"));
        }
        assert_eq!(keys(&presence).len(), PERSON_ENTRIES);
        let diff = presence.track(&member(20), Some("ana"), "tab x", payload("Ana")).unwrap().payload();
        assert_eq!(diff["leaves"].as_object().unwrap().keys().collect::<Vec<_>>(), ["tab 0"]);
        presence.track(&member(30), Some("bia"), "bia", payload("Bia"));
        let large = payload(&"x".repeat(PAYLOAD_BYTES - 20));
        for number in 40..60 {
            presence.track(&member(number), Some("ana"), &format!("large {number}"), large.clone());
        }
        assert_eq!(keys(&presence), ["bia", "large 59"]);
    }

    #[test]
    fn many_people_arrive_in_parts_that_miss_none() {
        let mut presence = Presence::default();
        let large = payload(&"x".repeat(PAYLOAD_BYTES - 20));
        for number in 0..100_u64 {
            // Keys shared by several people are split, too.
            let (person, key) = (format!("p{number}"), format!("key {}", number % 3));
            presence.track(&member(number), Some(&person), &key, large.clone());
        }
        let (mut place, mut references, mut parts) = (None, BTreeSet::new(), 0);
        loop {
            let part = presence.part(&BTreeSet::new(), place.as_ref());
            assert!(part.state.to_string().len() <= 256_000);
            for key in part.state.as_object().unwrap().values() {
                let metas = key["metas"].as_array().unwrap();
                references.extend(metas.iter().map(|meta| meta["phx_ref"].to_string()));
            }
            parts += 1;
            place = match part.end {
                Some(end) => Some(end),
                None => break,
            };
        }
        assert_eq!((references.len(), parts), (100, 7));
    }

    #[test]
    fn two_members_of_one_key_leave_one_by_one() {
        let mut presence = Presence::default();
        let elsewhere = Origin { node: Some("b".into()), member: 1 };
        presence.track(&member(1), None, "ana", payload("here"));
        presence.track(&elsewhere, None, "ana", payload("there"));
        assert_eq!(presence.own_entries().count(), 1);
        let diff = presence.remove(|origin| origin.node.is_some()).payload();
        assert_eq!(diff["leaves"]["ana"]["metas"].as_array().unwrap().len(), 1);
        assert!(!presence.is_empty());
        assert!(presence.remove(|origin| *origin == elsewhere).is_empty());
        presence.remove(|origin| *origin == member(1));
        assert_eq!(presence.part(&BTreeSet::new(), None).state, json!({}));
    }
}
