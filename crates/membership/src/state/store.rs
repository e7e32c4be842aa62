//! The provider's state as rows: every subscription and every invoice.

use std::{cmp::Reverse, collections::HashSet};

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use ateneu_schema::{TableRow, Words};

use crate::{
    PlanPeriod,
    customers::{self, Linked},
    provider::models::{Invoice, Subscription},
    state::{
        ours::{self, Charged},
        projection,
    },
    status::{Property, SubscriberStatus},
};

/// The provider's state of a customer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Snapshot {
    pub(crate) subscriptions: Vec<Subscription>,
    pub(crate) invoices: Vec<Invoice>,
}

/// A stored subscription, without what only events change.
#[derive(Clone, PartialEq, TableRow)]
#[table("payment_subscriptions")]
struct SubscriptionRow {
    #[key]
    id: String,
    user_id: String,
    customer_id: String,
    plan: Option<String>,
    price_id: Option<String>,
    period: Option<PlanPeriod>,
    next_amount: Option<i64>,
    card_brand: Option<String>,
    card_last_four: Option<String>,
    status: String,
    started_at: Timestamp,
    current_period_start: Option<Timestamp>,
    current_period_end: Option<Timestamp>,
    cancel_at_period_end: bool,
    canceled_at: Option<Timestamp>,
    ended_at: Option<Timestamp>,
    cancellation_reason: Option<String>,
    past_due_since: Option<Timestamp>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

/// A stored charge, without its refunds.
#[derive(Clone, PartialEq, TableRow)]
#[table("payment_invoices")]
struct InvoiceRow {
    #[key]
    id: String,
    user_id: Option<String>,
    subscription_id: Option<String>,
    price_id: Option<String>,
    plan: Option<String>,
    period: Option<PlanPeriod>,
    number: Option<String>,
    tax_id: Option<String>,
    status: String,
    amount: i64,
    currency: String,
    period_start: Option<Timestamp>,
    period_end: Option<Timestamp>,
    paid_at: Option<Timestamp>,
    failed_at: Option<Timestamp>,
    hosted_url: Option<String>,
    pdf_url: Option<String>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stored {
    /// The state is stored; with statuses that are unknown here.
    Written { unknown_word: bool },
    /// A newer state was stored meanwhile: fetch again.
    Outdated,
}

/// Stores the provider's state, unless the customer's revision has changed since the request.
pub(crate) fn store(
    tx: &mut Tx<'_>,
    asked: &Linked,
    snapshot: &Snapshot,
    now: Timestamp,
) -> Result<Stored, Error> {
    if !customers::is_current(tx, asked)? {
        return Ok(Stored::Outdated);
    }
    let paid = paid(tx, &asked.user_id, &snapshot.invoices)?;
    for subscription in &snapshot.subscriptions {
        let status = status(subscription, &paid);
        write_subscription(tx, asked, subscription, status, &snapshot.invoices, now)?;
    }
    end_unmentioned(tx, asked, &snapshot.subscriptions, now)?;
    let charged = ours::charged(tx, &snapshot.invoices, &snapshot.subscriptions)?;
    for (invoice, charged) in snapshot.invoices.iter().zip(charged) {
        let failed_at = failed_at(invoice, &snapshot.subscriptions);
        write_invoice(tx, &asked.user_id, invoice, charged, failed_at, now)?;
    }
    projection::project(tx, &asked.user_id, now)?;
    customers::revise(tx, asked)?;
    let sql = "UPDATE payment_customers SET refreshed_at = $2 WHERE user_id = $1";
    tx.execute(sql, &[(&asked.user_id).into(), now.into()])?;
    let unknown_word = snapshot
        .subscriptions
        .iter()
        .any(|subscription| subscription.plan.is_some() && subscription.status == SubscriberStatus::Unknown);
    Ok(Stored::Written { unknown_word })
}

fn write_subscription(
    tx: &mut Tx<'_>,
    asked: &Linked,
    subscription: &Subscription,
    status: SubscriberStatus,
    invoices: &[Invoice],
    now: Timestamp,
) -> Result<(), Error> {
    let known: Option<SubscriptionRow> = tx.row("WHERE id = $1", &[(&subscription.id).into()])?;
    let past_due_since = (status == SubscriberStatus::PastDue).then(|| {
        let owed = owed_since(&subscription.id, invoices);
        owed.or(known.as_ref().and_then(|known| known.past_due_since)).unwrap_or(now)
    });
    let word = match status {
        SubscriberStatus::Unknown => &subscription.status_word,
        status => status.word(),
    };
    let (card_brand, card_last_four) =
        subscription.card.clone().map(|card| (card.brand, card.last_four)).unzip();
    let row = SubscriptionRow {
        id: subscription.id.clone(),
        user_id: asked.user_id.clone(),
        customer_id: subscription.customer.clone(),
        plan: subscription.plan.map(|plan| plan.word().to_owned()),
        price_id: subscription.price.clone(),
        period: subscription.period,
        next_amount: subscription.next_amount,
        card_brand,
        card_last_four,
        status: word.to_owned(),
        started_at: subscription.created,
        current_period_start: subscription.period_start,
        current_period_end: subscription.period_end,
        cancel_at_period_end: subscription.ends,
        canceled_at: subscription.canceled_at,
        ended_at: subscription.ended_at,
        cancellation_reason: subscription.cancellation_reason.clone(),
        past_due_since,
        created_at: known.as_ref().map_or(now, |known| known.created_at),
        updated_at: now,
    };
    match known {
        Some(_) => tx.update(&row).map(drop),
        None => tx.insert(&row),
    }
}

/// The ids of a person's subscriptions of which an invoice was ever paid: by the provider's list, which holds the
/// newest invoices only, or by one that was stored earlier.
pub(crate) fn paid(tx: &mut Tx<'_>, user_id: &str, invoices: &[Invoice]) -> Result<HashSet<String>, Error> {
    let sql = "SELECT DISTINCT subscription_id FROM payment_invoices
               WHERE user_id = $1 AND status = 'paid' AND subscription_id IS NOT NULL";
    let stored: Vec<String> = tx.query_as(sql, &[user_id.into()])?;
    let listed = invoices.iter().filter(|invoice| invoice.status == "paid");
    Ok(stored.into_iter().chain(listed.filter_map(|invoice| invoice.subscription.clone())).collect())
}

/// Returns the provider's status. A subscription of which nothing was ever paid has not begun, although the provider
/// calls it `active`, `past_due` or `canceled`: a boleto is paid days later or never.
pub(crate) fn status(subscription: &Subscription, paid: &HashSet<String>) -> SubscriberStatus {
    match paid.contains(&subscription.id) {
        true => subscription.status,
        false => subscription.status.never_paid(),
    }
}

/// Time at which the oldest unpaid charge fell due: the first since the last paid one. Computed from all charges, so
/// that lost and repeated events neither shorten nor renew the grace period.
pub(crate) fn owed_since(subscription: &str, invoices: &[Invoice]) -> Option<Timestamp> {
    let mut own: Vec<&Invoice> = invoices
        .iter()
        .filter(|invoice| invoice.subscription.as_deref() == Some(subscription))
        .filter(|invoice| !matches!(invoice.status.as_str(), "draft" | "void"))
        .collect();
    own.sort_by_key(|invoice| Reverse(invoice.created));
    let owed = own.iter().take_while(|invoice| invoice.status != "paid").last();
    owed.map(|invoice| invoice.finalized_at.unwrap_or(invoice.created))
}

/// Ends subscriptions that the provider no longer knows, such as those of a deleted customer.
fn end_unmentioned(
    tx: &mut Tx<'_>,
    asked: &Linked,
    mentioned: &[Subscription],
    now: Timestamp,
) -> Result<(), Error> {
    let stored: Vec<SubscriptionRow> = tx.rows("WHERE customer_id = $1", &[(&asked.customer_id).into()])?;
    for row in stored {
        let status = SubscriberStatus::read(&row.status);
        if !status.is(Property::Over) && mentioned.iter().all(|subscription| subscription.id != row.id) {
            let ended = match status.is(Property::Pending) {
                true => SubscriberStatus::IncompleteExpired,
                false => SubscriberStatus::Canceled,
            };
            tx.update(&SubscriptionRow {
                status: ended.word().to_owned(),
                ended_at: Some(now),
                past_due_since: None,
                updated_at: now,
                ..row
            })?;
        }
    }
    Ok(())
}

fn write_invoice(
    tx: &mut Tx<'_>,
    user_id: &str,
    invoice: &Invoice,
    charged: Charged,
    failed_at: Option<Timestamp>,
    now: Timestamp,
) -> Result<(), Error> {
    let new = InvoiceRow {
        id: invoice.id.clone(),
        user_id: Some(user_id.to_owned()),
        subscription_id: invoice.subscription.clone(),
        price_id: charged.price,
        plan: charged.plan.map(|plan| plan.word().to_owned()),
        period: charged.period,
        number: invoice.number.clone(),
        tax_id: invoice.tax_id.clone(),
        status: invoice.status.clone(),
        amount: invoice.amount,
        currency: invoice.currency.clone(),
        period_start: invoice.period_start,
        period_end: invoice.period_end,
        paid_at: invoice.paid_at,
        failed_at,
        hosted_url: invoice.hosted_url.clone(),
        pdf_url: invoice.pdf_url.clone(),
        created_at: invoice.created,
        updated_at: now,
    };
    let Some(known) = tx.row::<InvoiceRow>("WHERE id = $1", &[(&new.id).into()])? else {
        return tx.insert(&new);
    };
    // What is stored as another product's charge stays one, unless its own price is ours.
    let takes_plan = charged.is_known;
    let takes_period = takes_plan || known.plan.is_some();
    tx.update(&InvoiceRow {
        number: new.number,
        status: new.status,
        amount: new.amount,
        paid_at: new.paid_at,
        hosted_url: new.hosted_url,
        pdf_url: new.pdf_url,
        failed_at: known.failed_at.or(new.failed_at),
        plan: known.plan.or(new.plan.filter(|_| takes_plan)),
        period: known.period.or(new.period.filter(|_| takes_period)),
        price_id: new.price_id.or(known.price_id),
        tax_id: new.tax_id.or(known.tax_id),
        updated_at: now,
        ..known
    })
    .map(drop)
}

/// Time at which a charge failed. Returns `None` if it did not.
fn failed_at(invoice: &Invoice, subscriptions: &[Subscription]) -> Option<Timestamp> {
    has_failed(invoice, subscriptions).then(|| invoice.finalized_at.unwrap_or(invoice.created))
}

/// True for a charge that failed. A first charge that is still open, such as a boleto's, has not failed.
fn has_failed(invoice: &Invoice, subscriptions: &[Subscription]) -> bool {
    let owed_by = |subscription: &&Subscription| {
        let failed_last = subscription.cancellation_reason.as_deref() == Some("payment_failed");
        invoice.subscription.as_deref() == Some(subscription.id.as_str())
            && (subscription.status.is(Property::Owed) || failed_last)
    };
    invoice.amount > 0
        && matches!(invoice.status.as_str(), "open" | "uncollectible")
        && subscriptions.iter().any(|subscription| owed_by(&subscription))
}

#[cfg(test)]
mod tests {
    use ateneu_db::Db;
    use ateneu_testkit::db_test;

