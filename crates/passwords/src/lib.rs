//! Passwords: their hashes (Argon2id), the threads that compute them without slowing other work, and the list of leaked
//! ones. The accounts decide which passwords are accepted, and how many tries an account has.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `error`: the errors
//! - `cost`: cost of a hash
//! - `hash_pool`: the threads that hash
//! - `hash`: hashes and checks passwords
//! - `leaked`: the service for leaked passwords

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
