//! The letter of the app, followed and left from the own account.

use ateneu_db::Db;
use ateneu_testkit::db_test;

use crate::harness::{Harness, code_of};

#[db_test]
async fn a_person_follows_and_leaves_the_letter_as_often_as_asked(db: Db) {
    let app = Harness::open(db).await;
    let (ana, _) = app.person("ana@exemplo.com.br").await;
    let follows = async || app.people.follows_newsletter(&ana.user_id).await.unwrap();
    assert!(!follows().await);
    for wanted in [true, true, false, false, true] {
        app.people.follow_newsletter(&ana.user_id, wanted).await.unwrap();
        assert_eq!(follows().await, wanted);
    }
    let sql = "SELECT confirmed_at, unsubscribed_at FROM newsletter_subscriptions ORDER BY created_at, id";
    let rows = app.rows(sql, &[]).await;
    assert_eq!(rows.len(), 2, "what is so already changes nothing");
    assert!(rows.iter().all(|row| row.text("confirmed_at").is_some()));
}

#[db_test]
async fn an_address_that_was_not_proved_receives_nothing(db: Db) {
    let app = Harness::open(db).await;
    let (ana, _) = app.person("ana@exemplo.com.br").await;
    app.execute("UPDATE users SET email_confirmed_at = NULL", &[]).await;
    assert_eq!(code_of(app.people.follow_newsletter(&ana.user_id, true).await), "email_not_confirmed");
}
