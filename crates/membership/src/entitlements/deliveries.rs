//! Deliveries of recurring benefits: what was delivered of what a month owes.

use ateneu_base::{Entitlement, Timestamp, calendar::Month};
use ateneu_db::{Error, Tx};
use ateneu_module::Delivery;

/// Stores a delivery. Returns `false` if its subject is stored already, with its first time.
pub(crate) fn record(tx: &mut Tx<'_>, delivery: &Delivery<'_>, now: Timestamp) -> Result<bool, Error> {
    let Delivery { entitlement, subject, user_id, at, proof } = *delivery;
    let sql =
        "INSERT INTO benefit_deliveries (entitlement, subject, user_id, delivered_at, proof, created_at)
               VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (entitlement, subject) DO NOTHING";
    let values =
        [entitlement.name().into(), subject.into(), user_id.into(), at.into(), proof.into(), now.into()];
    Ok(tx.execute(sql, &values)? > 0)
}

/// Returns the number of deliveries to a person in the month of `now`, by benefit. Deliveries to everybody count.
pub(crate) fn of_month(
    tx: &mut Tx<'_>,
    user_id: &str,
    now: Timestamp,
) -> Result<Vec<(Entitlement, i64)>, Error> {
    let month = Month::of(now);
    let sql = "SELECT entitlement, count(*) AS deliveries FROM benefit_deliveries
               WHERE delivered_at >= $2 AND delivered_at < $3 AND (user_id IS NULL OR user_id = $1)
               GROUP BY entitlement";
    tx.query_as(sql, &[user_id.into(), month.start().into(), month.next().start().into()])
}
