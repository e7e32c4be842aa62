//! Models of the provider's responses. Only the needed fields are read, in the place of this version or an older one.
//! An invalid item of a list does not affect the others. Times are unix seconds, amounts centavos
//! (<https://docs.stripe.com/api>, version 2026-09-30.endive).

use ateneu_base::{TaxId, Timestamp};
use ateneu_schema::Words;
use serde_json::Value as Json;

use crate::{Offer, PaidPlan, PlanPeriod, status::SubscriberStatus};

/// The price of an offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Price {
    pub(crate) id: String,
    pub(crate) amount: i64,
    pub(crate) currency: String,
    /// Period that a charge pays for. `None` for a period that is not sold here.
    pub(crate) period: Option<PlanPeriod>,
}

#[derive(Clone, Debug)]
pub(crate) struct Customer {
    pub(crate) id: String,
    /// The account it was made for, where it says so.
    pub(crate) user_id: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct Checkout {
    pub(crate) id: String,
    /// Null once complete or expired.
    pub(crate) url: Option<String>,
    /// `open`, `complete` or `expired`.
    pub(crate) status: String,
    pub(crate) user_id: Option<String>,
    pub(crate) customer: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct Subscription {
    pub(crate) id: String,
    pub(crate) customer: String,
    pub(crate) status: SubscriberStatus,
    /// The status as the provider writes it.
    pub(crate) status_word: String,
    /// The id of its item of that price.
    pub(crate) item: Option<String>,
    /// The id of the price it is to.
    pub(crate) price: Option<String>,
    /// The plan of one of our prices; none for anything else that is sold at the same account.
    pub(crate) plan: Option<PaidPlan>,
    /// Period of the price. `None` for a price that is charged neither by the month nor by the year.
    pub(crate) period: Option<PlanPeriod>,
    pub(crate) created: Timestamp,
    pub(crate) period_start: Option<Timestamp>,
    pub(crate) period_end: Option<Timestamp>,
    pub(crate) ends: bool,
    pub(crate) canceled_at: Option<Timestamp>,
    pub(crate) ended_at: Option<Timestamp>,
    pub(crate) cancellation_reason: Option<String>,
    /// Amount of the next charge. `None` if a discount or a planned change makes it another one than the price.
    pub(crate) next_amount: Option<i64>,
    /// The card that is charged; none for other means of payment.
    pub(crate) card: Option<Card>,
}

/// A card as people recognise it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Card {
    /// `visa`, `mastercard`, `elo`, …
    pub(crate) brand: String,
    pub(crate) last_four: String,
}

/// A charge of a period.
#[derive(Clone, Debug)]
pub(crate) struct Invoice {
    pub(crate) id: String,
    pub(crate) customer: Option<String>,
    pub(crate) subscription: Option<String>,
    /// The prices of its lines, as far as they are named.
    pub(crate) prices: Vec<LinePrice>,
    /// The customer's CPF or CNPJ when this was charged.
    pub(crate) tax_id: Option<String>,
    pub(crate) number: Option<String>,
    pub(crate) status: String,
    pub(crate) amount: i64,
    pub(crate) currency: String,
    pub(crate) created: Timestamp,
    pub(crate) finalized_at: Option<Timestamp>,
    pub(crate) paid_at: Option<Timestamp>,
    pub(crate) period_start: Option<Timestamp>,
    pub(crate) period_end: Option<Timestamp>,
    pub(crate) hosted_url: Option<String>,
    pub(crate) pdf_url: Option<String>,
}

/// The price of a line of an invoice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LinePrice {
    pub(crate) id: String,
    /// The offer of its lookup key, where it is one of ours and the answer has it.
    pub(crate) offer: Option<Offer>,
}

/// A payer's claim at the bank that a payment was wrong.
#[derive(Clone, Debug)]
pub(crate) struct Dispute {
    pub(crate) created: Timestamp,
    pub(crate) status: String,
}

