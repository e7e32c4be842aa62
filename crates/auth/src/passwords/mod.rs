//! Passwords: which are accepted, how they are kept (Argon2id) and checked, and the gate that keeps a burst
//! of checks from slowing anything else. No endpoint.

pub(crate) mod attempts;
pub(crate) mod cost;
pub(crate) mod hash_pool;
pub(crate) mod leaked;
pub(crate) mod password;
pub(crate) mod policy;
