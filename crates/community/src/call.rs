//! Arguments and callers of procedures.

use ateneu_base::Value;
use ateneu_data::{Call, Error};

use crate::refused::Refused;

/// Characters of a reason, of an appeal and of a report's details.
pub const MAX_REASON_LENGTH: usize = 2_000;

/// Returns the caller's id as a parameter of a statement.
pub fn person(call: &Call) -> Value {
    call.caller.user_id.as_deref().into()
}

/// Returns an argument of the call as a parameter of a statement.
pub fn argument(call: &Call, name: &str) -> Value {
    call.text(name).into()
}

/// Returns an argument without spaces around it. Returns `None` if it is empty.
pub fn given<'c>(call: &'c Call, name: &str) -> Option<&'c str> {
    call.text(name).map(str::trim).filter(|text| !text.is_empty())
}

/// A text that people wrote, within its column; a longer one is refused.
pub fn within(text: Option<&str>, most: usize) -> Result<Option<&str>, Error> {
    match text {
        Some(text) if text.chars().count() > most => Err(Refused::TextTooLong.into()),
        text => Ok(text),
    }
}
