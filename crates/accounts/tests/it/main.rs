//! Whole accounts over real databases: what is handed to a person, what is left after an erasure, and who may ask.

#![expect(clippy::unwrap_used, reason = "a test that cannot ask must stop")]

mod administer;
mod directory;
mod erasure;
mod everything;
mod harness;
mod samples;
mod trail;
