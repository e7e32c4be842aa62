//! Hotmart's events: authorised by the token, stored once, and never trusted as a grant.

use std::time::Duration;

use ateneu_course_access::HotmartConfig;
use ateneu_db::Db;
use ateneu_queue::Runner;
use ateneu_testkit::{
    TestResponse, db_test,
    mocks::{MockReply, hotmart::BASIC},
    sqlite_test,
};
use serde_json::{Value as Json, json};

use crate::fixture::{ANA, Fixture, NOW, TOKEN, config, open};

impl Fixture {
    /// Opens the module again without its memory, as after a crash.
    pub fn reopen(&mut self) {
        self.reopen_with(Some(HotmartConfig { basic: BASIC.into(), ..config(&self.hotmart) }));
    }

    pub fn reopen_with(&mut self, hotmart: Option<HotmartConfig>) {
        self.courses = open(&self.app, hotmart);
        self.app.unmount();
        self.app.mount("", self.courses.router());
    }

    /// Posts an event as Hotmart does.
    pub async fn post_event(&self, event: &Json) -> TestResponse {
        self.post_body(event.to_string(), Some(TOKEN)).await
    }

    pub async fn post_body(&self, body: String, token: Option<&str>) -> TestResponse {
        let request = self.post("/webhooks/hotmart").header("content-type", "application/json").body(body);
        match token {
            Some(token) => request.header("x-hotmart-hottok", token).await,
            None => request.await,
        }
    }

    /// Posts an event and runs the queue.
    pub async fn process(&self, event: &Json) {
        assert_eq!(self.post_event(event).await.status, 200);
        self.courses.work().await.unwrap();
    }

    /// Returns state and error of every event.
    pub async fn events(&self) -> Vec<(String, String)> {
        let sql = "SELECT state, coalesce(error, '') FROM tasks WHERE queue = 'course_events' ORDER BY id";
        self.rows(sql, &[]).await.iter().map(|row| row.read().unwrap()).collect()
    }
}

/// Returns an event about Ana's purchase.
pub fn purchase(id: &str, kind: &str) -> Json {
    purchase_of(id, kind, ANA)
}

pub fn purchase_of(id: &str, kind: &str, email: &str) -> Json {
    json!({ "id": id, "creation_date": NOW * 1_000, "event": kind, "version": "2.0.0", "hottok": TOKEN, "data": {
        "product": { "id": 4242, "ucode": "u", "name": "Cursos" },
        "buyer": { "email": email, "name": "Ana", "document": "12345678909" },
        "purchase": { "transaction": "HP1", "status": "APPROVED", "approved_date": NOW * 1_000 },
        "subscription": { "status": "ACTIVE", "plan": { "id": 1, "name": "Mensal" }, "subscriber": { "code": "SUB1" } } } })
}

/// Returns an event about the end of Ana's subscription.
pub fn cancellation(id: &str, next_charge: Option<i64>) -> Json {
    json!({ "id": id, "creation_date": NOW * 1_000, "event": "SUBSCRIPTION_CANCELLATION", "version": "2.0.0", "data": {
        "cancellation_date": NOW * 1_000, "date_next_charge": next_charge, "product": { "id": 4242, "name": "Cursos" },
        "subscriber": { "code": "SUB1", "email": ANA, "name": "Ana" }, "subscription": { "id": 7 } } })
}

#[db_test]
async fn a_call_without_the_account_s_token_is_refused_and_not_stored(app: Fixture) {
    let event = purchase("a", "PURCHASE_APPROVED").to_string();
    for (token, code) in [
        (None, "token_missing"),
        (Some(""), "token_wrong"),
        (Some("hottok"), "token_wrong"),
        (Some("hottok-da-contA"), "token_wrong"),
    ] {
        let response = app.post_body(event.clone(), token).await;
        assert_eq!(response.refusal(), (401, code), "{token:?}");
    }
    for nonsense in ["", "{}", "[]", "not json", r#"{"id":"","event":"X"}"#, r#"{"id":7,"event":"X"}"#] {
        let response = app.post_body(nonsense.into(), Some(TOKEN)).await;
        assert_eq!(response.refusal(), (400, "not_an_event"), "{nonsense}");
    }
    assert!(app.events().await.is_empty());
}

#[sqlite_test]
async fn without_the_platform_every_event_is_refused(db: Db) {
    let mut app = Fixture::open(db.clone()).await;
    app.reopen_with(None);
    let response = app.post_event(&purchase("a", "PURCHASE_APPROVED")).await;
    assert_eq!(response.refusal(), (503, "not_connected"));
}