impl Dispute {
    /// Returns `true` if the amount is lost or at risk. A lost dispute is final.
    pub(crate) fn stands(&self) -> bool {
        !matches!(self.status.as_str(), "won" | "warning_closed" | "prevented")
    }
}

fn text(json: &Json, pointer: &str) -> Option<String> {
    let text = json.pointer(pointer)?.as_str()?;
    (!text.is_empty()).then(|| text.to_owned())
}

/// An id, or the object that was put in its place.
pub(crate) fn id_at(json: &Json, pointer: &str) -> Option<String> {
    text(json, pointer).or_else(|| text(json, &format!("{pointer}/id")))
}

pub(crate) fn instant(json: &Json, pointer: &str) -> Option<Timestamp> {
    json.pointer(pointer)?.as_i64().map(Timestamp::from_seconds)
}

fn bool_at(json: &Json, pointer: &str) -> bool {
    json.pointer(pointer).and_then(Json::as_bool).unwrap_or(false)
}

/// Returns the readable items of a list's `data`. Returns `None` if there is no list.
pub(crate) fn list<T>(answer: &Json, read: fn(&Json) -> Option<T>) -> Option<Vec<T>> {
    let items = answer.get("data")?.as_array()?;
    Some(items.iter().filter_map(read).collect())
}

pub(crate) fn price(json: &Json) -> Option<Price> {
    Some(Price {
        id: text(json, "/id")?,
        amount: json.get("unit_amount")?.as_i64()?,
        currency: text(json, "/currency")?,
        period: period(json, ""),
    })
}

/// The period of a price there.
fn period(json: &Json, price: &str) -> Option<PlanPeriod> {
    let count = json.pointer(&format!("{price}/recurring/interval_count")).and_then(Json::as_i64);
    let interval = text(json, &format!("{price}/recurring/interval"))?;
    PlanPeriod::of(&interval).filter(|_| count.unwrap_or(1) == 1)
}

pub(crate) fn customer(json: &Json) -> Option<Customer> {
    let is_gone = bool_at(json, "/deleted");
    (!is_gone).then_some(())?;
    Some(Customer { id: text(json, "/id")?, user_id: text(json, "/metadata/user_id") })
}

pub(crate) fn checkout(json: &Json) -> Option<Checkout> {
    Some(Checkout {
        id: text(json, "/id")?,
        url: text(json, "/url"),
        status: text(json, "/status").unwrap_or_else(|| "open".into()),
        user_id: text(json, "/client_reference_id"),
        customer: id_at(json, "/customer"),
    })
}

/// A subscription. Its plan is that of the lookup key of its price: what else is written on it, such as metadata, may
/// be anybody's. A price whose key has moved on to a newer one is recognised by `state::ours`.
pub(crate) fn subscription(json: &Json) -> Option<Subscription> {
    let lookup = |item: &usize| {
        let key = text(json, &format!("/items/data/{item}/price/lookup_key"));
        key.as_deref().and_then(Offer::of_lookup_key)
    };
    let items = json.pointer("/items/data").and_then(Json::as_array).map_or(0, Vec::len);
    let ours = (0..items).find(|item| lookup(item).is_some()).unwrap_or(0);
    let (item, offer) = (format!("/items/data/{ours}"), lookup(&ours));
    let price = format!("{item}/price");
    let status_word = text(json, "/status")?;
    // A price of before there was anything but months names none.
    let has_interval = json.pointer(&format!("{price}/recurring")).is_some();
    Some(Subscription {
        id: text(json, "/id")?,
        customer: id_at(json, "/customer")?,
        status: SubscriberStatus::read(&status_word),
        status_word,
        item: text(json, &format!("{item}/id")),
        price: text(json, &format!("{price}/id")),
        plan: offer.map(|offer| offer.plan),
        period: match has_interval {
            true => period(json, &price),
            false => Some(offer.map_or(PlanPeriod::Month, |offer| offer.period)),
        },
        created: instant(json, "/created").unwrap_or(Timestamp::from_seconds(0)),
        period_start: instant(json, &format!("{item}/current_period_start"))
            .or_else(|| instant(json, "/current_period_start")),
        period_end: instant(json, &format!("{item}/current_period_end"))
            .or_else(|| instant(json, "/current_period_end"))
            .or_else(|| instant(json, "/trial_end")),
        ends: bool_at(json, "/cancel_at_period_end") || instant(json, "/cancel_at").is_some(),
        canceled_at: instant(json, "/canceled_at"),
        ended_at: instant(json, "/ended_at"),
        cancellation_reason: text(json, "/cancellation_details/reason"),
        next_amount: next_amount(json),
        card: card(json),
    })
}

