//! Counts that wait in memory to be stored.

use std::collections::{BTreeMap, btree_map::Entry};

/// What was seen once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Seen {
    /// A page, by its path.
    View(String),
    /// A click declared in [`crate::tables::CLICKS`].
    Click { category: &'static str, label: &'static str },
}

/// How often what was seen on which day (`YYYY-MM-DD`). Sorted, so that all nodes touch rows in the same order.
pub type Counts = BTreeMap<(String, Seen), i64>;

/// Different things counted between two stores; more are not counted.
const MOST: usize = 10_000;

#[derive(Debug, Default)]
pub struct Counters(Counts);

impl Counters {
    pub fn add(&mut self, day: String, seen: Seen) {
        let full = self.0.len() >= MOST;
        match self.0.entry((day, seen)) {
            Entry::Occupied(mut count) => *count.get_mut() += 1,
            Entry::Vacant(place) if !full => {
                place.insert(1);
            }
            Entry::Vacant(_) => {}
        }
    }

    pub fn take(&mut self) -> Counts {
        std::mem::take(&mut self.0)
    }

    /// Counts that could not be stored.
    pub fn put_back(&mut self, counts: Counts) {
        for (key, count) in counts {
            *self.0.entry(key).or_default() += count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_not_be_stored_adds_to_what_came_meanwhile() {
        let view = || ("2026-01-01".to_owned(), Seen::View("/".into()));
        let mut counters = Counters::default();
        counters.add(view().0, view().1);
        let taken = counters.take();
        counters.add(view().0, view().1);
        counters.put_back(taken);
        assert_eq!(counters.take(), Counts::from([(view(), 2)]));
    }

    #[test]
    fn nobody_fills_the_memory_and_what_is_known_still_counts() {
        let mut counters = Counters::default();
        for number in 0..MOST + 10 {
            counters.add("2026-01-01".into(), Seen::View(format!("/{number}")));
        }
        counters.add("2026-01-01".into(), Seen::View("/0".into()));
        let counts = counters.take();
        assert_eq!(counts.len(), MOST);
        assert_eq!(counts.values().sum::<i64>(), i64::try_from(MOST).unwrap() + 1);
    }
}
