//! Refusal of what is no e-mail address.

use ateneu_base::email;

use crate::error::Error;

/// The one form of an address, or refused.
pub(crate) fn canonical(text: &str) -> Result<String, Error> {
    let refused = || Error::validation("Unable to validate email address: invalid format");
    email::canonical(text).ok_or_else(refused)
}
