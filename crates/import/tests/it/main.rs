//! Imports of a project with people of every kind, into both databases.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod faults;
mod fixture;
mod moves;
mod repeated;
