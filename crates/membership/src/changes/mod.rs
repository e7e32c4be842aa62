//! What is done to a membership, by the person whose it is or by an administrator (`actor.rs`): it is ended
//! (`cancel.rs`), given back for its money (`refund.rs`, its rows in `refund_rows.rs`), months are given without a charge
//! (`courtesy.rs`). What members did themselves is kept for their history (`member_actions.rs`).

pub(crate) mod actor;
mod cancel;
pub(crate) mod courtesy;
pub(crate) mod member_actions;
pub(crate) mod refund;
pub(crate) mod refund_rows;
