//! The audit log for administrators: actors, actions, values before and after, newest first.

mod entry;
mod names;

use std::{collections::BTreeMap, num::NonZeroU32};

use ateneu_base::{Timestamp, Value};
use ateneu_db::Tx;
use ateneu_functions::ListPage;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::{Error, People};

use entry::account_name;
pub use entry::{AuditEntry, Named};
pub use names::Mentioned;

/// Filter of entries. `null` matches all.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListAuditLog {
    /// Account that acted or was concerned. `program` is the service key.
    pub person: Option<String>,
    /// Name of the action.
    pub action: Option<String>,
    /// Earliest time, inclusive.
    pub since: Option<Timestamp>,
    /// Latest time, exclusive.
    pub until: Option<Timestamp>,
    /// Page number, from 1.
    pub page: Option<NonZeroU32>,
}

/// An action with entries.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AuditAction {
    pub action: String,
    /// The action in Portuguese.
    pub label: String,
}

/// A page of the audit log, with the values for its filters.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AuditPage {
    /// Entries, newest first.
    pub entries: Vec<AuditEntry>,
    /// Number of matching entries on all pages.
    pub total: i64,
    /// Maximum number of entries on a page.
    pub per_page: i64,
    /// All actions with entries, by label.
    pub actions: Vec<AuditAction>,
    /// All accounts that acted.
    pub actors: Vec<Named>,
    /// Rows that the entries mention, by id.
    pub names: BTreeMap<String, Mentioned>,
}

impl People {
    /// Returns a page of the audit log.
    pub async fn audit_log(&self, asked: &ListAuditLog, page: ListPage) -> Result<AuditPage, Error> {
        let (people, asked) = (self.clone(), asked.clone());
        self.db()
            .read(move |tx| {
                let (condition, parameters) = condition(&asked);
                let count = format!("SELECT count(*) FROM audit_log a WHERE {condition}");
                let rows: Vec<Stored> = tx.query_as(&select(&condition, page), &parameters)?;
                let entries: Vec<AuditEntry> = rows.into_iter().map(|row| people.entry(row)).collect();
                Ok(AuditPage {
                    names: names::of(tx, &people, &entries)?,
                    entries,
                    total: tx.query_one_as(&count, &parameters)?,
                    per_page: page.per_page,
                    actions: people.actions(tx)?,
                    actors: actors(tx)?,
                })
            })
            .await
    }

    fn actions(&self, tx: &mut Tx<'_>) -> Result<Vec<AuditAction>, Error> {
        let actions: Vec<String> = tx.query_as("SELECT DISTINCT action FROM audit_log", &[])?;
        let labelled = |action: String| AuditAction { label: self.label(&action), action };
        let mut actions: Vec<AuditAction> = actions.into_iter().map(labelled).collect();
        actions.sort_by(|one, other| one.label.cmp(&other.label));
        Ok(actions)
    }

    fn entry(&self, row: Stored) -> AuditEntry {
        let named = |id: Option<String>, name| id.map(|id| Named { id, name });
        AuditEntry {
            id: row.id,
            created_at: row.created_at,
            actor: named(row.actor_id, row.actor_name),
            label: self.label(&row.action),
            action: row.action,
            subject: row.subject,
            person: named(row.person_id, row.person_name),
            old: value(row.old_value),
            new: value(row.new_value),
            ip_address: row.ip_address,
        }
    }

    /// Returns the label of an action: from its module, or made of the verb and the label of the table's rows. An
    /// unknown action is its own label.
    fn label(&self, action: &str) -> String {
        let row_label = || {
            let (noun, gender) = names::table_of(&self.0.schema, action)?.row_label?;
            let participle = match action.split_once('-')?.0 {
                "insert" => "criad",
                "update" => "alterad",
                "delete" => "excluíd",
                _ => return None,
            };
            Some(format!("{noun} {participle}{}", gender.ending()))
        };
        let declared = self.0.audit_labels.get(action).map(|label| (*label).to_owned());
        declared.or_else(row_label).unwrap_or_else(|| action.to_owned())
    }
}

fn condition(asked: &ListAuditLog) -> (String, Vec<Value>) {
    let mut parts = vec!["1 = 1".to_owned()];
    let mut parameters: Vec<Value> = Vec::new();
    let mut bind = |value: Value| {
        parameters.push(value);
        format!("${}", parameters.len())
    };
    match asked.person.as_deref() {
        Some("program") => parts.push("a.actor_id IS NULL".into()),
        Some(person) => {
            let person = bind(person.into());
            parts.push(format!("(a.actor_id = {person} OR a.subject = {person})"));
        }
        None => {}
    }
    if let Some(action) = &asked.action {
        parts.push(format!("a.action = {}", bind(action.into())));
    }
    if let Some(since) = asked.since {
        parts.push(format!("a.created_at >= {}", bind(since.into())));
    }
    if let Some(until) = asked.until {
        parts.push(format!("a.created_at < {}", bind(until.into())));
    }
    (parts.join(" AND "), parameters)
}

/// Columns of [`select`].
#[derive(Deserialize)]
struct Stored {
    id: String,
    created_at: String,
    actor_id: Option<String>,
    action: String,
    subject: String,
    old_value: Option<String>,
    new_value: Option<String>,
    ip_address: Option<String>,
    actor_name: Option<String>,
    person_id: Option<String>,
    person_name: Option<String>,
}

fn select(condition: &str, page: ListPage) -> String {
    format!(
        "SELECT a.id, a.created_at, a.actor_id, a.action, a.subject, a.old_value, a.new_value, a.ip_address,
                {} AS actor_name, su.id AS person_id, {} AS person_name
         FROM audit_log a
         LEFT JOIN users u ON u.id = a.actor_id
         LEFT JOIN member_profiles p ON p.user_id = a.actor_id
         LEFT JOIN users su ON su.id = a.subject
         LEFT JOIN member_profiles sp ON sp.user_id = su.id
         WHERE {condition} ORDER BY a.created_at DESC, a.id DESC {page}",
        account_name("u", "p"),
        account_name("su", "sp"),
    )
}

/// Returns an object of fields as JSON, and any other text as a string.
fn value(text: Option<String>) -> Json {
    let Some(text) = text else { return Json::Null };
    match serde_json::from_str(&text) {
        Ok(fields @ Json::Object(_)) => fields,
        _ => Json::from(text),
    }
}

fn actors(tx: &mut Tx<'_>) -> Result<Vec<Named>, Error> {
    let sql = format!(
        "SELECT a.actor_id AS id, {} AS name
         FROM (SELECT DISTINCT actor_id FROM audit_log WHERE actor_id IS NOT NULL) a
         LEFT JOIN users u ON u.id = a.actor_id
         LEFT JOIN member_profiles p ON p.user_id = a.actor_id
         ORDER BY name, a.actor_id",
        account_name("u", "p")
    );
    Ok(tx.query_as(&sql, &[])?)
}
