//! The server functions of sequences: what they return, that a preview writes nothing, and whom they refuse.

use ateneu_base::{Caller, Facts};
use ateneu_functions::{bind, router};
use ateneu_module::MilestoneKind;
use ateneu_newsletter::sequences::{SequenceName, functions};
use ateneu_testkit::{Panel, TestApp, db_test, panel::id as panel_id};
use ateneu_testkit_app::id;
use serde_json::{Value, json};

use super::fixture::{Fixture, address};

async fn panel(app: &Fixture) -> Panel {
    let parts = TestApp::under(app.db.clone(), app.clock.clone());
    Panel::open(parts, router(bind(functions(), &app.sequences))).await
}

/// Returns the sequence of a name.
fn find_sequence<'a>(list: &'a Value, name: &str) -> &'a Value {
    let all = list["sequences"].as_array().unwrap();
    all.iter().find(|sequence| sequence["name"] == name).unwrap()
}

#[db_test]
async fn figures_follow_runs_and_steps(app: Fixture) {
    let panel = panel(&app).await;
    for number in [1, 2, 3] {
        app.person(number).await;
        app.announce(MilestoneKind::CheckoutOpened, number, "page").await;
    }
    app.after_hours(1).await;
    app.announce(MilestoneKind::CheckoutCompleted, 1, "page").await;
    let list = panel.done("list-sequences", json!({})).await;
    let sequence = find_sequence(&list, "abandoned_checkout");
    assert_eq!(sequence["is_on"], true);
    assert_eq!((&sequence["running"], &sequence["sent"]), (&json!(2), &json!(2)), "{sequence}");
    assert_eq!(sequence["stopped"], json!([{ "reason": "bought", "count": 1 }]));
    assert_eq!(sequence["skipped"], json!([{ "reason": "bought", "count": 1 }]));
    assert_eq!(
        sequence["steps"][0],
        json!({ "number": 1, "after_hours": 1, "subject": "Sua assinatura ficou pela metade", "sent": 2, "skipped": 1 })
    );
    let filter = json!({ "sequence": "abandoned_checkout", "state": "stopped", "page": null });
    let runs = panel.done("list-sequence-runs", filter).await;
    assert_eq!((&runs["total"], &runs["runs"][0]["email"]), (&json!(1), &json!(address(1))));
    let filter = json!({ "sequence": "abandoned_checkout", "state": null, "page": null });
    assert_eq!(panel.done("list-sequence-runs", filter).await["total"], 3);
}

#[db_test]
async fn a_sequence_is_switched_and_the_switch_recorded(app: Fixture) {
    let panel = panel(&app).await;
    for is_on in [false, true, true] {
        panel.done("switch-sequence", json!({ "name": "welcome", "is_on": is_on })).await;
    }
    let list = panel.done("list-sequences", json!({})).await;
    assert_eq!(find_sequence(&list, "welcome")["is_on"], true);
    let recorded = app.texts("SELECT action || ' ' || subject || ' ' || old_value || ' ' || new_value FROM audit_log ORDER BY new_value", &[]).await;
    assert_eq!(
        recorded,
        ["switch-sequence welcome ligada desligada", "switch-sequence welcome desligada ligada"]
    );
    assert!(!list.to_string().contains("secret"), "{list}");
}

#[db_test]
async fn a_new_installation_has_all_sequences_off(app: Fixture) {
    app.run("DELETE FROM sequences", &[]).await;
    let list = panel(&app).await.done("list-sequences", json!({})).await;
    let all = list["sequences"].as_array().unwrap();
    assert_eq!(all.len(), 6);
    assert!(all.iter().all(|sequence| sequence["is_on"] == false && sequence["running"] == 0));
}

#[db_test]
async fn a_copied_database_switches_its_sequences_off(app: Fixture) {
    let panel = panel(&app).await;
    panel.done("switch-sequence", json!({ "name": "after_refund", "is_on": false })).await;
    panel.done("switch-sequence", json!({ "name": "after_refund", "is_on": true })).await;
    app.person(1).await;
    app.announce(MilestoneKind::MembershipRefunded, 1, "sub").await;
    app.execute("UPDATE sequences SET place = 'outro lugar' WHERE name = 'after_refund'", &[]).await;
    app.after_hours(72).await;
    assert!(app.sent().await.is_empty());
    let list = panel.done("list-sequences", json!({})).await;
    let off = find_sequence(&list, "after_refund");
    assert_eq!((&off["is_on"], off["copied_at"].is_string()), (&json!(false), true), "{off}");
    panel.done("switch-sequence", json!({ "name": "after_refund", "is_on": true })).await;
    app.after_hours(1).await;
    assert_eq!(app.sent().await, ["Posso fazer uma pergunta?"]);
}

