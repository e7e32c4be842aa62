//! Exports and erasures of accounts over real databases.

#![expect(clippy::unwrap_used, reason = "a test that cannot ask must stop")]

mod admin_actions;
mod audit_log;
mod directory;
mod erasure;
mod export;
mod fixture;
mod samples;
