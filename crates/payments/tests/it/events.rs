//! What the provider tells: believed only with its signature, stored once, worked off whatever happens in between.

use std::time::Duration;

use ateneu_base::{Secret, Timestamp};
use ateneu_db::Db;
use ateneu_payments::{AskedBy, signature::sign};
use ateneu_testkit::{db_test, http::Reply};
use axum::http::StatusCode;
use serde_json::{Value as Json, json};

use crate::house::{House, NOW, SECRET, event, invoice, subscription};

const STATES: &str = "SELECT state FROM payment_events ORDER BY id";

#[db_test]
async fn only_a_fresh_signature_of_a_known_secret_is_believed(db: Db) {
    let house = House::open(db).await;
    let body = event("invoice.paid", json!({ "customer": "cus_1" })).to_string();
    let signed = |body: &str, secret: &str, at: i64| {
        sign(body.as_bytes(), &Secret::from(secret), Timestamp::from_seconds(at))
    };
    let good = signed(&body, SECRET, NOW);
    for (header, sent, code) in [
        (String::new(), body.clone(), "signature_missing"),
        (signed(&body, "whsec_outro", NOW), body.clone(), "signature_wrong"),
        (good.clone(), body.replace("cus_1", "cus_2"), "signature_wrong"),
        (signed(&body, SECRET, NOW - 301), body.clone(), "signature_stale"),
        (signed("nada", SECRET, NOW), "nada".into(), "not_an_event"),
    ] {
        let (status, answer) = house.post(&header, sent).await;
        assert_eq!((status, answer["code"].as_str()), (StatusCode::BAD_REQUEST, Some(code)));
    }
    let live = body.replace("\"livemode\":false", "\"livemode\":true");
    let (status, answer) = house.post(&signed(&live, SECRET, NOW), live).await;
    assert_eq!((status, answer["code"].as_str()), (StatusCode::BAD_REQUEST, Some("wrong_mode")));
    let (status, _) = house.post(&good, "x".repeat(1024 * 1024 + 1)).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(house.texts(STATES).await.is_empty(), "nothing of it is stored");
    assert_eq!(house.post(&good, body).await.0, StatusCode::OK);
    assert_eq!(house.texts(STATES).await, ["pending"]);
}

#[db_test]
async fn an_event_that_comes_again_is_the_same_and_an_unknown_one_is_kept(db: Db) {
    let house = House::open(db).await;
    let (user_id, customer) = house.subscriber("ana", "active").await;
    let told = event("customer.subscription.updated", json!({ "id": "sub_ana", "customer": customer }));
    let asked = house.asked("GET", "/v1/subscriptions").len();
    assert_eq!(house.hear(&told).await.1["new"], true);
    assert_eq!(house.hear(&told).await.1["new"], false);
    house.payments.work().await.unwrap();
    assert_eq!(house.hear(&told).await.1["new"], false, "after it was worked off, too");
    house.payments.work().await.unwrap();
    assert_eq!(house.asked("GET", "/v1/subscriptions").len(), asked + 1, "one question");
    assert!(house.has_access(&user_id).await);
    for object in [json!({ "id": "prod_1" }), json!("nonsense"), json!({ "customer": "cus_desconhecido" })] {
        let kind = if object["customer"].is_null() { "product.updated" } else { "invoice.paid" };
        house.hear(&event(kind, object)).await;
    }
    house.payments.work().await.unwrap();
    let kept = house.texts("SELECT state FROM payment_events WHERE state <> 'done'").await;
    assert_eq!(kept, ["ignored", "ignored", "ignored"]);
}

