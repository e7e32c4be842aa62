//! Figures of the moderation.

use std::time::Duration;

use ateneu_base::Value;
use ateneu_data::{Call, Error, Procedure, answer};
use ateneu_db::Tx;
use ateneu_schema::rule;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;

/// Period of the figures about decisions.
const PERIOD: Duration = Duration::from_hours(24 * 30);

/// Numbers of open cases and appeals, and the speed of the last 30 days' decisions.
#[derive(Serialize, JsonSchema)]
struct Figures {
    open: i64,
    appeals: i64,
    decided: i64,
    /// Median time of a decision. Null without decisions.
    median_seconds: Option<i64>,
}

/// Declares the procedure that returns the figures of the moderation.
pub fn figures() -> Procedure {
    Procedure::reads::<Figures>("moderation_figures", [], rule::staff(), run)
}

fn run(tx: &mut Tx<'_>, call: &Call) -> Result<Json, Error> {
    let open = open_cases(tx)?;
    let appeals = tx.query_one_as(
        "SELECT count(*) FROM community_decisions
         WHERE appealed_at IS NOT NULL AND appeal_outcome IS NULL AND NOT is_undone",
        &[],
    )?;
    let since = call.now - PERIOD;
    let decided: i64 = tx.query_one_as(
        "SELECT count(*) FROM community_decisions WHERE decided_at > $1 AND NOT is_undone",
        &[since.into()],
    )?;
    let median_seconds = tx.query_optional_as(
        "SELECT seconds FROM community_decisions WHERE decided_at > $1 AND NOT is_undone
         ORDER BY seconds LIMIT 1 OFFSET $2",
        &[since.into(), Value::Int((decided - 1).max(0) / 2)],
    )?;
    answer(&Figures { open, appeals, decided, median_seconds })
}

/// Returns the number of cases without a decision.
pub fn open_cases(tx: &mut Tx<'_>) -> Result<i64, ateneu_db::Error> {
    tx.query_one_as("SELECT count(*) FROM community_cases WHERE status = 'open'", &[])
}
