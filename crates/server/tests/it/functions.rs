//! All server functions by name in the assembled application, without payments, and all jobs.

use std::{collections::BTreeMap, time::Duration};

use ateneu_app::App;
use ateneu_base::{Clock, Timestamp};
use ateneu_functions::{Account, Administrator, AdministratorInSession, Guard, InSession, SignedIn, Writer};
use ateneu_server::{config::load, subjects::declared};
use ateneu_testkit::{TestClient, TestResponse};
use serde_json::{Value, json};

async fn call(app: &App, method: &str, path: &str, token: Option<&str>, body: Value) -> TestResponse {
    let request = TestClient::new(app.router.clone()).request(method, path).json(&body);
    match token {
        Some(token) => request.token(token).await,
        None => request.await,
    }
}

/// Signs in a new, confirmed person. Returns the access token.
async fn sign_in(app: &App) -> String {
    sign_in_as(app, "member").await
}

/// Signs in a new person with a role. Returns the access token.
async fn sign_in_as(app: &App, role: &str) -> String {
    let owner = app.auth.api_keys().service_role;
    let email = format!("{role}@exemplo.com.br");
    let person = json!({ "email": email, "password": "Uma-frase-de-2026", "email_confirm": true });
    let made = call(app, "POST", "/auth/v1/admin/users", Some(&owner), person.clone()).await;
    assert_eq!(made.status, 200, "{made:?}");
    if role != "member" {
        let given = json!({ "user_id": made.json()["id"], "role": role });
        let granted = call(app, "POST", "/functions/v1/grant-role", Some(&owner), given).await;
        assert_eq!(granted.status, 200, "{granted:?}");
    }
    let grant = "/auth/v1/token?grant_type=password";
    let session = call(app, "POST", grant, None, person).await;
    session.string("access_token")
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_payment_key_checkout_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let config = load(folder.path(), |name| match name {
        "ATENEU_MODE" => Some("production".into()),
        "ATENEU_PWNED_URL" => Some("off".into()),
        _ => None,
    })
    .unwrap();
    let app = App::open(config, Clock::system()).await.unwrap();
    let token = sign_in(&app).await;
    let keys = app.auth.api_keys();
    for name in ["create-checkout", "customer-portal", "check-subscription"] {
        let path = format!("/functions/v1/{name}");
        let send = async |token: Option<&str>| {
            call(&app, "POST", &path, token, json!({ "planType": "scale" })).await
        };
        assert_eq!(send(Some(&token)).await.refusal(), (503, "payments_unavailable"));
        for stranger in
            [None, Some(keys.anon.as_str()), Some(keys.service_role.as_str()), Some("not.a.token")]
        {
            assert_eq!(send(stranger).await.refusal(), (401, "not_signed_in"), "{name}");
        }
        let response = call(&app, "GET", &path, Some(&token), Value::Null).await;
        assert_eq!(response.status, 405, "{name} changes things: no GET");
    }
    let response = call(&app, "POST", "/functions/v1/anything", Some(&token), Value::Null).await;
    assert_eq!(response.refusal(), (404, "not_found"));
}

