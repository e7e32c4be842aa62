//! Bans a person, for a time or for good, and lifts bans.

use std::time::Duration;

use ateneu_base::Timestamp;
use serde_json::json;

use super::{By, account_id, address, another_remains, not_oneself, refused, write_audit_entry};
use crate::{Error, People, refused::Refused};

/// Days of a ban without an end: a hundred years.
const FOR_GOOD: u64 = 36_500;

/// Maximum length of a reason in characters.
const REASON: usize = 500;

impl People {
    /// Bans a person for a number of days, or for good, and ends all sessions. Returns the end of the ban.
    ///
    /// # Errors
    /// Fails with `person_not_found`, `not_yourself`, `last_admin`, `reason_needed`, `out_of_range`.
    pub async fn ban(
        &self,
        by: By,
        user_id: &str,
        days: Option<u64>,
        reason: &str,
    ) -> Result<Timestamp, Error> {
        let (id, reason) = (account_id(user_id)?, reason.trim().to_owned());
        not_oneself(&by, &id)?;
        if reason.is_empty() || reason.chars().count() > REASON {
            return Err(Refused::ReasonNeeded.into());
        }
        if days.is_some_and(|days| !(1..=3_650).contains(&days)) {
            return Err(Refused::OutOfRange.into());
        }
        let (now, auth) = (self.now(), self.auth().clone());
        let until = now + Duration::from_secs(days.unwrap_or(FOR_GOOD) * 24 * 60 * 60);
        self.db()
            .write(move |tx| {
                another_remains(tx, &id, now)?;
                let before = auth.ban(tx, &id, Some(until), address(&by)).map_err(refused)?;
                let old = before.map(|before| json!({ "until": before }).to_string());
                let new = Some(json!({ "until": until, "reason": reason }).to_string());
                write_audit_entry(tx, &by, "ban-person", &id, (old, new), now)?;
                Ok(until)
            })
            .await
    }

    /// Lifts the ban of a person.
    ///
    /// # Errors
    /// Fails with `person_not_found`, `not_banned`.
    pub async fn lift_ban(&self, by: By, user_id: &str) -> Result<(), Error> {
        let id = account_id(user_id)?;
        let (now, auth) = (self.now(), self.auth().clone());
        self.db()
            .write(move |tx| {
                let before = auth.ban(tx, &id, None, address(&by)).map_err(refused)?;
                let before = before.ok_or(Refused::NotBanned)?;
                let old = Some(json!({ "until": before }).to_string());
                write_audit_entry(tx, &by, "lift-ban", &id, (old, None), now)
            })
            .await
    }
}
