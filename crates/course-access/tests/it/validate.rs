//! Validation of an address: order and number of the requests to the platform.

use std::time::Duration;

use ateneu_base::Timestamp;
use ateneu_course_access::Error;
use ateneu_db::Db;
use ateneu_testkit::{db_test, sqlite_test};
use serde_json::json;

use crate::fixture::{ANA, COURSES, Fixture, NOW, USER, open};

impl Fixture {
    /// Stores a record as an administrator does over the data service.
    pub async fn write_by_hand(&self, active: bool, expires_at: Option<i64>) {
        let end = expires_at.map(Timestamp::from_seconds);
        self.advance_secs(1);
        let sql = "INSERT INTO hotmart_access (id, email, active, expires_at, source, created_at, updated_at)
                   VALUES ('0190a6b2-0000-7000-8000-0000000000aa', $1, $2, $3, 'manual', $4, $4)
                   ON CONFLICT (email) DO UPDATE SET active = excluded.active, expires_at = excluded.expires_at,
                       source = excluded.source, updated_at = excluded.updated_at";
        self.execute(sql, &[ANA.into(), active.into(), end.into(), self.clock.now().into()]).await;
    }
}

fn minutes(minutes: u64) -> Duration {
    Duration::from_secs(minutes * 60)
}

/// Returns the paths of the requests to the platform, in order.
fn paths(app: &Fixture) -> Vec<String> {
    let received = app.hotmart.received();
    let calls = received.iter().filter(|one| one.method == "GET");
    calls.map(|one| one.path().to_owned()).collect()
}

#[sqlite_test]
async fn a_stored_record_answers_without_a_request(app: Fixture) {
    app.write_by_hand(true, None).await;
    assert!(app.has_access().await);
    app.write_by_hand(true, Some(NOW + 3_600)).await;
    assert!(app.has_access().await);
    assert!(app.hotmart.received().is_empty());

    app.hotmart.add_student(ANA);
    app.write_by_hand(false, None).await;
    assert!(!app.has_access().await);
    assert!(app.hotmart.received().is_empty());
    // After the end of a grant the platform decides again.
    app.write_by_hand(true, Some(NOW + 60)).await;
    app.advance(minutes(2));
    assert!(app.has_access().await);
    assert_eq!(app.record(ANA).await.unwrap().text("source"), Some("hotmart"));
}

#[sqlite_test]
async fn the_club_is_asked_first_then_subscriptions_then_sales(app: Fixture) {
    assert!(!app.has_access().await);
    let all = ["/club/api/v1/users", "/payments/api/v1/subscriptions", "/payments/api/v1/sales/history"];
    assert_eq!(paths(&app), all);
    let received = app.hotmart.received();
    assert!(received[1].target.contains("email=ana%40exemplo.com.br"), "{}", received[1].target);
    assert!(received[2].target.contains("product_id=4242"), "{}", received[2].target);
    assert!(received[3].target.contains(&format!("end_date={}", NOW * 1_000)), "{}", received[3].target);
    app.hotmart.add_student(" Ana@Exemplo.com.br");
    app.advance(minutes(11));
    assert!(app.has_access().await);
    assert_eq!(app.hotmart.calls(), 4, "a yes of the club is enough");
    let row = app.record(ANA).await.unwrap();
    assert_eq!((row.text("source"), row.text("course_url")), (Some("hotmart"), Some(COURSES)));
    assert!(row.get("expires_at").is_null());
}

#[sqlite_test]
async fn a_single_sale_opens_the_courses_for_good(app: Fixture) {
    app.hotmart.data().sales = vec![json!({ "product": { "id": 4242 }, "buyer": { "email": ANA },
        "purchase": { "transaction": "HP1", "status": "COMPLETE", "is_subscription": false } })];
    assert!(app.has_access().await);
    assert_eq!(app.state(ANA).await, Some((true, None)));
}