/// Returns the sum of the prices, unless something else decides on the next charge.
fn next_amount(json: &Json) -> Option<i64> {
    let deciding = ["/discount", "/discounts/0", "/customer/discount", "/schedule", "/pending_update"];
    if deciding.iter().any(|at| json.pointer(at).is_some_and(|value| !value.is_null())) {
        return None;
    }
    let items = json.pointer("/items/data")?.as_array()?;
    let amounts = items.iter().map(|item| {
        let quantity = item.get("quantity").and_then(Json::as_i64).unwrap_or(1);
        item.pointer("/price/unit_amount")?.as_i64()?.checked_mul(quantity)
    });
    amounts.sum::<Option<i64>>().filter(|amount| *amount > 0)
}

/// Returns the card of the subscription, else the customer's, in the order in which Stripe charges them.
fn card(json: &Json) -> Option<Card> {
    let methods = ["/default_payment_method", "/customer/invoice_settings/default_payment_method"];
    let method = methods.iter().find_map(|at| json.pointer(at).filter(|method| !method.is_null()))?;
    let last_four = text(method, "/card/last4").filter(|digits| digits.len() == 4)?;
    Some(Card { brand: text(method, "/card/brand")?, last_four })
}

/// The subscription an invoice is of, as the event or the answer has it.
pub(crate) fn subscription_of_invoice(json: &Json) -> Option<String> {
    id_at(json, "/parent/subscription_details/subscription").or_else(|| id_at(json, "/subscription"))
}

/// Reads the price of an invoice's line: an id where this version has it, the price itself in an older one.
fn line_price(line: &Json) -> Option<LinePrice> {
    let newer = line.get("pricing").and_then(|pricing| pricing.pointer("/price_details/price"));
    let price = newer.or_else(|| line.get("price")).filter(|price| !price.is_null())?;
    let key = text(price, "/lookup_key");
    Some(LinePrice { id: id_at(price, "")?, offer: key.as_deref().and_then(Offer::of_lookup_key) })
}

pub(crate) fn invoice(json: &Json) -> Option<Invoice> {
    let line = "/lines/data/0/period";
    Some(Invoice {
        id: text(json, "/id")?,
        customer: id_at(json, "/customer"),
        subscription: subscription_of_invoice(json),
        prices: json
            .pointer("/lines/data")
            .and_then(Json::as_array)
            .map(|lines| lines.iter().filter_map(line_price).collect())
            .unwrap_or_default(),
        tax_id: json.get("customer_tax_ids").and_then(tax_id),
        number: text(json, "/number"),
        status: text(json, "/status").unwrap_or_else(|| "draft".into()),
        amount: json.get("total").or_else(|| json.get("amount_due"))?.as_i64()?,
        currency: text(json, "/currency").unwrap_or_else(|| "brl".into()),
        created: instant(json, "/created")?,
        finalized_at: instant(json, "/status_transitions/finalized_at"),
        paid_at: instant(json, "/status_transitions/paid_at"),
        period_start: instant(json, &format!("{line}/start")).or_else(|| instant(json, "/period_start")),
        period_end: instant(json, &format!("{line}/end")).or_else(|| instant(json, "/period_end")),
        hosted_url: text(json, "/hosted_invoice_url"),
        pdf_url: text(json, "/invoice_pdf"),
    })
}

