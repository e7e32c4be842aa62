//! The assembled application: demo data, mail, texts, access rules and recovery.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod addresses;
mod app;
mod community;
mod content_reload;
mod crash_recovery;
mod demo;
mod entitlements;
mod functions;
mod fuzz;
mod held_entitlements;
mod learning;
mod listener;
mod mail;
mod modules;
mod plans;
mod product;
mod publishing;
mod schema;
mod visits;