#[sqlite_test]
async fn a_repeated_event_is_processed_once(app: Fixture) {
    let event = purchase("a", "PURCHASE_APPROVED");
    assert_eq!(*app.post_event(&event).await.ok().json(), json!({ "received": true, "new": true }));
    assert_eq!(*app.post_event(&event).await.ok().json(), json!({ "received": true, "new": false }));
    app.courses.work().await.unwrap();
    let calls = app.hotmart.calls();
    assert_eq!(*app.post_event(&event).await.ok().json(), json!({ "received": true, "new": false }));
    app.courses.work().await.unwrap();
    assert_eq!((app.hotmart.calls(), app.events().await), (calls, vec![("done".into(), String::new())]));
}

#[db_test]
async fn a_stored_event_keeps_only_the_buyers_email(app: Fixture) {
    app.process(&purchase("a", "PURCHASE_APPROVED")).await;
    let payload = app.text("SELECT payload FROM tasks WHERE queue = 'course_events'", &[]).await.unwrap();
    assert!(payload.contains(ANA), "{payload}");
    assert!(
        !payload.contains("12345678909") && !payload.contains(TOKEN) && !payload.contains("Ana\""),
        "{payload}"
    );
}

#[sqlite_test]
async fn a_purchase_grants_access_only_if_the_platform_confirms(app: Fixture) {
    app.process(&purchase("a", "PURCHASE_APPROVED")).await;
    assert_eq!(app.state(ANA).await, Some((false, None)), "anybody may write an event who knows the token");
    app.hotmart.add_student(ANA);
    app.process(&purchase("b", "PURCHASE_COMPLETE")).await;
    assert_eq!(app.state(ANA).await, Some((true, None)));
}

#[sqlite_test]
async fn a_refund_and_a_chargeback_end_access_now(db: Db) {
    for (number, kind) in ["PURCHASE_REFUNDED", "PURCHASE_CHARGEBACK"].into_iter().enumerate() {
        let app = Fixture::open(db.clone()).await;
        app.hotmart.add_student(ANA);
        app.process(&purchase(&format!("a{number}"), "PURCHASE_APPROVED")).await;
        assert!(app.has_access().await);
        app.hotmart.data().club.clear();
        // The platform cannot be queried meanwhile.
        app.hotmart.set_fault(Some(MockReply::Body(503, String::new())));
        app.advance_secs(1);
        app.process(&purchase(&format!("b{number}"), kind)).await;
        assert_eq!(app.state(ANA).await, Some((false, None)), "{kind}");
        // Another valid purchase is found soon.
        app.hotmart.set_fault(None);
        app.hotmart.add_student(ANA);
        app.advance_secs(11 * 60);
        assert!(app.has_access().await, "{kind}");
    }
}

#[sqlite_test]
async fn a_disputed_or_unpaid_purchase_makes_no_call(app: Fixture) {
    app.hotmart.add_student(ANA);
    assert!(app.has_access().await);
    let calls = app.hotmart.calls();
    for kind in [
        "PURCHASE_PROTEST",
        "PURCHASE_CANCELED",
        "PURCHASE_EXPIRED",
        "PURCHASE_BILLET_PRINTED",
        "PURCHASE_OUT_OF_SHOPPING_CART",
        "A_KIND_NOBODY_KNOWS",
    ] {
        app.process(&purchase(kind, kind)).await;
    }
    assert_eq!((app.hotmart.calls(), app.has_access().await), (calls, true));
    let settled = app.events().await;
    assert!(settled.iter().all(|(state, why)| state == "ignored" && !why.is_empty()), "{settled:?}");
}

#[sqlite_test]
async fn an_unreadable_event_is_marked_ignored(app: Fixture) {
    app.post_event(&purchase("a", "PURCHASE_REFUNDED")).await;
    app.execute("UPDATE tasks SET payload = '{\"email\":7}'", &[]).await;
    app.courses.work().await.unwrap();
    assert_eq!(app.events().await, [("ignored".into(), "o evento guardado não pode ser lido".into())]);
}

#[sqlite_test]
async fn a_late_payment_or_a_cancellation_keeps_the_paid_period(app: Fixture) {
    app.hotmart.set_subscription(ANA, "ACTIVE", NOW + 3_600);
    assert!(app.has_access().await);
    app.hotmart.set_subscription(ANA, "DELAYED", NOW + 3_600);
    app.advance_secs(60);
    app.process(&purchase("a", "PURCHASE_DELAYED")).await;
    assert_eq!(app.state(ANA).await, Some((true, Some(NOW + 3_600))));

    app.hotmart.set_subscription(ANA, "CANCELLED_BY_SELLER", NOW + 7_200);
    app.advance_secs(1);
    app.process(&cancellation("b", None)).await;
    assert_eq!(app.state(ANA).await, Some((true, Some(NOW + 7_200))));
}

