//! Subscriptions and charges of our plans. The provider's account may sell other things: they open nothing here.

use std::collections::HashMap;

use ateneu_db::{Error, Tx};
use ateneu_schema::Words;
use serde::Deserialize;
use serde_json::Value as Json;

use crate::{
    PaidPlan, PlanPeriod,
    provider::models::{Invoice, LinePrice, Subscription},
};

#[derive(Deserialize)]
struct Known {
    key: String,
    plan: String,
    period: Option<PlanPeriod>,
}

/// Price, plan and period of a charge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Charged {
    /// The provider's id of the price.
    pub(crate) price: Option<String>,
    /// Plan of the price. `None` for a price that is not one of ours.
    pub(crate) plan: Option<PaidPlan>,
    pub(crate) period: Option<PlanPeriod>,
    /// True if the price itself names the plan. The subscription may have another.
    pub(crate) is_known: bool,
}

/// Returns what each invoice is for, by its own price: a subscription may have been to something else when it was charged. An
/// invoice that names no price is for what its subscription is to.
pub(crate) fn charged(
    tx: &mut Tx<'_>,
    invoices: &[Invoice],
    subscriptions: &[Subscription],
) -> Result<Vec<Charged>, Error> {
    let ids: Vec<&str> =
        invoices.iter().flat_map(|invoice| &invoice.prices).map(|price| &*price.id).collect();
    let among = tx.dialect().among("price_id", "$1");
    let sql = format!(
        "SELECT DISTINCT price_id AS key, plan, period FROM payment_subscriptions WHERE plan IS NOT NULL AND {among}
         UNION SELECT DISTINCT price_id AS key, plan, period FROM payment_invoices WHERE plan IS NOT NULL AND {among}"
    );
    let known: Vec<Known> = match ids.is_empty() {
        true => Vec::new(),
        false => tx.query_as(&sql, &[Json::from(ids).to_string().into()])?,
    };
    let known: HashMap<String, (Option<PaidPlan>, Option<PlanPeriod>)> =
        known.into_iter().map(|known| (known.key, (PaidPlan::of(&known.plan), known.period))).collect();
    let of_invoice = |invoice: &Invoice| {
        let own = subscriptions.iter().find(|own| Some(&own.id) == invoice.subscription.as_ref());
        let is_own = |price: &LinePrice| own.is_some_and(|own| own.price.as_ref() == Some(&price.id));
        let found = invoice.prices.iter().filter_map(|price| {
            let of_key = price.offer.map(|offer| (Some(offer.plan), Some(offer.period)));
            let of_own = own.filter(|_| is_own(price)).map(|own| (own.plan, own.period));
            let (plan, period) = of_key.or_else(|| known.get(&price.id).copied()).or(of_own)?;
            plan?;
            Some((is_own(price), Charged { price: Some(price.id.clone()), plan, period, is_known: true }))
        });
        // A change of plan charges two of ours: the one the subscription is to now counts.
        let ours = found.max_by_key(|(is_own, _)| *is_own).map(|(_, charged)| charged);
        ours.unwrap_or_else(|| match (invoice.prices.first(), own) {
            (Some(price), _) => {
                Charged { price: Some(price.id.clone()), is_known: true, ..Charged::default() }
            }
            (None, Some(own)) => Charged { plan: own.plan, period: own.period, ..Charged::default() },
            (None, None) => Charged::default(),
        })
    };
    Ok(invoices.iter().map(of_invoice).collect())
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
    let known: HashMap<String, (Option<PaidPlan>, Option<PlanPeriod>)> =
        known.into_iter().map(|known| (known.key, (PaidPlan::of(&known.plan), known.period))).collect();
    for subscription in subscriptions.iter_mut().filter(|subscription| subscription.plan.is_none()) {
        let price = subscription.price.as_ref().and_then(|price| known.get(price));
        if let Some((plan, period)) = price.or_else(|| known.get(&subscription.id)) {
            (subscription.plan, subscription.period) = (*plan, *period);
        }
    }
    Ok(())
}
