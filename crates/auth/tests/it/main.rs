//! The accounts service through its router, on both databases, under a clock that stands still.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod admin;
mod anonymous;
mod assurance;
mod attacks;
mod browser;
mod caller;
mod changes;
#[cfg(feature = "saml")]
mod company;
mod device;
mod enumeration;
mod factors;
mod house;
mod id_tokens;
mod keys;
mod leaked_passwords;
mod letters;
mod limits;
mod link_page;
mod linking;
mod mail_flows;
mod not_offered;
mod passkey_attacks;
mod passkeys;
mod password;
mod phone;
mod providers;
mod recovery_codes;
mod refresh;
#[cfg(feature = "saml")]
mod saml;
#[cfg(feature = "saml")]
mod saml_attacks;
mod second_factor;
mod security_keys;
mod session;
mod sign_up;
mod stand_in;
mod sweep;
mod wire;
