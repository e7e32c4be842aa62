//! Import of subscribers with their consent.

use ateneu_base::{Caller, Facts};
use ateneu_db::Db;
use ateneu_testkit::db_test;
use ateneu_testkit_app::{TestServer, answered, id};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Value, json};

use crate::fixture::Fixture;

const FILE: &str = "E-mail;Consentimento;Origem do consentimento;Etiquetas\r\n\
    nova@casa.test;12/03/2024;Evento de março;evento,sul\r\n\
    ativa@casa.test;01/01/2020;Outra origem;\r\n\
    saiu@casa.test;01/01/2020;Outra origem;\r\n\
    recusa@casa.test;01/01/2020;Outra origem;\r\n\
    expirou@casa.test;01/01/2020;Outra origem;\r\n\
    sem-data@casa.test;;Evento;\r\n\
    sem-origem@casa.test;01/01/2020;;\r\n";

fn admin() -> Caller {
    Caller::person(id(1), Facts { admin: true, ..Facts::default() })
}

fn body(file: &[u8], apply: bool) -> Value {
    let pieces: Vec<String> = file.chunks(60).map(|piece| BASE64_STANDARD.encode(piece)).collect();
    json!({ "file": pieces, "apply": apply })
}

async fn import(app: &TestServer, file: &[u8], apply: bool) -> Value {
    answered(app.send(admin(), "POST", "/rpc/import_subscribers", body(file, apply)).await, 200)
}

/// Opens the newsletter with a subscribed, an unsubscribed, an expired and a suppressed address.
async fn open(db: Db) -> Fixture {
    let app = Fixture::open(db, true).await;
    app.add_people([1]).await;
    let sql = "INSERT INTO newsletter_subscriptions
                   (id, email, is_active, created_at, updated_at, confirmed_at, unsubscribed_at, notified_at)
               VALUES ($1, $1, $2, '2025', '2025', $3, $4, '2025')";
    let rows = [
        ("ativa@casa.test", true, Some("2025"), None),
        ("saiu@casa.test", false, Some("2025"), Some("2026")),
        ("expirou@casa.test", false, None, None),
    ];
    for (email, active, confirmed, left) in rows {
        app.execute(sql, &[email.into(), active.into(), confirmed.into(), left.into()]).await;
    }
    let sql = "INSERT INTO mail_suppressions (recipient, kind, reason, created_at)
               VALUES ('recusa@casa.test', 'complaint', 'abuse', '2026')";
    app.execute(sql, &[]).await;
    app
}

const STORED: &str = "SELECT email || ' ' || is_active || ' ' || coalesce(consent_source, '-') || ' ' || substr(created_at, 1, 10)
                      FROM newsletter_subscriptions ORDER BY email, created_at";

#[db_test]
async fn a_rehearsal_counts_rows_without_storing_them(db: Db) {
    let app = open(db).await;
    let before = app.texts(STORED, &[]).await;
    let report = import(&app, FILE.as_bytes(), false).await;
    let expected = json!({
        "applied": false, "rows": 7, "added": 2, "known": 1, "suppressed": 1, "unsubscribed": 1, "invalid": 2,
        "faults": [
            { "line": 7, "email": "sem-data@casa.test", "problem": "no_date" },
            { "line": 8, "email": "sem-origem@casa.test", "problem": "no_source" },
        ],
    });
    assert_eq!(report, expected);
    assert_eq!(app.texts(STORED, &[]).await, before);
    assert_eq!(app.count("SELECT count(*) FROM audit_log", &[]).await, 0);
}

#[db_test]
async fn an_import_adds_new_addresses_once_without_emails(db: Db) {
    let app = open(db).await;
    let before = app.texts(STORED, &[]).await.len();
    let report = import(&app, FILE.as_bytes(), true).await;
    assert_eq!((&report["applied"], &report["added"]), (&json!(true), &json!(2)));
    let stored = app.texts(STORED, &[]).await;
    assert_eq!(stored.len(), before + 2);
    let active = |text: &str| stored.iter().any(|row| row.replace(" 1 ", " true ") == text);
    assert!(active("nova@casa.test true Evento de março 2024-03-12"), "{stored:?}");
    assert!(active("ativa@casa.test true - 2025"), "the consent of before stays: {stored:?}");
    let sql = "SELECT count(*) FROM newsletter_subscriptions WHERE email IN ('saiu@casa.test', 'recusa@casa.test') AND is_active";
    assert_eq!(app.count(sql, &[]).await, 0);
    assert_eq!(app.count("SELECT count(*) FROM mail_suppressions", &[]).await, 1);
    let tags = "SELECT count(*) FROM newsletter_subscriptions WHERE email = 'nova@casa.test' AND confirmed_at = created_at
                AND consented_at = created_at AND notified_at IS NOT NULL AND token IS NULL";
    assert_eq!(app.count(tags, &[]).await, 1);
    assert!(app.written().await.is_empty(), "no welcome, no request to confirm");
    let recorded = "SELECT action || ' ' || new_value FROM audit_log";
    assert_eq!(app.texts(recorded, &[]).await, ["import-subscribers 2"]);
    // The same file again changes nothing.
    let again = import(&app, FILE.as_bytes(), true).await;
    assert_eq!((&again["added"], &again["known"]), (&json!(0), &json!(3)));
    assert_eq!(app.texts(STORED, &[]).await, stored);
}

#[db_test]
async fn only_administrators_import_and_within_limits(db: Db) {
    let app = open(db).await;
    let plain = Caller::person(id(1), Facts::default());
    let editor = Caller::person(id(1), Facts { editor: true, ..Facts::default() });
    for caller in [Caller::anonymous(), plain, editor] {
        let (status, answer) =
            app.send(caller, "POST", "/rpc/import_subscribers", body(FILE.as_bytes(), true)).await;
        assert!([401, 403, 404].contains(&status), "{answer}");
    }
    let refused = async |body: Value| {
        let (status, answer) = app.send(admin(), "POST", "/rpc/import_subscribers", body).await;
        assert_eq!(status, 400, "{answer}");
        answer["message"].as_str().unwrap().to_owned()
    };
    assert_eq!(refused(body(b"Nome;Data\nAna;2025", true)).await, "import_without_addresses");
    assert_eq!(refused(json!({ "file": ["%"], "apply": true })).await, "import_unreadable");
    assert_eq!(refused(json!({ "file": "RS1tYWls", "apply": true })).await, "import_unreadable");
    let many = format!("E-mail\n{}", "a@b.co\n".repeat(10_001));
    assert_eq!(refused(body(many.as_bytes(), true)).await, "import_too_large");
    let large = vec![b'a'; 1024 * 1024 + 1];
    assert_eq!(refused(body(&large, true)).await, "import_too_large");
    assert_eq!(app.texts(STORED, &[]).await.len(), 3);
}
