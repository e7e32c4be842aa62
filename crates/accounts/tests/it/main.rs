//! Whole accounts over real databases: what is handed to a person, what is left after an erasure, and who may ask.

#![expect(clippy::unwrap_used, reason = "a test that cannot ask must stop")]

mod admin_actions;
mod audit_log;
mod directory;
mod erasure;
mod export;
mod harness;
mod samples;
