//! Refusals of people who are banned or silenced.

use ateneu_base::Caller;
use ateneu_data::Error;

use crate::refused::Refused;

/// Refuses a banned caller with the reason. The rules refuse as well, without one.
pub fn refuse_banned(caller: &Caller) -> Result<(), Error> {
    if caller.facts.banned { Err(Refused::CommunityBanned.into()) } else { Ok(()) }
}

/// Refuses a silenced caller.
pub fn refuse_silenced(caller: &Caller) -> Result<(), Error> {
    if caller.facts.silenced { Err(Refused::CommunitySilenced.into()) } else { Ok(()) }
}

/// Refuses a caller under a sanction.
pub fn refuse_sanctioned(caller: &Caller) -> Result<(), Error> {
    refuse_banned(caller)?;
    refuse_silenced(caller)
}
