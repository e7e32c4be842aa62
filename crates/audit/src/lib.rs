//! The audit log of administrators' actions, written in the transaction of the action, so that both commit or neither.
//! Administrators read it as the table `audit_log`. No caller changes it.

mod tables;

use ateneu_base::{Caller, Timestamp, ids};
use ateneu_db::{Error, Tx};

pub use tables::tables;

/// The person who acted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// The person's id.
    pub user_id: String,
    /// Client address of the request, as far as the server trusts it.
    pub address: Option<String>,
}

impl Actor {
    /// Returns the caller as an actor. Returns `None` for the owner's own program.
    pub fn of(caller: &Caller) -> Option<Self> {
        let address = caller.address.as_deref().map(str::to_owned);
        Some(Self { user_id: caller.user_id.clone()?, address })
    }
}

/// The subject of an action on many rows.
pub const MANY: &str = "*";

/// Record of an action on one subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// Name of the action, e.g. `apply-rate-limit`.
    pub action: &'a str,
    /// Subject of the action, e.g. a setting's key.
    pub subject: &'a str,
    /// Value before the action. `None` if there was nothing.
    pub old: Option<&'a str>,
    /// Value after the action. `None` if there is none.
    pub new: Option<&'a str>,
}

/// Writes one entry in the transaction. `actor` is `None` for the owner's own program.
pub fn write(tx: &mut Tx<'_>, actor: Option<&Actor>, entry: Entry<'_>, now: Timestamp) -> Result<(), Error> {
    let id = ids::row_id(now);
    tx.write(
        "INSERT INTO audit_log (id, created_at, actor_id, action, subject, old_value, new_value, ip_address)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        &[
            (&id).into(),
            now.into(),
            actor.map(|actor| actor.user_id.as_str()).into(),
            entry.action.into(),
            entry.subject.into(),
            entry.old.into(),
            entry.new.into(),
            actor.and_then(|actor| actor.address.as_deref()).into(),
        ],
    )?;
    Ok(())
}
