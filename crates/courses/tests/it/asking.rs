//! May an address enter: who is asked, in which order, and how often.

use std::time::Duration;

use ateneu_base::Clock;
use ateneu_courses::Error;
use ateneu_db::Db;
use ateneu_testkit::db_test;
use serde_json::json;

use crate::house::{ANA, COURSES, House, NOW, USER, open};

fn minutes(minutes: u64) -> Duration {
    Duration::from_secs(minutes * 60)
}

/// The paths the platform was asked for, in order.
fn paths(house: &House) -> Vec<String> {
    let asked = house.platform.asked();
    let calls = asked.iter().filter(|one| one.method == "GET");
    calls.map(|one| one.target.split('?').next().unwrap().to_owned()).collect()
}

#[db_test]
async fn the_own_record_answers_without_a_call(db: Db) {
    let house = House::open(db).await;
    house.by_hand(true, None).await;
    assert!(house.has_access().await);
    house.by_hand(true, Some(NOW + 3_600)).await;
    assert!(house.has_access().await);
    assert!(house.platform.asked().is_empty());
}

#[db_test]
async fn the_club_is_asked_first_then_subscriptions_then_sales(db: Db) {
    let house = House::open(db).await;
    assert!(!house.has_access().await);
    let all = ["/club/api/v1/users", "/payments/api/v1/subscriptions", "/payments/api/v1/sales/history"];
    assert_eq!(paths(&house), all);
    let asked = house.platform.asked();
    assert!(asked[1].target.contains("email=ana%40exemplo.com.br"), "{}", asked[1].target);
    assert!(asked[2].target.contains("product_id=4242"), "{}", asked[2].target);
    assert!(asked[3].target.contains(&format!("end_date={}", NOW * 1_000)), "{}", asked[3].target);
    house.student(" Ana@Exemplo.com.br");
    house.clock.advance(minutes(11));
    assert!(house.has_access().await);
    assert_eq!(house.calls(), 4, "a yes of the club is enough");
    let row = house.row(ANA).await.unwrap();
    assert_eq!((row.text("source"), row.text("course_url")), (Some("hotmart"), Some(COURSES)));
    assert!(row.get("expires_at").is_null());
}

#[db_test]
async fn a_single_sale_opens_the_courses_for_good(db: Db) {
    let house = House::open(db).await;
    house.world.lock().sales = vec![json!({ "product": { "id": 4242 }, "buyer": { "email": ANA },
        "purchase": { "transaction": "HP1", "status": "COMPLETE", "is_subscription": false } })];
    assert!(house.has_access().await);
    assert_eq!(house.state(ANA).await, Some((true, None)));
}

#[db_test]
async fn a_canceled_subscription_opens_the_courses_until_its_period_ends(db: Db) {
    let house = House::open(db).await;
    house.subscription("CANCELLED_BY_CUSTOMER", (NOW + 3_600) * 1_000);
    assert!(house.has_access().await);
    assert_eq!(house.state(ANA).await, Some((true, Some(NOW + 3_600))));
    house.clock.advance(minutes(61));
    assert!(!house.has_access().await, "the end is obeyed before any job has run");
}

#[db_test]
async fn a_no_is_believed_for_ten_minutes_and_a_yes_until_the_clock_asks(db: Db) {
    let house = House::open(db).await;
    assert!(!house.has_access().await);
    let first = house.calls();
    house.student(ANA);
    house.clock.advance(minutes(9));
    assert!(!house.has_access().await);
    assert_eq!(house.calls(), first, "nothing was asked");
    house.clock.advance(minutes(2));
    assert!(house.has_access().await);
    house.world.lock().club.clear();
    house.clock.advance(minutes(23 * 60));
    assert!(house.has_access().await);
    assert_eq!(house.calls(), first + 1, "a yes costs no call");
}

#[db_test]
async fn what_was_ended_by_hand_stays_ended_and_a_grant_by_hand_holds_until_its_end(db: Db) {
    let house = House::open(db).await;
    house.student(ANA);
    house.by_hand(false, None).await;
    assert!(!house.has_access().await);
    assert!(house.platform.asked().is_empty());
    // A grant that is over holds no more: the platform decides again.
    house.by_hand(true, Some(NOW + 60)).await;
    house.clock.advance(minutes(2));
    assert!(house.has_access().await);
    assert_eq!(house.row(ANA).await.unwrap().text("source"), Some("hotmart"));
}

#[db_test]
async fn an_administrator_hands_a_record_back_to_the_platform_and_leaves_a_trace(db: Db) {
    let house = House::open(db).await;
    house.by_hand(true, None).await;
    let by = ateneu_audit::Actor { user_id: USER.into(), address: None };
    house.db.write(|tx| {
        let sql = "INSERT INTO users (id, email, created_at, updated_at) VALUES ($1, 'eu@exemplo.com.br', $2, $2)";
        tx.execute(sql, &[USER.into(), "2026-01-01T00:00:00.000000+00:00".into()])
    }).await.unwrap();
    let answer = house.courses.ask_again(Some(by), " ANA@exemplo.com.br ").await.unwrap();
    assert!(!answer.has_access, "the platform says no");
    assert_eq!(house.state(ANA).await, Some((false, None)));
    let sql = "SELECT actor_id, action, subject, old_value, new_value FROM audit_log";
    let acts = house.db.read(move |tx| tx.query(sql, &[])).await.unwrap();
    let told: Vec<_> =
        ["actor_id", "action", "old_value", "new_value"].map(|column| acts[0].text(column)).into();
    assert_eq!(told, [Some(USER), Some("refresh-hotmart-access"), Some("open"), Some("closed")]);
    assert_eq!(acts[0].text("subject"), house.row(ANA).await.unwrap().text("id"), "no address is in it");
}

#[db_test]
async fn one_person_may_cause_five_questions_a_minute(db: Db) {
    let house = House::open(db).await;
    let ask = async |number: usize| {
        let email = format!("pessoa{number}@exemplo.com.br");
        house.courses.validate(Some(USER), &email).await.map(|answer| answer.has_access)
    };
    for number in 0..5 {
        assert!(!ask(number).await.unwrap());
    }
    assert!(matches!(ask(5).await, Err(Error::TooMany)));
    // What needs no call is answered all the same.
    assert!(!ask(0).await.unwrap());
    let other = house.courses.validate(Some("0190a6b2-0000-7000-8000-000000000002"), ANA).await;
    assert!(!other.unwrap().has_access, "others may");
    house.clock.advance(minutes(1));
    assert!(!ask(5).await.unwrap());
}

#[db_test]
async fn without_the_platform_the_records_are_all_there_is(db: Db) {
    let house = House::open(db.clone()).await;
    let alone = open(&db, &Clock::held_at(house.clock.now()), None);
    assert!(!alone.validate(Some(USER), ANA).await.unwrap().has_access);
    assert!(house.row(ANA).await.is_none(), "no trace of who asked");
    assert!(matches!(alone.ask_again(None, ANA).await, Err(Error::NotConnected)));
    house.by_hand(true, None).await;
    assert!(alone.validate(Some(USER), ANA).await.unwrap().has_access);
    assert!(matches!(alone.validate(None, "ninguém").await, Err(Error::InvalidEmail)));
}
