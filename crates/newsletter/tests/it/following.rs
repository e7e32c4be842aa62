//! The newsletter, followed and left by a signed-in person.

use ateneu_base::{Caller, Facts};
use ateneu_db::Db;
use ateneu_newsletter::Subscriptions;
use ateneu_testkit::{
    Panel, TestApp, db_test,
    panel::{Who, id},
};
use serde_json::json;

async fn panel(db: Db) -> Panel {
    let app = TestApp::new(db);
    let subscriptions = Subscriptions { db: app.db.clone(), clock: app.clock.clone() };
    let functions =
        ateneu_functions::router(ateneu_functions::bind(ateneu_newsletter::functions(), &subscriptions));
    Panel::open(app, functions).await
}

/// A person in a session, with that confirmed email.
fn ana(email: Option<&str>) -> Who {
    let mut caller = Caller::person(id(101), Facts::default());
    caller.session_id = Some(id(201));
    caller.email = email.map(str::to_owned);
    Ok(caller)
}

#[db_test]
async fn a_confirmed_email_follows_and_leaves_as_often_as_asked(db: Db) {
    let app = panel(db).await;
    assert_eq!(app.call(&ana(None), "read-newsletter", &json!({})).await.json()["follows"], false);
    let refused = app.refused(&ana(None), "follow-newsletter", json!({ "follows": true })).await;
    assert_eq!(refused, (409, "email_not_confirmed".into()));
    // A person follows and leaves as often as asked.
    let ana = ana(Some("ana@exemplo.com.br"));
    let follows = async || app.call(&ana, "read-newsletter", &json!({})).await.json()["follows"].clone();
    assert_eq!(follows().await, false);
    for wanted in [true, true, false, false, true] {
        let response = app.call(&ana, "follow-newsletter", &json!({ "follows": wanted })).await;
        assert_eq!(response.json()["follows"], wanted);
        assert_eq!(follows().await, wanted);
    }
    let sql = "SELECT confirmed_at, unsubscribed_at FROM newsletter_subscriptions ORDER BY created_at, id";
    let rows = app.rows(sql, &[]).await;
    assert_eq!(rows.len(), 2, "what is so already changes nothing");
    assert!(rows.iter().all(|row| row.text("confirmed_at").is_some()));
}
