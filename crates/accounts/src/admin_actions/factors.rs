//! Removes all second factors of a person who lost them, so that the password alone signs in again.

use serde_json::json;

use super::{By, account_id, address, not_oneself, refused, write_audit_entry};
use crate::{Error, People, refused::Refused};

impl People {
    /// Removes every second factor, recovery code and passkey of a person, ends the sessions they opened, and notifies
    /// the person by email. Returns the number of removed factors.
    ///
    /// # Errors
    /// Fails with `person_not_found`, `not_yourself`, `no_factors`.
    pub async fn reset_factors(&self, by: By, user_id: &str) -> Result<u64, Error> {
        let (id, now, auth) = (account_id(user_id)?, self.now(), self.auth().clone());
        not_oneself(&by, &id)?;
        self.db()
            .write(move |tx| {
                let (factors, passkeys) = auth.reset_factors(tx, &id, address(&by)).map_err(refused)?;
                if factors + passkeys == 0 {
                    return Err(Refused::NoFactors.into());
                }
                let old = json!({ "factors": factors, "passkeys": passkeys }).to_string();
                write_audit_entry(tx, &by, "reset-factors", &id, (Some(old), None), now)?;
                Ok(factors + passkeys)
            })
            .await
    }
}
