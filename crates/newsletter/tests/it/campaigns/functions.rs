//! The server functions of campaigns: what they return, what they record, and whom they refuse.

use ateneu_base::{Caller, Facts};
use ateneu_functions::{bind, router};
use ateneu_newsletter::campaigns;
use ateneu_testkit::{Panel, TestApp, db_test, panel::id, sqlite_test};
use serde_json::{Value, json};

use super::fixture::{Fixture, LETTER};

/// Opens the functions over the same database.
async fn panel(app: &Fixture) -> Panel {
    let parts = TestApp::under(app.db.clone(), app.clock.clone());
    Panel::open(parts, router(bind(campaigns::functions(), &app.campaigns))).await
}

fn draft() -> Value {
    json!({
        "number": null, "version": 0, "content_id": LETTER, "list": "open", "segment": [], "subject": " Carta  da\nsemana ",
        "preheader": "", "sender_name": "", "reply_to": "Resposta@Casa.test",
    })
}

/// Returns a copy with other members.
fn with(mut value: Value, others: &Value) -> Value {
    for (name, other) in others.as_object().unwrap() {
        value[name] = other.clone();
    }
    value
}

#[db_test]
async fn a_campaign_is_saved_started_paused_and_read(app: Fixture) {
    let panel = panel(&app).await;
    app.subscribe((0..3).map(|number| format!("x{number}@exemplo.com.br"))).await;
    let number = panel.done("save-campaign", draft()).await["number"].clone();
    let again = with(draft(), &json!({ "number": number, "version": 1, "subject": "Outro assunto" }));
    assert_eq!(panel.done("save-campaign", again).await["number"], number);
    panel
        .refuses("start-campaign", json!({ "number": number, "recipients": 4 }), (409, "campaign_not_ready"))
        .await;
    let started = panel.done("start-campaign", json!({ "number": number, "recipients": 3 })).await;
    assert_eq!(started["recipients"], 3);
    panel.done("pause-campaign", json!({ "number": number })).await;
    app.work().await;
    assert!(app.server.received().is_empty());
    panel.done("resume-campaign", json!({ "number": number })).await;
    app.work().await;
    let read = panel.done("read-campaign", json!({ "number": number })).await;
    assert_eq!((&read["state"], &read["subject"]), (&json!("done"), &json!("Outro assunto")));
    assert_eq!((&read["counts"]["recipients"], &read["counts"]["delivered"]), (&json!(3), &json!(3)));
    assert_eq!(read["reply_to"], "resposta@casa.test");
    let listed = panel.done("list-campaigns", json!({ "page": null })).await;
    assert_eq!((&listed["total"], &listed["campaigns"][0]["number"]), (&json!(1), &number));
    let all = panel
        .done(
            "list-campaign-recipients",
            json!({ "number": number, "search": null, "state": "delivered", "page": null }),
        )
        .await;
    assert_eq!((&all["total"], &all["recipients"][0]["email"]), (&json!(3), &json!("x0@exemplo.com.br")));
    assert!(!read.to_string().contains("secret"), "{read}");

    let actions =
        "SELECT action || ' ' || coalesce(old_value, '-') || ' ' || new_value FROM audit_log ORDER BY id";
    let expected = [
        "save-campaign - draft",
        "save-campaign draft draft",
        "start-campaign draft sending",
        "pause-campaign sending paused",
        "resume-campaign paused sending",
    ];
    let mut recorded = panel.texts(actions, &[]).await;
    recorded.sort();
    let mut sorted = expected.map(str::to_owned).to_vec();
    sorted.sort();
    assert_eq!(recorded, sorted);
}

#[sqlite_test]
async fn invalid_campaigns_and_decisions_are_refused(app: Fixture) {
    let panel = panel(&app).await;
    let invalid = (400, "campaign_text_invalid");
    for (others, expected) in [
        (json!({ "subject": " " }), invalid),
        (json!({ "subject": "a".repeat(201) }), invalid),
        (json!({ "reply_to": "nada" }), invalid),
        (json!({ "sender_name": "a".repeat(101) }), invalid),
        (json!({ "subject": "{empresa|x}" }), (409, "campaign_not_ready")),
        (json!({ "content_id": "outra" }), (409, "campaign_not_ready")),
        (json!({ "segment": [{ "question": "plans", "plans": [] }] }), (400, "segment_invalid")),
        (json!({ "number": 7, "version": 1 }), (404, "campaign_unknown")),
    ] {
        panel.refuses("save-campaign", with(draft(), &others), expected).await;
    }
    let number = panel.done("save-campaign", draft()).await["number"].clone();
    let past = json!({ "number": number, "at": "2020-01-01T00:00:00Z", "recipients": 0 });
    panel.refuses("schedule-campaign", past, (400, "campaign_time_past")).await;
    panel.refuses("resume-campaign", json!({ "number": number }), (409, "campaign_state")).await;
    panel.refuses("read-campaign", json!({ "number": 99 }), (404, "campaign_unknown")).await;
}

