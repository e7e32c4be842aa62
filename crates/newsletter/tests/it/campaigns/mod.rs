//! Campaigns over real databases and a mail server.

mod addresses;
mod checks;
mod complaints;
mod control;
mod copies;
mod faults;
pub mod fixture;
mod freezing;
mod functions;
mod kills;
mod mailbox;
mod mta;
mod providers;
mod pruning;
mod reports;
mod sending;
mod unsubscribing;
