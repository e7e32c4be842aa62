//! Subscription and unsubscription by a signed-in person.

use ateneu_base::{Caller, Facts};
use ateneu_db::Db;
use ateneu_newsletter::Subscriptions;
use ateneu_testkit::{
    Panel, TestApp, db_test,
    panel::{Who, id},
};
use serde_json::{Value, json};

async fn panel(db: Db) -> Panel {
    let app = TestApp::new(db);
    let subscriptions = Subscriptions { db: app.db.clone(), clock: app.clock.clone() };
    let functions =
        ateneu_functions::router(ateneu_functions::bind(ateneu_newsletter::functions(), &subscriptions));
    Panel::open(app, functions).await
}

/// Returns a signed-in person with this confirmed email.
fn ana(email: Option<&str>) -> Who {
    let mut caller = Caller::person(id(101), Facts::default());
    caller.session_id = Some(id(201));
    caller.email = email.map(str::to_owned);
    Ok(caller)
}

/// Returns kind and state of the preferences.
fn states(preferences: &Value) -> Vec<(String, bool)> {
    let kinds = preferences["kinds"].as_array().unwrap();
    kinds
        .iter()
        .map(|one| (one["kind"].as_str().unwrap().into(), one["follows"].as_bool().unwrap()))
        .collect()
}

fn choice(kind: &str, follows: bool) -> Value {
    json!({ "choices": [{ "kind": kind, "follows": follows }] })
}

#[db_test]
async fn a_confirmed_email_follows_and_leaves_as_often_as_asked(db: Db) {
    let app = panel(db).await;
    let empty = app.call(&ana(None), "read-email-preferences", &json!({})).await.into_json();
    assert_eq!(empty["kinds"], json!([]));
    let refused = app.refused(&ana(None), "choose-emails", choice("open", true)).await;
    assert_eq!(refused, (409, "email_not_confirmed".into()));
    let many = vec![json!({ "kind": "open", "follows": true }); 21];
    for wrong in [choice("other", true), choice("open", true)["choices"].clone(), json!({ "choices": many })]
    {
        let (status, code) = app.refused(&ana(Some("ana@exemplo.com.br")), "choose-emails", wrong).await;
        assert!(
            status == 400 && ["invalid_payload", "email_choices_invalid"].contains(&code.as_str()),
            "{code}"
        );
    }
    // A person subscribes and unsubscribes repeatedly.
    let ana = ana(Some("ana@exemplo.com.br"));
    let read = async || app.call(&ana, "read-email-preferences", &json!({})).await.into_json();
    assert_eq!(states(&read().await), [("open".into(), false)], "no plan, no letter for members");
    for wanted in [true, true, false, false, true] {
        let after = app.call(&ana, "choose-emails", &choice("open", wanted)).await.into_json();
        assert_eq!(states(&after), [("open".into(), wanted)]);
        assert_eq!(read().await, after);
    }
    let open = &read().await["kinds"][0];
    assert_eq!(open["source"], "Área de membros");
    assert!(open["since"].is_string());
    // What a person cannot have stays as it is.
    app.call(&ana, "choose-emails", &choice("premium", false)).await;
    assert_eq!(app.count("SELECT count(*) FROM newsletter_departures", &[]).await, 0);
    let sql = "SELECT confirmed_at, unsubscribed_at FROM newsletter_subscriptions ORDER BY created_at, id";
    let rows = app.rows(sql, &[]).await;
    assert_eq!(rows.len(), 2, "what is so already changes nothing");
    assert!(rows.iter().all(|row| row.text("confirmed_at").is_some()));
}

#[db_test]
async fn a_member_leaves_the_premium_letter_and_returns(db: Db) {
    let app = panel(db).await;
    app.sell_plans().await;
    let at = app.clock.now();
    let sql = "INSERT INTO users (id, email, email_confirmed_at, created_at, updated_at)
               VALUES ($1, 'ana@exemplo.com.br', $2, $2, $2)";
    app.execute(sql, &[id(101).into(), at.into()]).await;
    let sql = "INSERT INTO subscribers (id, user_id, email, subscribed, plan, status, access_until, created_at, updated_at)
               VALUES ($1, $1, 'ana@exemplo.com.br', TRUE, 'scale', 'active', '2030', $2, $2)";
    app.execute(sql, &[id(101).into(), at.into()]).await;
    let ana = ana(Some("ana@exemplo.com.br"));
    let read = async || app.call(&ana, "read-email-preferences", &json!({})).await.into_json();
    let automated = ["checkout", "membership", "return"].map(|kind| (kind.to_owned(), true));
    let with = |letters: &[(&str, bool)]| {
        let letters = letters.iter().map(|(kind, follows)| ((*kind).to_owned(), *follows));
        letters.chain(automated.clone()).collect::<Vec<_>>()
    };
    let both = |premium| with(&[("open", false), ("premium", premium)]);
    assert_eq!(states(&read().await), both(true));
    assert_eq!(read().await["kinds"][1]["plan"], "scale");
    for wanted in [false, false, true, true] {
        app.call(&ana, "choose-emails", &choice("premium", wanted)).await;
        assert_eq!(states(&read().await), both(wanted));
    }
    app.execute("UPDATE subscribers SET access_until = '2020'", &[]).await;
    assert_eq!(states(&read().await), with(&[("open", false)]), "the plan ended");
}

#[db_test]
async fn own_consent_lifts_a_suppression(db: Db) {
    let app = panel(db).await;
    let sql = "INSERT INTO mail_suppressions (recipient, kind, reason, created_at)
               VALUES ('ana@exemplo.com.br', 'complaint', 'abuse', '2027-01-01T00:00:00.000000+00:00')";
    app.execute(sql, &[]).await;
    let ana = ana(Some("ana@exemplo.com.br"));
    let suppressed = app.call(&ana, "choose-emails", &choice("open", false)).await.into_json();
    assert!(suppressed["suppressed_at"].is_string(), "leaving is no consent");
    let lifted = app.call(&ana, "choose-emails", &choice("open", true)).await.into_json();
    assert!(lifted["suppressed_at"].is_null());
    assert_eq!(app.count("SELECT count(*) FROM mail_suppressions", &[]).await, 0);
}
