//! The rows of `payment_courtesies`: what was given, and what of it counts.

use ateneu_base::Timestamp;
use ateneu_db::{Row, Tx};
use schemars::JsonSchema;
use serde::Serialize;

/// A grant as it was written down.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize)]
pub struct Courtesy {
    /// Its id.
    pub id: String,
    /// Whose rights it gives.
    pub plan: String,
    /// How many months.
    pub months: i64,
    /// Why it was given.
    pub reason: String,
    /// From when on it counts.
    pub starts_at: Option<Timestamp>,
    /// Until when.
    pub ends_at: Option<Timestamp>,
    /// When it was taken back, if it was.
    pub revoked_at: Option<Timestamp>,
    /// When it was given.
    pub created_at: Option<Timestamp>,
}

/// What counts of all grants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Given {
    pub(crate) until: Timestamp,
    pub(crate) plan: String,
}

/// What counts now of what was given after this instant.
pub(crate) fn running(
    tx: &mut Tx<'_>,
    user_id: &str,
    after: Option<Timestamp>,
    now: Timestamp,
) -> Result<Option<Given>, ateneu_db::Error> {
    let sql = "SELECT plan, ends_at FROM payment_courtesies
               WHERE user_id = $1 AND revoked_at IS NULL AND ends_at > $2 AND created_at > $3
               ORDER BY ends_at DESC LIMIT 1";
    let after = after.unwrap_or(Timestamp::from_seconds(0));
    let row = tx.query_optional(sql, &[user_id.into(), now.into(), after.into()])?;
    Ok(row.and_then(|row| Some(Given { until: row.instant("ends_at")?, plan: row.text("plan")?.to_owned() })))
}

/// Every grant to a person, the last first.
pub(crate) fn all(tx: &mut Tx<'_>, user_id: &str) -> Result<Vec<Courtesy>, ateneu_db::Error> {
    let sql = "SELECT * FROM payment_courtesies WHERE user_id = $1 ORDER BY created_at DESC, id DESC";
    Ok(tx.query(sql, &[user_id.into()])?.iter().map(read).collect())
}

fn read(row: &Row) -> Courtesy {
    let text = |column: &str| row.text(column).unwrap_or_default().to_owned();
    Courtesy {
        id: text("id"),
        plan: text("plan"),
        months: row.int("months").unwrap_or_default(),
        reason: text("reason"),
        starts_at: row.instant("starts_at"),
        ends_at: row.instant("ends_at"),
        revoked_at: row.instant("revoked_at"),
        created_at: row.instant("created_at"),
    }
}
