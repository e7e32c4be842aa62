//! Counts in memory that wait to be stored.

use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};

use crate::source::Source;

/// Event that is counted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Seen {
    /// A page, by its path.
    View(String),
    /// A click declared in [`crate::tables::CLICKS`].
    Click { category: &'static str, label: &'static str },
    /// Visit, or one of [`crate::tables::GOALS`], of a person from a source.
    From { source: Source, what: &'static str },
}

/// Number of each event on each day (`YYYY-MM-DD`). Sorted, so that all nodes lock rows in the same order.
pub type Counts = BTreeMap<(String, Seen), i64>;

/// Maximum number of different events between two stores. More are not counted.
const MAX_KEYS: usize = 10_000;

/// Maximum number of sources with free names between two stores. More count as [`Source::other`].
const MAX_SOURCES: usize = 200;

#[derive(Debug, Default)]
pub struct Counters {
    counts: Counts,
    sources: BTreeSet<Source>,
}

impl Counters {
    pub fn add(&mut self, day: String, seen: Seen) {
        let seen = match seen {
            Seen::From { source, what } => Seen::From { source: self.bounded(source), what },
            seen => seen,
        };
        let full = self.counts.len() >= MAX_KEYS;
        match self.counts.entry((day, seen)) {
            Entry::Occupied(mut count) => *count.get_mut() += 1,
            Entry::Vacant(place) if !full => {
                place.insert(1);
            }
            Entry::Vacant(_) => {}
        }
    }

    fn bounded(&mut self, source: Source) -> Source {
        if !source.is_open() || self.sources.contains(&source) {
            return source;
        }
        if self.sources.len() >= MAX_SOURCES {
            return Source::other();
        }
        self.sources.insert(source.clone());
        source
    }

    pub fn take(&mut self) -> Counts {
        self.sources.clear();
        std::mem::take(&mut self.counts)
    }

    /// Adds counts back that could not be stored.
    pub fn put_back(&mut self, counts: Counts) {
        for (key, count) in counts {
            *self.counts.entry(key).or_default() += count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Kind;

    #[test]
    fn returned_counts_add_to_new_counts() {
        let view = || ("2026-01-01".to_owned(), Seen::View("/".into()));
        let mut counters = Counters::default();
        counters.add(view().0, view().1);
        let taken = counters.take();
        counters.add(view().0, view().1);
        counters.put_back(taken);
        assert_eq!(counters.take(), Counts::from([(view(), 2)]));
    }

    #[test]
    fn unknown_sources_are_counted_as_other() {
        let mut counters = Counters::default();
        let from = |name: String| Seen::From { source: Source { kind: Kind::Site, name }, what: "visit" };
        for number in 0..MAX_KEYS {
            counters.add("2026-01-01".into(), from(format!("{number}.test")));
        }
        counters.add("2026-01-01".into(), Seen::View("/".into()));
        let counts = counters.take();
        assert_eq!(counts.len(), MAX_SOURCES + 2);
        let others = Seen::From { source: Source::other(), what: "visit" };
        assert_eq!(counts.get(&("2026-01-01".into(), others)), Some(&((MAX_KEYS - MAX_SOURCES) as i64)));
    }

    #[test]
    fn new_keys_are_limited_and_known_keys_still_count() {
        let mut counters = Counters::default();
        for number in 0..MAX_KEYS + 10 {
            counters.add("2026-01-01".into(), Seen::View(format!("/{number}")));
        }
        counters.add("2026-01-01".into(), Seen::View("/0".into()));
        let counts = counters.take();
        assert_eq!(counts.len(), MAX_KEYS);
        assert_eq!(counts.values().sum::<i64>(), i64::try_from(MAX_KEYS).unwrap() + 1);
    }
}
