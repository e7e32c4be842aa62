//! Passwords: which are accepted, and how many tries an account is given. The crate `passwords` hashes them. No endpoint.

pub(crate) mod attempts;
pub(crate) mod policy;

use crate::Auth;

impl Auth {
    /// Password hashes and estimates begun since the start: the costliest things the service does, and so what an
    /// attacker would make it do, or tell an account by.
    pub fn costly_work(&self) -> u64 {
        self.parts.gate.begun()
    }
}
