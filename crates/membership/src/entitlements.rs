//! What each plan entitles to, as the database knows it: what the content file says is written there, and rules and queries
//! read it there.

use std::collections::BTreeSet;

use ateneu_base::{Entitlement, Timestamp};
use ateneu_db::{Error, Tx};

use crate::Plan;

/// Writes what the plans entitle to; says nothing where nothing changed.
///
/// # Errors
/// The database's.
pub fn record(tx: &mut Tx<'_>, plans: &[(Plan, Vec<Entitlement>)]) -> Result<(), Error> {
    tx.lock("entitlements of the plans")?;
    let stored: Vec<(String, String)> =
        tx.query_as("SELECT plan, entitlement FROM plan_entitlements", &[])?;
    let stored: BTreeSet<(&str, &str)> =
        stored.iter().map(|(plan, entitlement)| (plan.as_str(), entitlement.as_str())).collect();
    let wanted: BTreeSet<(&str, &str)> = plans
        .iter()
        .flat_map(|(plan, of_plan)| of_plan.iter().map(|entitlement| (plan.name(), entitlement.name())))
        .collect();
    for (plan, entitlement) in stored.difference(&wanted) {
        tx.write(
            "DELETE FROM plan_entitlements WHERE plan = $1 AND entitlement = $2",
            &[(*plan).into(), (*entitlement).into()],
        )?;
    }
    for (plan, entitlement) in wanted.difference(&stored) {
        tx.write(
            "INSERT INTO plan_entitlements (plan, entitlement) VALUES ($1, $2)",
            &[(*plan).into(), (*entitlement).into()],
        )?;
    }
    Ok(())
}

/// Reads what a person is entitled to now.
///
/// # Errors
/// The database's.
pub fn of_person(tx: &mut Tx<'_>, user_id: &str, now: Timestamp) -> Result<Vec<Entitlement>, Error> {
    let sql =
        "SELECT entitlement FROM member_entitlements WHERE user_id = $1 AND until > $2 ORDER BY entitlement";
    tx.query_as(sql, &[user_id.into(), now.into()])
}
