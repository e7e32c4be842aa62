//! The access in each state of the provider.

use ateneu_testkit::{db_test, sqlite_test};
use serde_json::{Value as Json, json};

use crate::fixture::{Fixture, NOW, event, invoice, subscription, updated};

use ateneu_membership::{check_subscription, open_portal, reconcile_customers};

const DAY: i64 = 86_400;

impl Fixture {
    async fn becomes(&self, customer: &str, change: impl FnOnce(&mut Json)) {
        change(&mut self.stripe.data().subscriptions.get_mut(customer).unwrap()[0]);
        self.process(&updated(customer)).await;
    }
}

#[db_test]
async fn grace_lasts_a_week_and_ends_with_a_payment(app: Fixture) {
    let (user_id, customer) = app.subscriber("ana", "active").await;
    app.charge(&customer, invoice("in_1", &customer, "sub_ana", "paid", NOW - 30 * DAY));
    app.charge(&customer, invoice("in_2", &customer, "sub_ana", "open", NOW));
    app.becomes(&customer, |row| row["status"] = json!("past_due")).await;
    assert_eq!(app.access(&user_id).await, (true, "grace".into()));
    app.advance_days(4);
    app.process(&event("invoice.payment_failed", json!({ "customer": customer }))).await;
    app.advance_days(2);
    assert!(app.has_access(&user_id).await, "another failed try renews nothing, and shortens nothing");
    app.advance_days(1);
    assert!(!app.has_access(&user_id).await);
    app.stripe.data().invoices.get_mut(&customer).unwrap().last_mut().unwrap()["status"] = json!("paid");
    app.becomes(&customer, |row| row["status"] = json!("active")).await;
    assert_eq!(app.access(&user_id).await, (true, "paid".into()));
    let receipts = app.texts("SELECT status FROM payment_invoices ORDER BY id", &[]).await;
    assert_eq!(receipts, ["paid", "paid", "paid"]);
}

#[sqlite_test]
async fn canceled_access_ends_with_the_paid_period(app: Fixture) {
    let (user_id, customer) = app.subscriber("ana", "active").await;
    app.becomes(&customer, |row| row["cancel_at_period_end"] = json!(true)).await;
    app.advance_days(29);
    assert!(app.has_access(&user_id).await);
    app.becomes(&customer, |row| row["status"] = json!("canceled")).await;
    assert!(app.has_access(&user_id).await);
    app.advance_days(1);
    assert!(!app.has_access(&user_id).await, "by the clock alone, whatever events come");
    let (other, customer) = app.subscriber("bia", "active").await;
    app.becomes(&customer, |row| row["status"] = json!("under_review")).await;
    assert_eq!(app.access(&other).await, (false, "unknown_state".into()));
    assert_eq!(app.alerts().await, 1, "and the owner is notified");
}

#[sqlite_test]
async fn a_boleto_opens_no_access_before_it_is_paid(app: Fixture) {
    let (user_id, customer) = app.subscriber("ana", "incomplete").await;
    app.charge(&customer, invoice("in_1", &customer, "sub_ana", "open", NOW));
    for status in ["incomplete", "active"] {
        app.becomes(&customer, |row| row["status"] = json!(status)).await;
        assert!(!app.has_access(&user_id).await, "{status} and unpaid");
        assert!(check_subscription(&app.payments, &user_id, None).await.unwrap().pending);
    }
    app.stripe.data().invoices.get_mut(&customer).unwrap()[0]["status"] = json!("paid");
    app.process(&event("invoice.paid", json!({ "customer": customer }))).await;
    assert!(app.has_access(&user_id).await);
}

#[sqlite_test]
async fn access_opens_only_after_a_paid_invoice(app: Fixture) {
    let mut number = 0;
    for status in ["active", "past_due", "canceled", "unpaid", "paused", "incomplete", "incomplete_expired"] {
        for invoice_status in ["open", "void", "uncollectible", "draft", ""] {
            number += 1;
            let (user_id, customer) = app.subscriber(&format!("p{number}"), "incomplete").await;
            if !invoice_status.is_empty() {
                let (id, subscription) = (format!("in_{number}"), format!("sub_p{number}"));
                app.charge(&customer, invoice(&id, &customer, &subscription, invoice_status, NOW));
            }
            app.becomes(&customer, |row| {
                row["status"] = json!(status);
                row["cancellation_details"] = json!({ "reason": "cancellation_requested" });
            })
            .await;
            assert!(!app.has_access(&user_id).await, "{status} with an invoice that is {invoice_status}");
        }
    }
}

