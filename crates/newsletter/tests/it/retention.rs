//! Removal of ended subscriptions.

use std::time::Duration;

use ateneu_base::{Caller, Facts, Timestamp};
use ateneu_db::Db;
use ateneu_jobs::{JobStatus, Jobs};
use ateneu_newsletter::ended_subscriptions_job;
use ateneu_testkit::db_test;
use ateneu_testkit_app::{answered, id};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::json;

use crate::fixture::Fixture;

const DAY: Duration = Duration::from_hours(24);

async fn remove(app: &Fixture) -> String {
    let jobs = Jobs::new(ateneu_jobs::Deps { db: app.db.clone(), clock: app.clock.clone() });
    let job = ended_subscriptions_job(&app.db, &app.clock);
    let name = job.name;
    jobs.add(vec![job]).await.unwrap();
    let run = jobs.run_now(name, None).await.unwrap();
    assert_eq!(run.status, JobStatus::Success);
    run.message
}

async fn add(app: &Fixture, email: &str, active: bool, left: Option<Timestamp>, changed: Timestamp) {
    let sql = "INSERT INTO newsletter_subscriptions
                   (id, email, is_active, created_at, updated_at, unsubscribed_at, notified_at)
               VALUES ($1, $1, $2, $3, $3, $4, $3)";
    app.execute(sql, &[email.into(), active.into(), changed.into(), left.into()]).await;
}

#[db_test]
async fn an_ended_subscription_leaves_only_its_address(db: Db) {
    let app = Fixture::open(db, true).await;
    app.add_people([1]).await;
    let limit = app.clock.now() - DAY * 30;
    add(&app, "ativa@casa.test", true, None, limit - DAY * 900).await;
    add(&app, "saiu@casa.test", false, Some(limit - DAY), limit - DAY).await;
    add(&app, "expirou@casa.test", false, None, limit - DAY).await;
    add(&app, "depois@casa.test", false, Some(limit + DAY), limit + DAY).await;
    assert_eq!(remove(&app).await, "Inscrições encerradas removidas: 2.");
    assert_eq!(remove(&app).await, "Nada a remover.");
    let emails = "SELECT email FROM newsletter_subscriptions ORDER BY email";
    assert_eq!(app.texts(emails, &[]).await, ["ativa@casa.test", "depois@casa.test"]);
    let departed = "SELECT email || ' ' || list FROM newsletter_departures";
    assert_eq!(app.texts(departed, &[]).await, ["saiu@casa.test open"]);

    // An import knows the address of the person who left.
    let file = "E-mail;Consentimento;Origem do consentimento\r\n\
                saiu@casa.test;01/01/2020;Evento\r\nexpirou@casa.test;01/01/2020;Evento\r\n";
    let body = json!({ "file": [BASE64_STANDARD.encode(file)], "apply": false });
    let admin = Caller::person(id(1), Facts { admin: true, ..Facts::default() });
    let report = answered(app.send(admin, "POST", "/rpc/import_subscribers", body).await, 200);
    assert_eq!((&report["unsubscribed"], &report["added"]), (&json!(1), &json!(1)));

    // Who confirms again has not left.
    app.subscribe("1", "saiu@casa.test").await;
    app.written().await;
    app.follow("confirm_newsletter", &app.subscription("1").await.2).await;
    app.written().await;
    assert!(app.texts(departed, &[]).await.is_empty());
}
