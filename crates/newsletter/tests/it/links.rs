//! The procedures behind the links of the newsletter: they need only the token, and reveal only its state.

use ateneu_db::Db;
use ateneu_testkit::db_test;
use serde_json::json;

use crate::fixture::Fixture;

/// Stores a subscription with this token.
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

/// Returns `is_active`, and whether the instants of confirmation, unsubscription and notification are set.
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

#[db_test]
async fn the_link_of_an_email_shows_and_changes_its_address_alone(db: Db) {
    subscribed(&db, "own", "ana.lima@exemplo.com.br", true, true).await;
    subscribed(&db, "other", "bia@exemplo.com.br", true, true).await;
    let app = Fixture::open(db.clone(), false).await;
    let read = async |token: &str| {
        app.client("GET", &format!("/rpc/email_preferences?token={token}")).await.into_json()
    };
    let choose = async |token: &str, follows: bool| {
        let choices =
            json!([{ "kind": "open", "follows": follows }, { "kind": "premium", "follows": follows }]);
        let body = json!({ "token": token, "choices": choices });
        app.client("POST", "/rpc/choose_emails").json(&body).await
    };
    let open = |follows, since: serde_json::Value, source: serde_json::Value| {
        json!({ "address": "a…a@exemplo.com.br", "is_test": false, "suppressed_at": null, "kinds": [
            { "kind": "open", "follows": follows, "since": since, "source": source, "plan": null, "basis": null },
        ] })
    };
    assert_eq!(read("own").await, open(true, json!("2027-01-01T00:00:00.000000+00:00"), json!(null)));
    for _ in 0..2 {
        assert_eq!(choose("own", false).await.text(), "true");
    }
    assert_eq!(state(&db, "own").await, [false, true, true, true]);
    assert_eq!(state(&db, "other").await, [true, true, false, true]);
    assert_eq!(read("own").await["kinds"][0]["follows"], false);
    assert_eq!(choose("own", true).await.text(), "true");
    let returned = read("own").await;
    assert_eq!(returned["kinds"][0]["source"], "Link em um e-mail");
    assert_eq!(returned["kinds"][0]["follows"], true);
    assert_eq!(app.count("SELECT count(*) FROM newsletter_subscriptions WHERE is_active", &[]).await, 2);
    assert_eq!(
        app.count("SELECT count(*) FROM newsletter_departures", &[]).await,
        0,
        "no plan, no departure"
    );
    // Invalid tokens have one answer, and change nothing.
    for token in ["", "unknown", "OWN", "ana.lima@exemplo.com.br", "u1-1-x"] {
        assert_eq!(read(token).await, json!(null), "{token}");
        assert_eq!(choose(token, false).await.text(), "false", "{token}");
    }
    let wrong = json!({ "token": "own", "choices": [{ "kind": "all", "follows": false }] });
    let refused = app.client("POST", "/rpc/choose_emails").json(&wrong).await;
    assert_eq!(
        (refused.refusal(), refused.json()["message"].as_str()),
        ((400, "P0001"), Some("email_choices_invalid"))
    );
    assert_eq!(app.client("GET", "/rpc/choose_emails?token=own&choices=[]").await.refusal(), (405, "25006"));
    assert_eq!(app.count("SELECT count(*) FROM newsletter_subscriptions WHERE is_active", &[]).await, 2);
}
