//! The recipients of an audience. Each address is one. A suppressed address is one too: the notice
//! belongs to a contract.

use ateneu_base::{Timestamp, Value};
use ateneu_db::{Dialect, Error, Tx};
use serde_json::json;

use super::{rows::ContractNotice, words::ContractAudience};

/// SQL of an audience, with the columns `email` and `user_id`, and its parameters.
pub(super) struct Recipients {
    sql: String,
    parameters: Vec<Value>,
}

const EMAIL: &str = "coalesce(u.sso_email, u.email)";

impl Recipients {
    /// Returns the query for an audience. Without plans it has the members of all. `before` are parameters of the statement
    /// around it.
    pub(super) fn new(
        dialect: Dialect,
        (audience, plans): (ContractAudience, &[String]),
        now: Timestamp,
        before: Vec<Value>,
    ) -> Self {
        let mut parameters = before;
        parameters.push(now.into());
        let now = format!("${}", parameters.len());
        let mut members = format!(
            "SELECT {EMAIL} AS email, u.id AS user_id FROM subscribers m JOIN users u ON u.id = m.user_id
             WHERE m.access_until > {now} AND u.deleted_at IS NULL AND {EMAIL} IS NOT NULL"
        );
        let is_members = audience == ContractAudience::Members;
        if is_members && !plans.is_empty() {
            parameters.push(json!(plans).to_string().into());
            members += &format!(" AND {}", dialect.among("m.plan", &format!("${}", parameters.len())));
        }
        // An unconfirmed address may be a stranger's. A member's is known by the payment.
        let accounts = format!(
            "SELECT {EMAIL} AS email, u.id AS user_id FROM users u
             WHERE u.deleted_at IS NULL AND u.is_anonymous = FALSE AND {EMAIL} IS NOT NULL
               AND (u.sso_email IS NOT NULL OR u.email_confirmed_at IS NOT NULL)"
        );
        let subscribers =
            "SELECT s.email AS email, CAST(NULL AS text) AS user_id FROM newsletter_subscriptions s
             WHERE s.is_active AND s.confirmed_at IS NOT NULL";
        let parts = match audience {
            ContractAudience::Members => vec![members.as_str()],
            ContractAudience::Accounts => vec![members.as_str(), accounts.as_str()],
            ContractAudience::Everyone => vec![members.as_str(), accounts.as_str(), subscribers],
        };
        let sql = format!(
            "SELECT x.email AS email, min(x.user_id) AS user_id FROM ({}) x GROUP BY x.email",
            parts.join(" UNION ALL ")
        );
        Self { sql, parameters }
    }

    /// Returns the number of recipients.
    pub(super) fn count(&self, tx: &mut Tx<'_>) -> Result<i64, Error> {
        tx.query_one_as(&format!("SELECT count(*) FROM ({}) r", self.sql), &self.parameters)
    }

    /// Stores the recipients of a notice.
    pub(super) fn store(tx: &mut Tx<'_>, notice: &ContractNotice, now: Timestamp) -> Result<(), Error> {
        let ContractNotice { id, kind, audience, plans, effective_on, subject, .. } = notice;
        let before: Vec<Value> = vec![id.into(), (*kind).into(), subject.into(), effective_on.into()];
        let recipients = Self::new(tx.dialect(), (*audience, plans), now, before);
        let sql = format!(
            "INSERT INTO contract_notice_recipients
                 (notice, number, user_id, email, kind, subject, effective_on, state)
             SELECT CAST($1 AS text), row_number() OVER (ORDER BY r.email), r.user_id, r.email, CAST($2 AS text),
                 CAST($3 AS text), CAST($4 AS text), 'waiting'
             FROM ({}) r ORDER BY r.email",
            recipients.sql
        );
        tx.execute(&sql, &recipients.parameters).map(drop)
    }
}
