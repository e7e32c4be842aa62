//! Campaigns: a letter sent to a list, once, with an account of each recipient.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `words`: words of columns
//! - `tables`: the declared tables
//! - `fields`: personal fields
//! - `segment`: questions about readers
//! - `rates`: rates of sending
//! - `rows`: rows of campaigns
//! - `letter`: a letter as an email
//! - `tokens`: signed tokens of recipients
//! - `unsubscribe`: signed links
//! - `freeze`: the start of a campaign
//! - `ledger`: states of recipients and counts
//! - `waiting`: the order of the waiting recipients
//! - `service`: the service and its queue
//! - `emails`: the email to one recipient
//! - `notice`: emails to the owner
//! - `control`: decisions of the owner
//! - `pruning`: removes recipients of old campaigns
//! - `functions`: the server functions
//! - `reports`: failed deliveries and complaints
//! - `sender`: sends

mod control;
mod emails;
mod fields;
mod freeze;
mod functions;
mod ledger;
mod letter;
mod notice;
mod pruning;
mod rates;
pub mod reports;
mod rows;
mod segment;
mod sender;
mod service;
mod tables;
mod tokens;
mod unsubscribe;
mod waiting;
mod words;

pub use control::{By, CampaignText, Denied};
pub use freeze::Obstacle;
pub(crate) use functions::AUDIT_LABELS;
pub use functions::{Checks, OwnPage, check_functions, functions};
pub(crate) use ledger::name_of;
pub use pruning::prune_recipients;
pub(crate) use pruning::{LABELS as PRUNING_LABELS, RECIPIENTS, job as pruning_job};
pub use rates::SendingRates;
pub use rows::{Campaign, Counts};
pub use segment::{Question, Reader, Segment};
pub use sender::Sender;
pub use service::{CampaignConfig, Campaigns, Deps, PlanName, QUEUE};
pub(crate) use tables::tables;
pub(crate) use unsubscribe::{Addressed, addressed, leave_open, leave_premium, list_of, unsubscribe};
pub use words::{Audience, CampaignList, CampaignState, PauseReason, RecipientState, ReportKind, SkipReason};
