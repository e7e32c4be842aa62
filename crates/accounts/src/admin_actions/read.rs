//! One account with its subscription, factors, passkeys, sessions and latest events.

use ateneu_auth::{FactorType, OwnSession};
use ateneu_base::{Timestamp, Value};
use ateneu_db::Tx;
use ateneu_schema::TableRow;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;

use super::{Person, account_id, list};
use crate::{Error, People, refused::Refused};

/// Maximum number of events of a person.
const EVENTS: usize = 30;

/// An account in detail, without secrets.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "PersonDetail")]
pub struct Detail {
    /// Person as an entry of the list.
    #[serde(flatten)]
    pub person: Person,
    /// Sign-in methods of the person: `email`, `google`.
    pub providers: Vec<String>,
    /// Reason of a ban in force.
    pub ban_reason: Option<String>,
    /// The subscription.
    pub subscription: Option<PersonSubscription>,
    /// Verified second factors.
    pub factors: Vec<PersonFactor>,
    /// Passkeys.
    pub passkeys: Vec<PersonPasskey>,
    /// Sessions.
    pub sessions: Vec<OwnSession>,
    /// The latest events.
    pub events: Vec<PersonEvent>,
}

/// Columns of `subscribers`.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, TableRow)]
#[table("subscribers")]
pub struct PersonSubscription {
    pub status: String,
    pub plan: Option<String>,
    pub current_period_end: Option<Timestamp>,
    pub cancel_at_period_end: bool,
}

/// Columns of `factors`.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, TableRow)]
#[table("factors")]
pub struct PersonFactor {
    pub id: String,
    pub factor_type: FactorType,
    pub friendly_name: String,
    pub created_at: Timestamp,
}

/// Columns of `passkeys`.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, TableRow)]
#[table("passkeys")]
pub struct PersonPasskey {
    pub id: String,
    pub friendly_name: String,
    pub created_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
}

/// Columns of `auth_logs`.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, TableRow)]
#[table("auth_logs")]
pub struct PersonEvent {
    pub id: String,
    pub created_at: Timestamp,
    pub action: String,
    pub ip_address: Option<String>,
    pub success: bool,
    pub error_message: Option<String>,
}

impl People {
    /// Returns an account in detail.
    ///
    /// # Errors
    /// Fails with `person_not_found`.
    pub async fn person(&self, user_id: &str) -> Result<Detail, Error> {
        let (id, now) = (account_id(user_id)?, self.now());
        let sessions = self.sessions(&id).await?;
        self.db()
            .read(move |tx| {
                let person = list::find_person(tx, &id, now)?.ok_or(Refused::PersonNotFound)?;
                detail(tx, &id, person, sessions)
            })
            .await
    }
}

fn detail(tx: &mut Tx<'_>, id: &str, person: Person, sessions: Vec<OwnSession>) -> Result<Detail, Error> {
    let own: [Value; 1] = [id.into()];
    let ban_reason = match person.banned_until {
        Some(until) => ban_reason(tx, id, until)?,
        None => None,
    };
    let providers = "SELECT provider FROM identities WHERE user_id = $1 ORDER BY created_at, provider";
    Ok(Detail {
        person,
        providers: tx.query_as(providers, &own)?,
        ban_reason,
        subscription: tx.row("WHERE user_id = $1", &own)?,
        factors: tx.rows("WHERE user_id = $1 AND status = 'verified' ORDER BY created_at, id", &own)?,
        passkeys: tx.rows("WHERE user_id = $1 ORDER BY created_at, id", &own)?,
        sessions,
        events: tx
            .rows(&format!("WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT {EVENTS}"), &own)?,
    })
}

/// Returns the reason of the ban that ends at `until`, from the audit log.
fn ban_reason(tx: &mut Tx<'_>, id: &str, until: Timestamp) -> Result<Option<String>, Error> {
    let sql = "SELECT new_value FROM audit_log WHERE subject = $1 AND action = 'ban-person'
         ORDER BY created_at DESC, id DESC LIMIT 1";
    let said = tx.query_optional_as::<Option<String>>(sql, &[id.into()])?.flatten();
    let said: Option<Json> = said.and_then(|text| serde_json::from_str(&text).ok());
    Ok(said
        .filter(|said| said["until"].as_str() == Some(&until.to_string()))
        .and_then(|said| said["reason"].as_str().map(str::to_owned)))
}
