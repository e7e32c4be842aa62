//! The pages through their router, with a small application in the real engine and a small API in memory.
#![expect(clippy::unwrap_used, reason = "tests")]

mod caching;
mod content_files;
mod failures;
mod feeds;
mod forms;
mod harness;
mod og_image;
mod surface;
