//! The rows of `payment_courtesies`: grants, and which of them count.

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use ateneu_schema::TableRow;
use schemars::JsonSchema;
use serde::Serialize;

use crate::PaidPlan;

/// A stored grant.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, TableRow)]
#[table("payment_courtesies")]
pub struct Courtesy {
    /// Id of the grant.
    pub id: String,
    #[serde(skip)]
    pub(crate) user_id: String,
    /// The plan.
    pub plan: PaidPlan,
    /// Months.
    pub months: i64,
    /// The reason.
    pub reason: String,
    /// Beginning of the grant.
    pub starts_at: Timestamp,
    /// End of the grant.
    pub ends_at: Timestamp,
    /// Time at which it was revoked, if it was.
    pub revoked_at: Option<Timestamp>,
    /// Time at which it was granted.
    pub created_at: Timestamp,
}

/// The last of the grants that count now and were granted after this instant.
pub(crate) fn running(
    tx: &mut Tx<'_>,
    user_id: &str,
    after: Option<Timestamp>,
    now: Timestamp,
) -> Result<Option<Courtesy>, Error> {
    let rest = "WHERE user_id = $1 AND revoked_at IS NULL AND ends_at > $2 AND created_at > $3
                ORDER BY ends_at DESC LIMIT 1";
    let after = after.unwrap_or(Timestamp::from_seconds(0));
    tx.row(rest, &[user_id.into(), now.into(), after.into()])
}

/// A person's grants, newest first.
pub(crate) fn all(tx: &mut Tx<'_>, user_id: &str) -> Result<Vec<Courtesy>, Error> {
    tx.rows("WHERE user_id = $1 ORDER BY created_at DESC, id DESC", &[user_id.into()])
}
