//! One account, with all an administrator needs to help or to decide.

use ateneu_base::{Timestamp, Value};
use ateneu_db::{Row, Tx};
use serde::Serialize;
use serde_json::Value as Json;

use super::{NO_SUCH_PERSON, Person, account_id, list};
use crate::{Error, People};

/// Events of the accounts shown with a person.
const EVENTS: usize = 30;

/// One account whole. No secret of it is here.
#[derive(Clone, Debug, Serialize)]
pub struct Detail {
    /// As a list shows it.
    #[serde(flatten)]
    pub person: Person,
    /// How the person may sign in: `email`, `google`.
    pub providers: Vec<String>,
    /// Why the person is shut out, while that lasts.
    pub ban_reason: Option<String>,
    /// The subscription, written by the payments alone.
    pub subscription: Option<Json>,
    /// Verified second factors: `id`, `factor_type`, `friendly_name`, `created_at`.
    pub factors: Vec<Json>,
    /// Passkeys: `id`, `friendly_name`, `created_at`, `last_used_at`.
    pub passkeys: Vec<Json>,
    /// Sessions: `id`, `user_agent`, `ip_address`, `aal`, `created_at`, `last_used_at`.
    pub sessions: Vec<Json>,
    /// The latest events: `id`, `created_at`, `action`, `ip_address`, `success`, `error_message`.
    pub events: Vec<Json>,
}

impl People {
    /// One account whole.
    ///
    /// # Errors
    /// `person_not_found`.
    pub async fn person(&self, user_id: &str) -> Result<Detail, Error> {
        let (id, now) = (account_id(user_id)?, self.now());
        let sessions = self.sessions(&id).await?;
        let sessions = sessions.iter().map(|session| {
            serde_json::json!({
                "id": session.id,
                "user_agent": session.user_agent,
                "ip_address": session.ip_address,
                "aal": session.aal,
                "created_at": session.created_at,
                "last_used_at": session.last_used_at,
            })
        });
        let sessions = sessions.collect();
        self.db()
            .read(move |tx| {
                let person = list::one(tx, &id, now)?.ok_or(Error::Refused(&NO_SUCH_PERSON))?;
                detail(tx, &id, person, sessions)
            })
            .await
    }
}

fn detail(tx: &mut Tx<'_>, id: &str, person: Person, sessions: Vec<Json>) -> Result<Detail, Error> {
    let own: [Value; 1] = [id.into()];
    let ban_reason = match person.banned_until {
        Some(until) => ban_reason(tx, id, until)?,
        None => None,
    };
    let providers = "SELECT provider FROM identities WHERE user_id = $1 ORDER BY created_at, provider";
    let providers = tx.query(providers, &own)?;
    Ok(Detail {
        person,
        providers: providers
            .iter()
            .filter_map(|row| row.text("provider").map(str::to_owned))
            .collect(),
        ban_reason,
        subscription: rows(
            tx,
            "SELECT status, plan, current_period_end, cancel_at_period_end FROM subscribers WHERE user_id = $1",
            &["status", "plan", "current_period_end", "cancel_at_period_end"],
            &own,
        )?
        .pop(),
        factors: rows(
            tx,
            "SELECT id, factor_type, friendly_name, created_at FROM factors
             WHERE user_id = $1 AND status = 'verified' ORDER BY created_at, id",
            &["id", "factor_type", "friendly_name", "created_at"],
            &own,
        )?,
        passkeys: rows(
            tx,
            "SELECT id, friendly_name, created_at, last_used_at FROM passkeys
             WHERE user_id = $1 ORDER BY created_at, id",
            &["id", "friendly_name", "created_at", "last_used_at"],
            &own,
        )?,
        sessions,
        events: rows(
            tx,
            &format!(
                "SELECT id, created_at, action, ip_address, success, error_message FROM auth_logs
                 WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT {EVENTS}"
            ),
            &["id", "created_at", "action", "ip_address", "success", "error_message"],
            &own,
        )?,
    })
}

/// The reason of the ban that ends then, as the audit trail holds it.
fn ban_reason(tx: &mut Tx<'_>, id: &str, until: Timestamp) -> Result<Option<String>, Error> {
    let sql = "SELECT new_value FROM audit_log WHERE subject = $1 AND action = 'ban-person'
         ORDER BY created_at DESC, id DESC LIMIT 1";
    let row = tx.query_optional(sql, &[id.into()])?;
    let said: Option<Json> =
        row.and_then(|row| row.text("new_value").and_then(|text| serde_json::from_str(text).ok()));
    Ok(said
        .filter(|said| said["until"].as_str() == Some(&until.to_string()))
        .and_then(|said| said["reason"].as_str().map(str::to_owned)))
}

/// Rows whose columns hold texts and truths.
fn rows(tx: &mut Tx<'_>, sql: &str, columns: &[&str], parameters: &[Value]) -> Result<Vec<Json>, Error> {
    let found = tx.query(sql, parameters)?;
    Ok(found.iter().map(|row| object(row, columns)).collect())
}

fn object(row: &Row, columns: &[&str]) -> Json {
    columns
        .iter()
        .map(|column| {
            let value = row.get(column);
            let json = value.as_text().map_or_else(|| Json::from(value.as_bool()), Json::from);
            ((*column).to_owned(), json)
        })
        .collect()
}
