//! Legal texts accepted with a sign-up. The form sends the version of each text as `data.accepted_terms` and
//! `data.accepted_privacy`; they become rows of `consents` in the transaction that makes the account.

use ateneu_base::{Timestamp, ids};
use ateneu_db::Tx;
use serde_json::Value as Json;

use crate::{error::Error, requests::Object};

/// Characters of a version at most.
const MAX_VERSION_LENGTH: usize = 40;

/// The texts somebody accepted: document and version.
#[derive(Clone, Debug, Default)]
pub(crate) struct Accepted(Vec<(&'static str, String)>);

impl Accepted {
    /// Takes the versions out of what a form sent: they are no part of a person's profile.
    pub(crate) fn take(data: &mut Object) -> Result<Self, Error> {
        let mut accepted = Vec::new();
        for (key, document) in [("accepted_terms", "terms"), ("accepted_privacy", "privacy")] {
            match data.remove(key) {
                None | Some(Json::Null) => {}
                Some(Json::String(version))
                    if (1..=MAX_VERSION_LENGTH).contains(&version.trim().chars().count()) =>
                {
                    accepted.push((document, version.trim().to_owned()));
                }
                Some(_) => return Err(Error::validation(format!("{key} must be the version of a text"))),
            }
        }
        Ok(Self(accepted))
    }

    /// Writes them down for an account that begins now: what somebody else accepted for it before is void.
    pub(crate) fn write(&self, tx: &mut Tx<'_>, user_id: &str, now: Timestamp) -> Result<(), Error> {
        tx.write("DELETE FROM consents WHERE user_id = $1", &[user_id.into()])?;
        for (document, version) in &self.0 {
            tx.write(
                "INSERT INTO consents (id, user_id, document, version, accepted_at, method)
                 VALUES ($1, $2, $3, $4, $5, 'sign_up')",
                &[ids::row_id(now).into(), user_id.into(), (*document).into(), version.into(), now.into()],
            )?;
        }
        Ok(())
    }
}
