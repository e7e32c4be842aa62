//! Keys, with the texts they sign, derive and encrypt: access tokens (ES256), the form of refresh tokens, API keys of
//! programs, secrets of other services. The accounts define the claims of sessions.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `error`: the errors
//! - `tables`: the declared tables
//! - `encryption`: encryption of stored secrets
//! - `at_rest`: optional encryption of stored keys
//! - `secrets`: secrets derived for one purpose
//! - `claims`: claims of access tokens, and their validity
//! - `keys`: the keys that sign
//! - `api_keys`: API keys of programs
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
