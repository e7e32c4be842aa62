//! Removes records of scheduled jobs that are older than 30 days.

use ateneu_base::rule::admin;
use serde_json::Value as Json;

use super::{Procedure, remove_older_than};

/// How long they are kept.
const DAYS: u64 = 30;

pub(super) fn procedure() -> Procedure {
    Procedure {
        name: "cleanup_old_job_logs",
        arguments: Vec::new(),
        who: admin(),
        only_reads: false,
        run: |tx, _, _, now| {
            remove_older_than(tx, "job_execution_logs", "executed_at", DAYS, now)?;
            Ok(Json::Null)
        },
    }
}
