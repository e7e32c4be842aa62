//! One account with its subscription, factors, passkeys, sessions and latest events.

use ateneu_auth::OwnSession;
use ateneu_base::{Timestamp, Value};
use ateneu_db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::{Person, account_id, list};
use crate::{Error, People, refused::Refused};

/// Events of the accounts shown with a person.
const EVENTS: usize = 30;

/// One account in detail, without secrets.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "PersonDetail")]
pub struct Detail {
    /// The person as the list shows it.
    #[serde(flatten)]
    pub person: Person,
    /// Sign-in methods of the person: `email`, `google`.
    pub providers: Vec<String>,
    /// The reason of a ban that is in force.
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
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
pub struct PersonSubscription {
    pub status: String,
    pub plan: Option<String>,
    pub current_period_end: Option<Timestamp>,
    pub cancel_at_period_end: bool,
}

/// Columns of `factors`.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
pub struct PersonFactor {
    pub id: String,
    pub factor_type: String,
    pub friendly_name: Option<String>,
    pub created_at: Timestamp,
}

/// Columns of `passkeys`.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
pub struct PersonPasskey {
    pub id: String,
    pub friendly_name: Option<String>,
    pub created_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
}

/// Columns of `auth_logs`.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
pub struct PersonEvent {
    pub id: String,
    pub created_at: Timestamp,
    pub action: String,
    pub ip_address: Option<String>,
    pub success: bool,
    pub error_message: Option<String>,
}

impl People {
    /// One account in detail.
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
        subscription: tx.query_optional_as(
            "SELECT status, plan, current_period_end, cancel_at_period_end
             FROM subscribers WHERE user_id = $1",
            &own,
        )?,
        factors: tx.query_as(
            "SELECT id, factor_type, friendly_name, created_at FROM factors
             WHERE user_id = $1 AND status = 'verified' ORDER BY created_at, id",
            &own,
        )?,
        passkeys: tx.query_as(
            "SELECT id, friendly_name, created_at, last_used_at FROM passkeys
             WHERE user_id = $1 ORDER BY created_at, id",
            &own,
        )?,
        sessions,
        events: tx.query_as(
            &format!(
                "SELECT id, created_at, action, ip_address, success, error_message FROM auth_logs
                 WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT {EVENTS}"
            ),
            &own,
        )?,
    })
}

/// The reason of the ban that ends at `until`, from the audit log.
fn ban_reason(tx: &mut Tx<'_>, id: &str, until: Timestamp) -> Result<Option<String>, Error> {
    let sql = "SELECT new_value FROM audit_log WHERE subject = $1 AND action = 'ban-person'
         ORDER BY created_at DESC, id DESC LIMIT 1";
    let said = tx.query_optional_as::<Option<String>>(sql, &[id.into()])?.flatten();
    let said: Option<Json> = said.and_then(|text| serde_json::from_str(&text).ok());
    Ok(said
        .filter(|said| said["until"].as_str() == Some(&until.to_string()))
        .and_then(|said| said["reason"].as_str().map(str::to_owned)))
}
