//! Who has access when, as the provider's words change.

use ateneu_db::Db;
use ateneu_testkit::db_test;
use serde_json::{Value as Json, json};

use crate::house::{House, NOW, event, invoice, subscription};

const DAY: i64 = 86_400;

impl House {
    async fn becomes(&self, customer: &str, change: impl FnOnce(&mut Json)) {
        change(&mut self.world.lock().subscriptions.get_mut(customer).unwrap()[0]);
        self.hear(&event("customer.subscription.updated", json!({ "id": "sub", "customer": customer })))
            .await;
        self.payments.work().await.unwrap();
    }
}

#[db_test]
async fn grace_lasts_a_week_from_the_first_failure_and_a_payment_ends_it(db: Db) {
    let house = House::open(db).await;
    let (user_id, customer) = house.subscriber("ana", "active").await;
    house.charge(&customer, invoice("in_1", &customer, "sub_ana", "paid", NOW - 30 * DAY));
    house.charge(&customer, invoice("in_2", &customer, "sub_ana", "open", NOW));
    house.becomes(&customer, |row| row["status"] = json!("past_due")).await;
    assert_eq!((house.has_access(&user_id).await, house.reason(&user_id).await.as_str()), (true, "grace"));
    house.days(4);
    house.hear(&event("invoice.payment_failed", json!({ "customer": customer }))).await;
    house.payments.work().await.unwrap();
    house.days(2);
    assert!(house.has_access(&user_id).await, "another failed try renews nothing, and shortens nothing");
    house.days(1);
    assert!(!house.has_access(&user_id).await);
    house.world.lock().invoices.get_mut(&customer).unwrap()[1]["status"] = json!("paid");
    house.becomes(&customer, |row| row["status"] = json!("active")).await;
    assert_eq!((house.has_access(&user_id).await, house.reason(&user_id).await.as_str()), (true, "paid"));
    let receipts = house.texts("SELECT status FROM payment_invoices ORDER BY id").await;
    assert_eq!(receipts, ["paid", "paid"]);
}

#[db_test]
async fn canceled_access_lasts_to_the_end_of_what_was_paid_and_a_new_word_opens_nothing(db: Db) {
    let house = House::open(db).await;
    let (user_id, customer) = house.subscriber("ana", "active").await;
    house.becomes(&customer, |row| row["cancel_at_period_end"] = json!(true)).await;
    house.days(29);
    assert!(house.has_access(&user_id).await);
    house.becomes(&customer, |row| row["status"] = json!("canceled")).await;
    assert!(house.has_access(&user_id).await);
    house.days(1);
    assert!(!house.has_access(&user_id).await, "by the clock alone, whoever is told or not");
    let (other, customer) = house.subscriber("bia", "active").await;
    house.becomes(&customer, |row| row["status"] = json!("under_review")).await;
    assert_eq!(
        (house.has_access(&other).await, house.reason(&other).await.as_str()),
        (false, "unknown_state")
    );
    assert_eq!(house.alerts().await, 1, "and the owner hears of it");
}

#[db_test]
async fn a_boleto_opens_nothing_before_it_is_paid(db: Db) {
    let house = House::open(db).await;
    let (user_id, customer) = house.subscriber("ana", "incomplete").await;
    house.charge(&customer, invoice("in_1", &customer, "sub_ana", "open", NOW));
    for status in ["incomplete", "active"] {
        house.becomes(&customer, |row| row["status"] = json!(status)).await;
        assert!(!house.has_access(&user_id).await, "{status} and unpaid");
        assert!(house.payments.check(&user_id, None).await.unwrap().pending);
    }
    house.world.lock().invoices.get_mut(&customer).unwrap()[0]["status"] = json!("paid");
    house.hear(&event("invoice.paid", json!({ "customer": customer }))).await;
    house.payments.work().await.unwrap();
    assert!(house.has_access(&user_id).await);
}

