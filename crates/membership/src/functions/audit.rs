//! A membership in the audit log: its state before an action.

use ateneu_audit::Entry;
use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use ateneu_functions::Administrator;
use ateneu_schema::TableRow;
use serde::Serialize;
use serde_json::{Value, json};

use crate::{PaidPlan, SubscriberStatus};

/// A membership as the audit log shows it.
#[derive(Clone, PartialEq, Serialize, TableRow)]
#[table("subscribers")]
struct Audited {
    status: SubscriberStatus,
    plan: Option<PaidPlan>,
    access_reason: Option<String>,
    #[column("access_until")]
    until: Option<Timestamp>,
    cancel_at_period_end: bool,
}

/// The membership in this transaction. Returns `None` for people who never were members.
pub(super) fn read(tx: &mut Tx<'_>, user_id: &str) -> Result<Option<Value>, Error> {
    let found = tx.row::<Audited>("WHERE user_id = $1", &[user_id.into()])?;
    Ok(found.map(|found| json!(found)))
}

/// Writes an action on a person's membership.
pub(super) fn write_audit_entry(
    tx: &mut Tx<'_>,
    by: &Administrator,
    action: &str,
    user_id: &str,
    (old, new): (Option<Value>, Option<Value>),
    now: Timestamp,
) -> Result<(), Error> {
    let (old, new) = (old.map(|old| old.to_string()), new.map(|new| new.to_string()));
    let entry = Entry { action, subject: user_id, old: old.as_deref(), new: new.as_deref() };
    ateneu_audit::write(tx, by.0.as_ref(), entry, now)
}
