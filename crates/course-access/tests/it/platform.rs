//! Failures of Hotmart: no access is lost, and no secret revealed.

use std::time::Duration;

use ateneu_course_access::Error;
use ateneu_db::Db;
use ateneu_testkit::{
    db_test,
    mocks::{MockReply, MockServer},
    sqlite_test,
};

use crate::fixture::{ANA, Fixture, USER, refusal};

#[db_test]
async fn a_failed_call_neither_grants_nor_revokes(db: Db) {
    let app = Fixture::open_with(db, |hotmart| hotmart.timeout = Duration::from_millis(300)).await;
    let elsewhere = MockServer::start(|_| MockReply::Body(200, r#"{"items":[]}"#.into())).await;
    app.hotmart.add_student(ANA);
    assert!(app.has_access().await);
    // The JSON is complete, but longer than the maximum size.
    let long = format!("{{\"items\":[]}}{}", " ".repeat(4 * 1024 * 1024));
    for (name, fault) in [
        ("down", MockReply::Body(503, "{}".into())),
        ("a page instead of JSON", MockReply::Body(200, "<html>manutenção</html>".into())),
        ("JSON of another shape", MockReply::Body(200, r#"{"ok":true}"#.into())),
        ("too long", MockReply::Body(200, long)),
        ("a redirect", MockReply::Full(302, vec![("location", elsewhere.url())], String::new())),
        ("refused", refusal(400, "invalid_parameter")),
        ("credentials not accepted", refusal(401, "invalid_token")),
        ("silent", MockReply::Hang),
    ] {
        app.hotmart.set_fault(Some(fault));
        app.advance_secs(25 * 60 * 60);
        let done = app.courses.end_expired().await.unwrap();
        assert_eq!((done.asked, done.unanswered), (0, 1), "{name}");
        assert!(app.has_access().await, "{name}: the last known row answers");
        let other = app.courses.validate(Some(USER), "bia@exemplo.com.br").await.unwrap();
        assert_eq!((other.has_access, other.stale), (false, true), "{name}");
        assert!(app.record("bia@exemplo.com.br").await.is_none(), "{name}: nothing is written down");
    }
    assert!(elsewhere.received().is_empty(), "nobody was led elsewhere");
    app.hotmart.set_fault(None);
    let done = app.courses.end_expired().await.unwrap();
    assert_eq!((done.asked, done.unanswered), (1, 0));
}

#[sqlite_test]
async fn a_wrong_club_fails_unless_another_purchase_grants(db: Db) {
    let app = Fixture::open_with(db, |hotmart| hotmart.subdomain = "de-ninguem".into()).await;
    let answer = app.courses.validate(Some(USER), ANA).await.unwrap();
    assert_eq!((answer.has_access, answer.stale), (false, true));
    app.hotmart.set_subscription(ANA, "ACTIVE", 0);
    assert!(app.has_access().await);
}

#[sqlite_test]
async fn a_token_is_cached_renewed_early_and_fetched_on_refusal(app: Fixture) {
    app.hotmart.data().expires_in = 3_600;
    let ask = async |seconds: u64| {
        app.advance_secs(seconds);
        app.courses.validate(None, ANA).await.unwrap()
    };
    assert!(!ask(0).await.stale);
    assert!(!ask(3_600 - 301).await.stale);
    assert_eq!(app.hotmart.data().tokens, 1, "it is kept");
    // The next negative answer is checked after ten minutes, when the token has less than five minutes left.
    assert!(!ask(601).await.stale);
    assert_eq!(app.hotmart.data().tokens, 2, "it is renewed early");
    // Simulates a newer token for another client.
    app.hotmart.data().tokens = 10;
    assert!(!ask(601).await.stale);
    assert_eq!(app.hotmart.data().tokens, 11, "it is fetched once more");
}

#[sqlite_test]
async fn refused_credentials_are_not_retried_without_end(db: Db) {
    let app = Fixture::open_with(db, |hotmart| hotmart.client_secret = "outro".into()).await;
    let refused = app.courses.ask_again(None, ANA).await.unwrap_err();
    assert_eq!(ateneu_functions::Refusal::from(refused).code, "course_platform_refused");
    // Three queries have fetched one token each.
    assert_eq!(app.hotmart.received().len(), 3);
}

#[sqlite_test]
async fn errors_contain_no_email_and_no_secret(db: Db) {
    let app = Fixture::open_with(db, |hotmart| hotmart.auth_base = "http://127.0.0.1:9".into()).await;
    let error = app.courses.ask_again(None, ANA).await.unwrap_err();
    let Error::PlatformDown(why) = &error else { panic!("{error:?}") };
    for word in ["segredo", "client_id", ANA, "http://"] {
        assert!(!why.contains(word), "{why}");
    }
}

#[sqlite_test]
async fn a_rate_limited_platform_is_not_called_for_the_given_time(app: Fixture) {
    let fields = vec![("ratelimit-reset", "30".to_owned())];
    app.hotmart.set_fault(Some(MockReply::Full(429, fields, "{}".into())));
    assert!(app.courses.validate(None, ANA).await.unwrap().stale);
    let before = app.hotmart.received().len();
    app.hotmart.set_fault(None);
    app.advance_secs(29);
    assert!(app.courses.validate(None, ANA).await.unwrap().stale);
    assert_eq!(app.hotmart.received().len(), before, "nothing was asked");
    app.advance_secs(2);
    assert!(!app.courses.validate(None, ANA).await.unwrap().stale);
}

#[sqlite_test]
async fn no_call_follows_the_last_allowed_one(app: Fixture) {
    let fields = vec![("ratelimit-remaining", "0".to_owned()), ("ratelimit-reset", "20".to_owned())];
    app.hotmart.set_fault(Some(MockReply::Full(200, fields, r#"{"items":[]}"#.into())));
    assert!(app.courses.validate(None, ANA).await.unwrap().stale);
    assert_eq!(app.hotmart.calls(), 1);
}

#[sqlite_test]
async fn all_pages_of_a_list_are_read(app: Fixture) {
    app.hotmart.data().page_size = 1;
    app.hotmart.add_student("bia@exemplo.com.br");
    app.hotmart.add_student("caio@exemplo.com.br");
    app.hotmart.add_student(ANA);
    assert!(app.has_access().await);
    assert_eq!(app.hotmart.calls(), 3);
}
