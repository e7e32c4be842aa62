//! Second factors as rows, and as auth-js reads them.

use std::time::Duration;

use ateneu_base::{Timestamp, Verb, ids};
use ateneu_db::Tx;
use ateneu_schema::TableRow;
use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::{
    accounts::{
        User, changes,
        wire::{serialize_instant, serialize_text},
    },
    error::Error,
    words::{FactorStatus, FactorType},
};

/// Number of wrong codes that lock a factor.
const WRONG_CODES: i64 = 6;
const LOCK: Duration = Duration::from_secs(15 * 60);

impl FactorType {
    /// Returns the method that a session records for a proof of the factor (`amr`).
    pub(crate) fn authentication_method(self) -> &'static str {
        match self {
            FactorType::Totp => "totp",
            FactorType::Phone => "mfa/phone",
            FactorType::Webauthn => "mfa/webauthn",
            FactorType::RecoveryCode => "mfa/recovery_code",
        }
    }
}

/// One second factor.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("factors")]
pub(crate) struct Factor {
    #[key]
    pub(crate) id: String,
    pub(crate) user_id: String,
    #[column("factor_type")]
    pub(crate) kind: FactorType,
    status: FactorStatus,
    pub(crate) friendly_name: String,
    /// Digits only, of a telephone.
    pub(crate) phone: Option<String>,
    /// Secret that proofs are checked against, encrypted for this row.
    pub(crate) secret: Option<String>,
    /// The newest step of an authenticator app that is used up.
    pub(crate) last_step: Option<i64>,
    wrong_codes: i64,
    locked_until: Option<Timestamp>,
    pub(crate) last_challenged_at: Option<Timestamp>,
    /// Time at which it was proved for the first time, or its recovery codes were last made.
    pub(crate) verified_at: Option<Timestamp>,
    pub(crate) created_at: Timestamp,
    updated_at: Timestamp,
}

/// State of a locked factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Locked {
    /// Time for which it stays locked.
    pub(crate) left: Duration,
    /// No notification was sent since it was locked: worth a line in the log.
    pub(crate) is_first_refusal: bool,
}

impl Factor {
    /// A new one, not proved yet.
    pub(crate) fn new(user: &User, kind: FactorType, friendly_name: String, now: Timestamp) -> Self {
        Self {
            id: ids::random_id(),
            user_id: user.id.clone(),
            kind,
            status: FactorStatus::Unverified,
            friendly_name,
            phone: None,
            secret: None,
            last_step: None,
            wrong_codes: 0,
            locked_until: None,
            last_challenged_at: None,
            verified_at: None,
            created_at: now,
            updated_at: now,
        }
    }

    /// True once it was proved: from then on the account requires a second factor.
    pub(crate) fn is_verified(&self) -> bool {
        self.status == FactorStatus::Verified
    }

    /// True for those a person can sign in with alone; recovery codes only stand in for one of them.
    pub(crate) fn is_whole(&self) -> bool {
        self.is_verified() && self.kind != FactorType::RecoveryCode
    }

    pub(crate) fn note_proof(&mut self, now: Timestamp) {
        self.status = FactorStatus::Verified;
        self.verified_at.get_or_insert(now);
        self.unlock();
        self.updated_at = now;
    }

    /// A wrong code was given. Returns `true` if it was the one that locks the factor.
    pub(crate) fn note_wrong_code(&mut self, now: Timestamp) -> bool {
        self.wrong_codes += 1;
        let locks = self.wrong_codes == WRONG_CODES;
        if locks {
            self.locked_until = Some(now + LOCK);
        }
        locks
    }

    /// Begins anew to count wrong codes.
    pub(crate) fn unlock(&mut self) {
        self.wrong_codes = 0;
        self.locked_until = None;
    }

    /// Returns the state of the lock. Once its time is over, returns `None` and counts wrong codes anew.
    pub(crate) fn locked(&mut self, now: Timestamp) -> Option<Locked> {
        let until = self.locked_until?;
        if until <= now {
            self.unlock();
            return None;
        }
        let is_first_refusal = self.wrong_codes == WRONG_CODES;
        self.wrong_codes = WRONG_CODES + 1;
        let left = Duration::from_micros(u64::try_from(until.micros() - now.micros()).unwrap_or(0));
        Some(Locked { left, is_first_refusal })
    }
}

