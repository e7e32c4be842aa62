//! The assembled application: demo data, mail, texts, access rules and recovery.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod addresses;
mod app;
mod backups;
mod commands;
mod content_reload;
mod continuous;
mod copies;
mod crash_recovery;
mod demo;
mod full_disk;
mod functions;
mod fuzz;
mod health;
mod mail;
mod nodes;
mod packages;
mod schema;
