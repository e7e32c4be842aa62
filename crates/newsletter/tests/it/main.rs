//! The newsletter over real databases.

#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

mod campaigns;
mod contract_notices;
mod deliveries;
mod emails;
mod fixture;
mod following;
mod importing;
mod links;
mod process;
mod retention;
mod sequences;
