//! Reconciliation: fetches every customer's state each night, for events that never arrived.

use ateneu_base::Timestamp;

use super::EVENTS;
use crate::{
    Error, Payments,
    changes::{charge_refunds::work_charge_refunds, refund::work_refunds, refund_rows::REFUNDS},
    checkout::intents,
    events::worker::work_events,
    provider::sandbox::deliver::DELIVERIES,
    state::sync::sync_member,
};

/// Number of customers read at a time.
const BATCH: i64 = 100;

/// Number of consecutive failures after which the provider counts as down.
const ENOUGH: usize = 3;

/// Result of a reconciliation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reconciled {
    /// Number of customers whose state was fetched and stored.
    pub customers: u64,
    /// Number of customers whose state could not be fetched.
    pub unanswered: u64,
    /// Number of deleted old events.
    pub forgotten: u64,
}

/// Fetches every customer's state, the oldest first, and handles waiting events. Stops early if the provider is down,
/// and keeps the stored states.
///
/// # Errors
/// Fails if the database does, or the provider fails for every customer.
pub async fn reconcile_customers(payments: &Payments) -> Result<Reconciled, Error> {
    work_events(payments).await?;
    work_refunds(payments).await?;
    work_charge_refunds(payments).await?;
    let began = payments.now();
    let mut done = Reconciled::default();
    let mut failed = (0, None);
    'all: loop {
        let batch = stale(payments, began).await?;
        if batch.is_empty() {
            break;
        }
        for (user_id, last) in batch {
            match sync_member(payments, &user_id).await {
                Ok(_) => (done.customers, failed) = (done.customers + 1, (0, None)),
                Err(Error::Database(error)) => return Err(error.into()),
                Err(error) => {
                    tracing::warn!(%error, ?last, "failed to fetch a customer");
                    done.unanswered += 1;
                    put_off(payments, &user_id).await?;
                    failed = (failed.0 + 1, Some(error));
                }
            }
            if failed.0 >= ENOUGH {
                break 'all;
            }
        }
    }
    done.forgotten = payments.db().write(move |tx| remove_old(tx, began)).await?;
    match failed {
        (_, Some(error)) if done.customers == 0 => Err(error),
        _ => Ok(done),
    }
}

async fn stale(payments: &Payments, began: Timestamp) -> Result<Vec<(String, Option<String>)>, Error> {
    let sql =
        "SELECT user_id, refreshed_at FROM payment_customers WHERE refreshed_at IS NULL OR refreshed_at < $1
               ORDER BY CASE WHEN refreshed_at IS NULL THEN 0 ELSE 1 END, refreshed_at, user_id LIMIT $2";
    Ok(payments.db().read(move |tx| tx.query_as(sql, &[began.into(), BATCH.into()])).await?)
}

/// Marks a customer as visited in this run.
async fn put_off(payments: &Payments, user_id: &str) -> Result<(), Error> {
    let values = [user_id.into(), payments.now().into()];
    let sql = "UPDATE payment_customers SET refreshed_at = $2 WHERE user_id = $1";
    Ok(payments.db().write(move |tx| tx.execute(sql, &values).map(drop)).await?)
}

fn remove_old(tx: &mut ateneu_db::Tx<'_>, now: Timestamp) -> Result<u64, ateneu_db::Error> {
    intents::expire(tx, now)?;
    [EVENTS, REFUNDS, DELIVERIES].iter().try_fold(0, |sum, queue| Ok(sum + queue.remove_old(tx, now)?))
}
