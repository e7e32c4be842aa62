//! Arguments and callers of procedures.

use ateneu_base::Value;
use ateneu_data::{Call, Error};

use crate::refused::Refused;

/// Maximum length of a reason, an appeal and the details of a report, in characters.
pub const MAX_REASON_LENGTH: usize = 2_000;

/// Returns the caller's id as a parameter of a statement.
pub fn person(call: &Call) -> Value {
    call.caller.user_id.as_deref().into()
}

/// Returns an argument of the call as a parameter of a statement.
pub fn argument(call: &Call, name: &str) -> Value {
    call.text(name).into()
}

/// Returns an argument without surrounding spaces. Returns `None` if it is empty.
pub fn given<'c>(call: &'c Call, name: &str) -> Option<&'c str> {
    call.text(name).map(str::trim).filter(|text| !text.is_empty())
}

/// Returns a user's text. Fails if it is too long for its column.
pub fn within(text: Option<&str>, most: usize) -> Result<Option<&str>, Error> {
    match text {
        Some(text) if text.chars().count() > most => Err(Refused::TextTooLong.into()),
        text => Ok(text),
    }
}
