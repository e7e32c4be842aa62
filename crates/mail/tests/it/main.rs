//! Mail through a mock of a mail server, on both databases, under a clock that stands still.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod crashes;
mod delivery;
mod harness;
mod outbox;
mod refusals;
mod sms;
mod worker;
