//! The emails of the membership: to members (`member.rs`) and to the owner (`alert.rs`). Each is queued in the transaction that
//! writes what it tells of, and sent once.

pub(crate) mod alert;
mod charge_refund;
pub(crate) mod member;
mod withdrawn;
