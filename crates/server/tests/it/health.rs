//! The panel's page 'Saúde': points from the figures of `/metrics`, and the thresholds that it shares with the alerts.

use std::{collections::BTreeMap, net::SocketAddr, time::Duration};

use ateneu_app::App;
use ateneu_base::{Clock, Timestamp};
use ateneu_module::thresholds::{THRESHOLDS, Urgency};
use ateneu_server::config::load;
use ateneu_testkit::{TestClient, TestResponse};
use axum::{extract::ConnectInfo, http::StatusCode};
use serde_json::{Value, json};

const RULES: &str = include_str!("../../../../packaging/monitoring/rules.yml");

/// Alerts whose expressions are about a period, or about a server that does not answer.
const OTHER_ALERTS: [&str; 3] = ["AteneuDown", "AteneuPagesFail", "AteneuContentRefused"];

struct Site {
    _folder: tempfile::TempDir,
    app: App,
    clock: Clock,
    client: TestClient,
}

impl Site {
    async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("copias").display().to_string();
        let config = load(folder.path(), |name| match name {
            "ATENEU_BACKUPS_TARGET" => Some(target.clone()),
            "ATENEU_PWNED_URL" => Some("off".to_owned()),
            _ => None,
        });
        let clock = Clock::held_at(Timestamp::parse("2026-11-30T12:00:00Z").unwrap());
        let app = App::open(config.unwrap(), clock.clone()).await.unwrap();
        let client = TestClient::new(app.router.clone());
        Self { _folder: folder, app, clock, client }
    }

    async fn ask(&self, token: &str) -> TestResponse {
        self.client.post("/functions/v1/read-health").token(token).json(&json!({})).await
    }

    /// Returns the points by their part, as the owner's programs see them once the answer is read anew.
    async fn points(&self) -> BTreeMap<String, Value> {
        self.clock.advance(Duration::from_secs(4));
        let answer = self.ask(&self.app.auth.api_keys().service_role).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
        let points = answer.json()["points"].as_array().unwrap().clone();
        points.into_iter().map(|point| (point["part"].as_str().unwrap().to_owned(), point)).collect()
    }

    async fn execute(&self, sql: &'static str) {
        self.app.db.write(move |tx| tx.execute(sql, &[]).map(drop)).await.unwrap();
    }

    /// Returns the text of `/metrics` for programs on the machine.
    async fn metrics(&self) -> String {
        let peer: SocketAddr = "127.0.0.1:9".parse().unwrap();
        self.client.get("/metrics").extension(ConnectInfo(peer)).await.text().to_owned()
    }
}

#[test]
fn every_alert_has_the_threshold_of_the_page() {
    let alerts: Vec<&str> = RULES.lines().filter_map(|line| line.trim().strip_prefix("- alert: ")).collect();
    for threshold in THRESHOLDS {
        let begin = format!("- alert: {}\n", threshold.alert);
        let rule = RULES.split(&begin).nth(1).and_then(|rest| rest.split("- alert: ").next());
        let rule = rule.unwrap_or_else(|| panic!("no alert {}", threshold.alert));
        let expression = format!("expr: {}\n", threshold.expression());
        assert!(rule.contains(&expression), "{}: {expression}", threshold.alert);
        let severity = if threshold.urgency == Urgency::Page { "page" } else { "ticket" };
        assert!(rule.contains(&format!("severity: {severity} ")), "{}", threshold.alert);
    }
    let unknown = alerts.iter().filter(|alert| THRESHOLDS.iter().all(|one| one.alert != **alert));
    assert_eq!(unknown.copied().collect::<Vec<_>>(), OTHER_ALERTS);
}

#[tokio::test(flavor = "multi_thread")]
async fn failures_are_points_of_the_page_with_their_figures() {
    let site = Site::open().await;
    let healthy = site.points().await;
    for part in ["database", "emails", "tasks", "payments", "copies", "quarantine", "nodes", "version"] {
        assert_eq!(healthy[part]["state"], json!("good"), "{part}: {}", healthy[part]);
    }
    assert!(healthy["database"]["bytes"].as_f64().unwrap() > 10_000.0);
    assert_eq!(healthy["copies"]["last_at"], Value::Null);

    site.execute(
        "INSERT INTO tasks (queue, id, kind, group_key, payload, state, tries, interruptions, happened_at, created_at,
             settled_at, due_at)
         VALUES ('link_cards', 'a', '', 'a', '', 'failed', 1, 0, '2026-11-30T11:00:00.000000Z',
             '2026-11-30T11:00:00.000000Z', '2026-11-30T11:30:00.000000Z', NULL),
             ('payment_events', 'b', '', 'b', '', 'failed', 1, 0, '2026-11-30T11:00:00.000000Z',
             '2026-11-30T11:00:00.000000Z', '2026-11-30T11:30:00.000000Z', NULL)",
    )
    .await;
    site.execute(
        "INSERT INTO backup_copies (id, name, state, started_at, encrypted, proof, proved_at)
         VALUES ('019a0000-0000-7000-8000-000000000001', '2026-11-26T01-00-00Z.ateneu', 'done',
             '2026-11-26T01:00:00.000000Z', false, 'failed', '2026-11-27T01:00:00.000000Z')",
    )
    .await;
    let broken = site.points().await;
    assert_eq!((&broken["tasks"]["state"], &broken["tasks"]["count"]), (&json!("attention"), &json!(1.0)));
    assert_eq!(
        (&broken["payments"]["state"], &broken["payments"]["count"]),
        (&json!("attention"), &json!(1.0))
    );
    assert_eq!(broken["copies"]["state"], json!("problem"), "four days are more than two periods");
    assert_eq!(broken["proofs"]["state"], json!("problem"));
    assert_eq!(broken["database"]["state"], json!("good"));
    let metrics = site.metrics().await;
    for line in [
        "ateneu_tasks_failed{queue=\"link_cards\"} 1\n",
        "ateneu_copy_period_seconds 86400\n",
        "ateneu_last_proof_failed 1\n",
    ] {
        assert!(metrics.contains(line), "{line} in {metrics}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_state_of_the_installation_is_for_administrators() {
    let site = Site::open().await;
    let keys = site.app.auth.api_keys();
    assert_eq!(site.ask(&keys.anon).await.status, StatusCode::UNAUTHORIZED);
    for (place, role) in
        [None, Some("member"), Some("editor"), Some("moderator"), Some("admin")].iter().enumerate()
    {
        let email = format!("pessoa{place}@exemplo.com.br");
        let person = json!({ "email": email, "password": "Uma-frase-de-2026", "email_confirm": true });
        let made = site.client.post("/auth/v1/admin/users").token(&keys.service_role).json(&person).await;
        if let Some(role) = role {
            let body = json!({ "user_id": made.json()["id"], "role": role });
            site.client.post("/functions/v1/grant-role").token(&keys.service_role).json(&body).await;
        }
        let session = site.client.post("/auth/v1/token?grant_type=password").json(&person).await;
        let answer = site.ask(&session.string("access_token")).await;
        let expected = if *role == Some("admin") { StatusCode::OK } else { StatusCode::FORBIDDEN };
        assert_eq!(answer.status, expected, "{role:?}: {answer:?}");
    }
}
