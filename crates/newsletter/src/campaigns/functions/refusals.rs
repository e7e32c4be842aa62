//! Refusals of decisions, and their audit entries.

use ateneu_audit::Entry;
use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use ateneu_functions::{Administrator, Refusal};

use crate::{
    campaigns::{control::Denied, freeze::Obstacle},
    refused::Refused,
};

/// Completes "Você precisa estar logado para …".
pub(super) const PURPOSE: &str = "administrar as cartas";

impl From<Denied> for Refusal {
    fn from(denied: Denied) -> Self {
        match denied {
            Denied::Unknown => Refused::CampaignUnknown.into(),
            // A save answers with the other version.
            Denied::State(_) | Denied::Clash(_) => Refused::CampaignState.into(),
            Denied::Past => Refused::CampaignTimePast.into(),
            Denied::Obstacle(obstacle @ Obstacle::NotALetter) => {
                Refused::CampaignNotALetter.saying(obstacle.sentence()).into()
            }
            Denied::Obstacle(obstacle) => Refused::CampaignNotReady.saying(obstacle.sentence()).into(),
            Denied::Db(error) => error.into(),
        }
    }
}

/// Writes an action on the settings to the audit log.
pub(super) fn write_audit_entry(
    tx: &mut Tx<'_>,
    by: &Administrator,
    (action, subject): (&str, &str),
    new: Option<&str>,
    now: Timestamp,
) -> Result<(), Error> {
    let entry = Entry { action, subject, old: None, new };
    ateneu_audit::write(tx, by.0.as_ref(), entry, now)
}
