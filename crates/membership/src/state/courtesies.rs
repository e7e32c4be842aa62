//! The rows of `payment_courtesies`: grants, and which of them count.

use ateneu_base::Timestamp;
use ateneu_db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A stored grant.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
pub struct Courtesy {
    /// Id of the grant.
    pub id: String,
    /// The plan.
    pub plan: String,
    /// Months.
    pub months: i64,
    /// The reason.
    pub reason: String,
    /// Beginning of the grant.
    pub starts_at: Option<Timestamp>,
    /// End of the grant.
    pub ends_at: Option<Timestamp>,
    /// Time at which it was revoked, if it was.
    pub revoked_at: Option<Timestamp>,
    /// Time at which it was granted.
    pub created_at: Option<Timestamp>,
}

/// The sum of all grants that count.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub(crate) struct Given {
    pub(crate) until: Timestamp,
    pub(crate) plan: String,
    pub(crate) given_at: Timestamp,
}

/// The sum of grants that count now and were granted after this instant.
pub(crate) fn running(
    tx: &mut Tx<'_>,
    user_id: &str,
    after: Option<Timestamp>,
    now: Timestamp,
) -> Result<Option<Given>, ateneu_db::Error> {
    let sql = "SELECT plan, ends_at AS until, created_at AS given_at FROM payment_courtesies
               WHERE user_id = $1 AND revoked_at IS NULL AND ends_at > $2 AND created_at > $3
               ORDER BY ends_at DESC LIMIT 1";
    let after = after.unwrap_or(Timestamp::from_seconds(0));
    tx.query_optional_as(sql, &[user_id.into(), now.into(), after.into()])
}

/// A person's grants, newest first.
pub(crate) fn all(tx: &mut Tx<'_>, user_id: &str) -> Result<Vec<Courtesy>, ateneu_db::Error> {
    let sql = "SELECT * FROM payment_courtesies WHERE user_id = $1 ORDER BY created_at DESC, id DESC";
    tx.query_as(sql, &[user_id.into()])
}