    use super::*;

    fn invoice(id: &str, status: &str, day: i64) -> Invoice {
        let json = serde_json::json!({ "id": id, "status": status, "created": day * 86_400, "total": 9_700,
            "parent": { "subscription_details": { "subscription": "sub_1" } } });
        crate::provider::models::invoice(&json).unwrap()
    }

    #[db_test]
    async fn an_older_response_never_overwrites_a_newer_one(db: Db) {
        let now = Timestamp::from_seconds(1_795_220_000);
        let reported = |status: &str| {
            let json = serde_json::json!({ "id": "sub_1", "customer": "cus_1", "status": status,
                "items": { "data": [{ "price": { "lookup_key": "scale" } }] } });
            let subscriptions = crate::provider::models::subscription(&json).into_iter().collect();
            Snapshot { subscriptions, invoices: Vec::new() }
        };
        let asked = db.write(move |tx| {
            let sql = "INSERT INTO users (id, email, created_at, updated_at) VALUES ('u', 'a@b.co', $1, $1)";
            tx.execute(sql, &[now.into()])?;
            customers::link(tx, "u", "cus_1", now)
        });
        let asked = asked.await.unwrap().unwrap();
        let (early, late) = (asked.clone(), asked.clone());
        let (newer, older) = (reported("unpaid"), reported("active"));
        let written = db.write(move |tx| store(tx, &early, &newer, now)).await.unwrap();
        assert_eq!(written, Stored::Written { unknown_word: false });
        let refused = db.write(move |tx| store(tx, &late, &older, now)).await.unwrap();
        assert_eq!(refused, Stored::Outdated);
        let status: String =
            db.read(|tx| tx.query_one_as("SELECT status FROM subscribers", &[])).await.unwrap();
        assert_eq!(status, "unpaid");
    }