#[db_test]
async fn a_full_refund_ends_the_subscription_a_partial_does_not(app: Fixture) {
    let (user_id, customer) = app.subscriber("ana", "active").await;
    app.charge(&customer, invoice("in_1", &customer, "sub_ana", "paid", NOW));
    let charge = |whole| json!({ "customer": customer, "payment_intent": "pi_in_1", "refunded": whole });
    app.process(&event("charge.refunded", charge(false))).await;
    assert!(app.has_access(&user_id).await);
    app.process(&event("charge.refunded", charge(true))).await;
    assert_eq!(app.access(&user_id).await, (false, "refunded".into()));
    assert_eq!(app.stripe.data().subscriptions[&customer][0]["status"], "canceled");
    let (old, customer) = app.subscriber("bia", "active").await;
    app.charge(&customer, invoice("in_2", &customer, "sub_bia", "paid", NOW));
    app.becomes(&customer, |row| row["created"] = json!(NOW - 40 * DAY)).await;
    let charge = json!({ "customer": customer, "payment_intent": "pi_in_2", "refunded": true });
    app.process(&event("charge.refunded", charge)).await;
    assert!(app.has_access(&old).await, "after the guarantee a refund is a grant");
}

#[db_test]
async fn of_two_paid_subscriptions_the_newer_is_given_back(app: Fixture) {
    let (user_id, customer) = app.subscriber("ana", "active").await;
    let mut second = subscription("sub_2", &customer, "active");
    second["created"] = json!(NOW + 5);
    app.stripe.data().subscriptions.get_mut(&customer).unwrap().push(second);
    app.charge(&customer, invoice("in_1", &customer, "sub_ana", "paid", NOW));
    app.charge(&customer, invoice("in_2", &customer, "sub_2", "paid", NOW + 5));
    app.process(&event("invoice.paid", json!({ "customer": customer }))).await;
    {
        let stripe = app.stripe.data();
        assert_eq!(stripe.refunds, ["pi_in_2"]);
        let states: Vec<_> =
            stripe.subscriptions[&customer].iter().map(|row| row["status"].clone()).collect();
        assert_eq!(states, [json!("active"), json!("canceled")]);
    }
    assert!(app.has_access(&user_id).await);
    assert_eq!(app.texts("SELECT subscription_id FROM subscribers", &[]).await, ["sub_ana"]);
    assert_eq!(app.alerts().await, 1);
    let emails = app.emails("ana@exemplo.com.br").await;
    let about = emails.iter().filter(|email| email.subject == "Você tinha duas assinaturas").count();
    assert_eq!(about, 1, "and the payer is notified once");
}

#[db_test]
async fn a_customer_deleted_upstream_keeps_the_paid_period(app: Fixture) {
    let (user_id, customer) = app.subscriber("ana", "active").await;
    app.stripe.data().customers.clear();
    app.process(&event("customer.deleted", json!({ "id": customer }))).await;
    assert!(app.has_access(&user_id).await);
    assert_eq!(app.texts("SELECT status FROM payment_subscriptions", &[]).await, ["canceled"]);
    app.advance_days(30);
    assert!(!app.has_access(&user_id).await);
    assert!(open_portal(&app.payments, &user_id).await.is_ok(), "the mock opens any portal");
}

#[sqlite_test]
async fn reconciliation_recovers_lost_events(app: Fixture) {
    let mut people = Vec::new();
    for name in ["ana", "bia", "caio"] {
        people.push(app.subscriber(name, "active").await);
    }
    app.set("cus_bia", "status", "paused");
    app.advance_days(1);
    let done = reconcile_customers(&app.payments).await.unwrap();
    assert_eq!((done.customers, done.unanswered), (3, 0));
    let mut access = Vec::new();
    for (user_id, _) in &people {
        access.push(app.has_access(user_id).await);
    }
    assert_eq!(access, [true, false, true]);
    app.advance_days(61);
    let forgotten = reconcile_customers(&app.payments).await.unwrap().forgotten;
    assert_eq!(forgotten, 3, "and what was settled long ago is forgotten");
}

#[sqlite_test]
async fn a_paid_subscription_is_kept_beside_an_older_unpaid_one(app: Fixture) {
    for status in ["incomplete", "active"] {
        let (user_id, customer) = app.subscriber_with_open_invoice(status).await;
        let paid = format!("sub_card_{status}");
        let mut second = subscription(&paid, &customer, "active");
        second["created"] = json!(NOW + 5);
        app.stripe.data().subscriptions.get_mut(&customer).unwrap().push(second);
        app.charge(&customer, invoice(&format!("in_card_{status}"), &customer, &paid, "paid", NOW + 5));
        app.process(&event("invoice.paid", json!({ "customer": customer }))).await;
        {
            let stripe = app.stripe.data();
            assert!(stripe.refunds.is_empty(), "nothing was paid twice");
            let of = |index: usize| stripe.subscriptions[&customer][index]["status"].clone();
            assert!(of(0) != json!(status), "the unpaid one is over");
            assert_eq!(of(1), json!("active"));
            assert_eq!(stripe.invoices[&customer][0]["status"], "void", "and can no longer be paid");
        }
        assert!(app.has_access(&user_id).await);
        assert_eq!(app.alerts().await, 0);
    }
}

