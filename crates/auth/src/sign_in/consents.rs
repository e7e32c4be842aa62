//! Legal texts accepted with a sign-up. The form sends the version of each text as `data.accepted_terms` and
//! `data.accepted_privacy`. They become rows of `consents` in the transaction that creates the account.

use ateneu_base::{Timestamp, ids};
use ateneu_db::Tx;
use serde_json::Value as Json;

use crate::{error::Error, requests::Object, words::LegalText};

/// Maximum length of a version in characters.
const MAX_VERSION_LENGTH: usize = 40;

/// Accepted texts: document and version.
#[derive(Clone, Debug, Default)]
pub(crate) struct Accepted(Vec<(LegalText, String)>);

impl Accepted {
    /// Removes the versions from a form's data, because they are no part of a profile.
    pub(crate) fn take(data: &mut Object) -> Result<Self, Error> {
        let mut accepted = Vec::new();
        for (key, document) in
            [("accepted_terms", LegalText::Terms), ("accepted_privacy", LegalText::Privacy)]
        {
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

    /// Stores them for a new account, in place of earlier ones for it.
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
