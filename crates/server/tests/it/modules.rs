//! A module of an installation's own: everything it hands to the server is served.

use std::sync::atomic::{AtomicU32, Ordering};

use ateneu_app::App;
use ateneu_base::Clock;
use ateneu_jobs::{Job, Schedule};
use ateneu_module::{Context, Module, Running, Subject};
use ateneu_server::config::load_with;
use ateneu_testkit::TestClient;
use axum::{Router, routing::get};
use futures::future::BoxFuture;
use serde_json::json;

static RUNS: AtomicU32 = AtomicU32::new(0);

struct Extra;

impl Subject for Extra {
    fn declare(&self) -> Module {
        Module::new("extra")
    }

    fn open<'a>(&'a self, _: &'a Context) -> BoxFuture<'a, anyhow::Result<Running>> {
        let job = Job::new("extra_job", Schedule::daily(4, 30), async || {
            RUNS.fetch_add(1, Ordering::Relaxed);
            Ok("Feito.".to_owned())
        });
        let webhook = Router::new().route("/webhooks/extra", get(async || "the answer"));
        Box::pin(async { Ok(Running::default().endpoints(webhook).jobs([job])) })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn jobs_and_endpoints_of_a_module_are_served() {
    let folder = tempfile::tempdir().unwrap();
    let config = load_with(vec![&Extra], folder.path(), |_| None).unwrap();
    let app = App::open(config, Clock::system()).await.unwrap();
    let client = TestClient::new(app.router.clone());
    assert_eq!(client.request("GET", "/webhooks/extra").await.text(), "the answer");
    let service = app.auth.api_keys().service_role;
    let run = client.request("POST", "/functions/v1/run-job").token(&service);
    let ended = run.json(&json!({ "job_name": "extra_job" })).await.ok();
    assert_eq!((ended.json()["run"]["status"].as_str(), RUNS.load(Ordering::Relaxed)), (Some("success"), 1));
    app.close().await.unwrap();
}

#[test]
fn rules_of_buckets_read_declared_facts() {
    let judged = ateneu_server::subjects::declared().file_facts;
    for bucket in ateneu_server::subjects::declared().buckets {
        let id = bucket.id;
        let of_module = judged.iter().filter(|fact| fact.bucket == id).map(|fact| fact.name);
        let declared: Vec<&str> = ["owner", "folder"]
            .into_iter()
            .chain(bucket.facts.iter().map(|(fact, _)| *fact))
            .chain(of_module)
            .collect();
        let rules =
            [&bucket.read, &bucket.cached, &bucket.insert, &bucket.update, &bucket.replace, &bucket.delete];
        for column in rules.into_iter().flat_map(|rule| rule.columns()) {
            assert!(declared.contains(&column), "nothing says what {column} of {id} is");
        }
        // A list must cost no question per file.
        assert!(
            bucket.list.columns().iter().all(|column| ["owner", "folder"].contains(column)),
            "list of {id}"
        );
        // The formats that are stored without metadata.
        let pictures = bucket.allowed_mime_types.iter().filter(|mime| mime.starts_with("image/"));
        for mime in pictures {
            let known = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"];
            assert!(known.contains(mime), "{mime} in {id}");
        }
    }
}