#[db_test]
async fn a_provider_that_is_down_slow_or_raving_takes_nobodys_access(db: Db) {
    let house = House::open(db).await;
    let (user_id, customer) = house.subscriber("ana", "active").await;
    let told = || event("invoice.payment_failed", json!({ "customer": customer }));
    house.days(1);
    for reply in [
        Reply::Say(500, "{}".into()),
        Reply::Say(200, "<html>".into()),
        Reply::Say(200, "{\"data\":7}".into()),
        Reply::Say(302, String::new()),
        Reply::Hang,
    ] {
        let shown = format!("{reply:?}");
        house.clock.advance(Duration::from_secs(1));
        house.stripe.answer(move |_| reply.clone());
        house.hear(&told()).await;
        house.payments.work().await.unwrap();
        assert!(house.has_access(&user_id).await, "{shown}");
        house.payments.reconcile().await.unwrap_err();
        assert!(house.has_access(&user_id).await, "{shown}");
    }
    let waiting = house.texts("SELECT error FROM payment_events WHERE state = 'pending'").await;
    assert_eq!(waiting.len(), 5);
    assert!(waiting.iter().all(|why| !why.is_empty()), "{waiting:?}");
    house.mend();
    house.world.lock().subscriptions.get_mut(&customer).unwrap()[0]["status"] = json!("unpaid");
    house.days(2);
    house.payments.work().await.unwrap();
    assert!(!house.has_access(&user_id).await, "what was told is made up for");
    assert!(house.texts("SELECT id FROM payment_events WHERE state = 'pending'").await.is_empty());
}

#[db_test]
async fn an_event_gives_nobody_the_subscription_of_somebody_else(db: Db) {
    let house = House::open(db).await;
    let (ana, customer) = house.subscriber("ana", "active").await;
    let bia = house.person("bia@exemplo.com.br").await;
    let page = json!({ "id": "cs_1", "customer": customer, "client_reference_id": bia });
    house.hear(&event("checkout.session.completed", page)).await;
    let named = json!({ "id": "sub_ana", "customer": customer, "metadata": { "user_id": bia } });
    house.hear(&event("customer.subscription.updated", named)).await;
    house.payments.work().await.unwrap();
    assert!(house.has_access(&ana).await && !house.has_access(&bia).await);
    // A customer of nobody that names an account with a customer of its own.
    {
        let mut world = house.world.lock();
        world.customers.push(json!({ "id": "cus_outro", "metadata": { "user_id": ana } }));
        let other = subscription("sub_outro", "cus_outro", "unpaid");
        world.subscriptions.insert("cus_outro".into(), vec![other]);
    }
    let named = json!({ "id": "sub_outro", "customer": "cus_outro", "metadata": { "user_id": ana } });
    house.hear(&event("customer.subscription.created", named)).await;
    house.payments.work().await.unwrap();
    let why = house.texts("SELECT error FROM payment_events WHERE state = 'ignored'").await;
    assert_eq!(why, ["nobody here is cus_outro"]);
    assert_eq!(house.texts("SELECT id FROM payment_subscriptions").await, ["sub_ana"]);
    assert!(house.has_access(&ana).await);
}

#[db_test]
async fn what_a_worker_left_behind_is_taken_up_again(db: Db) {
    let house = House::open(db).await;
    let (user_id, customer) = house.subscriber("ana", "active").await;
    house.world.lock().subscriptions.get_mut(&customer).unwrap()[0]["status"] = json!("unpaid");
    house.stripe.answer(|_| Reply::Hang);
    house
        .hear(&event("customer.subscription.updated", json!({ "id": "sub_ana", "customer": customer })))
        .await;
    let before = house.stripe.asked().len();
    let (killed, stripe) = (house.node(), house.stripe.clone());
    let work = tokio::spawn(async move { killed.work().await });
    stripe.arrived(before + 1).await;
    work.abort();
    let _ = work.await;
    house.mend();
    house.payments.work().await.unwrap();
    assert!(house.has_access(&user_id).await, "it is still the other's");
    house.clock.advance(Duration::from_secs(121));
    house.payments.work().await.unwrap();
    assert!(!house.has_access(&user_id).await);
    assert_eq!(house.texts("SELECT state FROM payment_events WHERE state <> 'done'").await, [""; 0]);
}