/// The first CPF or CNPJ of a list of tax ids, as Brazilians read it; as it stands where its check digits are wrong.
pub(crate) fn tax_id(list: &Json) -> Option<String> {
    let own = list.as_array()?.iter().filter(|id| is_tax_id(id));
    let value = own.filter_map(|id| text(id, "/value")).next()?;
    Some(TaxId::parse(&value).map_or(value, |id| id.to_string()))
}

/// Returns `true` if it is a CPF or CNPJ, among the tax ids of all countries.
pub(crate) fn is_tax_id(json: &Json) -> bool {
    matches!(text(json, "/type").as_deref(), Some("br_cpf" | "br_cnpj"))
}

pub(crate) fn dispute(json: &Json) -> Option<Dispute> {
    Some(Dispute { created: instant(json, "/created")?, status: text(json, "/status")? })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_subscription_is_read_where_any_version_puts_its_period() {
        let newest = json!({ "id": "sub_1", "customer": { "id": "cus_1" }, "status": "active", "created": 5,
            "items": { "data": [{ "current_period_end": 9, "price": { "lookup_key": "scale", "odd": [[{}]] } }] },
            "surprise": { "a": null } });
        let read = subscription(&newest).unwrap();
        assert_eq!((read.customer.as_str(), read.plan), ("cus_1", Some(PaidPlan::Scale)));
        assert_eq!(read.period, Some(PlanPeriod::Month));
        assert_eq!(read.period_end, Some(Timestamp::from_seconds(9)));
        let older = json!({ "id": "sub_1", "customer": "cus_1", "status": "active", "current_period_end": 7,
            "items": "none", "cancel_at": 8 });
        let read = subscription(&older).unwrap();
        assert_eq!(read.period_end, Some(Timestamp::from_seconds(7)));
        assert_eq!((read.ends, read.plan), (true, None));
        assert!(subscription(&json!({ "id": "sub_1" })).is_none());
        assert!(subscription(&json!("nonsense")).is_none());
    }

    #[test]
    fn plan_and_period_are_those_of_the_present_price() {
        let scale = json!({ "id": "price_1", "lookup_key": "scale_year" });
        for (prices, plan, period) in [
            (json!([scale]), Some(PaidPlan::Scale), Some(PlanPeriod::Year)),
            (
                json!([{ "lookup_key": "scale_year", "recurring": { "interval": "year", "interval_count": 1 } }]),
                Some(PaidPlan::Scale),
                Some(PlanPeriod::Year),
            ),
            // One of several things that are charged together.
            (json!([{ "lookup_key": "gold" }, scale]), Some(PaidPlan::Scale), Some(PlanPeriod::Year)),
            (json!([{ "recurring": { "interval": "year" } }]), None, Some(PlanPeriod::Year)),
            (json!([{ "recurring": { "interval": "week" } }]), None, None),
            (json!([{ "recurring": { "interval": "month", "interval_count": 3 } }]), None, None),
            (json!([{ "lookup_key": "gold" }]), None, Some(PlanPeriod::Month)),
            (json!([]), None, Some(PlanPeriod::Month)),
        ] {
            let items: Vec<_> =
                prices.as_array().unwrap().iter().map(|price| json!({ "price": price })).collect();
            let json = json!({ "id": "sub_1", "customer": "cus_1", "status": "active",
                "items": { "data": items }, "metadata": { "plan": "update", "user_id": "u" } });
            let read = subscription(&json).unwrap();
            assert_eq!((read.plan, read.period), (plan, period), "{prices}");
            assert_eq!(read.price.is_some(), prices.to_string().contains("price_1"), "{prices}");
        }
    }

    #[test]
    fn the_next_charge_is_known_unless_more_than_prices_decide() {
        let of = |more: Json| {
            let mut json = json!({ "id": "sub_1", "customer": "cus_1", "status": "active", "discounts": [],
                "schedule": null, "items": { "data": [{ "quantity": 1, "price": { "unit_amount": 9_700 } }] } });
            json.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            subscription(&json).unwrap().next_amount
        };
        let items = |items: Json| json!({ "items": { "data": items } });
        assert_eq!(of(json!({})), Some(9_700));
        let two = items(
            json!([{ "price": { "unit_amount": 9_700 } }, { "quantity": 2, "price": { "unit_amount": 50 } }]),
        );
        assert_eq!(of(two), Some(9_800));
        for unknown in [
            json!({ "discounts": ["di_1"] }),
            json!({ "discount": { "id": "di_1" } }),
            json!({ "customer": { "id": "cus_1", "discount": { "id": "di_1" } } }),
            json!({ "schedule": "sub_sched_1" }),
            items(json!([{ "price": { "unit_amount": null } }])),
            items(json!([])),
        ] {
            assert_eq!(of(unknown.clone()), None, "{unknown}");
        }
    }

    #[test]
    fn the_card_is_the_subscriptions_else_the_customers() {
        let method = |last4: &str| json!({ "id": "pm_1", "card": { "brand": "visa", "last4": last4 } });
        let of = |own: Json, general: Json| {
            let json = json!({ "id": "sub_1", "status": "active", "default_payment_method": own,
                "customer": { "id": "cus_1", "invoice_settings": { "default_payment_method": general } } });
            subscription(&json).unwrap().card.map(|card| card.last_four)
        };
        let boleto = json!({ "id": "pm_2", "type": "boleto" });
        assert_eq!(of(method("4242"), method("1111")).as_deref(), Some("4242"));
        assert_eq!(of(json!(null), method("1111")).as_deref(), Some("1111"));
        for (own, general) in [
            (boleto, method("1111")),
            (json!("pm_1"), method("1111")),
            (json!(null), json!(null)),
            (method(""), json!(null)),
        ] {
            assert_eq!(of(own.clone(), general), None, "{own}");
        }
    }

    #[test]
    fn an_invoice_names_its_subscription_in_either_api_version() {
        let of = |more: Json| {
            let mut json = json!({ "id": "in_1", "created": 1, "total": 9_700 });
            json.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            invoice(&json).unwrap().subscription
        };
        let new = json!({ "parent": { "subscription_details": { "subscription": "sub_1" } } });
        assert_eq!(of(new).as_deref(), Some("sub_1"));
        assert_eq!(of(json!({ "subscription": { "id": "sub_2" } })).as_deref(), Some("sub_2"));
        assert_eq!(of(json!({})), None);
    }

    #[test]
    fn an_invoice_has_the_cpf_or_cnpj_of_its_customer() {
        let of = |ids: Json| {
            let json = json!({ "id": "in_1", "created": 1, "total": 9_700, "customer_tax_ids": ids });
            invoice(&json).unwrap().tax_id
        };
        let id = |kind: &str, value: &str| json!({ "type": kind, "value": value });
        assert_eq!(of(json!([id("br_cpf", "12345678909")])).as_deref(), Some("123.456.789-09"));
        let both = json!([id("eu_vat", "DE123456789"), id("br_cnpj", "12.ABC.345/01DE-35")]);
        assert_eq!(of(both).as_deref(), Some("12.ABC.345/01DE-35"));
        assert_eq!(of(json!([id("br_cpf", "123")])).as_deref(), Some("123"), "nothing is lost");
        for none in
            [json!([]), json!(null), json!([id("us_ein", "1")]), json!([{ "type": "br_cpf", "value": null }])]
        {
            assert_eq!(of(none), None);
        }
    }

    #[test]
    fn a_dispute_is_open_unless_it_was_won() {
        let stands = |status: &str| dispute(&json!({ "created": 1, "status": status })).unwrap().stands();
        for status in ["warning_needs_response", "needs_response", "under_review", "lost", "a_new_word"] {
            assert!(stands(status), "{status}");
        }
        for status in ["won", "warning_closed", "prevented"] {
            assert!(!stands(status), "{status}");
        }
        assert!(dispute(&json!({ "created": 1 })).is_none());
    }

    #[test]
    fn a_deleted_customer_is_none() {
        assert!(customer(&json!({ "id": "cus_1", "deleted": true })).is_none());
        assert!(customer(&json!({ "id": "cus_1" })).is_some());
    }
}