#[db_test]
async fn recipients_are_found_by_the_beginning_of_address_or_name(app: Fixture) {
    app.sell_plans().await;
    let panel = panel(&app).await;
    app.member(7, "ana@exemplo.com.br", "Ânia Lima").await;
    app.member(8, "bia@exemplo.com.br", "Beatriz Prado").await;
    let named = "UPDATE users SET search_text = CASE email WHEN 'ana@exemplo.com.br' THEN 'ania lima ana@exemplo.com.br'
                 ELSE 'beatriz prado bia@exemplo.com.br' END";
    app.execute(named, &[]).await;
    app.subscribe(["ana@exemplo.com.br", "ania@casa.test", "bia@exemplo.com.br"].map(str::to_owned)).await;
    let other = app.started(3).await;
    panel.done("cancel-campaign", json!({ "number": other })).await;
    let number = app.started(3).await;
    let found = async |search: &str, state: Value| {
        let request = json!({ "number": number, "search": search, "state": state, "page": null });
        let answer = panel.done("list-campaign-recipients", request).await;
        let rows = answer["recipients"].as_array().unwrap();
        assert_eq!(answer["total"], rows.len());
        rows.iter().map(|row| row["email"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let (ana, ania, bia) = ("ana@exemplo.com.br", "ania@casa.test", "bia@exemplo.com.br");
    for (search, expected) in [
        ("", vec![ana, ania, bia]),
        ("an", vec![ana, ania]),
        (" ANA@", vec![ana]),
        ("ania", vec![ana, ania]),
        ("beatriz p", vec![bia]),
        ("lima", vec![]),
        ("%", vec![]),
        ("_na", vec![]),
        ("exemplo", vec![]),
    ] {
        assert_eq!(found(search, Value::Null).await, expected, "{search}");
        assert_eq!(found(search, json!("waiting")).await, expected, "{search}");
        assert!(found(search, json!("failed")).await.is_empty());
    }
}

#[db_test]
async fn the_second_to_save_a_draft_gets_the_first_ones(app: Fixture) {
    let panel = panel(&app).await;
    let saved = panel.done("save-campaign", draft()).await;
    assert_eq!((&saved["version"], &saved["clash"]), (&json!(1), &Value::Null));
    let edit = |subject: &str, version: i64| {
        with(draft(), &json!({ "number": saved["number"], "version": version, "subject": subject }))
    };
    let first = panel.done("save-campaign", edit("Da Ana", 1)).await;
    assert_eq!((&first["version"], &first["clash"]), (&json!(2), &Value::Null));
    // The second one began with the same version: nothing is written.
    let second = panel.done("save-campaign", edit("Da Bia", 1)).await;
    assert_eq!((&second["version"], &second["clash"]["subject"]), (&json!(2), &json!("Da Ana")));
    let read = async || panel.done("read-campaign", json!({ "number": saved["number"] })).await;
    assert_eq!((&read().await["subject"], &read().await["version"]), (&json!("Da Ana"), &json!(2)));
    // With the version that the answer names, the own one is kept.
    let kept = panel.done("save-campaign", edit("Da Bia", 2)).await;
    assert_eq!((&kept["version"], &kept["clash"]), (&json!(3), &Value::Null));
    assert_eq!(read().await["subject"], "Da Bia");
    let recorded = "SELECT count(*) FROM audit_log WHERE action = 'save-campaign'";
    assert_eq!(panel.count(recorded, &[]).await, 3, "a clash is no save");
}

#[db_test]
async fn a_campaign_of_another_content_is_refused(app: Fixture) {
    let panel = panel(&app).await;
    app.subscribe(["ana@exemplo.com.br".into()]).await;
    let number = panel.done("save-campaign", draft()).await["number"].clone();
    app.execute("UPDATE contents SET content_type = 'article'", &[]).await;
    let refused = (409, "campaign_not_a_letter");
    panel.refuses("save-campaign", draft(), refused).await;
    panel.refuses("start-campaign", json!({ "number": number, "recipients": 1 }), refused).await;
    let test = json!({ "number": number, "audience": "full" });
    panel.refuses("send-test-campaign", test, refused).await;
    assert!(app.server.received().is_empty());
}

#[db_test]
async fn segments_are_previewed_saved_and_deleted(app: Fixture) {
    let panel = panel(&app).await;
    app.subscribe((0..30).map(|number| format!("x{number:02}@exemplo.com.br"))).await;
    let segment =
        json!([{ "question": "visitors" }, { "question": "joined_since", "since": "2020-01-01T00:00:00Z" }]);
    let preview = panel.done("preview-segment", json!({ "list": "open", "segment": segment })).await;
    assert_eq!((&preview["count"], preview["readers"].as_array().unwrap().len()), (&json!(30), 20));
    assert_eq!(preview["readers"][0], json!({ "email": "x00@exemplo.com.br", "audience": "teaser" }));
    let saved =
        panel.done("save-segment", json!({ "id": null, "name": "Visitantes", "segment": segment })).await;
    let other = json!({ "id": null, "name": "Visitantes", "segment": [] });
    panel.refuses("save-segment", other, (409, "segment_name_taken")).await;
    let listed = panel.done("list-segments", json!({})).await;
    assert_eq!(listed["segments"][0]["segment"][0], segment[0]);
    panel.done("delete-segment", json!({ "id": saved["id"] })).await;
    panel.refuses("delete-segment", json!({ "id": saved["id"] }), (404, "segment_unknown")).await;
    assert_eq!(panel.done("list-segments", json!({})).await["segments"], json!([]));
}

#[sqlite_test]
async fn changed_rates_count_at_the_next_turn(app: Fixture) {
    let panel = panel(&app).await;
    let rates = panel.done("read-sending-rates", json!({})).await;
    let slow = with(rates.clone(), &json!({ "per_minute": 2 }));
    panel.done("save-sending-rates", slow.clone()).await;
    assert_eq!(panel.done("read-sending-rates", json!({})).await, slow);
    let number = app.started_to("exemplo.com.br", 6).await;
    app.work().await;
    assert_eq!(app.server.received().len(), 2);
    panel.done("save-sending-rates", rates.clone()).await;
    app.work().await;
    assert_eq!(app.server.received().len(), 6, "without waiting for the minute to end");
    assert_eq!(app.counts(number).await.delivered, 6);
    let wrong = with(rates, &json!({ "connections": 0 }));
    panel.refuses("save-sending-rates", wrong, (400, "rates_invalid")).await;
}

#[sqlite_test]
async fn a_test_email_counts_nowhere_and_its_link_has_no_effect(app: Fixture) {
    let panel = panel(&app).await;
    app.subscribe(["eu@exemplo.com.br".into()]).await;
    let number = panel.done("save-campaign", draft()).await["number"].clone();
    let test = json!({ "number": number, "audience": "full" });
    assert_eq!(panel.done("send-test-campaign", test.clone()).await["email"], "eu@exemplo.com.br");
    let email = app.received_by("eu@exemplo.com.br");
    assert!(email.header("List-Unsubscribe").starts_with("<https://casa.test/newsletter/sair/t1-0-"));
    let token = email.header("List-Unsubscribe");
    let token = token.split("/sair/").nth(1).unwrap().split('>').next().unwrap();
    assert_eq!(super::unsubscribing::follow(&app, token).await, "true");
    assert_eq!(app.count("SELECT count(*) FROM newsletter_subscriptions WHERE is_active", &[]).await, 1);
    assert_eq!(app.count("SELECT count(*) FROM campaign_counts", &[]).await, 0);
    let preview = panel
        .done("preview-campaign", with(test.clone(), &json!({ "name": "Ana Lima", "plan": "scale" })))
        .await;
    assert!(preview["html"].as_str().unwrap().contains("Olá, Ana. Plano Crescer."));
    assert_eq!(preview["size"], preview["html"].as_str().unwrap().len());
    app.server.set_down(true);
    panel.refuses("send-test-campaign", test, (502, "test_not_sent")).await;
}

#[sqlite_test]
async fn only_administrators_may_call_the_functions(app: Fixture) {
    let panel = panel(&app).await;
    let member = Ok(Caller::person(id(102), Facts::default()));
    let visitor = Ok(Caller::anonymous());
    for function in campaigns::functions() {
        let name = function.declaration().name;
        for (who, status) in [(&member, 403), (&visitor, 401)] {
            assert_eq!(panel.refused(who, name, json!({})).await.0, status, "{name}");
        }
    }
}
