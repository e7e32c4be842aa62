//! What the platform tells: believed by its token, stored once, and never more than a hint.

use std::time::Duration;

use ateneu_base::Value;
use ateneu_db::Db;
use ateneu_testkit::{db_test, http::Reply};
use axum::http::StatusCode;
use serde_json::json;

use crate::house::{ANA, House, NOW, TOKEN, cancellation, open, purchase, purchase_of};

const OK: StatusCode = StatusCode::OK;

#[db_test]
async fn a_call_without_the_account_s_token_is_refused_and_not_stored(db: Db) {
    let house = House::open(db).await;
    let event = purchase("a", "PURCHASE_APPROVED").to_string();
    for (token, code) in [
        (None, "token_missing"),
        (Some(""), "token_wrong"),
        (Some("hottok"), "token_wrong"),
        (Some("hottok-da-contA"), "token_wrong"),
    ] {
        let (status, answer) = house.tell_with(event.clone(), token).await;
        assert_eq!((status, answer["code"].as_str()), (StatusCode::UNAUTHORIZED, Some(code)), "{token:?}");
    }
    for nonsense in ["", "{}", "[]", "not json", r#"{"id":"","event":"X"}"#, r#"{"id":7,"event":"X"}"#] {
        let (status, answer) = house.tell_with(nonsense.into(), Some(TOKEN)).await;
        assert_eq!(
            (status, answer["code"].as_str()),
            (StatusCode::BAD_REQUEST, Some("not_an_event")),
            "{nonsense}"
        );
    }
    assert!(house.settled().await.is_empty());
}

#[db_test]
async fn an_installation_without_the_platform_believes_no_call(db: Db) {
    let mut house = House::open(db.clone()).await;
    house.courses = open(&db, &house.clock, None);
    let (status, answer) = house.tell(&purchase("a", "PURCHASE_APPROVED")).await;
    assert_eq!((status, answer["code"].as_str()), (StatusCode::SERVICE_UNAVAILABLE, Some("not_connected")));
}

#[db_test]
async fn an_event_that_comes_again_is_stored_and_worked_off_once(db: Db) {
    let house = House::open(db).await;
    let event = purchase("a", "PURCHASE_APPROVED");
    assert_eq!(house.tell(&event).await, (OK, json!({ "received": true, "new": true })));
    assert_eq!(house.tell(&event).await, (OK, json!({ "received": true, "new": false })));
    house.courses.work().await.unwrap();
    let calls = house.calls();
    assert_eq!(house.tell(&event).await, (OK, json!({ "received": true, "new": false })));
    house.courses.work().await.unwrap();
    assert_eq!((house.calls(), house.settled().await), (calls, vec![("done".into(), String::new())]));
}

#[db_test]
async fn nothing_of_the_buyer_but_the_address_is_kept(db: Db) {
    let house = House::open(db).await;
    house.happen(&purchase("a", "PURCHASE_APPROVED")).await;
    let row = house.db.read(|tx| tx.query_optional("SELECT payload FROM hotmart_events", &[])).await.unwrap();
    let payload = row.unwrap().text("payload").unwrap().to_owned();
    assert!(payload.contains(ANA), "{payload}");
    assert!(
        !payload.contains("12345678909") && !payload.contains(TOKEN) && !payload.contains("Ana\""),
        "{payload}"
    );
}

#[db_test]
async fn an_approved_purchase_grants_what_the_platform_confirms_and_nothing_else(db: Db) {
    let house = House::open(db).await;
    house.happen(&purchase("a", "PURCHASE_APPROVED")).await;
    assert_eq!(house.state(ANA).await, Some((false, None)), "anybody may write an event who knows the token");
    house.student(ANA);
    house.happen(&purchase("b", "PURCHASE_COMPLETE")).await;
    assert_eq!(house.state(ANA).await, Some((true, None)));
}

