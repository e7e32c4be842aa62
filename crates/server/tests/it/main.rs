//! The assembled application: demo data, mail, texts, access rules and recovery.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod addresses;
mod app;
mod community;
mod crash_recovery;
mod demo_media;
mod functions;
mod fuzz;
mod listener;
mod mail;
mod schema;
mod words;
