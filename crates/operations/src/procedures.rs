//! The procedures that remove old logs, as the scheduled jobs do.

use ateneu_data::{Procedure, Run};
use ateneu_schema::rule::admin;
use serde_json::Value as Json;

use crate::retention::{AUTH_LOGS, JOB_LOGS, RATE_LIMITS};

/// Every procedure of this module.
pub fn procedures() -> Vec<Procedure> {
    vec![
        cleanup("cleanup_old_auth_logs", |tx, call| {
            Ok(AUTH_LOGS.remove_old(tx, call.now).map(|_| Json::Null)?)
        }),
        cleanup("cleanup_old_job_logs", |tx, call| {
            Ok(JOB_LOGS.remove_old(tx, call.now).map(|_| Json::Null)?)
        }),
        cleanup("cleanup_old_rate_limits", |tx, call| {
            Ok(RATE_LIMITS.remove_old(tx, call.now).map(|_| Json::Null)?)
        }),
    ]
}

fn cleanup(name: &'static str, run: Run) -> Procedure {
    Procedure::writes::<()>(name, [], admin(), run)
}
