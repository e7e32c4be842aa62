//! Cost of hashing a password.

use argon2::Params;

use crate::error::Error;

/// Cost of hashing a password with Argon2id, on one lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PasswordCost {
    /// Memory in KiB, at least 8.
    pub memory_kib: u32,
    /// Passes over the memory, at least 1.
    pub passes: u32,
}

/// The first recommendation of OWASP.
impl Default for PasswordCost {
    fn default() -> Self {
        Self { memory_kib: 19 * 1024, passes: 2 }
    }
}

impl PasswordCost {
    /// The minimum of the algorithm: for tests and debug builds, whose accounts need no protection.
    pub const MIN: Self = Self { memory_kib: 8, passes: 1 };

    pub(crate) fn params(self) -> Result<Params, Error> {
        Params::new(self.memory_kib, self.passes, 1, None)
            .map_err(|_| Error::Defect("the hash parameters are refused"))
    }
}