/// Serializes the factor for auth-js. Fields that are unset are left out.
impl Serialize for Factor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &self.id)?;
        serialize_instant(&mut map, "created_at", Some(self.created_at))?;
        serialize_instant(&mut map, "updated_at", Some(self.updated_at))?;
        map.serialize_entry("status", &self.status)?;
        let name = Some(self.friendly_name.as_str()).filter(|name| !name.is_empty());
        serialize_text(&mut map, "friendly_name", name)?;
        map.serialize_entry("factor_type", &self.kind)?;
        serialize_text(&mut map, "phone", self.phone.as_deref())?;
        serialize_instant(&mut map, "last_challenged_at", self.last_challenged_at)?;
        map.end()
    }
}

/// A person's factors, oldest first.
pub(crate) fn of(tx: &mut Tx<'_>, user_id: &str) -> Result<Vec<Factor>, Error> {
    Ok(tx.rows("WHERE user_id = $1 ORDER BY created_at, id", &[user_id.into()])?)
}

/// The factors of several accounts, of which `ids` is a JSON list.
pub(crate) fn of_people(tx: &mut Tx<'_>, ids: &str) -> Result<Vec<Factor>, Error> {
    let among = tx.dialect().among("user_id", "$1");
    Ok(tx.rows(&format!("WHERE {among} ORDER BY created_at, id"), &[ids.into()])?)
}

/// True when the account requires a second factor.
pub(crate) fn has_verified(tx: &mut Tx<'_>, user_id: &str) -> Result<bool, Error> {
    let sql = "SELECT id FROM factors WHERE user_id = $1 AND status = 'verified' LIMIT 1";
    Ok(tx.query_optional(sql, &[user_id.into()])?.is_some())
}

pub(crate) fn insert(tx: &mut Tx<'_>, factor: &Factor) -> Result<(), Error> {
    tx.insert(factor)?;
    announce(tx, &factor.user_id, Verb::Insert);
    Ok(())
}

/// Writes a factor back.
pub(crate) fn save(tx: &mut Tx<'_>, factor: &Factor) -> Result<(), Error> {
    tx.update(factor)?;
    announce(tx, &factor.user_id, Verb::Update);
    Ok(())
}

/// Deletes a factor with its challenges and codes.
pub(crate) fn delete(tx: &mut Tx<'_>, factor: &Factor) -> Result<(), Error> {
    tx.execute("DELETE FROM factors WHERE id = $1", &[(&factor.id).into()])?;
    announce(tx, &factor.user_id, Verb::Delete);
    Ok(())
}

/// Announces a change of a person's factors to caches of facts.
fn announce(tx: &mut Tx<'_>, user_id: &str, verb: Verb) {
    changes::announce(tx, "factors", ("user_id", user_id), verb);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sixth_wrong_code_locks_the_factor_for_15_minutes() {
        let mut now = Timestamp::from_seconds(1_000);
        let mut factor = Factor::new(&User::default(), FactorType::Totp, String::new(), now);
        for _ in 0..5 {
            now = now + Duration::from_secs(3_600);
            assert!(!factor.note_wrong_code(now));
            assert_eq!(factor.locked(now), None);
        }
        assert!(factor.note_wrong_code(now));
        let locked =
            |left, is_first_refusal| Some(Locked { left: Duration::from_secs(left), is_first_refusal });
        assert_eq!(factor.locked(now), locked(900, true));
        now = now + Duration::from_secs(899);
        assert_eq!(factor.locked(now), locked(1, false));
        now = now + Duration::from_secs(1);
        assert_eq!(factor.locked(now), None);
        assert!((0..5).all(|_| !factor.note_wrong_code(now)), "counted anew");
        factor.note_proof(now);
        assert!((0..5).all(|_| !factor.note_wrong_code(now)), "a right code ends the count");
    }
}
