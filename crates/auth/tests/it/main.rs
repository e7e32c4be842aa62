//! The accounts service through its router, on both databases, under a clock that only a test moves. The tests of
//! a part stand in the folder of its name; beside them the harness, a browser, a software authenticator, and a
//! company with its SAML identity provider.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod admin;
mod attacks;
mod browser;
mod cleanup;
mod company;
mod device;
mod emails;
mod factors;
mod freshness;
mod harness;
mod own_account;
mod passkeys;
mod passwords;
mod providers;
mod requests;
mod second_factor;
mod sessions;
mod sign_in;
mod tokens;
