//! The provider's events: accepted only with its signature, stored once, processed despite failures in between.

use std::time::Duration;

use ateneu_base::{Secret, Timestamp};
use ateneu_membership::{
    ChangeActor, Deps, ProviderConfig, SubscriberStatus, check_subscription, reconcile_customers,
    refund_subscription, signature::sign, work_events,
};
use ateneu_testkit::{db_test, mocks::MockReply, sqlite_test};
use axum::http::StatusCode;
use serde_json::{Value as Json, json};

use crate::fixture::{Fixture, NOW, SECRET, event, invoice, subscription, updated};

#[db_test]
async fn events_require_a_fresh_valid_signature(app: Fixture) {
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
        assert_eq!(app.post_signed(&header, sent).await.refusal(), (400, code));
    }
    let live = body.replace("\"livemode\":false", "\"livemode\":true");
    assert_eq!(app.post_signed(&signed(&live, SECRET, NOW), live).await.refusal(), (400, "wrong_mode"));
    let too_large = app.post_signed(&good, "x".repeat(1024 * 1024 + 1)).await;
    assert_eq!(too_large.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(app.events("state", "true").await.is_empty(), "nothing of it is stored");
    assert_eq!(app.post_signed(&good, body).await.status, StatusCode::OK);
    assert_eq!(app.events("state", "true").await, ["pending"]);
}

#[db_test]
async fn a_repeated_event_is_ignored_and_an_unknown_one_stored(app: Fixture) {
    let (user_id, customer) = app.subscriber("ana", "active").await;
    let updated = updated(&customer);
    let received = app.received("GET", "/v1/subscriptions").len();
    assert_eq!(app.post_event(&updated).await.json()["new"], true);
    assert_eq!(app.post_event(&updated).await.json()["new"], false);
    work_events(&app.payments).await.unwrap();
    assert_eq!(app.post_event(&updated).await.json()["new"], false, "after it was worked off, too");
    work_events(&app.payments).await.unwrap();
    assert_eq!(app.received("GET", "/v1/subscriptions").len(), received + 1, "one question");
    assert!(app.has_access(&user_id).await);
    for object in [json!({ "id": "prod_1" }), json!("nonsense"), json!({ "customer": "cus_desconhecido" })] {
        let kind = if object["customer"].is_null() { "product.updated" } else { "invoice.paid" };
        app.post_event(&event(kind, object)).await;
    }
    work_events(&app.payments).await.unwrap();
    assert_eq!(app.events("state", "state <> 'done'").await, ["ignored", "ignored", "ignored"]);
}

#[db_test]
async fn provider_failures_do_not_end_access(app: Fixture) {
    let (user_id, customer) = app.subscriber("ana", "active").await;
    let failed = || event("invoice.payment_failed", json!({ "customer": customer }));
    app.advance_days(1);
    for reply in [
        MockReply::Body(500, "{}".into()),
        MockReply::Body(200, "<html>".into()),
        MockReply::Body(200, "{\"data\":7}".into()),
        // Whole JSON, but for the end of what is read of an answer.
        MockReply::Body(200, format!("{{\"data\":[]}}{}", " ".repeat(4 * 1024 * 1024))),
        MockReply::Body(302, String::new()),
        MockReply::Hang,
    ] {
        let shown = format!("{:.80}", format!("{reply:?}"));
        app.advance(Duration::from_secs(1));
        app.stripe.reply_with(move |_| reply.clone());
        app.process(&failed()).await;
        assert!(app.has_access(&user_id).await, "{shown}");
        reconcile_customers(&app.payments).await.unwrap_err();
        assert!(app.has_access(&user_id).await, "{shown}");
    }
    let waiting = app.events("error", "state = 'pending'").await;
    assert_eq!(waiting.len(), 6);
    assert!(waiting.iter().all(|why| !why.is_empty()), "{waiting:?}");
    app.stripe.recover();
    app.set(&customer, "status", "unpaid");
    app.advance_days(2);
    work_events(&app.payments).await.unwrap();
    assert!(!app.has_access(&user_id).await, "missed events are made up for");
    assert!(app.events("id", "state = 'pending'").await.is_empty());
}

#[db_test]
async fn an_event_cannot_move_a_subscription_to_another_user(app: Fixture) {
    let (ana, customer) = app.subscriber("ana", "active").await;
    let bia = app.person("bia@exemplo.com.br").await;
    let page = json!({ "id": "cs_1", "customer": customer, "client_reference_id": bia });
    app.post_event(&event("checkout.session.completed", page)).await;
    let named = json!({ "id": "sub_ana", "customer": customer, "metadata": { "user_id": bia } });
    app.process(&event("customer.subscription.updated", named)).await;
    assert!(app.has_access(&ana).await && !app.has_access(&bia).await);
    // A customer of nobody that names an account with a customer of its own.
    {
        let mut stripe = app.stripe.data();
        stripe.customers.push(json!({ "id": "cus_outro", "metadata": { "user_id": ana } }));
        let other = subscription("sub_outro", "cus_outro", "unpaid");
        stripe.subscriptions.insert("cus_outro".into(), vec![other]);
    }
    let named = json!({ "id": "sub_outro", "customer": "cus_outro", "metadata": { "user_id": ana } });
    app.process(&event("customer.subscription.created", named)).await;
    assert_eq!(app.events("error", "state = 'ignored'").await, ["ninguém aqui é cus_outro"]);
    assert_eq!(app.texts("SELECT id FROM payment_subscriptions", &[]).await, ["sub_ana"]);
    assert!(app.has_access(&ana).await);
}

