//! Actors that change a subscription, and the audit entry of the change.

use ateneu_db::Tx;

use crate::{Error, refused::Refused};

/// Maximum length of a reason in characters.
const REASON: usize = 500;

/// Writes the audit entry of an administrator's change, in the transaction of the change.
pub type Trace = Box<dyn FnOnce(&mut Tx<'_>) -> Result<(), ateneu_db::Error> + Send>;

/// Actor that changes a subscription.
pub enum ChangeActor {
    /// The subscriber, within the days of withdrawal and guarantee.
    Member,
    /// An administrator, at any time.
    Office(Trace),
}

impl ChangeActor {
    pub(crate) fn trace(self, tx: &mut Tx<'_>) -> Result<(), ateneu_db::Error> {
        match self {
            Self::Member => Ok(()),
            Self::Office(trace) => trace(tx),
        }
    }
}

/// Returns the reason of an administrator.
///
/// # Errors
/// Returns `Refused::ReasonNeeded` if it is empty or too long.
pub(crate) fn reason_of(text: &str) -> Result<String, Error> {
    let reason = text.trim();
    match reason.is_empty() || reason.chars().count() > REASON {
        true => Err(Refused::ReasonNeeded.into()),
        false => Ok(reason.to_owned()),
    }
}
