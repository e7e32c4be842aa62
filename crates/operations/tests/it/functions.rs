//! The functions that change settings, run jobs and retry tasks, called as each kind of caller.

use std::{sync::Arc, time::Duration};

use ateneu_base::{Caller, Facts, TokenProblem};
use ateneu_functions::{bind, router};
use ateneu_jobs::{Job, Jobs, Schedule};
use ateneu_operations::{Maintenance, Tasks};
use ateneu_queue::{Outcome, Queue, Task};
use ateneu_settings::{Settings, declared};
use ateneu_testkit::{
    Panel, TestApp,
    databases::{FromPlace, Place},
    db_test,
    panel::{ADMIN, Who, admin},
    sqlite_test,
};
use serde_json::{Value, json};

const EMAILS: Queue = Queue::new("emails").label("E-mails");
const EVENTS: Queue = Queue::new("events").label("Eventos");

struct Operations {
    panel: Panel,
    settings: Settings,
}

ateneu_testkit::deref!(Operations, panel: Panel);

impl FromPlace for Operations {
    async fn from_place(place: Place) -> Self {
        let app = TestApp::new(place.db);
        let settings = app.settings().await;
        let done = Job::new("a_job", Schedule::daily(3, 0), async || Ok("Feito.".into()));
        let broken =
            Job::new("a_broken_job", Schedule::daily(3, 0), async || Err(ateneu_jobs::Error::TooLong));
        let jobs = vec![done, broken];
        let scheduler = Jobs::new(ateneu_jobs::Deps { db: app.db.clone(), clock: app.clock.clone() });
        scheduler.add(jobs).await.unwrap();
        let tasks =
            Tasks { db: app.db.clone(), clock: app.clock.clone(), queues: Arc::new([EMAILS, EVENTS]) };
        let maintenance = Maintenance { jobs: scheduler, tasks, settings: settings.clone() };
        let functions = router(bind(ateneu_operations::functions(), &maintenance));
        Self { panel: Panel::open(app, functions).await, settings }
    }
}

