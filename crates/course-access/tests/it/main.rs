//! Access to the external courses over both databases, against a mock of Hotmart.

#![expect(clippy::unwrap_used, reason = "a test that cannot ask must stop")]

mod events;
mod expiry;
mod fixture;
mod functions;
mod platform;
mod validate;
