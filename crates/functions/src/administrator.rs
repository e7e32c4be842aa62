//! Who may change how the house runs.

use ateneu_audit::Actor;
use ateneu_base::{Presented, TokenProblem};
use ateneu_schema::{Rule, rule::admin};

use crate::Error;

/// The administrator who calls, for the audit trail; `None` is the owner's own program. `purpose` completes "Você
/// precisa estar logado para …".
pub(crate) fn administrator(presented: &Presented, purpose: &'static str) -> Result<Option<Actor>, Error> {
    let caller = presented.caller.as_ref().map_err(|problem| match problem {
        TokenProblem::Unavailable => Error::AccountsUnavailable,
        _ => Error::NotSignedIn(purpose),
    })?;
    if !caller.is_signed_in() && !caller.is_service() {
        return Err(Error::NotSignedIn(purpose));
    }
    if admin().for_caller(caller) != Rule::Anyone {
        return Err(Error::NotAdmin);
    }
    Ok(caller
        .user_id
        .clone()
        .map(|user_id| Actor { user_id, address: presented.address.as_deref().map(str::to_owned) }))
}
