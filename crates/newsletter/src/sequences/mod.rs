//! Automated sequences: a few emails that follow an event of a person, each when its time has come and its condition
//! holds.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `words`: words of columns
//! - `definitions`: the sequences with their steps
//! - `tables`: the declared tables
//! - `rows`: switches and runs
//! - `purposes`: purposes of emails, by person
//! - `facts`: facts about the people of runs
//! - `decide`: the decision about the next step
//! - `begin`: the beginning and the early end of runs
//! - `links`: signed links that withdraw a purpose
//! - `letters`: the emails of the steps
//! - `away`: members who have not come
//! - `service`: the service and its queue
//! - `tick`: advances due runs
//! - `functions`: the server functions

/// Completes "Você precisa estar logado para …".
const PURPOSE: &str = "administrar as sequências";

mod away;
mod begin;
mod decide;
mod definitions;
mod facts;
mod functions;
mod letters;
mod links;
mod purposes;
mod rows;
mod service;
mod tables;
mod tick;
mod words;

pub(crate) use begin::{begin_welcome, follow_milestone};
pub(crate) use functions::AUDIT_LABELS;
pub use functions::functions;
pub(crate) use links::{address_of, withdraw_by_token, withdraw_purpose};
pub(crate) use purposes::{consent, purpose_of};
pub use service::{Deps, SEQUENCES, Sequences};
pub(crate) use tables::tables;
pub use tick::Advanced;
pub(crate) use tick::TASK_LABELS;
pub use words::{EmailPurpose, PurposeBasis, Reason, RunState, SequenceName, StepOutcome};
