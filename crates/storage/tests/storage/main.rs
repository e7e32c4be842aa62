//! The storage service through its router, on both databases and a folder of real files.

#![expect(clippy::unwrap_used, reason = "a test stops where it fails")]

mod access;
mod buckets;
mod house;
mod links;
mod listing;
mod moves;
mod orphans;
mod pictures;
mod protocol;
mod reads;
mod resumable;
mod resumable_bounds;
mod trail;
mod uploads;
