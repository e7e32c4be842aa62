//! Entitlements of each plan in the database. The content file is written there; rules and queries read it there. The
//! file alone does not take away what members have (decision 0109).

pub(crate) mod affected;
pub(crate) mod deliveries;
pub(crate) mod held;
mod withdrawals;

use ateneu_base::{Entitlement, Timestamp};
use ateneu_db::{Error, Tx};

pub use affected::{AffectedMember, AnnouncedWithdrawal, withdrawals};
pub use withdrawals::{ANNOUNCED_DAYS, Refusal, Sold, Stored, Withdrawal, refusals};
use withdrawals::{Change, changes};

/// Reason why the file of the plans is not written to the database.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file takes away what members have, without an announcement.
    #[error("{}", worded(.0))]
    Refused(Vec<Refusal>),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] Error),
}

fn worded(refusals: &[Refusal]) -> String {
    let lines = refusals.iter().map(|refusal| format!("content/plans.toml: {refusal}"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Writes what the plans entitle to. Where nothing changed, it writes nothing.
///
/// # Errors
/// Returns [`RecordError::Refused`] where a plan loses an entitlement that the file does not announce.
pub fn record(tx: &mut Tx<'_>, sold: &Sold, now: Timestamp) -> Result<(), RecordError> {
    tx.lock("entitlements of the plans")?;
    let stored = stored(tx)?;
    for change in changes(&stored, sold, now).map_err(RecordError::Refused)? {
        match change {
            Change::Add(row) => tx.insert(&row)?,
            Change::Set(row) => drop(tx.update(&row)?),
        }
    }
    Ok(())
}

/// Reads what the plans entitle to, withdrawn entitlements included.
pub fn stored(tx: &mut Tx<'_>) -> Result<Vec<Stored>, Error> {
    tx.rows("ORDER BY plan, entitlement", &[])
}

/// Reads what a person is entitled to now.
pub fn of_person(tx: &mut Tx<'_>, user_id: &str, now: Timestamp) -> Result<Vec<Entitlement>, Error> {
    let sql =
        "SELECT entitlement FROM member_entitlements WHERE user_id = $1 AND until > $2 ORDER BY entitlement";
    tx.query_as(sql, &[user_id.into(), now.into()])
}
