//! Rows that entries of the audit log mention by id: their subjects and the foreign keys in their fields. One query
//! serves all entries of a page.

use std::collections::{BTreeMap, BTreeSet};

use ateneu_base::{Value, ids};
use ateneu_db::Tx;
use ateneu_schema::{Schema, Table};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;

use super::entry::{AuditEntry, Named, account_name};
use crate::{Error, People};

/// Columns with the name of a row, the best first.
const TITLES: [&str; 2] = ["title", "name"];

/// Columns with the owner of a row without a title.
const PEOPLE: [&str; 3] = ["user_id", "author_id", "subject_id"];

/// Column with the name of a row without title and owner.
const ADDRESS: &str = "email";

/// A row that entries mention.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Mentioned {
    /// Table of the row, if known.
    pub table: Option<String>,
    /// Name of the row. A deleted row has the name that an entry has recorded.
    pub name: Option<String>,
    /// Id of the person after whom the row is named.
    pub person: Option<String>,
    /// True if the row has been deleted.
    pub gone: bool,
}

/// Returns the rows that these entries mention, by id.
pub(super) fn of(
    tx: &mut Tx<'_>,
    people: &People,
    entries: &[AuditEntry],
) -> Result<BTreeMap<String, Mentioned>, Error> {
    let schema = &people.0.schema;
    let ids = mentioned(people, entries);
    let mut rows = recorded(entries);
    for (table, ids) in &ids {
        for id in ids {
            let row = rows.entry((*id).to_owned()).or_default();
            row.table = Some((*table).to_owned());
            row.gone = schema.table(table).is_some_and(|table| names_query(table).is_some());
        }
    }
    let (sql, parameters) = select(schema, &ids);
    if !parameters.is_empty() {
        let present: Vec<(String, Option<String>, Option<String>)> = tx.query_as(&sql, &parameters)?;
        for (id, name, person) in present {
            if let Some(found) = rows.get_mut(&id) {
                found.gone = false;
                found.name = name.or(found.name.take());
                found.person = person;
            }
        }
    }
    Ok(rows)
}

fn recorded(entries: &[AuditEntry]) -> BTreeMap<String, Mentioned> {
    let title =
        |value: &Json| TITLES.iter().find_map(|column| value.get(*column)?.as_str()).map(str::to_owned);
    let mut rows: BTreeMap<String, Mentioned> = BTreeMap::new();
    // Newest first, so that a row has its latest name.
    for entry in entries.iter().filter(|entry| entry.person.is_none()) {
        if let Some(name) = title(&entry.new).or_else(|| title(&entry.old)) {
            rows.entry(entry.subject.clone())
                .or_insert_with(|| Mentioned { name: Some(name), ..Mentioned::default() });
        }
    }
    rows
}

/// Returns the ids by table.
fn mentioned<'s>(people: &'s People, entries: &'s [AuditEntry]) -> BTreeMap<&'s str, BTreeSet<&'s str>> {
    let schema = &people.0.schema;
    let mut ids: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for entry in entries {
        let Some(table) = table_of(schema, &entry.action) else {
            if let Some(table) = people.table_of_subject(entry) {
                ids.entry(table).or_default().insert(&entry.subject);
            }
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

impl People {
    /// Returns these accounts with the names for administrators. Deleted accounts are left out.
    pub(crate) async fn names(&self, ids: Vec<String>) -> Result<Vec<Named>, Error> {
        let places: Vec<String> = (1..=ids.len()).map(|place| format!("${place}")).collect();
        if places.is_empty() {
            return Ok(Vec::new());
        }
        let sql = format!(
            "SELECT u.id, {} AS name FROM users u LEFT JOIN member_profiles p ON p.user_id = u.id
             WHERE u.deleted_at IS NULL AND u.id IN ({})",
            account_name("u", "p"),
            places.join(", "),
        );
        let parameters: Vec<Value> = ids.into_iter().map(Value::from).collect();
        Ok(self.db().read(move |tx| tx.query_as(&sql, &parameters)).await?)
    }

    /// Returns the table of the subject of an action that does not write a row: declared by its module, else that of
    /// accounts.
    fn table_of_subject(&self, entry: &AuditEntry) -> Option<&str> {
        let declared = self.0.audit_subjects.get(&*entry.action).copied();
        declared.or_else(|| ids::parse_uuid(&entry.subject).is_some().then_some("users"))
    }
}

/// Returns the table and id of each row that a key names: the row itself, or the rows that it joins.
fn keys<'s>(table: &'s Table, subject: &'s str) -> Vec<(&'s str, &'s str)> {
    if subject == ateneu_audit::MANY {
        return Vec::new();
    }
    if table.primary_key.len() == 1 {
        return vec![(table.name, subject)];
    }
    let columns = table.primary_key.iter().map(|key| table.column(key)?.references);
    let joined = columns.zip(subject.split('/'));
    joined.filter_map(|(key, id)| Some((key?.table, id))).collect()
}

/// Returns the table whose row an entry has written, for example from `update-contents`.
pub(super) fn table_of<'s>(schema: &'s Schema, action: &str) -> Option<&'s Table> {
    let (verb, table) = action.split_once('-')?;
    let writes = ["insert", "update", "delete"].contains(&verb);
    writes.then(|| schema.exposed(&table.replace('-', "_")))?
}

fn select(schema: &Schema, ids: &BTreeMap<&str, BTreeSet<&str>>) -> (String, Vec<Value>) {
    let mut parameters: Vec<Value> = Vec::new();
    let mut parts = Vec::new();
    for (table, ids) in ids {
        let Some(named) = schema.table(table).and_then(names_query) else {
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

/// Returns a select of ids, names and people of a table's rows, up to the condition on the id. Returns `None` if rows
/// have neither a name nor a person.
fn names_query(table: &Table) -> Option<String> {
    let [key] = table.primary_key.as_slice() else {
        return None;
    };
    let has = |column: &&str| table.column(column).is_some();
    let title = TITLES.iter().find(|title| has(title));
    let person = match table.name {
        "users" => Some("id"),
        _ => PEOPLE.into_iter().find(has),
    };
    let (name, person) = match (title, person) {
        (Some(title), _) => (format!("t.{title}"), None),
        (None, Some(person)) => (account_name("u", "p"), Some(person)),
        (None, None) => (has(&ADDRESS).then(|| format!("t.{ADDRESS}"))?, None),
    };
    let joins = person.map_or_else(String::new, |person| {
        format!(" LEFT JOIN users u ON u.id = t.{person} LEFT JOIN member_profiles p ON p.user_id = u.id")
    });
    let person = if person.is_some() { "u.id" } else { "CAST(NULL AS text)" };
    Some(format!(
        "SELECT t.{key} AS id, {name} AS name, {person} AS person FROM {} t{joins} WHERE t.{key}",
        table.name,
    ))
}
