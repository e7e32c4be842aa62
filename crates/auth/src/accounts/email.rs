//! Checks e-mail addresses.

use ateneu_base::email;

use crate::error::Error;

/// Returns the canonical form of an address. Fails if it is not one.
pub(crate) fn canonical(text: &str) -> Result<String, Error> {
    let refused = || Error::validation("Unable to validate email address: invalid format");
    email::canonical(text).ok_or_else(refused)
}
