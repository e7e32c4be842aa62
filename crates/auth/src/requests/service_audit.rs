//! What the holder of the service keys do with accounts: an event of the accounts, and an act of office without a name in the
//! audit log.

use ateneu_audit::Act;
use ateneu_base::Timestamp;
use ateneu_db::Tx;

use crate::{
    error::Error,
    requests::{Action, Client, log},
};

/// Notes that a program did this to an account.
pub(crate) fn note(
    tx: &mut Tx<'_>,
    now: Timestamp,
    (act, event): (&str, Action),
    user_id: &str,
    client: &Client,
) -> Result<(), Error> {
    let act = Act { action: act, subject: user_id, old: None, new: None };
    ateneu_audit::write(tx, None, act, now)?;
    log::write(tx, now, event, Some(user_id), client, None)
}
