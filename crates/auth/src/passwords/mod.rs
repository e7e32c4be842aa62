//! Password policy, and limits on tries. The crate `passwords` hashes them. Without endpoints.

pub(crate) mod attempts;
pub(crate) mod policy;

use crate::Auth;

impl Auth {
    /// Returns the number of password hashes and estimates begun since the start. They are the service's costliest
    /// work, and so a target of attackers, or a way to detect accounts.
    pub fn costly_work(&self) -> u64 {
        self.parts.gate.begun()
    }
}
