//! Mail through a mock of a mail server, on both databases, under a fixed clock.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod crashes;
mod delivery;
mod domain;
mod harness;
mod mailbox;
mod outbox;
mod refusals;
mod sms;
mod worker;
