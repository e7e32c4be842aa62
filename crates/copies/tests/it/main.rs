//! Kept copies in a folder and in a bucket, their proofs, and what becomes of them when the target fails.

#![expect(clippy::unwrap_used, reason = "a test that cannot ask must stop")]

mod alerts;
mod continuous;
mod copies;
mod faults;
mod fixture;
