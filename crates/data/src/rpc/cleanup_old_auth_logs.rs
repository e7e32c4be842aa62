//! Removes events of the accounts service that are older than 180 days.

use ateneu_base::rule::admin;
use serde_json::Value as Json;

use super::{Procedure, remove_older_than};

/// How long they are kept.
const DAYS: u64 = 180;

pub(super) fn procedure() -> Procedure {
    Procedure {
        name: "cleanup_old_auth_logs",
        arguments: Vec::new(),
        who: admin(),
        only_reads: false,
        run: |tx, _, _, now| {
            remove_older_than(tx, "auth_logs", "created_at", DAYS, now)?;
            Ok(Json::Null)
        },
    }
}
