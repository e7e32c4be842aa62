//! Mail through a real relay, on both databases, under a clock that stands still.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod comments;
mod crashes;
mod delivery;
mod house;
mod letters;
mod outbox;
mod refusals;
mod sms;
mod worker;