#[db_test]
async fn a_refund_and_a_chargeback_end_access_now(db: Db) {
    for (number, kind) in ["PURCHASE_REFUNDED", "PURCHASE_CHARGEBACK"].into_iter().enumerate() {
        let house = House::open(db.clone()).await;
        house.student(ANA);
        house.happen(&purchase(&format!("a{number}"), "PURCHASE_APPROVED")).await;
        assert!(house.has_access().await);
        house.world.lock().club.clear();
        // Even while the platform cannot be asked.
        house.down(Some(Reply::Say(503, String::new())));
        house.clock.advance(Duration::from_secs(1));
        house.happen(&purchase(&format!("b{number}"), kind)).await;
        assert_eq!(house.state(ANA).await, Some((false, None)), "{kind}");
        // Another purchase that still counts is found out soon.
        house.down(None);
        house.student(ANA);
        house.clock.advance(Duration::from_secs(11 * 60));
        assert!(house.has_access().await, "{kind}");
    }
}

#[db_test]
async fn a_disputed_or_unpaid_purchase_changes_nothing_and_costs_no_call(db: Db) {
    let house = House::open(db).await;
    house.student(ANA);
    assert!(house.has_access().await);
    let calls = house.calls();
    for kind in [
        "PURCHASE_PROTEST",
        "PURCHASE_CANCELED",
        "PURCHASE_EXPIRED",
        "PURCHASE_BILLET_PRINTED",
        "PURCHASE_OUT_OF_SHOPPING_CART",
        "A_KIND_NOBODY_KNOWS",
    ] {
        house.happen(&purchase(kind, kind)).await;
    }
    assert_eq!((house.calls(), house.has_access().await), (calls, true));
    let settled = house.settled().await;
    assert!(settled.iter().all(|(state, why)| state == "ignored" && !why.is_empty()), "{settled:?}");
}

#[db_test]
async fn a_late_payment_keeps_access_to_the_end_of_the_period(db: Db) {
    let house = House::open(db).await;
    house.subscription("ACTIVE", NOW + 3_600);
    assert!(house.has_access().await);
    house.subscription("DELAYED", NOW + 3_600);
    house.clock.advance(Duration::from_secs(60));
    house.happen(&purchase("a", "PURCHASE_DELAYED")).await;
    assert_eq!(house.state(ANA).await, Some((true, Some(NOW + 3_600))));
}

#[db_test]
async fn a_canceled_subscription_ends_with_its_period_and_a_new_purchase_takes_the_end_away(db: Db) {
    let house = House::open(db).await;
    house.student(ANA);
    house.happen(&purchase("a", "PURCHASE_APPROVED")).await;
    house.clock.advance(Duration::from_secs(1));
    house.happen(&cancellation("b", Some((NOW + 3_600) * 1_000))).await;
    assert_eq!(house.state(ANA).await, Some((true, Some(NOW + 3_600))));
    // The club's list knows no end: asking it again does not forget the one that was told.
    house.clock.advance(Duration::from_secs(1));
    house.happen(&purchase("c", "SWITCH_PLAN")).await;
    assert_eq!(house.state(ANA).await, Some((true, Some(NOW + 3_600))));
    house.clock.advance(Duration::from_secs(1));
    house.happen(&purchase("d", "PURCHASE_APPROVED")).await;
    assert_eq!(house.state(ANA).await, Some((true, None)));
}

#[db_test]
async fn a_cancellation_that_names_no_day_is_asked_about(db: Db) {
    let house = House::open(db).await;
    house.subscription("ACTIVE", NOW + 3_600);
    assert!(house.has_access().await);
    house.subscription("CANCELLED_BY_SELLER", NOW + 7_200);
    house.clock.advance(Duration::from_secs(1));
    house.happen(&cancellation("a", None)).await;
    assert_eq!(house.state(ANA).await, Some((true, Some(NOW + 7_200))));
}