#[db_test]
async fn a_whole_refund_in_the_guarantee_ends_the_subscription_and_a_partial_one_does_not(db: Db) {
    let house = House::open(db).await;
    let (user_id, customer) = house.subscriber("ana", "active").await;
    house.charge(&customer, invoice("in_1", &customer, "sub_ana", "paid", NOW));
    let charge = |whole| json!({ "customer": customer, "payment_intent": "pi_in_1", "refunded": whole });
    house.hear(&event("charge.refunded", charge(false))).await;
    house.payments.work().await.unwrap();
    assert!(house.has_access(&user_id).await);
    house.hear(&event("charge.refunded", charge(true))).await;
    house.payments.work().await.unwrap();
    assert_eq!(
        (house.has_access(&user_id).await, house.reason(&user_id).await.as_str()),
        (false, "refunded")
    );
    assert_eq!(house.world.lock().subscriptions[&customer][0]["status"], "canceled");
    let (old, customer) = house.subscriber("bia", "active").await;
    house.charge(&customer, invoice("in_2", &customer, "sub_bia", "paid", NOW));
    house.becomes(&customer, |row| row["created"] = json!(NOW - 40 * DAY)).await;
    let charge = json!({ "customer": customer, "payment_intent": "pi_in_2", "refunded": true });
    house.hear(&event("charge.refunded", charge)).await;
    house.payments.work().await.unwrap();
    assert!(house.has_access(&old).await, "after the guarantee a refund is a gift");
}

#[db_test]
async fn of_two_paid_subscriptions_the_newer_is_given_back(db: Db) {
    let house = House::open(db).await;
    let (user_id, customer) = house.subscriber("ana", "active").await;
    let mut second = subscription("sub_2", &customer, "active");
    second["created"] = json!(NOW + 5);
    house.world.lock().subscriptions.get_mut(&customer).unwrap().push(second);
    house.charge(&customer, invoice("in_1", &customer, "sub_ana", "paid", NOW));
    house.charge(&customer, invoice("in_2", &customer, "sub_2", "paid", NOW + 5));
    house.hear(&event("invoice.paid", json!({ "customer": customer }))).await;
    house.payments.work().await.unwrap();
    {
        let world = house.world.lock();
        assert_eq!(world.refunds, ["pi_in_2"]);
        let states: Vec<_> = world.subscriptions[&customer].iter().map(|row| row["status"].clone()).collect();
        assert_eq!(states, [json!("active"), json!("canceled")]);
    }
    assert!(house.has_access(&user_id).await);
    assert_eq!(house.texts("SELECT subscription_id FROM subscribers").await, ["sub_ana"]);
    assert_eq!(house.alerts().await, 1);
}

#[db_test]
async fn a_customer_deleted_at_the_providers_keeps_what_was_paid(db: Db) {
    let house = House::open(db).await;
    let (user_id, customer) = house.subscriber("ana", "active").await;
    house.world.lock().customers.clear();
    house.hear(&event("customer.deleted", json!({ "id": customer }))).await;
    house.payments.work().await.unwrap();
    assert!(house.has_access(&user_id).await);
    assert_eq!(house.texts("SELECT status FROM payment_subscriptions").await, ["canceled"]);
    house.days(30);
    assert!(!house.has_access(&user_id).await);
    let code = house.payments.portal(&user_id).await;
    assert!(code.is_ok(), "the stand-in opens any portal");
}

#[db_test]
async fn nights_make_up_for_events_that_never_came(db: Db) {
    let house = House::open(db).await;
    let mut people = Vec::new();
    for name in ["ana", "bia", "caio"] {
        people.push(house.subscriber(name, "active").await);
    }
    house.world.lock().subscriptions.get_mut("cus_bia").unwrap()[0]["status"] = json!("paused");
    house.days(1);
    let done = house.payments.reconcile().await.unwrap();
    assert_eq!((done.customers, done.unanswered), (3, 0));
    let mut access = Vec::new();
    for (user_id, _) in &people {
        access.push(house.has_access(user_id).await);
    }
    assert_eq!(access, [true, false, true]);
    house.days(61);
    let done = house.payments.reconcile().await.unwrap();
    assert_eq!(done.forgotten, 3, "and what was settled long ago is forgotten");
}
