//! Facts that tables hold about a person. Rules read only these facts. One statement reads them at the start of a
//! request.

use ateneu_base::Change;
use serde_json::Value as Json;

use crate::{Schema, Table};

/// Tables that decide whether a person has access, with the columns of the person's id.
const ACCESS: [(&str, &[&str]); 3] =
    [("users", &["id"]), ("sessions", &["user_id"]), ("factors", &["user_id"])];

/// Facts about a person in the rows of one table.
#[derive(Clone, Copy, Debug)]
pub struct FactSource {
    /// Columns with the ids of the people whom a row concerns. The list is empty if a row concerns everybody.
    pub people: &'static [&'static str],
    /// A select of the columns `fact`, `value` and `until`, with the person's id as `$1`. `fact` is `role` (named by
    /// `value`), `access` (a subscription's, to the plan `value`, granted before `until`), `entitlement` (to what
    /// `value` names, before `until`), `channel` (with that id, open to the person who has the community),
    /// `staff_channel` (open to staff alone), `blocked` (with the id of the other person), `unseen`, `silence` (before
    /// `until`) or `ban` (before `until`, or without end). The last two do not concern staff.
    pub sql: &'static str,
}

/// People whom a change concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum People<'c> {
    /// The people with these ids, or nobody.
    Ids(Vec<&'c str>),
    /// All people: the change does not name them.
    Everybody,
}

impl Table {
    /// Adds the facts that the rows hold about a person.
    #[must_use]
    pub fn facts(mut self, people: &'static [&'static str], sql: &'static str) -> Self {
        self.facts = Some(FactSource { people, sql });
        self
    }
}

impl Schema {
    /// Returns the tables whose changes affect a person's access or facts.
    pub fn people_tables(&self) -> impl Iterator<Item = &'static str> {
        let facts = self.tables().iter().filter(|table| table.facts.is_some());
        facts.map(|table| table.name).chain(ACCESS.map(|(table, _)| table))
    }

    /// Returns the people whose access or facts a change concerns.
    pub fn people_of<'c>(&self, change: &'c Change) -> People<'c> {
        let access = ACCESS.iter().find(|(table, _)| *table == change.table);
        let facts = || self.table(&change.table)?.facts.map(|facts| facts.people);
        let Some(columns) = access.map(|(_, columns)| *columns).or_else(facts) else {
            return People::Ids(Vec::new());
        };
        let rows = [&change.old, &change.new].into_iter().flatten();
        let values = rows.flat_map(|row| columns.iter().map(|column| row.get(*column)));
        match values.collect::<Option<Vec<_>>>() {
            // A null names no person.
            Some(values) if !values.is_empty() => {
                People::Ids(values.into_iter().filter_map(Json::as_str).collect())
            }
            // The table concerns everybody, or the change holds too little of a row to name its people.
            _ => People::Everybody,
        }
    }

    /// Returns the statement that reads every fact about the person `$1`. Returns `None` if no table holds facts.
    pub fn facts_sql(&self) -> Option<String> {
        let sources: Vec<_> = self.tables().iter().filter_map(|table| Some(table.facts?.sql)).collect();
        (!sources.is_empty()).then(|| sources.join(" UNION ALL "))
    }
}

#[cfg(test)]
mod tests {
    use ateneu_base::Verb;
    use serde_json::json;

    use super::*;
    use crate::table::internal;

    #[test]
    fn a_change_affects_the_users_its_rows_name_or_all_users() {
        let schema = Schema::new(vec![
            internal("blocks", "Blocks.").facts(&["blocker_id", "blocked_id"], ""),
            internal("channels", "Channels.").facts(&[], ""),
            internal("letters", "Letters."),
        ]);
        let followed: Vec<_> = schema.people_tables().collect();
        assert_eq!(followed, ["blocks", "channels", "users", "sessions", "factors"]);

        let ids = |ids: &[&'static str]| People::Ids(ids.to_vec());
        let both = json!({ "blocker_id": "a", "blocked_id": "b" });
        let none = Json::Null;
        for (table, old, new, people) in [
            ("users", json!({ "id": "a" }), json!({ "id": "a" }), ids(&["a", "a"])),
            ("sessions", json!({ "user_id": "a" }), none.clone(), ids(&["a"])),
            ("factors", none.clone(), json!({ "user_id": "a" }), ids(&["a"])),
            ("sessions", json!({ "id": "a" }), none.clone(), People::Everybody),
            ("users", none.clone(), none.clone(), People::Everybody),
            ("blocks", none.clone(), both.clone(), ids(&["a", "b"])),
            ("blocks", json!({ "blocker_id": "a", "blocked_id": null }), none.clone(), ids(&["a"])),
            ("blocks", json!({ "blocker_id": null, "blocked_id": null }), none.clone(), ids(&[])),
            ("blocks", json!({ "id": "x" }), both, People::Everybody),
            ("blocks", none.clone(), none.clone(), People::Everybody),
            ("channels", none.clone(), json!({ "id": "x" }), People::Everybody),
            ("letters", none.clone(), none.clone(), ids(&[])),
            ("unknown", none, json!({ "id": "x" }), ids(&[])),
        ] {
            let row = |row: Json| row.as_object().cloned();
            let change = Change { table: table.into(), verb: Verb::Update, old: row(old), new: row(new) };
            assert_eq!(schema.people_of(&change), people, "{change:?}");
        }
    }
}
