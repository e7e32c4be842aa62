//! The provider's state as rows: every subscription and every invoice.

use std::{cmp::Reverse, collections::HashSet};

use ateneu_base::{Timestamp, Value};
use ateneu_db::{Error, Tx};

use crate::{
    Period, Plan, access,
    customers::{self, Linked},
    provider::models::{Invoice, Subscription},
    state::{
        ours::{self, Charged},
        projection,
    },
};

/// The provider's state of a customer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Snapshot {
    pub(crate) subscriptions: Vec<Subscription>,
    pub(crate) invoices: Vec<Invoice>,
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
        .any(|subscription| subscription.plan.is_some() && access::state(&subscription.status) == "unknown");
    Ok(Stored::Written { unknown_word })
}

fn write_subscription(
    tx: &mut Tx<'_>,
    asked: &Linked,
    subscription: &Subscription,
    status: &str,
    invoices: &[Invoice],
    now: Timestamp,
) -> Result<(), Error> {
    let owed = (status == "past_due").then(|| owed_since(&subscription.id, invoices));
    let sql = "INSERT INTO payment_subscriptions
                   (id, user_id, customer_id, plan, status, started_at, current_period_end, cancel_at_period_end,
                    canceled_at, ended_at, cancellation_reason, past_due_since, created_at, updated_at, period,
                    price_id, next_amount, card_brand, card_last_four, current_period_start)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
                       CASE WHEN $13 THEN coalesce(CAST($12 AS text), CAST($14 AS text)) END, $14, $14, $15, $16,
                       $17, $18, $19, $20)
               ON CONFLICT (id) DO UPDATE SET
                   user_id = excluded.user_id, customer_id = excluded.customer_id, plan = excluded.plan,
                   period = excluded.period, price_id = excluded.price_id,
                   next_amount = excluded.next_amount, card_brand = excluded.card_brand,
                   card_last_four = excluded.card_last_four,
                   status = excluded.status, started_at = excluded.started_at,
                   current_period_start = excluded.current_period_start,
                   current_period_end = excluded.current_period_end,
                   cancel_at_period_end = excluded.cancel_at_period_end, canceled_at = excluded.canceled_at,
                   ended_at = excluded.ended_at, cancellation_reason = excluded.cancellation_reason,
                   past_due_since = CASE WHEN $13 THEN coalesce(CAST($12 AS text),
                       payment_subscriptions.past_due_since, CAST($14 AS text)) END,
                   updated_at = excluded.updated_at";
    let card = subscription.card.as_ref();
    let values: [Value; 20] = [
        (&subscription.id).into(),
        (&asked.user_id).into(),
        (&subscription.customer).into(),
        subscription.plan.map(|plan| plan.name()).into(),
        status.into(),
        subscription.created.into(),
        subscription.period_end.into(),
        subscription.ends.into(),
        subscription.canceled_at.into(),
        subscription.ended_at.into(),
        subscription.cancellation_reason.clone().into(),
        owed.flatten().into(),
        owed.is_some().into(),
        now.into(),
        subscription.period.map(|period| period.name()).into(),
        subscription.price.clone().into(),
        subscription.next_amount.into(),
        card.map(|card| card.brand.clone()).into(),
        card.map(|card| card.last_four.clone()).into(),
        subscription.period_start.into(),
    ];
    tx.execute(sql, &values).map(drop)
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

/// The provider's status; but a subscription of which nothing was ever paid has not begun, whatever became of it: a
/// boleto is paid days later or never, and the provider calls its subscription `active`, `past_due` or `canceled`
/// meanwhile.
pub(crate) fn status<'a>(subscription: &'a Subscription, paid: &HashSet<String>) -> &'a str {
    match subscription.status.as_str() {
        word if paid.contains(&subscription.id) => word,
        "active" | "past_due" => "incomplete",
        "canceled" => "incomplete_expired",
        word => word,
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
    let sql = "SELECT id FROM payment_subscriptions
               WHERE customer_id = $1 AND status NOT IN ('canceled', 'incomplete_expired')";
    for id in tx.query_as::<String>(sql, &[(&asked.customer_id).into()])? {
        if mentioned.iter().all(|subscription| subscription.id != id) {
            let sql = "UPDATE payment_subscriptions
                       SET status = CASE WHEN status = 'incomplete' THEN 'incomplete_expired' ELSE 'canceled' END, ended_at = $2, updated_at = $2,
                       past_due_since = NULL WHERE id = $1";
            tx.execute(sql, &[id.into(), now.into()])?;
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
    // What is stored as another product's charge stays one, unless its own price is ours.
    let sql = "INSERT INTO payment_invoices
                   (id, user_id, subscription_id, number, status, amount, currency, period_start, period_end, paid_at,
                    hosted_url, pdf_url, created_at, updated_at, failed_at, plan, period, tax_id, price_id)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
               ON CONFLICT (id) DO UPDATE SET
                   number = excluded.number, status = excluded.status, amount = excluded.amount,
                   paid_at = excluded.paid_at, hosted_url = excluded.hosted_url, pdf_url = excluded.pdf_url,
                   failed_at = coalesce(payment_invoices.failed_at, excluded.failed_at),
                   plan = CASE WHEN $20 THEN coalesce(payment_invoices.plan, excluded.plan)
                               ELSE payment_invoices.plan END,
                   period = CASE WHEN $20 OR payment_invoices.plan IS NOT NULL
                                 THEN coalesce(payment_invoices.period, excluded.period)
                                 ELSE payment_invoices.period END,
                   price_id = coalesce(excluded.price_id, payment_invoices.price_id),
                   tax_id = coalesce(excluded.tax_id, payment_invoices.tax_id), updated_at = excluded.updated_at";
    let values: [Value; 20] = [
        (&invoice.id).into(),
        user_id.into(),
        invoice.subscription.clone().into(),
        invoice.number.clone().into(),
        (&invoice.status).into(),
        invoice.amount.into(),
        (&invoice.currency).into(),
        invoice.period_start.into(),
        invoice.period_end.into(),
        invoice.paid_at.into(),
        invoice.hosted_url.clone().into(),
        invoice.pdf_url.clone().into(),
        invoice.created.into(),
        now.into(),
        failed_at.into(),
        charged.plan.map(Plan::name).into(),
        charged.period.map(Period::name).into(),
        invoice.tax_id.clone().into(),
        charged.price.into(),
        charged.is_known.into(),
    ];
    tx.write(sql, &values).map(drop)
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
            && (matches!(subscription.status.as_str(), "past_due" | "unpaid") || failed_last)
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
        let with = |word: &str| Subscription { status: word.to_owned(), ..active.clone() };
        let paid = HashSet::from(["sub_1".to_owned()]);
        let other = HashSet::from(["sub_2".to_owned()]);
        for (word, unpaid) in [
            ("active", "incomplete"),
            ("past_due", "incomplete"),
            ("canceled", "incomplete_expired"),
            ("trialing", "trialing"),
            ("incomplete", "incomplete"),
            ("unpaid", "unpaid"),
            ("a_new_word", "a_new_word"),
        ] {
            assert_eq!(status(&with(word), &paid), word);
            assert_eq!(status(&with(word), &other), unpaid, "{word}");
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