#[db_test]
async fn whoever_knows_to_be_alone_goes_on_at_once_with_what_a_killed_server_had_begun(db: Db) {
    let house = House::open(db).await;
    let (user_id, customer) = house.subscriber("ana", "active").await;
    house.charge(&customer, invoice("in_1", &customer, "sub_ana", "paid", NOW));
    house.stripe.answer(|_| Reply::Hang);
    house.hear(&event("invoice.paid", json!({ "customer": customer }))).await;
    let before = house.stripe.asked().len();
    let killed = house.patient_node();
    let work = tokio::spawn(async move { killed.work().await });
    house.stripe.arrived(before + 1).await;
    work.abort();
    let _ = work.await;
    house.mend();
    house.payments.free().await.unwrap();
    house.payments.work().await.unwrap();
    assert_eq!(house.texts("SELECT state FROM payment_events WHERE state <> 'done'").await, [""; 0]);

    let world = house.world.clone();
    house.stripe.answer(move |asked| match asked.target.as_str() {
        "/v1/refunds" => Reply::Hang,
        _ => world.lock().answer_of(asked),
    });
    let (killed, id) = (house.patient_node(), user_id.clone());
    let refund = tokio::spawn(async move { killed.refund(&id, AskedBy::Member).await });
    while house.asked("POST", "/v1/refunds").is_empty() {
        house.stripe.arrived(house.stripe.asked().len() + 1).await;
    }
    refund.abort();
    let _ = refund.await;
    house.mend();
    house.payments.free().await.unwrap();
    house.payments.reconcile().await.unwrap();
    assert_eq!(house.world.lock().refunds, ["pi_in_1"]);
    assert!(!house.has_access(&user_id).await);
}

#[db_test]
async fn shuffled_and_doubled_events_on_two_nodes_end_where_the_provider_stands(db: Db) {
    let house = House::open(db).await;
    end_state_equals_the_providers(&house, 20, 300).await;
}

/// `events` changes of `people`, each told twice, in an order that has nothing to do with them, while two nodes work.
async fn end_state_equals_the_providers(house: &House, people: usize, events: usize) {
    let states = ["active", "past_due", "unpaid", "canceled", "trialing", "paused", "incomplete"];
    let mut who = Vec::new();
    for number in 0..people {
        who.push(house.subscriber(&format!("p{number}"), "active").await);
    }
    let mut told: Vec<Json> = Vec::new();
    let mut order = 7_usize;
    for number in 0..events {
        let customer = &who[number % people].1;
        told.push(event("customer.subscription.updated", json!({ "id": "sub", "customer": customer })));
        order = (order * 1_103 + 12_345) % 65_536;
        let (other, event) = (order % told.len(), told[order % told.len()].clone());
        told.swap(number, other);
        told.push(event);
        told.swap_remove(order % told.len());
    }
    let other = house.node();
    for (number, event) in told.iter().enumerate() {
        let (_, customer) = &who[number * 31 % people];
        let status = states[number * 17 % states.len()];
        let id = format!("sub_{}", customer.trim_start_matches("cus_"));
        house.world.lock().subscriptions.insert(customer.clone(), vec![subscription(&id, customer, status)]);
        // Every change is told of, somewhere among the shuffled.
        house.hear(&json!({ "id": format!("evt_{number}"), "type": "customer.subscription.updated", "created": NOW,
            "data": { "object": { "id": id, "customer": customer } } })).await;
        house.hear(event).await;
        if number % 50 == 0 {
            let (one, two) = tokio::join!(house.payments.work(), other.work());
            one.and(two).unwrap();
        }
    }
    let (one, two) = tokio::join!(house.payments.work(), other.work());
    one.and(two).unwrap();
    let left = house.texts("SELECT id FROM payment_events WHERE state <> 'done'").await;
    assert_eq!(left, [""; 0], "none is lost");
    for (user_id, customer) in &who {
        let there = house.world.lock().subscriptions[customer][0]["status"].as_str().unwrap().to_owned();
        let standing = house.payments.check(user_id, None).await.unwrap();
        assert_eq!(standing.subscription.map(|row| row.status), Some(there), "{customer}");
    }
}
