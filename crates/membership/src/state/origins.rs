//! Origins of the visits that led to paid checkouts.

use ateneu_db::{Error, Tx};

use crate::status::{Property, statuses_with};

/// The source of the visit that led to a payment which has arrived, once: from now on it is not known any more.
pub(crate) fn take(tx: &mut Tx<'_>, user_id: &str) -> Result<Option<String>, Error> {
    let sql = format!(
        "SELECT c.origin FROM payment_checkouts c
         WHERE c.user_id = $1 AND c.origin IS NOT NULL AND c.state = 'completed'
             AND EXISTS (SELECT 1 FROM payment_subscriptions s WHERE s.user_id = c.user_id AND s.status IN {})
         ORDER BY c.created_at DESC LIMIT 1",
        statuses_with(Property::Running)
    );
    let Some(origin) = tx.query_optional_as(&sql, &[user_id.into()])? else {
        return Ok(None);
    };
    tx.execute("UPDATE payment_checkouts SET origin = NULL WHERE user_id = $1", &[user_id.into()])?;
    Ok(Some(origin))
}
