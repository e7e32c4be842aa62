//! The procedures that remove old logs, as the scheduled jobs do.

use ateneu_data::{Procedure, Run};
use ateneu_schema::rule::admin;
use serde_json::Value as Json;

use crate::retention::{AUTH_LOG_ROWS, AUTH_LOGS, JOB_LOG_ROWS, JOB_LOGS, RATE_LIMIT_ROWS, RATE_LIMITS};

/// Returns the procedures of this module.
pub fn procedures() -> Vec<Procedure> {
    vec![
        cleanup(AUTH_LOGS.job, |tx, call| {
            Ok(AUTH_LOG_ROWS.remove_all(tx, AUTH_LOGS.period.before(call.now)).map(|_| Json::Null)?)
        }),
        cleanup(JOB_LOGS.job, |tx, call| {
            Ok(JOB_LOG_ROWS.remove_all(tx, JOB_LOGS.period.before(call.now)).map(|_| Json::Null)?)
        }),
        cleanup(RATE_LIMITS.job, |tx, call| {
            Ok(RATE_LIMIT_ROWS.remove_all(tx, RATE_LIMITS.period.before(call.now)).map(|_| Json::Null)?)
        }),
    ]
}

fn cleanup(name: &'static str, run: Run) -> Procedure {
    Procedure::writes::<()>(name, [], admin(), run)
}
