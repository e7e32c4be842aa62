//! Keys, and what is signed, derived and encrypted with them: access tokens (ES256), the form of refresh tokens, the
//! long-lived keys of programs, secrets of other services. What a session's token says is the accounts' own.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `error`: the errors
//! - `tables`: the declared tables
//! - `encryption`: encryption of stored secrets
//! - `at_rest`: encryption of stored keys, where it is configured
//! - `secrets`: secrets derived for one purpose
//! - `claims`: what an access token says, and when it is valid
//! - `keys`: the keys that sign
//! - `api_keys`: the long-lived keys of programs
//! - `refresh_token`: the form of refresh tokens
//! - `token_cache`: verified access tokens

pub mod api_keys;
mod at_rest;
pub mod claims;
mod encryption;
mod error;
pub mod keys;
pub mod refresh_token;
mod secrets;
mod tables;
mod token_cache;

pub use api_keys::ApiKeys;
pub use at_rest::AtRest;
pub use claims::Claims;
pub use encryption::Cipher;
pub use error::Error;
pub use keys::Keys;
pub use secrets::Secrets;
pub use tables::tables;
pub use token_cache::Verified;
