//! The people of a sequence.

use std::num::NonZeroU32;

use ateneu_base::{Timestamp, Value};
use ateneu_db::Error;
use ateneu_functions::{Administrator, Function, ListPage, Refusal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::sequences::{
    PURPOSE,
    service::Sequences,
    words::{Reason, RunState, SequenceName},
};

pub(super) fn functions() -> Vec<Function<Sequences>> {
    vec![Function::new("list-sequence-runs", PURPOSE, list)]
}

/// Filter of the people of a sequence.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListSequenceRuns {
    sequence: SequenceName,
    /// `null` for all.
    state: Option<RunState>,
    page: Option<NonZeroU32>,
}

/// One person in a sequence.
#[derive(Serialize, Deserialize, JsonSchema)]
struct SequenceRun {
    id: String,
    /// Id of the account, `null` for an address without one.
    user_id: Option<String>,
    /// The present address, `null` if there is none.
    email: Option<String>,
    state: RunState,
    /// Number of the next step, from 1.
    step: i64,
    begun_at: Timestamp,
    due_at: Option<Timestamp>,
    ended_at: Option<Timestamp>,
    reason: Option<Reason>,
}

/// People of a sequence, those who began last first.
#[derive(Serialize, JsonSchema)]
struct SequenceRuns {
    runs: Vec<SequenceRun>,
    total: i64,
    per_page: i64,
}

async fn list(sequences: Sequences, _: Administrator, of: ListSequenceRuns) -> Result<SequenceRuns, Refusal> {
    let page = ListPage::of(of.page);
    let read = sequences.0.db.read(move |tx| {
        let mut values: Vec<Value> = vec![of.sequence.into()];
        let mut condition = "r.sequence = $1".to_owned();
        if let Some(state) = of.state {
            values.push(state.into());
            condition.push_str(" AND r.state = $2");
        }
        let total = tx.query_one_as(&format!("SELECT count(*) FROM sequence_runs r WHERE {condition}"), &values)?;
        let sql = format!(
            "SELECT r.id, r.user_id, coalesce(r.email, u.sso_email, u.email) AS email, r.state, r.step, r.begun_at,
                    r.due_at, r.ended_at, r.reason
             FROM sequence_runs r LEFT JOIN users u ON u.id = r.user_id
             WHERE {condition} ORDER BY r.begun_at DESC, r.id DESC {page}"
        );
        Ok::<_, Error>(SequenceRuns { runs: tx.query_as(&sql, &values)?, total, per_page: page.per_page })
    });
    Ok(read.await?)
}