#[sqlite_test]
async fn a_canceled_subscription_grants_until_its_period_ends(app: Fixture) {
    app.hotmart.set_subscription(ANA, "CANCELLED_BY_CUSTOMER", (NOW + 3_600) * 1_000);
    assert!(app.has_access().await);
    assert_eq!(app.state(ANA).await, Some((true, Some(NOW + 3_600))));
    app.advance(minutes(61));
    assert!(!app.has_access().await, "the end is obeyed before any job has run");
}

#[sqlite_test]
async fn a_negative_result_is_cached_for_ten_minutes(app: Fixture) {
    assert!(!app.has_access().await);
    let first = app.hotmart.calls();
    app.hotmart.add_student(ANA);
    app.advance(minutes(9));
    assert!(!app.has_access().await);
    assert_eq!(app.hotmart.calls(), first, "nothing was asked");
    app.advance(minutes(2));
    assert!(app.has_access().await);
    app.hotmart.data().club.clear();
    app.advance(minutes(23 * 60));
    assert!(app.has_access().await);
    assert_eq!(app.hotmart.calls(), first + 1, "a yes costs no call");
}

#[db_test]
async fn an_administrator_resets_a_record_with_an_audit_entry(app: Fixture) {
    app.write_by_hand(true, None).await;
    let by = ateneu_audit::Actor { user_id: USER.into(), address: None };
    let sql =
        "INSERT INTO users (id, email, created_at, updated_at) VALUES ($1, 'eu@exemplo.com.br', $2, $2)";
    app.execute(sql, &[USER.into(), "2026-01-01T00:00:00.000000+00:00".into()]).await;
    let answer = app.courses.ask_again(Some(by), " ANA@exemplo.com.br ").await.unwrap();
    assert!(!answer.has_access, "the platform says no");
    assert_eq!(app.state(ANA).await, Some((false, None)));
    let sql = "SELECT actor_id, action, subject, old_value, new_value FROM audit_log";
    let entries = app.rows(sql, &[]).await;
    let written: Vec<_> =
        ["actor_id", "action", "old_value", "new_value"].map(|column| entries[0].text(column)).into();
    assert_eq!(written, [Some(USER), Some("refresh-hotmart-access"), Some("open"), Some("closed")]);
    assert_eq!(entries[0].text("subject"), app.record(ANA).await.unwrap().text("id"), "no address is in it");
}

#[sqlite_test]
async fn a_person_causes_at_most_five_requests_a_minute(app: Fixture) {
    let ask = async |number: usize| {
        let email = format!("pessoa{number}@exemplo.com.br");
        app.courses.validate(Some(USER), &email).await.map(|answer| answer.has_access)
    };
    for number in 0..5 {
        assert!(!ask(number).await.unwrap());
    }
    assert_eq!(refused(ask(5).await), "too_many_attempts");
    // A check without a query still works.
    assert!(!ask(0).await.unwrap());
    let other = app.courses.validate(Some("0190a6b2-0000-7000-8000-000000000002"), ANA).await;
    assert!(!other.unwrap().has_access, "others may");
    app.advance(minutes(1));
    assert!(!ask(5).await.unwrap());
}

#[sqlite_test]
async fn without_the_platform_only_stored_records_count(db: Db) {
    let app = Fixture::open(db.clone()).await;
    let alone = open(&app, None);
    assert!(!alone.validate(Some(USER), ANA).await.unwrap().has_access);
    assert!(app.record(ANA).await.is_none(), "no trace of who asked");
    assert_eq!(refused(alone.ask_again(None, ANA).await), "course_platform_not_connected");
    app.write_by_hand(true, None).await;
    assert!(alone.validate(Some(USER), ANA).await.unwrap().has_access);
    assert_eq!(refused(alone.validate(None, "ninguém").await), "invalid_email");
}

fn refused<T>(outcome: Result<T, Error>) -> &'static str {
    ateneu_functions::Refusal::from(outcome.err().unwrap()).code
}
