//! Ends sessions of another person.

use serde_json::json;

use super::{By, account_id, address, refused, write_audit_entry};
use crate::{Error, People, refused::Refused, sessions::Ending};

impl People {
    /// Ends one session of a person, or all of them. Returns their number.
    ///
    /// # Errors
    /// Fails with `person_not_found`, and with `session_not_found` if the named one is not the person's.
    pub async fn end_sessions_of(&self, by: By, user_id: &str, ending: Ending) -> Result<u64, Error> {
        let (id, now, auth) = (account_id(user_id)?, self.now(), self.auth().clone());
        self.db()
            .write(move |tx| {
                let ended = auth.end_sessions_within(tx, &id, &ending, address(&by)).map_err(refused)?;
                match (ended, &ending) {
                    (0, Ending::One(_)) => Err(Refused::SessionNotFound.into()),
                    (0, _) => Ok(0),
                    _ => {
                        let new = Some(json!({ "ended": ended }).to_string());
                        write_audit_entry(tx, &by, "end-person-sessions", &id, (None, new), now)?;
                        Ok(ended)
                    }
                }
            })
            .await
    }
}
