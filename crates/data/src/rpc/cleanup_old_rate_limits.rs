//! Removes counted attempts whose window is long over.

use ateneu_schema::rule::admin;
use serde_json::Value as Json;

use super::Procedure;
use crate::retention::RATE_LIMITS;

pub(super) fn procedure() -> Procedure {
    Procedure {
        name: "cleanup_old_rate_limits",
        arguments: Vec::new(),
        who: admin(),
        only_reads: false,
        run: |tx, _, _, now| {
            RATE_LIMITS.remove_old(tx, now)?;
            Ok(Json::Null)
        },
    }
}
