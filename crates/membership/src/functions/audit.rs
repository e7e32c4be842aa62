//! What the audit log says of a membership: how the person stood when somebody acted.

use ateneu_audit::Act;
use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use ateneu_functions::Administrator;
use serde_json::{Value, json};

/// State, plan and end of access as they stand in this transaction; none for who never was a member.
pub(super) fn read(tx: &mut Tx<'_>, user_id: &str) -> Result<Option<Value>, Error> {
    let sql = "SELECT status, plan, access_reason, access_until, cancel_at_period_end FROM subscribers WHERE user_id = $1";
    let row = tx.query_optional(sql, &[user_id.into()])?;
    Ok(row.map(|row| {
        json!({
            "status": row.text("status"),
            "plan": row.text("plan"),
            "access_reason": row.text("access_reason"),
            "until": row.text("access_until"),
            "cancel_at_period_end": row.truth("cancel_at_period_end"),
        })
    }))
}

/// Writes an act on a person's membership.
pub(super) fn note(
    tx: &mut Tx<'_>,
    by: &Administrator,
    action: &str,
    user_id: &str,
    (old, new): (Option<Value>, Option<Value>),
    now: Timestamp,
) -> Result<(), Error> {
    let (old, new) = (old.map(|old| old.to_string()), new.map(|new| new.to_string()));
    let act = Act { action, subject: user_id, old: old.as_deref(), new: new.as_deref() };
    ateneu_audit::write(tx, by.0.as_ref(), act, now)
}
