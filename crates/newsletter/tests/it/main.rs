//! The newsletter over real databases.

#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

mod emails;
mod fixture;
mod following;
mod links;
