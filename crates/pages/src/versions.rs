//! Last changes of every table and row, on a counter. A page stores the counter from before its render. It is current
//! while none of its dependencies has changed since, in any order of changes and renders.

use std::collections::HashMap;

use ateneu_base::{Change, Record};
use ateneu_schema::Schema;
use parking_lot::RwLock;

use crate::dependencies::{Dependencies, Dependency, row_key};

/// Maximum number of tracked rows per table. Beyond it the table starts over, and all its single rows count as changed.
const ROWS_REMEMBERED: usize = 10_000;

/// A point between changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(u64);

/// The last change of every table and row.
#[derive(Debug, Default)]
pub struct Versions(RwLock<State>);

#[derive(Debug, Default)]
struct State {
    now: Version,
    everything: Version,
    any_table: Version,
    tables: HashMap<String, TableVersion>,
}

#[derive(Debug, Default)]
struct TableVersion {
    any_row: Version,
    /// Upper limit of the last change of rows not in `rows`.
    other_rows: Version,
    rows: HashMap<String, Version>,
    /// True once a page depends on a single row. Until then a change of a row counts as a change of all.
    has_followed_rows: bool,
}

impl Versions {
    pub fn now(&self) -> Version {
        self.0.read().now
    }

    pub fn invalidate(&self, schema: &Schema, changes: &[Change]) {
        if changes.is_empty() {
            return;
        }
        let mut state = self.0.write();
        let now = state.step();
        state.any_table = now;
        for change in changes {
            let table = state.tables.entry(change.table.clone()).or_default();
            table.record_change(now, schema, change);
        }
    }

    /// Begins to distinguish rows in the tables whose single rows were read.
    pub fn follow_rows(&self, reads: &Dependencies) {
        for read in reads.iter() {
            let Dependency::Row(name, _) = read else { continue };
            if !self.follows_rows_of(name) {
                self.0.write().tables.entry(name.clone()).or_default().has_followed_rows = true;
            }
        }
    }

    /// Returns `true` if rows of the table are distinguished.
    pub fn follows_rows_of(&self, table: &str) -> bool {
        self.0.read().tables.get(table).is_some_and(|table| table.has_followed_rows)
    }

    pub fn invalidate_all(&self) {
        let mut state = self.0.write();
        state.everything = state.step();
    }

    /// Returns `true` if no dependency has changed after `since`.
    pub fn unchanged(&self, reads: &Dependencies, since: Version) -> bool {
        let state = self.0.read();
        state.everything <= since && reads.iter().all(|read| state.last_change(read) <= since)
    }
}

impl State {
    fn step(&mut self) -> Version {
        self.now.0 += 1;
        self.now
    }

    fn last_change(&self, read: &Dependency) -> Version {
        let table = |name: &String| self.tables.get(name);
        match read {
            Dependency::Everything => self.any_table,
            Dependency::Table(name) => table(name).map_or_else(Version::default, |table| table.any_row),
            Dependency::Row(name, key) => table(name).map_or_else(Version::default, |table| {
                table.rows.get(key).copied().unwrap_or(table.other_rows)
            }),
        }
    }
}

impl TableVersion {
    fn record_change(&mut self, now: Version, schema: &Schema, change: &Change) {
        self.any_row = now;
        if !self.has_followed_rows {
            self.other_rows = now;
            return;
        }
        let key = |record: &Record| {
            let [column] = schema.table(&change.table)?.primary_key.as_slice() else {
                return None;
            };
            match record.get(*column)? {
                serde_json::Value::String(text) => Some(row_key(text)),
                other => Some(row_key(&other.to_string())),
            }
        };
        let mut keys: Vec<String> =
            [&change.old, &change.new].into_iter().flatten().filter_map(key).collect();
        keys.dedup();
        if keys.is_empty() || self.rows.len() >= ROWS_REMEMBERED {
            self.rows.clear();
            self.other_rows = now;
        }
        self.rows.extend(keys.into_iter().map(|key| (key, now)));
    }
}

#[cfg(test)]
mod tests {
    use ateneu_base::Verb;
    use ateneu_schema::table::{exposed, uuid};
    use serde_json::json;

    use super::*;

    fn schema() -> Schema {
        Schema::new(vec![
            exposed("contents", "").columns([uuid("id")]),
            exposed("likes", "").columns([uuid("a"), uuid("b")]).primary_key(["a", "b"]),
        ])
    }

    fn change(table: &str, id: &str) -> Change {
        let row = json!({ "id": id, "a": id, "b": id });
        Change { table: table.to_owned(), verb: Verb::Update, old: None, new: row.as_object().cloned() }
    }

    fn reads(read: Dependency) -> Dependencies {
        let mut reads = Dependencies::default();
        reads.add(read);
        reads
    }

    /// Returns versions of tables whose single rows were read.
    fn followed() -> Versions {
        let versions = Versions::default();
        versions.follow_rows(&row("any"));
        versions.follow_rows(&reads(Dependency::Row("likes".into(), "any".into())));
        versions
    }

    fn row(id: &str) -> Dependencies {
        reads(Dependency::Row("contents".into(), id.into()))
    }

    #[test]
    fn a_change_makes_its_row_its_table_and_all_stale() {
        let versions = followed();
        let before = versions.now();
        versions.invalidate(&schema(), &[change("contents", "A-1")]);
        assert!(!versions.unchanged(&row("a1"), before));
        assert!(!versions.unchanged(&reads(Dependency::Table("contents".into())), before));
        assert!(!versions.unchanged(&reads(Dependency::Everything), before));
        assert!(versions.unchanged(&row("b2"), before));
        assert!(versions.unchanged(&reads(Dependency::Table("categories".into())), before));
        assert!(versions.unchanged(&row("a1"), versions.now()));
    }

    #[test]
    fn a_change_without_a_usable_key_makes_every_row_stale() {
        let versions = followed();
        let likes = reads(Dependency::Row("likes".into(), "x".into()));
        let before = versions.now();
        versions.invalidate(&schema(), &[change("likes", "y")]);
        assert!(!versions.unchanged(&likes, before));
    }

    #[test]
    fn forgetting_rows_never_makes_a_changed_row_current() {
        let versions = followed();
        let before = versions.now();
        versions.invalidate(&schema(), &[change("contents", "a1")]);
        let many: Vec<Change> = (0..=ROWS_REMEMBERED).map(|n| change("contents", &format!("n{n}"))).collect();
        versions.invalidate(&schema(), &many);
        assert!(!versions.unchanged(&row("a1"), before));
        assert!(versions.unchanged(&row("a1"), versions.now()));
    }

    #[test]
    fn rows_are_distinct_once_a_page_reads_one() {
        let versions = Versions::default();
        let before = versions.now();
        versions.invalidate(&schema(), &[change("contents", "a1")]);
        assert!(!versions.unchanged(&row("a1"), before) && !versions.unchanged(&row("b2"), before));
        let made = versions.now();
        versions.follow_rows(&row("b2"));
        versions.invalidate(&schema(), &[change("contents", "a1")]);
        assert!(!versions.unchanged(&row("a1"), made) && versions.unchanged(&row("b2"), made));
        assert!(versions.0.read().tables["contents"].rows.contains_key("a1"));
    }

    #[test]
    fn all_pages_can_be_made_stale_at_once() {
        let versions = Versions::default();
        let before = versions.now();
        versions.invalidate_all();
        assert!(!versions.unchanged(&Dependencies::default(), before));
    }
}
