//! The storage service through its router, on both databases and a folder of real files.

#![expect(clippy::unwrap_used, reason = "a test stops where it fails")]

mod access;
mod audit;
mod buckets;
mod bytes;
mod changes;
mod cleanup;
mod harness;
mod links;
mod listing;
mod metadata;
mod one_request;
mod pictures;
mod protocol;
mod quotas;
mod resumable;
mod resumable_bounds;
mod types;