#[db_test]
async fn changes_and_progress_are_asked_about_and_other_products_are_not(db: Db) {
    let house = House::open(db).await;
    let kinds =
        ["SWITCH_PLAN", "UPDATE_SUBSCRIPTION_CHARGE_DATE", "CLUB_FIRST_ACCESS", "CLUB_MODULE_COMPLETED"];
    for (number, kind) in kinds.into_iter().enumerate() {
        house.happen(&purchase_of(kind, kind, &format!("p{number}@exemplo.com.br"))).await;
        assert_eq!(house.calls(), 3 * (number + 1), "{kind}");
    }
    let mut of_another = purchase("other", "PURCHASE_REFUNDED");
    of_another["data"]["product"]["id"] = json!(7);
    house.happen(&of_another).await;
    let mut of_nobody = purchase("nobody", "SWITCH_PLAN");
    of_nobody["data"]["buyer"] = json!({});
    house.happen(&of_nobody).await;
    assert_eq!(house.calls(), 12);
    let ignored = house.settled().await.into_iter().filter(|(state, _)| state == "ignored").count();
    assert_eq!(ignored, 2);
}

#[db_test]
async fn what_a_hand_wrote_no_event_changes(db: Db) {
    let house = House::open(db).await;
    house.by_hand(true, None).await;
    house.happen(&purchase("a", "PURCHASE_REFUNDED")).await;
    house.happen(&cancellation("b", Some(NOW))).await;
    assert_eq!(house.state(ANA).await, Some((true, None)));
    house.by_hand(false, None).await;
    house.student(ANA);
    house.happen(&purchase("c", "PURCHASE_APPROVED")).await;
    assert_eq!(house.state(ANA).await, Some((false, None)));
}

#[db_test]
async fn events_in_any_order_end_where_the_platform_stands(db: Db) {
    // The refund is the newer one and arrives first; the platform knows of no purchase any more.
    let house = House::open(db).await;
    house.happen(&purchase("refund", "PURCHASE_REFUNDED")).await;
    house.happen(&purchase("approved", "PURCHASE_APPROVED")).await;
    assert!(!house.has_access().await);
}

#[db_test]
async fn an_event_survives_a_crash_and_a_platform_that_is_down(db: Db) {
    let mut house = House::open(db).await;
    house.student(ANA);
    house.down(Some(Reply::Say(500, String::new())));
    house.happen(&purchase("a", "PURCHASE_APPROVED")).await;
    let (state, why) = house.settled().await.remove(0);
    assert_eq!(state, "pending");
    assert!(why.contains("500"), "{why}");
    assert!(house.row(ANA).await.is_none());
    // A worker takes it up and is gone without a word.
    let lease = house.clock.now() + Duration::from_secs(120);
    let values: [Value; 1] = [lease.into()];
    house
        .db
        .write(move |tx| tx.execute("UPDATE hotmart_events SET tries = 2, next_at = $1", &values))
        .await
        .unwrap();
    house.courses = house.reopened();
    house.down(None);
    house.courses.work().await.unwrap();
    assert!(house.row(ANA).await.is_none(), "the other worker may still be at it");
    house.clock.advance(Duration::from_secs(121));
    house.courses.work().await.unwrap();
    assert_eq!(house.state(ANA).await, Some((true, None)));
}

#[db_test]
async fn the_worker_wakes_when_something_is_told_and_stops_when_told(db: Db) {
    let house = House::open(db).await;
    house.student(ANA);
    let mut changes = house.db.changes();
    house.courses.start();
    house.tell(&purchase("a", "PURCHASE_APPROVED")).await;
    loop {
        let batch = changes.recv().await.unwrap();
        if batch.iter().any(|change| change.table == "hotmart_access") {
            break;
        }
    }
    house.courses.close().await;
    assert_eq!(house.state(ANA).await, Some((true, None)));
    assert_eq!(house.settled().await, [("done".into(), String::new())]);
}

#[db_test]
async fn many_events_of_one_address_are_one_question(db: Db) {
    let house = House::open(db).await;
    house.student(ANA);
    for number in 0..30 {
        house.tell(&purchase(&format!("{number}"), "PURCHASE_APPROVED")).await;
    }
    house.courses.work().await.unwrap();
    assert_eq!((house.calls(), house.has_access().await), (1, true));
}
