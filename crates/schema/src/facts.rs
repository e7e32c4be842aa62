//! What tables say of a person. Rules ask only these facts; they are read in one statement at the start of a request.

use crate::{Schema, Table};

/// What the rows of one table say of a person.
#[derive(Clone, Copy, Debug)]
pub struct FactSource {
    /// The columns with the ids of the people whom a row concerns; none where it concerns everybody.
    pub people: &'static [&'static str],
    /// A select of the columns `fact`, `value` and `until`, with the person's id as `$1`. `fact` is `role` (named by
    /// `value`), `access` (a subscription's, to the plan `value`, granted before `until`), `channel` (with that id, open to the person who has
    /// access), `staff_channel` (open to staff alone), `blocked` (with the id of the other person), `unseen`, `silence`
    /// (before `until`) or `ban` (before `until`, or without end). The last two do not concern staff.
    pub sql: &'static str,
}

impl Table {
    /// Adds what the rows say of a person.
    #[must_use]
    pub fn facts(mut self, people: &'static [&'static str], sql: &'static str) -> Self {
        self.facts = Some(FactSource { people, sql });
        self
    }
}

impl Schema {
    /// The tables that say something of a person.
    pub fn fact_tables(&self) -> impl Iterator<Item = &Table> {
        self.tables().iter().filter(|table| table.facts.is_some())
    }

    /// The statement that reads every fact about the person `$1`; none where no table says anything.
    pub fn facts_sql(&self) -> Option<String> {
        let sources: Vec<_> = self.tables().iter().filter_map(|table| Some(table.facts?.sql)).collect();
        (!sources.is_empty()).then(|| sources.join(" UNION ALL "))
    }
}
