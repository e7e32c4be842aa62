//! The procedures behind the links of a newsletter: they need only the token, and reveal only its state.

use ateneu_db::Db;
use ateneu_testkit::db_test;

use crate::fixture::Fixture;

/// A subscription in the database, with `token` as its token.
async fn subscribed(db: &Db, token: &'static str, email: &'static str, confirmed: bool, active: bool) {
    let at = "2027-01-01T00:00:00.000000+00:00";
    db.write(move |tx| {
        tx.execute(
            "INSERT INTO newsletter_subscriptions
                 (id, email, is_active, created_at, updated_at, token, confirmed_at, notified_at)
             VALUES ($1, $2, $3, $4, $4, $1, $5, $4)",
            &[token.into(), email.into(), active.into(), at.into(), confirmed.then_some(at).into()],
        )
    })
    .await
    .unwrap();
}

/// `is_active`, and whether each instant is set: confirmed, unsubscribed, notified.
async fn state(db: &Db, token: &'static str) -> [bool; 4] {
    let sql =
        "SELECT is_active, confirmed_at IS NOT NULL, unsubscribed_at IS NOT NULL, notified_at IS NOT NULL
               FROM newsletter_subscriptions WHERE token = $1";
    db.read(move |tx| tx.query_one_as(sql, &[token.into()])).await.unwrap()
}

#[db_test]
async fn confirming_asks_for_the_welcome_once(db: Db) {
    subscribed(&db, "pending", "ana@exemplo.com.br", false, true).await;
    let app = Fixture::open(db.clone(), false).await;
    let reply = app.follow("confirm_newsletter", "pending").await;
    assert_eq!((reply.status.as_u16(), reply.text()), (200, "true"));
    assert_eq!(state(&db, "pending").await, [true, true, false, false]);
    let welcomed = "UPDATE newsletter_subscriptions SET notified_at = created_at";
    db.write(move |tx| tx.execute(welcomed, &[])).await.unwrap();
    assert_eq!(app.follow("confirm_newsletter", "pending").await.text(), "true");
    assert_eq!(state(&db, "pending").await, [true, true, false, true]);
}

#[db_test]
async fn unsubscribing_ends_all_subscriptions_and_is_idempotent(db: Db) {
    subscribed(&db, "old", "ana@exemplo.com.br", true, false).await;
    subscribed(&db, "new", "ana@exemplo.com.br", true, true).await;
    subscribed(&db, "other", "bia@exemplo.com.br", true, true).await;
    let app = Fixture::open(db.clone(), false).await;
    for _ in 0..2 {
        let reply = app.follow("unsubscribe_newsletter", "old").await;
        assert_eq!((reply.status.as_u16(), reply.text()), (200, "true"));
    }
    assert_eq!(state(&db, "new").await, [false, true, true, true]);
    assert_eq!(state(&db, "other").await, [true, true, false, true]);
    assert_eq!(app.follow("confirm_newsletter", "new").await.text(), "false", "the end stands");
}

#[db_test]
async fn invalid_tokens_get_one_response_and_get_is_refused(db: Db) {
    subscribed(&db, "pending", "ana@exemplo.com.br", false, true).await;
    let app = Fixture::open(db.clone(), false).await;
    for name in ["confirm_newsletter", "unsubscribe_newsletter"] {
        for token in ["", "unknown", "PENDING", "%", "ana@exemplo.com.br"] {
            let reply = app.follow(name, token).await;
            assert_eq!((reply.status.as_u16(), reply.text()), (200, "false"), "{name} {token}");
        }
        let reply = app.client("GET", &format!("/rpc/{name}?token=pending")).await;
        assert_eq!(reply.refusal(), (405, "25006"), "{name}");
        let path = format!("/rpc/{name}");
        let reply = app.client("POST", &path).body(r#"{"token":null}"#).await;
        assert_eq!((reply.status.as_u16(), reply.text()), (200, "false"), "{name}");
        assert_eq!(app.client("POST", &path).body("{}").await.refusal(), (404, "PGRST202"), "{name}");
    }
    assert_eq!(state(&db, "pending").await, [true, false, false, true]);
}
