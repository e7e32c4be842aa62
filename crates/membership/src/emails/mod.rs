//! The emails of the membership: to members (`member.rs`) and to the owner (`alert.rs`). Each is queued in the transaction that
//! writes what it tells of, and sent once.

pub(crate) mod alert;
mod charge_refund;
pub(crate) mod member;
pub(crate) mod withdrawn;

use ateneu_mail::Block;

use crate::Terms;

/// The lines of a plan below a heading, with what does not exist yet marked so; nothing for a plan without lines.
pub(crate) fn included(heading: &str, plan: Option<&Terms>) -> Vec<Block> {
    let lines: Vec<String> = plan.map_or_else(Vec::new, Terms::included);
    if lines.is_empty() {
        return Vec::new();
    }
    vec![Block::Paragraph(heading.to_owned()), Block::List(lines)]
}
