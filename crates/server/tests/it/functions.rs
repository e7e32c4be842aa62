//! The server functions by name in the assembled application: what they reply where nothing is sold, and every job.

use std::time::Duration;

use ateneu_base::{Clock, Timestamp};
use ateneu_server::{app::App, config::Config};
use ateneu_testkit::{TestClient, TestResponse};
use serde_json::{Value, json};

async fn call(app: &App, method: &str, path: &str, token: Option<&str>, body: Value) -> TestResponse {
    let request = TestClient::over(app.router.clone()).request(method, path).json(&body);
    match token {
        Some(token) => request.token(token).await,
        None => request.await,
    }
}

/// The access token of a new, confirmed person.
async fn sign_in(app: &App) -> String {
    let owner = app.auth.api_keys().service_role;
    let person =
        json!({ "email": "pessoa@exemplo.com.br", "password": "Uma-frase-de-2026", "email_confirm": true });
    let made = call(app, "POST", "/auth/v1/admin/users", Some(&owner), person.clone()).await;
    assert_eq!(made.status, 200, "{made:?}");
    let grant = "/auth/v1/token?grant_type=password";
    let session = call(app, "POST", grant, None, person).await;
    session.string("access_token")
}

#[tokio::test(flavor = "multi_thread")]
async fn production_without_a_key_says_to_people_that_it_sells_nothing_and_to_strangers_to_sign_in() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config::load(folder.path(), |name| match name {
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
        let response = send(Some(&token)).await;
        assert_eq!(response.refusal(), (503, "payments_unavailable"));
        for stranger in
            [None, Some(keys.anon.as_str()), Some(keys.service_role.as_str()), Some("not.a.token")]
        {
            let response = send(stranger).await;
            assert_eq!(response.refusal(), (401, "not_signed_in"), "{name}");
        }
        let response = call(&app, "GET", &path, Some(&token), Value::Null).await;
        assert_eq!(response.status, 405, "{name} changes things: no GET");
    }
    let response = call(&app, "POST", "/functions/v1/anything", Some(&token), Value::Null).await;
    assert_eq!(response.refusal(), (404, "not_found"));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_job_of_the_house_runs_and_the_logs_keep_what_the_law_asks_for() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config::load(folder.path(), |_| None).unwrap();
    let now = Timestamp::parse("2026-11-21T12:00:00Z").unwrap();
    let app = App::open(config, Clock::held_at(now)).await.unwrap();
    let owner = app.auth.api_keys().service_role;
    let send =
        async |method: &str, path: &str, body: Value| call(&app, method, path, Some(&owner), body).await;
    let day = |days: u64| (now - Duration::from_secs(days * 24 * 60 * 60)).to_string();
    let events =
        [179, 181].map(|days| json!({ "action": "login", "success": true, "created_at": day(days) }));
    let runs = [29, 31].map(
        |days| json!({ "job_name": "cleanup_old_auth_logs", "status": "success", "executed_at": day(days) }),
    );
    send("POST", "/rest/v1/auth_logs", json!(events)).await;
    send("POST", "/rest/v1/job_execution_logs", json!(runs)).await;
    for (name, message) in [
        ("cleanup_old_rate_limits", "Nada a remover."),
        ("cleanup_old_auth_logs", "1 registro removido."),
        ("cleanup_old_job_logs", "1 registro removido."),
        ("collect_orphans", "Nada a remover."),
        ("erase_accounts", "Nenhuma conta a excluir."),
        ("sweep_accounts", "Nada a remover."),
    ] {
        let ran = send("POST", "/functions/v1/run-job", json!({ "job_name": name })).await;
        assert_eq!(
            (&ran.json()["run"]["status"], &ran.json()["run"]["message"]),
            (&json!("success"), &json!(message)),
            "{name}"
        );
    }
    let kept = send("GET", "/rest/v1/auth_logs?action=eq.login&select=created_at", Value::Null).await;
    assert_eq!(*kept.json(), json!([{ "created_at": day(179) }]));
    let path = format!("/rest/v1/job_execution_logs?executed_at=lt.{}&select=executed_at", now.to_zulu());
    assert_eq!(*send("GET", &path, Value::Null).await.json(), json!([{ "executed_at": day(29) }]));
    app.close().await.unwrap();
}
