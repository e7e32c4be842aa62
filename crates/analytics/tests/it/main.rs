//! Counting through the real router into both databases.

#![expect(clippy::unwrap_used, reason = "tests")]

mod arrivals;
mod fixture;
mod reports;
mod sources;
mod storing;