/// An admitted caller reaches the check of the payload, which every function refuses.
#[tokio::test(flavor = "multi_thread")]
async fn every_declared_function_serves_only_its_callers() {
    let folder = tempfile::tempdir().unwrap();
    let app = App::open(load(folder.path(), |_| None).unwrap(), Clock::system()).await.unwrap();
    let (member, moderator) = (sign_in(&app).await, sign_in_as(&app, "moderator").await);
    let (editor, admin) = (sign_in_as(&app, "editor").await, sign_in_as(&app, "admin").await);
    let keys = app.auth.api_keys();
    let strangers = [None, Some(keys.anon.as_str()), Some("not.a.token")];
    let service = Some(keys.service_role.as_str());
    let people = [member.as_str(), &moderator, &editor, &admin].map(Some);
    for function in declared().functions {
        let path = format!("/functions/v1/{}", function.name);
        let send = async |token| {
            let response = call(&app, "POST", &path, token, json!({ "nobody takes this": 1 })).await;
            (response.status.as_u16(), response.code().to_owned())
        };
        let refused = |status: u16, code: &str| (status, code.to_owned());
        let not_signed_in = refused(401, "not_signed_in");
        let (served, not_admin) = (refused(400, "invalid_payload"), refused(403, "not_admin"));
        let not_editor = refused(403, "not_editor");
        for stranger in strangers {
            assert_eq!(send(stranger).await, not_signed_in, "{}", function.name);
        }
        let [member, moderator, editor, admin] = people;
        let expected = match function.serves {
            <Administrator as Guard>::SERVES => [&not_admin, &not_admin, &not_admin, &served, &served],
            <Writer as Guard>::SERVES => [&not_editor, &not_editor, &served, &served, &served],
            <AdministratorInSession as Guard>::SERVES => {
                [&not_admin, &not_admin, &not_admin, &served, &not_signed_in]
            }
            <Account as Guard>::SERVES => [&served; 5],
            <SignedIn as Guard>::SERVES | <InSession as Guard>::SERVES => {
                [&served, &served, &served, &served, &not_signed_in]
            }
            other => panic!("{} serves {other}", function.name),
        };
        for (who, expected) in [member, moderator, editor, admin, service].into_iter().zip(expected) {
            assert_eq!(&send(who).await, expected, "{}", function.name);
        }
    }
    app.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn every_job_runs_and_logs_are_kept_for_the_legal_time() {
    let folder = tempfile::tempdir().unwrap();
    let config = load(folder.path(), |_| None).unwrap();
    let now = Timestamp::parse("2026-11-21T12:00:00Z").unwrap();
    let app = App::open(config, Clock::held_at(now)).await.unwrap();
    let owner = app.auth.api_keys().service_role;
    let send =
        async |method: &str, path: &str, body: Value| call(&app, method, path, Some(&owner), body).await;
    let day = |days: u64| (now - Duration::from_secs(days * 24 * 60 * 60)).to_string();
    // Six months before 21 November are 184 days.
    let events =
        [183, 185].map(|days| json!({ "action": "login", "success": true, "created_at": day(days) }));
    let runs = [29, 31].map(
        |days| json!({ "job_name": "cleanup_old_auth_logs", "status": "success", "executed_at": day(days) }),
    );
    send("POST", "/rest/v1/auth_logs", json!(events)).await;
    send("POST", "/rest/v1/job_execution_logs", json!(runs)).await;
    let jobs = json!({ "queue": "jobs", "state": null, "page": null });
    let listed = send("POST", "/functions/v1/list-tasks", jobs).await;
    let names = listed.json()["tasks"].as_array().unwrap().iter().map(|task| task["kind"].as_str().unwrap());
    let mut messages = BTreeMap::new();
    for name in names {
        assert!(
            declared().task_labels.contains_key(name),
            "the panel has no name for the job {name}: add it to the `.task_labels(…)` of its module, then run \
             `cargo xtask gen`"
        );
        let ran = send("POST", "/functions/v1/run-job", json!({ "job_name": name })).await;
        let run = &ran.json()["run"];
        assert_eq!(run["status"], json!("success"), "{name}: {}", run["message"]);
        messages.insert(name, run["message"].clone());
    }
    for (name, message) in [
        ("cleanup_old_rate_limits", "Nada a remover."),
        ("cleanup_old_auth_logs", "Registros removidos: 1."),
        ("cleanup_old_job_logs", "Registros removidos: 1."),
        ("collect_orphans", "Nada a remover."),
        ("erase_accounts", "Nenhuma conta a excluir."),
        ("sweep_accounts", "Nada a remover."),
    ] {
        assert_eq!(messages[name], json!(message), "{name}");
    }
    let kept = send("GET", "/rest/v1/auth_logs?action=eq.login&select=created_at", Value::Null).await;
    assert_eq!(*kept.json(), json!([{ "created_at": day(183) }]));
    let path = format!("/rest/v1/job_execution_logs?executed_at=lt.{}&select=executed_at", now.to_zulu());
    assert_eq!(*send("GET", &path, Value::Null).await.json(), json!([{ "executed_at": day(29) }]));
    app.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_are_not_fetched_from_private_addresses() {
    let folder = tempfile::tempdir().unwrap();
    let config = load(folder.path(), |name| (name == "ATENEU_PWNED_URL").then(|| "off".into())).unwrap();
    let app = App::open(config, Clock::system()).await.unwrap();
    let token = sign_in_as(&app, "admin").await;
    for url in ["http://127.0.0.1/a.png", "http://localhost/a.png", "file:///etc/passwd", "a.png", ""] {
        let path = "/functions/v1/copy-picture";
        let refused = call(&app, "POST", path, Some(&token), json!({ "url": url })).await;
        assert_eq!(refused.refusal(), (422, "picture_not_found"), "{url}");
    }
}
