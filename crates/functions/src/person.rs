//! The signed-in person who calls, for the functions that act on the own account.

use ateneu_base::{Presented, TokenProblem};

use crate::Error;

/// The person behind a request.
pub(crate) struct Person {
    pub(crate) user_id: String,
    pub(crate) session_id: String,
}

/// `purpose` completes "Você precisa estar logado para …". Keys and tokens without a session are nobody's own.
pub(crate) fn person(presented: &Presented, purpose: &'static str) -> Result<Person, Error> {
    let caller = presented.caller.as_ref().map_err(|problem| match problem {
        TokenProblem::Unavailable => Error::AccountsUnavailable,
        _ => Error::NotSignedIn(purpose),
    })?;
    match (&caller.user_id, &caller.session_id) {
        (Some(user_id), Some(session_id)) => Ok(Person {
            user_id: user_id.clone(),
            session_id: session_id.clone(),
        }),
        _ => Err(Error::NotSignedIn(purpose)),
    }
}
