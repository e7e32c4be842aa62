//! The accounts service through its router, on both databases, under a clock that stands still. The tests of
//! a room stand in the folder of its name; beside them what they play with: a house, a browser, a device, a
//! provider, a company.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod admin;
mod attacks;
mod browser;
mod company;
mod device;
mod factors;
mod house;
mod letters;
mod own_account;
mod passkeys;
mod passwords;
mod providers;
mod requests;
mod second_factor;
mod sessions;
mod sign_in;
mod stand_in;
mod sweep;
mod tokens;