#[sqlite_test]
async fn an_event_of_a_crashed_worker_is_retried_after_its_lease(app: Fixture) {
    let (user_id, customer) = app.subscriber("ana", "active").await;
    app.set(&customer, "status", "unpaid");
    app.stripe.reply_with(|_| MockReply::Hang);
    app.post_event(&updated(&customer)).await;
    let before = app.stripe.received().len();
    let (killed, stripe) = (app.node(|_| {}), app.stripe.clone());
    let work = tokio::spawn(async move { work_events(&killed).await });
    stripe.wait_for(before + 1).await;
    work.abort();
    let _ = work.await;
    app.stripe.recover();
    work_events(&app.payments).await.unwrap();
    assert!(app.has_access(&user_id).await, "it is still the other's");
    app.advance(Duration::from_secs(121));
    work_events(&app.payments).await.unwrap();
    assert!(!app.has_access(&user_id).await);
    assert_eq!(app.events("state", "state <> 'done'").await, [""; 0]);
}

/// Waits for the provider's replies for as long as they take.
fn wait_for_replies(deps: &mut Deps) {
    if let ProviderConfig::Stripe(stripe) = &mut deps.config.provider {
        stripe.timeout = Duration::from_hours(1);
    }
}

#[db_test]
async fn a_sole_server_resumes_events_of_a_killed_one_at_once(app: Fixture) {
    let (user_id, customer) = app.subscriber("ana", "active").await;
    app.charge(&customer, invoice("in_1", &customer, "sub_ana", "paid", NOW));
    app.stripe.reply_with(|_| MockReply::Hang);
    app.post_event(&event("invoice.paid", json!({ "customer": customer }))).await;
    let before = app.stripe.received().len();
    let killed = app.node(wait_for_replies);
    let work = tokio::spawn(async move { work_events(&killed).await });
    app.stripe.wait_for(before + 1).await;
    work.abort();
    let _ = work.await;
    app.stripe.recover();
    app.payments.workers().release(&app.db, &app.clock).await.unwrap();
    work_events(&app.payments).await.unwrap();
    assert_eq!(app.events("state", "state <> 'done'").await, [""; 0]);

    app.stripe.intercept(|stripe, request| match request.target.as_str() {
        "/v1/refunds" => MockReply::Hang,
        _ => stripe.reply(request),
    });
    let (killed, id) = (app.node(wait_for_replies), user_id.clone());
    let refund = tokio::spawn(async move { refund_subscription(&killed, &id, ChangeActor::Member).await });
    while app.received("POST", "/v1/refunds").is_empty() {
        app.stripe.wait_for(app.stripe.received().len() + 1).await;
    }
    refund.abort();
    let _ = refund.await;
    app.stripe.recover();
    app.payments.workers().release(&app.db, &app.clock).await.unwrap();
    reconcile_customers(&app.payments).await.unwrap();
    assert_eq!(app.stripe.data().refunds, ["pi_in_1"]);
    assert!(!app.has_access(&user_id).await);
}

/// Changes of people, each with two events, in an order that has nothing to do with them, while two nodes work.
#[db_test]
async fn shuffled_repeated_events_on_two_nodes_reach_the_same_state(app: Fixture) {
    let (people, events) = (20, 300);
    let states = ["active", "past_due", "unpaid", "canceled", "trialing", "paused", "incomplete"];
    let mut who = Vec::new();
    for number in 0..people {
        who.push(app.subscriber(&format!("p{number}"), "active").await);
    }
    let mut shuffled: Vec<Json> = Vec::new();
    let mut order = 7_usize;
    for number in 0..events {
        let customer = &who[number % people].1;
        shuffled.push(updated(customer));
        order = (order * 1_103 + 12_345) % 65_536;
        let (other, event) = (order % shuffled.len(), shuffled[order % shuffled.len()].clone());
        shuffled.swap(number, other);
        shuffled.push(event);
        shuffled.swap_remove(order % shuffled.len());
    }
    let other = app.node(|_| {});
    for (number, event) in shuffled.iter().enumerate() {
        let (_, customer) = &who[number * 31 % people];
        let status = states[number * 17 % states.len()];
        let id = format!("sub_{}", customer.trim_start_matches("cus_"));
        app.stripe.data().subscriptions.insert(customer.clone(), vec![subscription(&id, customer, status)]);
        // Every change has an event somewhere among the shuffled.
        app.post_event(
            &json!({ "id": format!("evt_{number}"), "type": "customer.subscription.updated", "created": NOW,
            "data": { "object": { "id": id, "customer": customer } } }),
        )
        .await;
        app.post_event(event).await;
        if number % 50 == 0 {
            let (one, two) = tokio::join!(work_events(&app.payments), work_events(&other));
            one.and(two).unwrap();
        }
    }
    let (one, two) = tokio::join!(work_events(&app.payments), work_events(&other));
    one.and(two).unwrap();
    assert_eq!(app.events("id", "state <> 'done'").await, [""; 0], "none is lost");
    for (user_id, customer) in &who {
        let there =
            SubscriberStatus::read(app.stripe.data().subscriptions[customer][0]["status"].as_str().unwrap());
        let status = check_subscription(&app.payments, user_id, None).await.unwrap();
        assert_eq!(status.subscription.map(|row| row.status), Some(there), "{customer}");
    }
}
