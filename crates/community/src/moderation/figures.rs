//! Figures of the moderation.

use std::time::Duration;

use ateneu_base::Value;
use ateneu_data::{Call, Error, Procedure, answer};
use ateneu_db::{Row, Tx};
use ateneu_schema::rule;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;

/// The period of the figures about decisions.
const PERIOD: Duration = Duration::from_hours(24 * 30);

/// What waits, and how fast the last 30 days' decisions were.
#[derive(Serialize, JsonSchema)]
struct Figures {
    open: i64,
    appeals: i64,
    decided: i64,
    /// Half of the decisions took less. Null without decisions.
    median_seconds: Option<i64>,
}

/// The figures of the moderation.
pub fn figures() -> Procedure {
    Procedure::reads::<Figures>("moderation_figures", [], rule::staff(), run)
}

fn run(tx: &mut Tx<'_>, call: &Call) -> Result<Json, Error> {
    let open = open_cases(tx)?;
    let appeals = count(
        tx,
        "SELECT count(*) AS value FROM community_decisions
         WHERE appealed_at IS NOT NULL AND appeal_outcome IS NULL AND NOT is_undone",
        &[],
    )?;
    let since = Value::from(call.now - PERIOD);
    let decided = count(
        tx,
        "SELECT count(*) AS value FROM community_decisions WHERE decided_at > $1 AND NOT is_undone",
        std::slice::from_ref(&since),
    )?;
    let middle = tx.query_optional(
        "SELECT seconds FROM community_decisions WHERE decided_at > $1 AND NOT is_undone
         ORDER BY seconds LIMIT 1 OFFSET $2",
        &[since, Value::Int((decided - 1).max(0) / 2)],
    )?;
    let median_seconds = middle.as_ref().and_then(|row: &Row| row.int("seconds"));
    let figures = Figures { open, appeals, decided, median_seconds };
    answer(&figures)
}

/// What waits for a decision of the moderation.
///
/// # Errors
/// The database's.
pub fn open_cases(tx: &mut Tx<'_>) -> Result<i64, ateneu_db::Error> {
    let sql = "SELECT count(*) AS value FROM community_cases WHERE status = 'open'";
    let row = tx.query_optional(sql, &[])?;
    Ok(row.and_then(|row| row.int("value")).unwrap_or_default())
}

fn count(tx: &mut Tx<'_>, sql: &str, parameters: &[Value]) -> Result<i64, Error> {
    let row = tx.query_optional(sql, parameters)?;
    Ok(row.and_then(|row| row.int("value")).unwrap_or_default())
}
