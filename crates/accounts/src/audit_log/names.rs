//! Names of the rows that entries of the audit log mention by id: their subjects and the foreign keys in their fields. One
//! query for all entries of a page.

use std::collections::{BTreeMap, BTreeSet};

use ateneu_base::Value;
use ateneu_db::Tx;
use ateneu_schema::{Schema, Table};
use serde_json::Value as Json;

use super::{AuditEntry, account_name};
use crate::Error;

/// Columns that say what a row is called, the best first.
const TITLES: [&str; 2] = ["title", "name"];

/// Columns that say whose a row without a title is.
const PEOPLE: [&str; 2] = ["user_id", "author_id"];

/// A name for every id of these entries that has one. What is gone is called as the entry has recorded it.
pub(super) fn of(
    tx: &mut Tx<'_>,
    schema: &Schema,
    entries: &[AuditEntry],
) -> Result<BTreeMap<String, String>, Error> {
    let mut names = recorded(entries);
    let (sql, parameters) = select(schema, &mentioned(schema, entries));
    if !parameters.is_empty() {
        for row in tx.query(&sql, &parameters)? {
            if let (Some(id), Some(name)) = (row.text("id"), row.text("name")) {
                names.insert(id.to_owned(), name.to_owned());
            }
        }
    }
    Ok(names)
}

fn recorded(entries: &[AuditEntry]) -> BTreeMap<String, String> {
    let title = |value: &Json| {
        let title = TITLES.iter().find_map(|column| value.get(*column)?.as_str());
        title.map(str::to_owned)
    };
    entries
        .iter()
        .filter(|entry| entry.person.is_none())
        .filter_map(|entry| Some((entry.subject.clone(), title(&entry.new).or_else(|| title(&entry.old))?)))
        .collect()
}

/// The ids by the table they are of.
fn mentioned<'s>(schema: &'s Schema, entries: &'s [AuditEntry]) -> BTreeMap<&'s str, BTreeSet<&'s str>> {
    let mut ids: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for entry in entries {
        let Some(table) = table_of(schema, &entry.action) else {
            continue;
        };
        for (of, id) in keys(table, &entry.subject) {
            ids.entry(of).or_default().insert(id);
        }
        let fields = [&entry.old, &entry.new].into_iter().filter_map(Json::as_object);
        for (field, value) in fields.flatten() {
            let key = table.column(field).and_then(|column| column.references);
            if let (Some(key), Some(id)) = (key, value.as_str()) {
                ids.entry(key.table).or_default().insert(id);
            }
        }
    }
    ids
}

/// What a row's key names: the row itself, or the rows that it joins.
fn keys<'s>(table: &'s Table, subject: &'s str) -> Vec<(&'s str, &'s str)> {
    if table.primary_key.len() == 1 {
        return vec![(table.name, subject)];
    }
    let columns = table.primary_key.iter().map(|key| table.column(key)?.references);
    let joined = columns.zip(subject.split('/'));
    joined.filter_map(|(key, id)| Some((key?.table, id))).collect()
}

/// The table whose row an entry has written, as `update-contents` says.
pub(super) fn table_of<'s>(schema: &'s Schema, action: &str) -> Option<&'s Table> {
    let (_, table) = action.split_once('-')?;
    schema.exposed(&table.replace('-', "_"))
}

fn select(schema: &Schema, ids: &BTreeMap<&str, BTreeSet<&str>>) -> (String, Vec<Value>) {
    let mut parameters: Vec<Value> = Vec::new();
    let mut parts = Vec::new();
    for (table, ids) in ids {
        let Some(named) = schema.table(table).and_then(named) else {
            continue;
        };
        let mut places = Vec::new();
        for id in ids {
            parameters.push((*id).into());
            places.push(format!("${}", parameters.len()));
        }
        parts.push(format!("{named} IN ({})", places.join(", ")));
    }
    (parts.join(" UNION ALL "), parameters)
}

/// A select of ids and names of a table's rows, up to the condition on the id; none where rows have neither a name nor a
/// person.
fn named(table: &Table) -> Option<String> {
    let [key] = table.primary_key.as_slice() else {
        return None;
    };
    let (name, person) = match TITLES.iter().find(|title| table.column(title).is_some()) {
        Some(title) => (format!("t.{title}"), None),
        None if table.name == "users" => (account_name("u", "p"), Some("id")),
        None => {
            let person = PEOPLE.into_iter().find(|column| table.column(column).is_some())?;
            (account_name("u", "p"), Some(person))
        }
    };
    let joins = person.map(|person| {
        format!(" JOIN users u ON u.id = t.{person} LEFT JOIN member_profiles p ON p.user_id = u.id")
    });
    Some(format!(
        "SELECT t.{key} AS id, {name} AS name FROM {} t{} WHERE t.{key}",
        table.name,
        joins.unwrap_or_default()
    ))
}
