//! Stored objects of the sandbox, in the provider's shapes, and the events about them.

use ateneu_base::{
    TaxId, Timestamp, Value,
    calendar::{months_later, next_period},
    ids,
};
use ateneu_db::{Error, Tx};
use ateneu_queue::Task;
use ateneu_schema::TableRow;
use serde_json::{Value as Json, json};

use super::deliver::DELIVERIES;
use crate::{Offer, PlanPeriod, words::ObjectKind};

/// A new id of a kind: nobody guesses it, so anyone who has the address of a page may use it.
pub(super) fn new_id(prefix: &str) -> String {
    format!("{prefix}_{}", ids::random_id().replace('-', ""))
}

/// A stored object.
#[derive(Clone, PartialEq, TableRow)]
#[table("sandbox_objects")]
struct SandboxObject {
    #[key]
    id: String,
    kind: ObjectKind,
    customer_id: Option<String>,
    /// JSON.
    body: String,
    created_at: Timestamp,
    updated_at: Timestamp,
}

/// Writes an object, new or changed.
pub(super) fn put(tx: &mut Tx<'_>, kind: ObjectKind, object: &Json, now: Timestamp) -> Result<(), Error> {
    let (id, body) = (text(object, "/id").to_owned(), object.to_string());
    match tx.row("WHERE id = $1", &[(&id).into()])? {
        Some(known) => tx.update(&SandboxObject { body, updated_at: now, ..known }).map(drop),
        None => {
            let customer_id = object.get("customer").and_then(Json::as_str).map(str::to_owned);
            tx.insert(&SandboxObject { id, kind, customer_id, body, created_at: now, updated_at: now })
        }
    }
}

fn find(tx: &mut Tx<'_>, rest: &str, parameters: &[Value]) -> Result<Vec<Json>, Error> {
    let read = |object: SandboxObject| {
        serde_json::from_str(&object.body).map_err(|error| Error::Other(error.to_string()))
    };
    tx.rows(rest, parameters)?.into_iter().map(read).collect()
}

/// The object of that id and kind.
pub(super) fn get(tx: &mut Tx<'_>, kind: ObjectKind, id: &str) -> Result<Option<Json>, Error> {
    Ok(find(tx, "WHERE id = $1 AND kind = $2", &[id.into(), kind.into()])?.pop())
}

/// Objects of a customer, newest first.
pub(super) fn of_customer(tx: &mut Tx<'_>, kind: ObjectKind, customer: &str) -> Result<Vec<Json>, Error> {
    let newest_first = "WHERE customer_id = $1 AND kind = $2 ORDER BY created_at DESC, id DESC";
    find(tx, newest_first, &[customer.into(), kind.into()])
}

pub(super) fn invoices_of(tx: &mut Tx<'_>, subscription: &Json) -> Result<Vec<Json>, Error> {
    let mut all = of_customer(tx, ObjectKind::Invoice, text(subscription, "/customer"))?;
    let own = text(subscription, "/id");
    all.retain(|invoice| text(invoice, "/parent/subscription_details/subscription") == own);
    Ok(all)
}

/// The newest receipt of a subscription.
pub(super) fn last_paid(tx: &mut Tx<'_>, subscription: &Json) -> Result<Option<Json>, Error> {
    let mut all = invoices_of(tx, subscription)?.into_iter();
    Ok(all.find(|invoice| text(invoice, "/status") == "paid"))
}

/// Every object of a kind.
pub(super) fn all(tx: &mut Tx<'_>, kind: ObjectKind) -> Result<Vec<Json>, Error> {
    find(tx, "WHERE kind = $1", &[kind.into()])
}

/// Returns the stored answer of an idempotency key. Stores and returns `id` if there is none.
pub(super) fn once(tx: &mut Tx<'_>, key: &str, id: &str, now: Timestamp) -> Result<String, Error> {
    let key = format!("key:{key}");
    if let Some(answer) = get(tx, ObjectKind::Answer, &key)? {
        return Ok(answer.get("answer").and_then(Json::as_str).unwrap_or_default().to_owned());
    }
    put(tx, ObjectKind::Answer, &json!({ "id": key, "answer": id }), now)?;
    Ok(id.to_owned())
}

/// Writes an event to be delivered.
pub(super) fn emit(tx: &mut Tx<'_>, kind: &str, object: &Json, now: Timestamp) -> Result<(), Error> {
    let id = new_id("evt");
    let event = json!({ "id": id, "object": "event", "type": kind, "created": now.seconds(), "livemode": false,
        "data": { "object": object } });
    let task = Task::new(id, kind, now).payload(event.to_string());
    DELIVERIES.push(tx, &task, now)?;
    Ok(())
}

pub(super) fn text<'a>(object: &'a Json, pointer: &str) -> &'a str {
    object.pointer(pointer).and_then(Json::as_str).unwrap_or_default()
}

pub(super) fn number(object: &Json, pointer: &str) -> i64 {
    object.pointer(pointer).and_then(Json::as_i64).unwrap_or_default()
}

