//! Passwords: their hashes (Argon2id), the gate that keeps a burst of checks from slowing anything else, and the list of
//! leaked ones. Which passwords are accepted, and how many tries an account is given, is the accounts' own.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `error`: the errors
//! - `cost`: cost of a hash
//! - `hash_pool`: the threads that hash
//! - `hash`: hashing and checking
//! - `leaked`: the service that knows leaked passwords

mod cost;
mod error;
mod hash;
mod hash_pool;
mod leaked;

pub use cost::PasswordCost;
pub use error::Error;
pub use hash::{hash, is_affordable, is_outdated, prepared, verify};
pub use hash_pool::{HashGate, Scratch, Turn};
pub use leaked::LeakedPasswords;
