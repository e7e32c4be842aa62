//! The signed-in person who calls, for the functions that act on the own account.

use ateneu_accounts::Asker;
use ateneu_base::{Presented, Record, TokenProblem};
use serde_json::Value;

use crate::Error;

/// `purpose` completes "Você precisa estar logado para …". Keys and tokens without a session are nobody's own.
pub(crate) fn person(presented: &Presented, purpose: &'static str) -> Result<Asker, Error> {
    let caller = presented.caller.as_ref().map_err(|problem| match problem {
        TokenProblem::Unavailable => Error::AccountsUnavailable,
        _ => Error::NotSignedIn(purpose),
    })?;
    match (&caller.user_id, &caller.session_id) {
        (Some(user_id), Some(session_id)) => Ok(Asker {
            user_id: user_id.clone(),
            session_id: session_id.clone(),
            address: presented.address.clone(),
        }),
        _ => Err(Error::NotSignedIn(purpose)),
    }
}

/// The code of `/reauthenticate`, where one was given.
pub(crate) fn nonce(members: &Record) -> Result<Option<String>, Error> {
    match members.get("nonce") {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(code)) => Ok(Some(code.clone())),
        Some(_) => Err(Error::InvalidPayload("nonce: informe o código recebido.".into())),
    }
}
