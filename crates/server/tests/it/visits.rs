//! Visits in the assembled application: what they led to, of every subject, and how little is said of few.

use std::path::Path;

use ateneu_app::App;
use ateneu_base::Clock;
use ateneu_server::config::load;
use ateneu_testkit::TestClient;
use serde_json::{Value, json};

struct Site {
    app: App,
    client: TestClient,
}

impl Site {
    async fn open(folder: &Path) -> Self {
        let app = App::open(load(folder, |_| None).unwrap(), Clock::system()).await.unwrap();
        let client = TestClient::new(app.router.clone());
        Self { app, client }
    }

    async fn call(&self, path: &str, body: Value) -> Value {
        let key = self.app.auth.api_keys().service_role;
        let response = self.client.post(path).token(&key).json(&body).await;
        assert!(response.status.is_success(), "{path}: {response:?}");
        response.into_json()
    }

    /// A page reports that somebody from a site did something.
    async fn goal(&self, name: &str, referrer: &str) {
        let body = json!({ "goal": { "name": name, "referrer": referrer } });
        let report = self.client.post("/eventos").header("user-agent", "Mozilla/5.0 Chrome/142.0");
        let response = report.header("sec-fetch-site", "same-origin").json(&body).await;
        assert_eq!(response.status, 204, "{response:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn conversions_count_every_subject_and_few_have_no_source() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::open(folder.path()).await;
    for number in 0..3 {
        let email = format!("pessoa{number}@exemplo.com.br");
        site.call("/rest/v1/newsletter_subscriptions", json!({ "email": email })).await;
    }
    let message = json!({
        "name": "Ana", "email": "ana@exemplo.com.br", "subject": "Parcerias", "message": "Uma linha.",
        "created_at": "2020-01-01T00:00:00Z",
    });
    site.call("/rest/v1/contacts", message).await;
    let person =
        json!({ "email": "ana@exemplo.com.br", "password": "Uma-frase-de-2026", "email_confirm": true });
    site.call("/auth/v1/admin/users", person).await;
    let figures = site.call("/functions/v1/read-conversions", json!({ "days": 30 })).await;
    assert_eq!(
        figures,
        json!({
            "newsletter": { "now": 3, "before": 0 },
            "contact": { "now": 0, "before": 0 },
            "account": { "now": 1, "before": 0 },
            "plan": { "now": 0, "before": 0 },
        })
    );
    let key = site.app.auth.api_keys().service_role;
    for days in [0, 367] {
        let refused = site.client.post("/functions/v1/read-conversions").token(&key);
        assert_eq!(refused.json(&json!({ "days": days })).await.refusal(), (400, "invalid_payload"));
    }
    // Fewer than five of a goal have no source.
    for _ in 0..4 {
        site.goal("newsletter", "https://www.google.com/").await;
        site.goal("account", "https://www.google.com/").await;
    }
    site.goal("account", "https://revista.test/").await;
    // What was counted is stored at the end.
    let Site { app, .. } = site;
    app.close().await.unwrap();
    let site = Site::open(folder.path()).await;
    let figures = site.call("/rest/v1/rpc/visit_figures", json!({ "since": "2020-01-01" })).await;
    let source = |kind: &str, source: &str, account: i64| json!({ "kind": kind, "source": source, "visits": 0, "newsletter": null, "contact": null, "account": account, "plan": null });
    assert_eq!(figures["sources"], json!([source("search", "Google", 4), source("site", "revista.test", 1)]));
    // The table itself is nobody's.
    let key = site.app.auth.api_keys().service_role;
    assert_eq!(site.client.get("/rest/v1/visit_sources").token(&key).await.status, 404);
}
