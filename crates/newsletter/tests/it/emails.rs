//! The emails of the newsletter: the welcome, and the request to confirm.

use ateneu_db::Db;
use ateneu_testkit::{db_test, sqlite_test};

use crate::fixture::Fixture;

#[sqlite_test]
async fn a_new_subscriber_gets_a_welcome_with_unsubscribe_link(db: Db) {
    let app = Fixture::open(db, false).await;
    app.subscribe("1", "ana@exemplo.com.br").await;
    let written = app.written().await;
    assert_eq!(written.len(), 1);
    let (active, confirmed, token) = app.subscription("1").await;
    assert_eq!((active, confirmed, token.len()), (true, true, 32));
    let link = format!("https://casa.test/newsletter/sair/{token}");
    let welcome = &written[0];
    assert!(welcome.text.contains(&link) && welcome.html.contains(&link));
    assert!(
        welcome.headers["List-Unsubscribe"].as_str().unwrap().starts_with(&format!("<{link}>, <mailto:"))
    );
    assert_eq!(welcome.headers["List-Unsubscribe-Post"], "List-Unsubscribe=One-Click");
    assert!(app.written().await.is_empty());
}

#[db_test]
async fn double_opt_in_asks_first_and_welcomes_after_confirmation(db: Db) {
    let app = Fixture::open(db, true).await;
    app.subscribe("1", "ana@exemplo.com.br").await;
    let confirmations = app.written().await;
    let (active, confirmed, token) = app.subscription("1").await;
    assert_eq!((confirmations.len(), active, confirmed), (1, true, false));
    assert_eq!(confirmations[0].subject, "Confirme a sua inscrição na carta");
    assert!(confirmations[0].text.contains(&format!("https://casa.test/newsletter/confirmar/{token}")));
    assert!(!confirmations[0].text.contains("/newsletter/sair/"));

    let confirm = "UPDATE newsletter_subscriptions SET confirmed_at = created_at, notified_at = NULL";
    app.execute(confirm, &[]).await;
    let welcomed = app.written().await;
    assert_eq!(welcomed[0].subject, "Sua inscrição na carta");
    assert!(
        welcomed[0].text.contains(&format!("/newsletter/sair/{token}")),
        "one token for the row's whole life"
    );
    assert!(app.written().await.is_empty());
}

#[db_test]
async fn an_unconfirmed_subscription_expires_after_seven_days(db: Db) {
    let app = Fixture::open(db, true).await;
    app.subscribe("1", "ana@exemplo.com.br").await;
    app.written().await;
    app.advance_days(7);
    app.mail.remove_old().await.unwrap();
    assert!(app.subscription("1").await.0, "the seventh day is the last");
    app.advance_secs(60);
    app.mail.remove_old().await.unwrap();
    assert!(!app.subscription("1").await.0);
    app.subscribe("2", "ana@exemplo.com.br").await;
    assert_eq!(app.written().await.len(), 1, "and may be asked again");
}

#[db_test]
async fn the_cleanup_keeps_confirmed_and_ignores_unsubscribed(db: Db) {
    let app = Fixture::open(db, false).await;
    app.subscribe("1", "ana@exemplo.com.br").await;
    app.subscribe("2", "bia@exemplo.com.br").await;
    app.execute("UPDATE newsletter_subscriptions SET is_active = FALSE WHERE id = '2'", &[]).await;
    let written = app.written().await;
    let recipients: Vec<_> = written.iter().map(|email| email.recipient.as_str()).collect();
    assert_eq!(recipients, ["ana@exemplo.com.br"]);
    app.advance_days(30);
    app.mail.remove_old().await.unwrap();
    assert!(app.subscription("1").await.0);
}
