//! A membership in the audit log: its state before an action.

use ateneu_audit::Entry;
use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use ateneu_functions::Administrator;
use serde_json::{Value, json};

/// Status, plan and end of access in this transaction; none for people who never were members.
pub(super) fn read(tx: &mut Tx<'_>, user_id: &str) -> Result<Option<Value>, Error> {
    let sql = "SELECT status, plan, access_reason, access_until, cancel_at_period_end FROM subscribers WHERE user_id = $1";
    let row = tx.query_optional(sql, &[user_id.into()])?;
    Ok(row.map(|row| {
        json!({
            "status": row.text("status"),
            "plan": row.text("plan"),
            "access_reason": row.text("access_reason"),
            "until": row.text("access_until"),
            "cancel_at_period_end": row.boolean("cancel_at_period_end"),
        })
    }))
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
