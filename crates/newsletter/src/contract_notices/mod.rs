//! Notices of contract changes: price, terms of use and privacy policy. Each goes once to each of its recipients, as the terms
//! and the policy promise, and ends no subscription: a member cannot leave the notices of their own contract.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `words`: words of columns
//! - `tables`: the declared tables
//! - `rows`: rows of notices
//! - `recipients`: the recipients of an audience
//! - `service`: the service and its queue
//! - `write`: checks and sends a notice
//! - `deliver`: hands emails to the mail queue, and reads what became of them
//! - `functions`: the server functions

mod deliver;
mod functions;
mod recipients;
mod rows;
mod service;
mod tables;
mod words;
mod write;

pub(crate) use functions::AUDIT_LABELS;
pub use functions::functions;
pub use service::{CONTRACT_NOTICES, ContractNotices, Deps};
pub(crate) use tables::tables;
pub use words::{ContractAudience, ContractNoticeKind, ContractNoticeState, ContractRecipientState};