    #[test]
    fn a_subscription_never_paid_is_not_active() {
        let json = serde_json::json!({ "id": "sub_1", "customer": "cus_1", "status": "active" });
        let active = crate::provider::models::subscription(&json).unwrap();
        let with = |status: SubscriberStatus| Subscription { status, ..active.clone() };
        let paid = HashSet::from(["sub_1".to_owned()]);
        let other = HashSet::from(["sub_2".to_owned()]);
        for (word, unpaid) in [
            ("active", "incomplete"),
            ("past_due", "incomplete"),
            ("canceled", "incomplete_expired"),
            ("trialing", "trialing"),
            ("incomplete", "incomplete"),
            ("unpaid", "unpaid"),
            ("a_new_word", "unknown"),
        ] {
            let provided = SubscriberStatus::read(word);
            assert_eq!(status(&with(provided), &paid), provided);
            assert_eq!(status(&with(provided), &other).word(), unpaid, "{word}");
        }
    }

    #[test]
    fn grace_begins_with_the_oldest_unpaid_charge() {
        let day = |day: i64| Some(Timestamp::from_seconds(day * 86_400));
        for (invoices, since) in [
            (vec![], None),
            (vec![("paid", 1)], None),
            (vec![("open", 31), ("paid", 1)], day(31)),
            (vec![("open", 61), ("open", 31), ("paid", 1)], day(31)),
            (vec![("open", 91), ("paid", 61), ("open", 31)], day(91)),
            (vec![("draft", 91), ("uncollectible", 61), ("void", 31), ("paid", 1)], day(61)),
        ] {
            let mut all: Vec<_> = invoices.iter().map(|(status, at)| invoice("in", status, *at)).collect();
            assert_eq!(owed_since("sub_1", &all), since, "{invoices:?}");
            all.reverse();
            assert_eq!(owed_since("sub_1", &all), since, "in any order");
            assert_eq!(owed_since("sub_2", &all), None, "of another subscription");
        }
    }
}
