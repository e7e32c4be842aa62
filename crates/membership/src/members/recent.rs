//! Recent starts and ends of subscriptions, and failed charges, for the panel's first page.

use std::time::Duration;

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use schemars::JsonSchema;
use serde::Serialize;

use crate::status::{Property, statuses_with, statuses_without};

/// The period of the figures.
pub(super) const WEEK: Duration = Duration::from_hours(24 * 7);

/// Age up to which failed charges are listed.
pub(super) const CHASED: Duration = Duration::from_hours(24 * 60);

/// The condition on a charge `x` for a plan that failed since `$1` and was not paid since.
pub(super) const TO_CHASE: &str = "x.failed_at >= $1 AND x.amount > 0 AND x.plan IS NOT NULL
    AND x.status IN ('open', 'uncollectible') AND x.refunded_at IS NULL AND x.user_id IS NOT NULL";

/// Changes of the last seven days, and what is still owed.
#[derive(Debug, JsonSchema, Serialize)]
pub struct RecentChanges {
    /// Subscriptions that began.
    pub started: i64,
    /// Subscriptions that ended.
    pub ended: i64,
    /// Charges for a plan that failed in the last 60 days and are not paid.
    pub failed_charges: i64,
    /// Sum of these charges, in centavos.
    pub failed_amount: i64,
}

/// Subscriptions that began since then and were paid.
pub fn started_since(tx: &mut Tx<'_>, since: Timestamp) -> Result<i64, Error> {
    let sql = format!(
        "SELECT count(*) FROM payment_subscriptions x
         WHERE x.started_at >= $1 AND x.plan IS NOT NULL AND x.status NOT IN {}",
        statuses_without(Property::Earning)
    );
    tx.query_one_as(&sql, &[since.into()])
}

/// The changes of the last seven days.
pub fn recent_changes(tx: &mut Tx<'_>, now: Timestamp) -> Result<RecentChanges, Error> {
    let week = now - WEEK;
    let started = started_since(tx, week)?;
    let ended = format!(
        "SELECT count(*) FROM payment_subscriptions x
         WHERE x.ended_at >= $1 AND x.plan IS NOT NULL AND x.status IN {}",
        statuses_with(Property::Ended)
    );
    let ended = tx.query_one_as(&ended, &[week.into()])?;
    let failed = format!(
        "SELECT count(*), CAST(coalesce(sum(x.amount), 0) AS bigint) FROM payment_invoices x WHERE {TO_CHASE}"
    );
    let (failed_charges, failed_amount) = tx.query_one_as(&failed, &[(now - CHASED).into()])?;
    Ok(RecentChanges { started, ended, failed_charges, failed_amount })
}
