//! The emails of the membership: to members (`member.rs`) and to the owner (`alert.rs`). Each is queued in the
//! transaction of its event, and sent once.

pub(crate) mod alert;
mod charge_refund;
pub(crate) mod member;
pub(crate) mod withdrawn;

use ateneu_content::emails::List;

use crate::Terms;

/// Returns the lines of a plan, with marks for features that do not exist yet. Returns `None` without lines.
pub(crate) fn included(plan: Option<&Terms>) -> Option<List> {
    plan.map(Terms::included).filter(|lines| !lines.is_empty()).map(List)
}
