//! The links of the sequences' emails, and a person's own choice of purposes.

use ateneu_base::{Caller, Facts};
use ateneu_functions::{bind, router};
use ateneu_module::MilestoneKind;
use ateneu_newsletter::{Subscriptions, functions};
use ateneu_testkit::{Panel, TestApp, db_test};
use ateneu_testkit_app::id;
use serde_json::{Value, json};

use super::fixture::{Fixture, address};

/// Opens the link of an email.
async fn follow(app: &Fixture, token: &str) -> Value {
    let request = app.request("POST", "/rest/v1/rpc/unsubscribe_newsletter").caller(Ok(Caller::anonymous()));
    request.json(&json!({ "token": token })).await.into_json()
}

/// Returns the token of the only queued email, after a check of its headers.
async fn token(app: &Fixture) -> String {
    let emails = app.outbox(&app.mail).await;
    let header = emails[0].headers["List-Unsubscribe"].as_str().unwrap();
    assert_eq!(emails[0].headers["List-Unsubscribe-Post"], "List-Unsubscribe=One-Click");
    let link = header.split_once("/avisos/emails/").unwrap().1;
    let token = link.split_once('>').unwrap().0.to_owned();
    assert!(emails[0].text.contains(&token) && emails[0].html.contains(&token));
    token
}

#[db_test]
async fn the_link_of_an_email_withdraws_its_purpose_alone(app: Fixture) {
    app.person(1).await;
    app.announce(MilestoneKind::CheckoutOpened, 1, "page").await;
    app.announce(MilestoneKind::MembershipRefunded, 1, "sub").await;
    app.after_hours(1).await;
    let token = token(&app).await;
    for wrong in [format!("{token}x"), token.replace("p-", "p-0"), format!("p-{}", id(1)), "p-".into()] {
        assert_eq!(follow(&app, &wrong).await, json!(false), "{wrong}");
    }
    assert_eq!(follow(&app, &token).await, json!(true));
    assert_eq!(follow(&app, &token).await, json!(true), "again");
    let ended = "SELECT reason FROM sequence_runs WHERE sequence = 'abandoned_checkout'";
    assert_eq!(app.texts(ended, &[]).await, ["unsubscribed"]);
    app.after_hours(24 * 3).await;
    assert_eq!(app.sent().await, ["Posso fazer uma pergunta?"], "another purpose");
    app.after_hours(24 * 30).await;
    app.announce(MilestoneKind::CheckoutOpened, 1, "another page").await;
    app.after_hours(1).await;
    assert!(app.sent().await.is_empty(), "a later event renews nothing");
}

#[db_test]
async fn a_queued_email_is_withdrawn_with_its_purpose(app: Fixture) {
    app.person(1).await;
    app.announce(MilestoneKind::CheckoutOpened, 1, "page").await;
    app.after_hours(1).await;
    let panel = panel(&app).await;
    let of_person = Ok(Caller {
        session_id: Some("s".into()),
        email: Some(address(1)),
        ..Caller::person(id(1), Facts::default())
    });
    let choice = |follows: bool| json!({ "choices": [{ "kind": "checkout", "follows": follows }] });
    let checkout = |preferences: Value| preferences["kinds"][1].clone();
    let withdrawn = checkout(panel.call(&of_person, "choose-emails", &choice(false)).await.into_json());
    assert_eq!((&withdrawn["kind"], &withdrawn["follows"]), (&json!("checkout"), &json!(false)));
    assert!(withdrawn["basis"].is_null() && withdrawn["since"].is_string(), "{withdrawn}");
    assert!(app.sent().await.is_empty());
    assert_eq!(app.steps().await, ["abandoned_checkout 1 skipped unsubscribed"]);
    let given = checkout(panel.call(&of_person, "choose-emails", &choice(true)).await.into_json());
    assert_eq!((&given["follows"], &given["basis"]), (&json!(true), &json!("consent")));
}

#[db_test]
async fn the_link_of_an_email_opens_the_preferences(app: Fixture) {
    app.person(1).await;
    app.person(2).await;
    app.announce(MilestoneKind::CheckoutOpened, 1, "page").await;
    app.after_hours(1).await;
    let token = token(&app).await;
    let read = async |token: &str| {
        let path = format!("/rest/v1/rpc/email_preferences?token={token}");
        app.request("GET", &path).caller(Ok(Caller::anonymous())).await.into_json()
    };
    let kinds = read(&token).await["kinds"].clone();
    let names: Vec<_> = kinds.as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap()).collect();
    assert_eq!(names, ["open", "checkout", "membership", "return"]);
    assert_eq!(kinds[1]["basis"], "contract");
    assert_eq!(read(&format!("{token}x")).await, Value::Null);
    let choices = json!({ "token": token, "choices": [{ "kind": "return", "follows": false }] });
    let request = app.request("POST", "/rest/v1/rpc/choose_emails").caller(Ok(Caller::anonymous()));
    assert_eq!(request.json(&choices).await.text(), "true");
    let sql = "SELECT user_id || ' ' || purpose FROM email_purposes WHERE withdrawn_at IS NOT NULL";
    assert_eq!(app.texts(sql, &[]).await, [format!("{} return", id(1))], "nobody else's, no other purpose");
}

#[db_test]
async fn an_event_stores_the_contract_as_the_basis(app: Fixture) {
    app.person(1).await;
    app.announce(MilestoneKind::MembershipEnded, 1, "sub").await;
    let sql =
        "SELECT purpose || ' ' || basis FROM email_purposes WHERE user_id = $1 AND withdrawn_at IS NULL";
    assert_eq!(app.texts(sql, &[id(1).into()]).await, ["return contract"]);
}

async fn panel(app: &Fixture) -> Panel {
    let parts = TestApp::under(app.db.clone(), app.clock.clone());
    let subscriptions = Subscriptions { db: app.db.clone(), clock: app.clock.clone() };
    Panel::open(parts, router(bind(functions(), &subscriptions))).await
}
