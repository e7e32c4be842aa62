//! Removes records of scheduled jobs that are too old to be kept.

use ateneu_schema::rule::admin;
use serde_json::Value as Json;

use super::Procedure;
use crate::retention::JOB_LOGS;

pub(super) fn procedure() -> Procedure {
    Procedure {
        name: "cleanup_old_job_logs",
        arguments: Vec::new(),
        who: admin(),
        only_reads: false,
        run: |tx, _, _, now| {
            JOB_LOGS.remove_old(tx, now)?;
            Ok(Json::Null)
        },
    }
}
