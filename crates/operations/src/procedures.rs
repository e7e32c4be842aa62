//! The procedures that remove old logs, as the scheduled jobs do.

use ateneu_data::{Procedure, Run};
use ateneu_schema::rule::admin;
use serde_json::Value as Json;

use crate::retention::{AUTH_LOGS, JOB_LOGS, RATE_LIMITS, Retention};

/// Returns the procedures of this module.
pub fn procedures() -> Vec<Procedure> {
    vec![
        cleanup(AUTH_LOGS, |tx, call| Ok(AUTH_LOGS.remove_old(tx, call.now).map(|_| Json::Null)?)),
        cleanup(JOB_LOGS, |tx, call| Ok(JOB_LOGS.remove_old(tx, call.now).map(|_| Json::Null)?)),
        cleanup(RATE_LIMITS, |tx, call| Ok(RATE_LIMITS.remove_old(tx, call.now).map(|_| Json::Null)?)),
    ]
}

fn cleanup(retention: Retention, run: Run) -> Procedure {
    Procedure::writes::<()>(retention.name, [], admin(), run)
}