/// Returns all rows that a preview could have written.
async fn written(app: &Fixture) -> Vec<String> {
    let mut all = Vec::new();
    for table in [
        "sequences",
        "sequence_runs",
        "sequence_steps",
        "email_purposes",
        "mail_messages",
        "tasks",
        "audit_log",
    ] {
        let rows = app.rows(&format!("SELECT * FROM {table}"), &[]).await;
        all.extend(rows.iter().map(|row| format!("{table} {:?}", row.values())));
    }
    all.sort();
    all
}

#[db_test]
async fn a_preview_shows_each_step_without_a_write(app: Fixture) {
    let panel = panel(&app).await;
    app.person(1).await;
    app.switch(SequenceName::WinBack, false).await;
    app.announce(MilestoneKind::CheckoutOpened, 1, "page").await;
    app.after_hours(1).await;
    app.sent().await;
    let before = written(&app).await;
    let preview = panel.done("preview-sequences", json!({ "email": address(1).to_uppercase() })).await;
    assert_eq!((&preview["name"], &preview["email"]), (&json!("Ana Lima"), &json!(address(1))));
    let outcomes = |name: &str| -> Vec<String> {
        let steps = find_sequence(&preview, name)["steps"].as_array().unwrap();
        steps.iter().map(|step| format!("{} {}", step["number"], step["outcome"].as_str().unwrap())).collect()
    };
    assert_eq!(outcomes("welcome"), ["1 sends", "2 sends", "3 sends"]);
    assert_eq!(outcomes("abandoned_checkout"), ["2 sends"], "the run goes on");
    assert_eq!(outcomes("first_month"), ["1 sends", "2 sends", "3 sends"]);
    assert_eq!(outcomes("win_back"), ["1 sends"]);
    assert_eq!(find_sequence(&preview, "win_back")["is_on"], false);
    let email = json!({ "sequence": "abandoned_checkout", "step": 1, "email": address(1) });
    let email = panel.done("preview-sequence-email", email).await;
    assert_eq!(email["subject"], "Sua assinatura ficou pela metade");
    assert!(email["text"].as_str().unwrap().contains("Olá, Ana."), "{email}");
    assert_eq!(written(&app).await, before);
}

#[db_test]
async fn a_preview_names_the_reason_of_an_end(app: Fixture) {
    let panel = panel(&app).await;
    app.person(1).await;
    app.announce(MilestoneKind::MembershipRefunded, 1, "sub").await;
    app.after_hours(72).await;
    let sql = "INSERT INTO mail_suppressions (recipient, reason, created_at) VALUES ($1, 'x', $2)";
    app.execute(sql, &[address(1).into(), app.clock.now().into()]).await;
    let preview = panel.done("preview-sequences", json!({ "email": address(1) })).await;
    assert_eq!(find_sequence(&preview, "after_refund")["reason"], "already_seen");
    let step = &find_sequence(&preview, "win_back")["steps"][0];
    assert_eq!((&step["outcome"], &step["reason"]), (&json!("ends"), &json!("suppressed")));
    let stranger = json!({ "email": "ninguem@exemplo.com.br" });
    panel.refuses("preview-sequences", stranger, (404, "person_unknown")).await;
    let no_step = json!({ "sequence": "welcome", "step": 9, "email": address(1) });
    panel.refuses("preview-sequence-email", no_step, (400, "invalid_payload")).await;
}

#[db_test]
async fn only_administrators_use_the_functions_of_sequences(app: Fixture) {
    let panel = panel(&app).await;
    let member = Ok(Caller::person(panel_id(7), Facts { editor: true, ..Facts::default() }));
    app.person(1).await;
    for (name, payload) in [
        ("list-sequences", json!({})),
        ("switch-sequence", json!({ "name": "welcome", "is_on": false })),
        ("list-sequence-runs", json!({ "sequence": "welcome", "state": null, "page": null })),
        ("preview-sequences", json!({ "email": address(1) })),
        ("preview-sequence-email", json!({ "sequence": "welcome", "step": 1, "email": address(1) })),
    ] {
        assert_eq!(panel.refused(&member, name, payload.clone()).await.0, 403, "{name}");
        let visitor = Ok(Caller::anonymous());
        assert_eq!(panel.refused(&visitor, name, payload).await.0, 401, "{name}");
    }
    let closed = ["sequences", "sequence_runs", "sequence_steps", "email_purposes"];
    for table in closed {
        for who in [Caller::anonymous(), Caller::person(id(1), Facts { admin: true, ..Facts::default() })] {
            let (status, _) = app.send(who, "GET", &format!("/{table}"), Value::Null).await;
            assert_eq!(status, 404, "{table}");
        }
    }
}
