//! Records acts of the service key on accounts: an event of the accounts and an entry of the audit log without an
//! actor.

use ateneu_audit::Entry;
use ateneu_base::Timestamp;
use ateneu_db::Tx;

use crate::{
    error::Error,
    requests::{Action, Client, log},
};

/// Records a program's act on an account.
pub(crate) fn record_action(
    tx: &mut Tx<'_>,
    now: Timestamp,
    (action, event): (&str, Action),
    user_id: &str,
    client: &Client,
) -> Result<(), Error> {
    let entry = Entry { action, subject: user_id, old: None, new: None };
    ateneu_audit::write(tx, None, entry, now)?;
    log::write(tx, now, event, Some(user_id), client, None)
}
