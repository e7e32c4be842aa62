//! Changes of a membership by its owner or an administrator (`actor.rs`): cancellation (`cancel.rs`), refund (`refund.rs`,
//! its rows in `refund_rows.rs`) and courtesies (`courtesy.rs`). The members' own actions are their history
//! (`member_actions.rs`).

pub(crate) mod actor;
pub(crate) mod cancel;
pub(crate) mod charge_refunds;
pub(crate) mod courtesy;
pub(crate) mod member_actions;
pub(crate) mod refund;
pub(crate) mod refund_rows;
