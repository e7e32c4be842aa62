//! The links of the sequences' emails, and a person's own choice of purposes.

use ateneu_base::{Caller, Facts};
use ateneu_functions::{bind, router};
use ateneu_module::MilestoneKind;
use ateneu_newsletter::sequences::functions;
use ateneu_testkit::{Panel, TestApp, db_test};
use ateneu_testkit_app::id;
use serde_json::{Value, json};

use super::fixture::Fixture;

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
    let of_person = Ok(Caller { session_id: Some("s".into()), ..Caller::person(id(1), Facts::default()) });
    let withdrawn = json!({ "purpose": "checkout", "receives": false });
    assert_eq!(panel.call(&of_person, "set-email-purpose", &withdrawn).await.status, 200);
    assert!(app.sent().await.is_empty());
    assert_eq!(app.steps().await, ["abandoned_checkout 1 skipped unsubscribed"]);
    let read = panel.call(&of_person, "read-email-purposes", &json!({})).await.into_json();
    assert_eq!(
        read["purposes"][0],
        json!({ "purpose": "checkout", "receives": false, "basis": null, "since": null })
    );
    let given = json!({ "purpose": "checkout", "receives": true });
    assert_eq!(panel.call(&of_person, "set-email-purpose", &given).await.status, 200);
    let read = panel.call(&of_person, "read-email-purposes", &json!({})).await.into_json();
    assert_eq!(read["purposes"][0]["basis"], "consent");
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
    Panel::open(parts, router(bind(functions(), &app.sequences))).await
}
