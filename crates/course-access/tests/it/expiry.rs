//! The scheduled work.

use std::time::Duration;

use ateneu_course_access::ExpiryReport;
use ateneu_db::Db;
use ateneu_testkit::{db_test, mocks::MockReply, sqlite_test};

use crate::fixture::{ANA, Fixture, NOW, open};

const HOUR: Duration = Duration::from_secs(60 * 60);

#[db_test]
async fn access_ends_when_its_time_is_over_for_every_source(app: Fixture) {
    app.write_by_hand(true, Some(NOW + 3_600)).await;
    assert_eq!(app.courses.end_expired().await.unwrap(), ExpiryReport::default());
    app.advance(HOUR);
    // Access expires without the platform, even if that is down.
    app.hotmart.set_fault(Some(MockReply::Body(503, String::new())));
    assert_eq!(
        app.courses.end_expired().await.unwrap(),
        ExpiryReport { ended: 1, ..ExpiryReport::default() }
    );
    assert_eq!(app.state(ANA).await, Some((false, Some(NOW + 3_600))));
    assert_eq!(app.courses.end_expired().await.unwrap(), ExpiryReport::default(), "once");
}

#[sqlite_test]
async fn a_grant_older_than_a_day_is_checked_again(app: Fixture) {
    app.hotmart.add_student(ANA);
    assert!(app.has_access().await);
    app.hotmart.data().club.clear();
    app.advance(23 * HOUR);
    assert_eq!(app.courses.end_expired().await.unwrap(), ExpiryReport::default());
    app.advance(2 * HOUR);
    assert_eq!(
        app.courses.end_expired().await.unwrap(),
        ExpiryReport { asked: 1, ..ExpiryReport::default() }
    );
    assert!(!app.has_access().await, "the platform says no");
}

#[db_test]
async fn an_unavailable_platform_stops_the_run_without_revoking(app: Fixture) {
    for number in 0..5 {
        let email = format!("p{number}@exemplo.com.br");
        app.hotmart.add_student(&email);
        assert!(app.courses.validate(None, &email).await.unwrap().has_access);
    }
    app.advance(25 * HOUR);
    app.hotmart.set_fault(Some(MockReply::Body(503, String::new())));
    assert_eq!(
        app.courses.end_expired().await.unwrap(),
        ExpiryReport { unanswered: 3, ..ExpiryReport::default() }
    );
    app.hotmart.set_fault(None);
    assert_eq!(
        app.courses.end_expired().await.unwrap(),
        ExpiryReport { asked: 5, ..ExpiryReport::default() }
    );
}

#[sqlite_test]
async fn without_the_platform_access_still_expires(db: Db) {
    let app = Fixture::open(db.clone()).await;
    app.write_by_hand(true, Some(NOW + 60)).await;
    app.advance(HOUR);
    let alone = open(&app, None);
    assert_eq!(alone.end_expired().await.unwrap(), ExpiryReport { ended: 1, ..ExpiryReport::default() });
}
