//! Removes counted attempts whose window began more than a day ago.

use ateneu_base::rule::admin;
use serde_json::Value as Json;

use super::{Procedure, remove_older_than};

/// How long they are kept.
const DAYS: u64 = 1;

pub(super) fn procedure() -> Procedure {
    Procedure {
        name: "cleanup_old_rate_limits",
        arguments: Vec::new(),
        who: admin(),
        only_reads: false,
        run: |tx, _, _, now| {
            remove_older_than(tx, "rate_limits", "window_started_at", DAYS, now)?;
            Ok(Json::Null)
        },
    }
}