#[db_test]
async fn a_cancellation_ends_with_the_period_unless_bought_again(app: Fixture) {
    app.hotmart.add_student(ANA);
    app.process(&purchase("a", "PURCHASE_APPROVED")).await;
    app.advance_secs(1);
    app.process(&cancellation("b", Some((NOW + 3_600) * 1_000))).await;
    assert_eq!(app.state(ANA).await, Some((true, Some(NOW + 3_600))));
    // The Club's list has no end: another query of it keeps the announced one.
    app.advance_secs(1);
    app.process(&purchase("c", "SWITCH_PLAN")).await;
    assert_eq!(app.state(ANA).await, Some((true, Some(NOW + 3_600))));
    app.advance_secs(1);
    app.process(&purchase("d", "PURCHASE_APPROVED")).await;
    assert_eq!(app.state(ANA).await, Some((true, None)));
}

#[db_test]
async fn changes_are_verified_and_other_products_ignored(app: Fixture) {
    let kinds =
        ["SWITCH_PLAN", "UPDATE_SUBSCRIPTION_CHARGE_DATE", "CLUB_FIRST_ACCESS", "CLUB_MODULE_COMPLETED"];
    for (number, kind) in kinds.into_iter().enumerate() {
        app.process(&purchase_of(kind, kind, &format!("p{number}@exemplo.com.br"))).await;
        assert_eq!(app.hotmart.calls(), 3 * (number + 1), "{kind}");
    }
    let mut of_another = purchase("other", "PURCHASE_REFUNDED");
    of_another["data"]["product"]["id"] = json!(7);
    app.process(&of_another).await;
    let mut of_nobody = purchase("nobody", "SWITCH_PLAN");
    of_nobody["data"]["buyer"] = json!({});
    app.process(&of_nobody).await;
    assert_eq!(app.hotmart.calls(), 12);
    let ignored = app.events().await.into_iter().filter(|(state, _)| state == "ignored").count();
    assert_eq!(ignored, 2);
}

#[db_test]
async fn events_do_not_change_access_set_by_hand(app: Fixture) {
    app.write_by_hand(true, None).await;
    app.process(&purchase("a", "PURCHASE_REFUNDED")).await;
    app.process(&cancellation("b", Some(NOW))).await;
    assert_eq!(app.state(ANA).await, Some((true, None)));
    app.write_by_hand(false, None).await;
    app.hotmart.add_student(ANA);
    app.process(&purchase("c", "PURCHASE_APPROVED")).await;
    assert_eq!(app.state(ANA).await, Some((false, None)));
}

#[db_test]
async fn events_in_any_order_reach_the_platforms_state(db: Db) {
    // The newer refund arrives first, and the platform has no purchase any more.
    let app = Fixture::open(db).await;
    app.process(&purchase("refund", "PURCHASE_REFUNDED")).await;
    app.process(&purchase("approved", "PURCHASE_APPROVED")).await;
    assert!(!app.has_access().await);
}

#[db_test]
async fn an_event_survives_a_crash_and_an_outage(mut app: Fixture) {
    app.hotmart.add_student(ANA);
    app.hotmart.set_fault(Some(MockReply::Body(500, String::new())));
    app.process(&purchase("a", "PURCHASE_APPROVED")).await;
    let (state, why) = app.events().await.remove(0);
    assert_eq!(state, "pending");
    assert!(why.contains("500"), "{why}");
    assert!(app.record(ANA).await.is_none());
    // A worker takes it and vanishes.
    let lease = app.clock.now() + Duration::from_secs(120);
    app.execute("UPDATE tasks SET tries = 2, due_at = $1, state = 'running'", &[lease.into()]).await;
    app.reopen();
    app.hotmart.set_fault(None);
    app.courses.work().await.unwrap();
    assert!(app.record(ANA).await.is_none(), "the other worker may still be at it");
    app.advance_secs(121);
    app.courses.work().await.unwrap();
    assert_eq!(app.state(ANA).await, Some((true, None)));
}

#[sqlite_test]
async fn the_worker_wakes_for_an_event_and_stops_on_request(app: Fixture) {
    app.hotmart.add_student(ANA);
    let mut changes = app.db.changes();
    let runner = Runner::new(app.db.clone(), app.clock.clone());
    app.courses.workers().start(&runner);
    app.post_event(&purchase("a", "PURCHASE_APPROVED")).await;
    loop {
        let batch = changes.recv().await.unwrap();
        if batch.iter().any(|change| change.table == "hotmart_access") {
            break;
        }
    }
    runner.close().await;
    assert_eq!(app.state(ANA).await, Some((true, None)));
    assert_eq!(app.events().await, [("done".into(), String::new())]);
}

#[sqlite_test]
async fn many_events_of_one_buyer_make_one_request(app: Fixture) {
    app.hotmart.add_student(ANA);
    for number in 0..30 {
        app.post_event(&purchase(&format!("{number}"), "PURCHASE_APPROVED")).await;
    }
    app.courses.work().await.unwrap();
    assert_eq!((app.hotmart.calls(), app.has_access().await), (1, true));
}
