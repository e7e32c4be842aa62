//! A module of an installation's own: everything it hands to the server is served.

use std::sync::atomic::{AtomicU32, Ordering};

use ateneu_base::Clock;
use ateneu_jobs::{Job, Schedule};
use ateneu_module::Module;
use ateneu_server::{app::App, config::Config};
use ateneu_testkit::TestClient;
use axum::{Router, routing::get};
use serde_json::json;

static RUNS: AtomicU32 = AtomicU32::new(0);

fn shelf() -> Module {
    Module::new("shelf").router(Router::new().route("/webhooks/shelf", get(async || "the shelf"))).jobs(
        |_, _| {
            vec![Job::new("dust_the_shelf", Schedule::daily(4, 30), async || {
                RUNS.fetch_add(1, Ordering::Relaxed);
                Ok("Feito.".to_owned())
            })]
        },
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn jobs_and_endpoints_of_a_module_are_served() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config::load(folder.path(), |_| None).unwrap();
    config.modules = || vec![shelf()];
    let app = App::open(config, Clock::system()).await.unwrap();
    let client = TestClient::over(app.router.clone());
    assert_eq!(client.request("GET", "/webhooks/shelf").await.text(), "the shelf");
    let service = app.auth.api_keys().service_role;
    let run = client.request("POST", "/functions/v1/run-job").token(&service);
    let ended = run.json(&json!({ "job_name": "dust_the_shelf" })).await.ok();
    assert_eq!((ended.json()["run"]["status"].as_str(), RUNS.load(Ordering::Relaxed)), (Some("success"), 1));
    app.close().await.unwrap();
}
