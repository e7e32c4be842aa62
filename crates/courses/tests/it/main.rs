//! Access to the external courses over both databases, against a stand-in for the platform.

#![expect(clippy::unwrap_used, reason = "a test that cannot ask must stop")]

mod asking;
mod events;
mod house;
mod platform;
mod upkeep;
