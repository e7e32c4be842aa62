//! Passwords: which are accepted, how they are kept (Argon2id) and checked, and the gate that keeps a burst
//! of checks from slowing anything else. No endpoint.

pub(crate) mod attempts;
pub(crate) mod cost;
pub(crate) mod hash_pool;
pub(crate) mod leaked;
pub(crate) mod password;
pub(crate) mod policy;

use crate::Auth;

impl Auth {
    /// Password hashes and estimates begun since the start: the costliest things the service does, and so what an
    /// attacker would make it do, or tell an account by.
    pub fn costly_work(&self) -> u64 {
        self.parts.gate.begun()
    }
}