/// A payer may name any account, and the owner may sell other things at the same provider.
#[db_test]
async fn a_subscription_to_another_product_grants_no_access(app: Fixture) {
    let user_id = app.person("ana@exemplo.com.br").await;
    let stranger = |customer: &str, price: Json| {
        let mut other = subscription(&format!("sub_{customer}"), customer, "active");
        other["metadata"] = json!({ "user_id": user_id, "plan": "professional" });
        other["items"]["data"][0]["price"] = price;
        app.stripe.data().subscriptions.insert(customer.to_owned(), vec![other]);
        app.charge(
            customer,
            invoice(&format!("in_{customer}"), customer, &format!("sub_{customer}"), "paid", NOW),
        );
    };
    stranger("cus_x", json!({ "id": "price_x", "unit_amount": 500 }));
    let page = json!({ "id": "cs_x", "customer": "cus_x", "client_reference_id": user_id,
        "metadata": { "user_id": user_id } });
    app.process(&event("checkout.session.completed", page)).await;
    for kind in ["customer.subscription.created", "invoice.paid"] {
        let object = json!({ "id": "sub_cus_x", "customer": "cus_x", "metadata": { "user_id": user_id },
            "parent": { "subscription_details": { "metadata": { "user_id": user_id } } } });
        app.process(&event(kind, object)).await;
    }
    assert!(!app.has_access(&user_id).await);
    assert_eq!(
        app.texts("SELECT customer_id FROM payment_customers", &[]).await,
        [""; 0],
        "nobody is linked"
    );

    // A linked customer buys another product before and after the membership.
    let (member, customer) = app.subscriber("bia", "canceled").await;
    app.advance_days(31);
    assert!(!app.has_access(&member).await);
    for price in [
        json!({ "id": "price_x", "lookup_key": "gold" }),
        json!({ "id": "price_x", "recurring": { "interval": "month" } }),
    ] {
        let mut other = subscription("sub_other", &customer, "active");
        other["metadata"] = json!({ "plan": "professional" });
        other["items"]["data"][0]["price"] = price;
        app.stripe.data().subscriptions.get_mut(&customer).unwrap().insert(0, other);
        app.charge(&customer, invoice("in_other", &customer, "sub_other", "paid", NOW + 31 * DAY));
        app.process(&updated(&customer)).await;
        assert_eq!(app.access(&member).await, (false, "paid_until_end".into()));
        assert_eq!(app.texts("SELECT subscription_id FROM subscribers", &[]).await, ["sub_bia"]);
        app.stripe.data().subscriptions.get_mut(&customer).unwrap().remove(0);
    }
    assert_eq!(app.alerts().await, 0);
}

#[db_test]
async fn a_price_stays_known_after_its_lookup_key_moved(app: Fixture) {
    let (user_id, customer) = app.subscriber("ana", "active").await;
    // Stored before prices were: the plan stays, and the price is known from now on.
    let price = json!({ "id": "price_old", "lookup_key": null });
    app.becomes(&customer, |row| row["items"]["data"][0]["price"] = price.clone()).await;
    assert_eq!(app.access(&user_id).await, (true, "paid".into()));
    let (other, customer) = app.subscriber("bia", "active").await;
    app.becomes(&customer, |row| row["items"]["data"][0]["price"] = price.clone()).await;
    assert_eq!(app.access(&other).await, (true, "paid".into()));
    assert_eq!(app.texts("SELECT DISTINCT plan FROM subscribers", &[]).await, ["scale"]);
    let another = json!({ "id": "price_gold", "lookup_key": null });
    app.becomes(&customer, |row| row["items"]["data"][0]["price"] = another).await;
    assert!(!app.has_access(&other).await, "the subscription was changed to something else");
}

#[db_test]
async fn rows_of_another_product_are_corrected_at_the_start(app: Fixture) {
    let (user_id, _) = app.subscriber("ana", "active").await;
    let (given, _) = app.subscriber("bia", "active").await;
    let sql =
        "INSERT INTO payment_courtesies (id, user_id, plan, months, reason, starts_at, ends_at, created_at)
               VALUES ($1, $1, 'update', 1, 'x', $2, '2999-01-01T00:00:00.000000+00:00', $2)";
    app.execute(sql, &[(&given).into(), app.clock.now().into()]).await;
    // The state of an earlier version.
    app.execute("UPDATE payment_subscriptions SET plan = NULL", &[]).await;
    app.execute("UPDATE subscribers SET plan = NULL", &[]).await;
    app.payments.workers().queue_recurring().await.unwrap();
    let left = app.texts("SELECT user_id || ' ' || plan || ' ' || access_reason FROM subscribers", &[]).await;
    assert_eq!(left, [format!("{given} update courtesy")]);
    assert!(!app.has_access(&user_id).await);
}
