//! `list-messages`: the messages of the contact form, unanswered ones with priority first.

use std::num::NonZeroU32;

use ateneu_base::{Clock, Timestamp, Value, fold::fold};
use ateneu_db::{Db, Error, Tx};
use ateneu_functions::{Administrator, Function, ListPage, Refusal, list_words};
use ateneu_settings::declared::PRIORITY_RESPONSE_HOURS;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::tables::MessageState;

const PURPOSE: &str = "ler as mensagens";

/// SQL that is true for a message `c` whose sender's plan has priority at the instant `$1`. The sender was signed in,
/// or gave that confirmed email. It is evaluated at each read, so that priority begins and ends with the plan.
const HAS_PRIORITY: &str = "coalesce(c.user_id IN (
        SELECT h.user_id FROM member_entitlements h WHERE h.entitlement = 'priority_support' AND h.until > $1)
    OR c.email IN (
        SELECT coalesce(u.sso_email, u.email) FROM member_entitlements h JOIN users u ON u.id = h.user_id
        WHERE h.entitlement = 'priority_support' AND h.until > $1 AND u.deleted_at IS NULL
            AND (u.sso_email IS NOT NULL OR u.email_confirmed_at IS NOT NULL)), FALSE)";

/// State of the functions about messages.
#[derive(Clone)]
pub struct Messages {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
}

/// Returns the server functions of this module.
pub fn functions() -> Vec<Function<Messages>> {
    vec![Function::new("list-messages", PURPOSE, list)]
}

/// Filter of messages. `null` matches all.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListMessages {
    search: Option<String>,
    state: Option<MessageState>,
    page: Option<NonZeroU32>,
}

/// A message of the contact form.
#[derive(Deserialize, JsonSchema, Serialize)]
struct ContactMessage {
    id: String,
    name: String,
    email: String,
    company: Option<String>,
    subject: String,
    message: String,
    status: MessageState,
    created_at: Timestamp,
    /// True if the sender's plan has priority now.
    has_priority: bool,
}

/// A page of messages.
#[derive(JsonSchema, Serialize)]
struct MessagesPage {
    /// Messages: unanswered ones with priority first, then the newest.
    messages: Vec<ContactMessage>,
    /// Number of all matching messages.
    total: i64,
    /// Number of messages on a page.
    per_page: i64,
    /// Business hours within which priority messages are answered.
    priority_hours: i64,
}

async fn list(leads: Messages, _: Administrator, request: ListMessages) -> Result<MessagesPage, Refusal> {
    let now = leads.clock.now();
    Ok(leads.db.read(move |tx| page(tx, &request, now)).await?)
}

fn page(tx: &mut Tx<'_>, request: &ListMessages, now: Timestamp) -> Result<MessagesPage, Error> {
    let (conditions, parameters) = conditions(tx, request, now);
    let total = tx.query_one_as(&format!("SELECT count(*) FROM contacts c {conditions}"), &parameters)?;
    let page = ListPage::of(request.page);
    let sql = format!(
        "SELECT c.id, c.name, c.email, c.company, c.subject, c.message, c.status, c.created_at,
                {HAS_PRIORITY} AS has_priority
         FROM contacts c {conditions}
         ORDER BY CASE WHEN c.status = 'new' AND {HAS_PRIORITY} THEN 0 ELSE 1 END, c.created_at DESC, c.id
         {page}"
    );
    let messages = tx.query_as(&sql, &parameters)?;
    let priority_hours = ateneu_settings::number(tx, &PRIORITY_RESPONSE_HOURS)?;
    Ok(MessagesPage { messages, total, per_page: page.per_page, priority_hours })
}

/// Returns the search as SQL, with its parameters.
fn conditions(tx: &Tx<'_>, request: &ListMessages, now: Timestamp) -> (String, Vec<Value>) {
    let mut text = "WHERE CAST($1 AS text) IS NOT NULL".to_owned();
    let mut parameters: Vec<Value> = vec![now.into()];
    if let Some(state) = request.state {
        parameters.push(state.into());
        text += &format!(" AND c.status = ${}", parameters.len());
    }
    for word in list_words(request.search.as_deref()) {
        // Also searched as typed: texts of old messages were not folded.
        let forms = [fold(&word), word].map(|form| {
            parameters.push(form.into());
            tx.dialect().holds("coalesce(c.search_text, '')", &format!("${}", parameters.len()))
        });
        text += &format!(" AND ({})", forms.join(" OR "));
    }
    (text, parameters)
}
