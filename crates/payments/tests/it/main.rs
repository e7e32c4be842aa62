//! Payments over real databases, against a stand-in for the provider and the real sandbox.

#![expect(clippy::unwrap_used, reason = "a test that cannot ask must stop")]

mod access;
mod checkout;
mod courtesy;
mod disputes;
mod events;
mod house;
mod letters;
mod members;
mod refund;
mod sandbox;
mod world;
