//! Another plan or period in the sandbox, as a customer chooses it in the provider's portal. What costs more, and a
//! year in place of a month, begins now: what is left of the paid period is taken off its price. Anything else begins
//! with the next charge.

use ateneu_base::{Timestamp, calendar::months_later};
use ateneu_db::{Error, Tx};
use serde_json::{Value as Json, json};

use super::{
    objects::{self, emit, number, put, set},
    service::Sandbox,
};
use crate::{Offer, words::ObjectKind};

const PRICE: &str = "/items/data/0/price";
const START: &str = "/items/data/0/current_period_start";
const END: &str = "/items/data/0/current_period_end";

/// The price that begins with the next charge.
const NEXT: &str = "/sandbox_next_price";

/// An offer that a subscription may change to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) offer: Offer,
    /// Price in centavos.
    pub(super) price: i64,
    /// Charge that the change causes now, in centavos. `None` if the offer begins with the next charge.
    pub(super) due: Option<i64>,
}

/// Returns the offers to which a subscription may change. The list is empty unless the subscription renews itself.
pub(super) fn changes(sandbox: &Sandbox, subscription: &Json, now: Timestamp) -> Vec<Change> {
    let (status, ends) = (objects::text(subscription, "/status"), subscription.get("cancel_at_period_end"));
    let Some(present) = objects::offer(subscription) else {
        return Vec::new();
    };
    if status != "active" || ends == Some(&Json::Bool(true)) {
        return Vec::new();
    }
    let others = Offer::all().filter(|offer| *offer != present);
    let priced = others.filter_map(|offer| Some((offer, sandbox.price_of(offer)?)));
    priced
        .map(|(offer, price)| Change { offer, price, due: due(subscription, (present, offer), price, now) })
        .collect()
}

fn due(subscription: &Json, (from, to): (Offer, Offer), price: i64, now: Timestamp) -> Option<i64> {
    let former = number(subscription, &format!("{PRICE}/unit_amount"));
    let (start, end) = (number(subscription, START), number(subscription, END));
    let left = (end - now.seconds()).clamp(0, (end - start).max(1));
    let unused = |amount: i64| amount * left / (end - start).max(1);
    if to.period.months() > from.period.months() {
        Some((price - unused(former)).max(0))
    } else if to.period == from.period && price > former {
        Some(unused(price - former))
    } else {
        None
    }
}

/// The offer that begins with the next charge, where one was chosen.
pub(super) fn next_offer(subscription: &Json) -> Option<Offer> {
    Offer::of_lookup_key(objects::text(subscription, &format!("{NEXT}/lookup_key")))
}

/// Returns the price of that offer, in centavos.
pub(super) fn next_price(subscription: &Json) -> Option<i64> {
    subscription.pointer(&format!("{NEXT}/unit_amount"))?.as_i64()
}

/// Changes a subscription.
pub(super) fn change(tx: &mut Tx<'_>, mut object: Json, change: Change, now: Timestamp) -> Result<(), Error> {
    let price = objects::price(change.offer, change.price);
    match change.due {
        None => set(&mut object, NEXT, price),
        Some(due) => {
            let is_longer = Some(change.offer.period) != objects::offer(&object).map(|offer| offer.period);
            set(&mut object, PRICE, price);
            set(&mut object, NEXT, Json::Null);
            if is_longer {
                let end = months_later(now, change.offer.period.months());
                set(&mut object, "/billing_cycle_anchor", now.seconds());
                set(&mut object, START, now.seconds());
                set(&mut object, END, end.seconds());
            }
            let mut charged = objects::charge(tx, &object, true, now)?;
            set(&mut charged, "/total", due);
            set(&mut charged, "/lines/data/0/period/start", json!(now.seconds()));
            put(tx, ObjectKind::Invoice, &charged, now)?;
            emit(tx, "invoice.paid", &charged, now)?;
        }
    }
    put(tx, ObjectKind::Subscription, &object, now)?;
    emit(tx, "customer.subscription.updated", &object, now)
}

/// Begins the price that was chosen for the next period. Later periods are counted from `end`.
pub(super) fn begin_next(object: &mut Json, end: i64) {
    let Some(price) = object.pointer(NEXT).filter(|price| !price.is_null()).cloned() else {
        return;
    };
    set(object, PRICE, price);
    set(object, NEXT, Json::Null);
    set(object, "/billing_cycle_anchor", end);
}
