//! Which subscriptions are to one of our plans. The provider's account may sell other things: they open nothing here.

use std::collections::HashMap;

use ateneu_db::{Error, Tx};
use serde::Deserialize;
use serde_json::Value as Json;

use crate::{Period, Plan, provider::models::Subscription};

#[derive(Deserialize)]
struct Known {
    key: String,
    plan: String,
    period: Option<Period>,
}

/// Gives a plan to subscriptions whose price has lost its lookup key to a newer one: the price is known from a stored
/// subscription to one of our plans, or the row was stored with a plan before prices were.
pub(crate) fn recognise(tx: &mut Tx<'_>, subscriptions: &mut [Subscription]) -> Result<(), Error> {
    let unnamed = || subscriptions.iter().filter(|subscription| subscription.plan.is_none());
    let ids = Json::from_iter(unnamed().map(|subscription| subscription.id.clone())).to_string();
    let prices: Vec<String> = unnamed().filter_map(|subscription| subscription.price.clone()).collect();
    if unnamed().next().is_none() {
        return Ok(());
    }
    let sql = format!(
        "SELECT DISTINCT price_id AS key, plan, period FROM payment_subscriptions
         WHERE plan IS NOT NULL AND {}
         UNION SELECT id AS key, plan, period FROM payment_subscriptions
         WHERE plan IS NOT NULL AND price_id IS NULL AND {}",
        tx.dialect().among("price_id", "$1"),
        tx.dialect().among("id", "$2")
    );
    let known: Vec<Known> = tx.query_as(&sql, &[Json::from(prices).to_string().into(), ids.into()])?;
    let known: HashMap<String, (Option<Plan>, Option<Period>)> =
        known.into_iter().map(|known| (known.key, (known.plan.parse().ok(), known.period))).collect();
    for subscription in subscriptions.iter_mut().filter(|subscription| subscription.plan.is_none()) {
        let price = subscription.price.as_ref().and_then(|price| known.get(price));
        if let Some((plan, period)) = price.or_else(|| known.get(&subscription.id)) {
            (subscription.plan, subscription.period) = (*plan, *period);
        }
    }
    Ok(())
}