/// Sets a member at any depth that exists.
pub(super) fn set(object: &mut Json, pointer: &str, value: impl Into<Json>) {
    let (path, key) = pointer.rsplit_once('/').unwrap_or(("", pointer));
    if let Some(Json::Object(members)) = object.pointer_mut(path) {
        members.insert(key.to_owned(), value.into());
    }
}

/// The means of payment that a subscription is charged to, where it is a card.
pub(super) const CARD: &str = "/default_payment_method";

/// A card by the digits of its number, as the provider shows it.
pub(super) fn card(digits: &str) -> Json {
    let brand = match digits.as_bytes() {
        [b'4', ..] => "visa",
        [b'5' | b'2', ..] => "mastercard",
        [b'3', ..] => "amex",
        _ => "unknown",
    };
    let last_four = &digits[digits.len().saturating_sub(4)..];
    json!({ "type": "card", "card": { "brand": brand, "last4": last_four } })
}

/// A subscription that begins now.
pub(super) fn subscription(
    customer: &str,
    user_id: &str,
    offer: Offer,
    amount: i64,
    status: &str,
    now: Timestamp,
) -> Json {
    let end = months_later(now, offer.period.months());
    json!({
        "id": new_id("sub"), "object": "subscription", "customer": customer, "status": status,
        "created": now.seconds(), "billing_cycle_anchor": now.seconds(), "cancel_at_period_end": false, "cancel_at": null, "canceled_at": null,
        "ended_at": null, "cancellation_details": { "reason": null },
        "metadata": { "user_id": user_id, "plan": offer.plan },
        "items": { "data": [{ "id": new_id("si"), "current_period_start": now.seconds(),
            "current_period_end": end.seconds(), "price": price(offer, amount) }] },
    })
}

/// Returns the present offer of a subscription, or the offer of an invoice. Returns `None` if it is no longer sold.
pub(super) fn offer(object: &Json) -> Option<Offer> {
    let keys = ["/items/data/0/price/lookup_key", "/lines/data/0/price/lookup_key"];
    keys.iter().find_map(|key| Offer::of_lookup_key(text(object, key)))
}

/// The end of the period that begins then: whole periods after the anchor, as Stripe counts them.
pub(super) fn period_end(subscription: &Json, start: Timestamp) -> Timestamp {
    // What was bought before there were anchors has none.
    let anchor = match number(subscription, "/billing_cycle_anchor") {
        0 => number(subscription, "/created"),
        anchor => anchor,
    };
    let period = offer(subscription).map_or(PlanPeriod::Month, |offer| offer.period);
    next_period(Timestamp::from_seconds(anchor), period.months(), start)
}

pub(super) fn price(offer: Offer, amount: i64) -> Json {
    let key = offer.lookup_key();
    json!({ "id": format!("price_{key}"), "lookup_key": key, "unit_amount": amount, "currency": "brl",
        "recurring": { "interval": offer.period, "interval_count": 1 } })
}

/// The key of a customer's tax ids; invoices have what stood there when they were made.
pub(super) const TAX_IDS: &str = "tax_ids";

/// A customer's tax id, as the provider keeps it.
pub(super) fn tax_ids(id: &TaxId) -> Json {
    let kind = match id {
        TaxId::Cpf(_) => "br_cpf",
        TaxId::Cnpj(_) => "br_cnpj",
    };
    json!([{ "type": kind, "value": id.to_string() }])
}

/// An invoice of a subscription's running period.
pub(super) fn invoice(subscription: &Json, is_paid: bool, now: Timestamp) -> Json {
    let item = "/items/data/0";
    let id = new_id("in");
    json!({
        "object": "invoice", "customer": text(subscription, "/customer"),
        "number": format!("SANDBOX-{}", id[3..11].to_uppercase()), "id": id,
        "status": if is_paid { "paid" } else { "open" }, "currency": "brl",
        "total": number(subscription, &format!("{item}/price/unit_amount")), "created": now.seconds(),
        "status_transitions": { "finalized_at": now.seconds(), "paid_at": is_paid.then(|| now.seconds()) },
        "lines": { "data": [{ "period": { "start": number(subscription, &format!("{item}/current_period_start")),
            "end": number(subscription, &format!("{item}/current_period_end")) },
            "price": subscription.pointer(&format!("{item}/price")) }] },
        "parent": { "subscription_details": { "subscription": text(subscription, "/id"),
            "metadata": subscription.get("metadata") } },
        "payment_intent": new_id("pi"), "hosted_invoice_url": null, "invoice_pdf": null, "customer_tax_ids": [],
    })
}

/// The same, made out to the tax id its customer gave.
pub(super) fn charge(
    tx: &mut Tx<'_>,
    subscription: &Json,
    is_paid: bool,
    now: Timestamp,
) -> Result<Json, Error> {
    let mut charged = invoice(subscription, is_paid, now);
    let customer = get(tx, ObjectKind::Customer, text(subscription, "/customer"))?;
    if let Some(ids) = customer.as_ref().and_then(|customer| customer.get(TAX_IDS)) {
        set(&mut charged, "/customer_tax_ids", ids.clone());
    }
    Ok(charged)
}
