//! The storage service through its router, on both databases and a folder of real files. The tests of a part stand in
//! the folder or file of its name; beside them the app they play with.

#![expect(clippy::unwrap_used, reason = "a test stops where it fails")]

mod buckets;
mod changes;
mod cleanup;
mod harness;
mod objects;
mod pictures;
mod reads;
mod requests;
mod uploads;
