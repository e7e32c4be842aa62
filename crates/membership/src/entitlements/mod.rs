//! Entitlements of each plan in the database. The content file is written there; rules and queries read it there. The
//! file alone does not take away what members have (decision 0109).

pub(crate) mod affected;
pub(crate) mod held;
mod withdrawals;

use ateneu_base::{Entitlement, Timestamp, Value};
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
    for (plan, entitlement, change) in changes(&stored, sold, now).map_err(RecordError::Refused)? {
        let row: [Value; 2] = [plan.name().into(), entitlement.name().into()];
        write(tx, row, change, now)?;
    }
    Ok(())
}

fn write(
    tx: &mut Tx<'_>,
    [plan, entitlement]: [Value; 2],
    change: Change,
    now: Timestamp,
) -> Result<(), Error> {
    match change {
        Change::Add => tx.write(
            "INSERT INTO plan_entitlements (plan, entitlement) VALUES ($1, $2)",
            &[plan, entitlement],
        ),
        Change::Restore => tx.write(
            "UPDATE plan_entitlements SET ends_at = NULL, announced_at = NULL, tells_members = FALSE, notified_at = NULL
             WHERE plan = $1 AND entitlement = $2",
            &[plan, entitlement],
        ),
        Change::Withdraw { ends_at, tells } => tx.write(
            "UPDATE plan_entitlements SET ends_at = CAST($3 AS text), announced_at = coalesce(announced_at, CAST($4 AS text)), tells_members = $5,
                 notified_at = CASE WHEN ends_at = CAST($3 AS text) THEN notified_at END
             WHERE plan = $1 AND entitlement = $2",
            &[plan, entitlement, ends_at.into(), now.into(), tells.into()],
        ),
    }
    .map(drop)
}

/// Reads what the plans entitle to, withdrawn entitlements included.
pub fn stored(tx: &mut Tx<'_>) -> Result<Vec<Stored>, Error> {
    tx.query_as("SELECT * FROM plan_entitlements ORDER BY plan, entitlement", &[])
}

/// Reads what a person is entitled to now.
pub fn of_person(tx: &mut Tx<'_>, user_id: &str, now: Timestamp) -> Result<Vec<Entitlement>, Error> {
    let sql =
        "SELECT entitlement FROM member_entitlements WHERE user_id = $1 AND until > $2 ORDER BY entitlement";
    tx.query_as(sql, &[user_id.into(), now.into()])
}