/// Returns every function for administrators with a valid payload.
fn calls() -> [(&'static str, Value); 9] {
    [
        ("update-password-policy", json!({ "min_password_length": 12, "leaked_password_check": false })),
        ("apply-rate-limit", json!({ "max_attempts": 5, "window_hours": 24 })),
        ("update-otp-settings", json!({ "otp_expiry_seconds": 60 })),
        ("update-magic-link-settings", json!({ "magic_link_expiry_seconds": 3600 })),
        ("update-email-confirmation", json!({ "require_confirmation": false })),
        ("update-signup-settings", json!({ "allow_signup": false })),
        ("run-job", json!({ "job_name": "a_job" })),
        ("list-tasks", json!({ "queue": null, "state": null, "page": 1 })),
        ("retry-task", json!({ "queue": "emails", "id": "a" })),
    ]
}

#[db_test]
async fn applied_settings_take_effect_at_once_and_are_returned(app: Operations) {
    for (name, payload) in &calls()[..6] {
        assert_eq!(app.done(name, payload.clone()).await["values"], *payload, "{name}");
    }
    let values = app.settings.current();
    assert_eq!((values.min_password_length, values.leaked_password_check), (12, false));
    assert_eq!((values.rate_limit_max_attempts, values.rate_limit_window.as_secs()), (5, 24 * 3_600));
    assert_eq!((values.otp_expiry.as_secs(), values.magic_link_expiry.as_secs()), (60, 3_600));
    assert!(!values.email_confirmation_required && !values.allow_signup);
    let policy = json!({ "min_password_length": 50, "leaked_password_check": true });
    let response = app.call(&admin(), "update-password-policy", &policy).await;
    let message = "Configurações aplicadas. Tamanho mínimo da senha: 50. \
                Recusar senhas conhecidas de vazamentos: sim.";
    assert_eq!(response.json()["message"], message);
}

#[sqlite_test]
async fn setting_changes_are_audited(app: Operations) {
    let limits = json!({ "max_attempts": 5, "window_hours": 1 });
    for _ in 0..2 {
        app.call(&admin(), "apply-rate-limit", &limits).await;
    }
    app.call(&admin(), "run-job", &json!({ "job_name": "a_job" })).await;
    assert_eq!(
        app.audit_log().await,
        [
            json!(["run-job", "a_job", null, null, ADMIN, "203.0.113.9"]),
            json!(["apply-rate-limit", "rate_limit_max_attempts", "10", "5", ADMIN, "203.0.113.9"]),
        ]
    );
}

#[sqlite_test]
async fn a_job_started_by_hand_returns_its_result(app: Operations) {
    let done = app.done("run-job", json!({ "job_name": "a_job" })).await;
    assert_eq!(done["run"]["status"], "success", "{done}");
    assert_eq!(done["message"], "Tarefa executada. Feito.");
    let done = app.done("run-job", json!({ "job_name": "a_broken_job" })).await;
    assert_eq!(done["run"]["status"], "error", "{done}");
    app.refuses("run-job", json!({ "job_name": "DROP TABLE users" }), (404, "unknown_job")).await;
}

#[db_test]
async fn other_callers_change_no_setting(app: Operations) {
    let before = app.settings.current();
    let member = |facts| Ok(Caller::person("0190a6b2-0000-7000-8000-000000000002", facts));
    let callers: [(Who, u16, &str); 6] = [
        (Ok(Caller::anonymous()), 401, "not_signed_in"),
        (Err(TokenProblem::Expired), 401, "not_signed_in"),
        (Err(TokenProblem::Unavailable), 503, "accounts_unavailable"),
        (member(Facts::default()), 403, "not_admin"),
        (member(Facts { subscriber: true, ..Facts::default() }), 403, "not_admin"),
        (member(Facts { moderator: true, ..Facts::default() }), 403, "not_admin"),
    ];
    for (name, payload) in calls() {
        for (who, expected, code) in &callers {
            let response = app.call(who, name, &payload).await;
            assert_eq!(response.refusal(), (*expected, *code), "{name} {who:?}");
            assert_eq!(response.string("error"), *code, "{name} {who:?}");
        }
    }
    let response = app.call(&Ok(Caller::anonymous()), "apply-rate-limit", &Value::Null).await;
    assert_eq!(response.json()["message"], "Você precisa estar logado para alterar essas configurações.");
    assert_eq!(app.settings.current(), before);
    assert!(app.audit_log().await.is_empty());
}

#[sqlite_test]
async fn every_declared_setting_has_its_function(app: Operations) {
    for declared in declared::ALL {
        let response = app.call(&admin(), declared.function, &json!({})).await;
        assert_eq!(response.refusal(), (400, "invalid_payload"), "{declared:?}");
    }
}

#[db_test]
async fn invalid_payloads_are_refused_whole(app: Operations) {
    let before = app.settings.current();
    let refuses = async |name: &str, body: &'static str, code: &str| {
        let response = app.function(&admin(), "POST", name).body(body).await;
        assert_eq!(response.refusal(), (400, code), "{name} {body}: {response:?}");
    };
    for (body, code) in [
        (r#"{ "min_password_length": 9 }"#, "invalid_payload"),
        (r#"{ "leaked_password_check": false }"#, "invalid_payload"),
        (r#"{ "min_password_length": 5, "leaked_password_check": false }"#, "out_of_range"),
        (r#"{ "min_password_length": 51, "leaked_password_check": false }"#, "out_of_range"),
        (r#"{ "min_password_length": "9", "leaked_password_check": false }"#, "invalid_payload"),
        (r#"{ "min_password_length": 9.5, "leaked_password_check": false }"#, "invalid_payload"),
        (r#"{ "min_password_length": 9, "leaked_password_check": 0 }"#, "invalid_payload"),
    ] {
        refuses("update-password-policy", body, code).await;
    }
    for (name, body, code) in [
        ("apply-rate-limit", r#"{ "max_attempts": 5, "window_hours": 25 }"#, "out_of_range"),
        ("apply-rate-limit", r#"{ "max_attempts": 0, "window_hours": 1 }"#, "out_of_range"),
        (
            "apply-rate-limit",
            r#"{ "max_attempts": 99999999999999999999, "window_hours": 1 }"#,
            "invalid_payload",
        ),
        ("update-otp-settings", r#"{ "otp_expiry_seconds": 59 }"#, "out_of_range"),
        ("update-magic-link-settings", r#"{ "magic_link_expiry_seconds": 3601 }"#, "out_of_range"),
        (
            "update-signup-settings",
            r#"{ "allow_signup": false, "min_password_length": 6 }"#,
            "invalid_payload",
        ),
        ("update-signup-settings", r#"{ "allow_signup": null }"#, "invalid_payload"),
        ("update-email-confirmation", "[]", "invalid_payload"),
        ("update-email-confirmation", "", "invalid_payload"),
        ("update-email-confirmation", "{", "invalid_payload"),
        ("run-job", r#"{ "job_name": 1 }"#, "invalid_payload"),
        ("run-job", "{}", "invalid_payload"),
    ] {
        refuses(name, body, code).await;
    }
    assert_eq!(app.settings.current(), before);
    assert!(app.audit_log().await.is_empty());
}

/// Pushes a task of each state, a second after another: `a` waits, `b` runs, `c` failed, `d` is done, `e` is to be
/// retried.
async fn push_tasks(app: &Operations) {
    let now = app.clock.now();
    let outcomes = [
        ("d", Outcome::Done),
        ("c", Outcome::Failed("recusado".into())),
        ("e", Outcome::Later("sem conexão".into())),
    ];
    app.db
        .write(move |tx| {
            for (seconds, (queue, id)) in
                (0..).zip([(EVENTS, "d"), (EVENTS, "c"), (EVENTS, "e"), (EVENTS, "b"), (EMAILS, "a")])
            {
                let task = Task::new(id, format!("kind of {id}"), now).payload("secret");
                queue.push_due(tx, &task, now, now + Duration::from_secs(seconds))?;
            }
            let taken = EVENTS.take(tx, now)?;
            for (id, outcome) in outcomes {
                let task: Vec<_> = taken.iter().filter(|task| task.id == id).cloned().collect();
                EVENTS.complete(tx, &task, &outcome, now)?;
            }
            Ok::<_, ateneu_db::Error>(())
        })
        .await
        .unwrap();
}

#[db_test]
async fn tasks_are_listed_failures_first_and_scheduled_last(app: Operations) {
    push_tasks(&app).await;
    let now = app.clock.now();
    for (seconds, id) in [(30, "soon"), (60, "later")] {
        let (task, due) = (Task::new(id, "a reminder", now), now + Duration::from_secs(seconds));
        let created = now - Duration::from_secs(60 - seconds);
        app.db.write(move |tx| EMAILS.push_due(tx, &task, due, created)).await.unwrap();
    }
    let list = async |payload| app.call(&admin(), "list-tasks", &payload).await.json().clone();
    for (queue, state, ids) in [
        (Value::Null, Value::Null, "c a b e soon later"),
        (json!("events"), Value::Null, "c b e"),
        (Value::Null, json!("pending"), "a e"),
        (Value::Null, json!("scheduled"), "soon later"),
        (json!("emails"), json!("failed"), ""),
        (Value::Null, json!("done"), "d"),
    ] {
        let page = list(json!({ "queue": queue, "state": state, "page": null })).await;
        let tasks = page["tasks"].as_array().unwrap_or_else(|| panic!("{page}"));
        let shown: Vec<_> = tasks.iter().filter(|task| task["queue"] != "jobs").collect();
        assert_eq!(shown.iter().map(|task| task["id"].as_str().unwrap()).collect::<Vec<_>>().join(" "), ids);
        assert!(!page.to_string().contains("secret"));
    }
    let page = list(json!({ "queue": null, "state": "failed", "page": null })).await;
    let task = json!({
        "queue": "events", "id": "c", "kind": "kind of c", "state": "failed", "tries": 1,
        "created_at": app.clock.now() + Duration::from_secs(1), "due_at": null, "settled_at": app.clock.now(),
        "error": "recusado",
    });
    assert_eq!((&page["tasks"], &page["total"], &page["per_page"]), (&json!([task]), &json!(1), &json!(25)));
    let figures = json!([
        { "queue": "emails", "label": "E-mails", "scheduled": 2, "pending": 1, "running": 0, "failed": 0 },
        { "queue": "events", "label": "Eventos", "scheduled": 0, "pending": 1, "running": 1, "failed": 1 },
    ]);
    assert_eq!(page["queues"], figures);
    let second = list(json!({ "queue": null, "state": "failed", "page": 2 })).await;
    assert_eq!((&second["tasks"], &second["total"]), (&json!([]), &json!(1)));
}

#[db_test]
async fn failed_or_waiting_tasks_are_retried_and_audited(app: Operations) {
    push_tasks(&app).await;
    let retry = async |queue: &str, id: &str| {
        app.call(&admin(), "retry-task", &json!({ "queue": queue, "id": id })).await
    };
    for id in ["c", "e"] {
        assert_eq!(retry("events", id).await.json()["message"], "A tarefa será repetida agora.");
    }
    for (queue, id, refusal) in [
        ("events", "b", (409, "task_not_retried")),
        ("events", "d", (409, "task_not_retried")),
        ("events", "a", (409, "task_not_retried")),
        ("no_such_queue", "c", (404, "unknown_task")),
    ] {
        assert_eq!(retry(queue, id).await.refusal(), refusal, "{queue} {id}");
    }
    let now = app.clock.now();
    let taken = app.db.write(move |tx| EVENTS.take(tx, now)).await.unwrap();
    let mut taken: Vec<_> = taken.iter().map(|task| (task.id.as_str(), task.tries)).collect();
    taken.sort_unstable();
    assert_eq!(taken, [("c", 1), ("e", 1)]);
    assert_eq!(
        app.audit_log().await,
        ["c", "e"]
            .map(|id| { json!(["retry-task", format!("events/{id}"), null, null, ADMIN, "203.0.113.9"]) })
    );
}
