//! The panel's functions about copies in the assembled application: made, listed, downloaded, and the end of a quarantine.

use std::{fs, path::Path, time::Duration};

use ateneu_app::App;
use ateneu_backup::{Destination, restore};
use ateneu_base::{Clock, Timestamp};
use ateneu_db::Target;
use ateneu_schema::MIGRATIONS;
use ateneu_server::config::load;
use ateneu_storage::backend::{self, Place};
use ateneu_testkit::{TestClient, TestResponse};
use axum::http::StatusCode;
use serde_json::{Value, json};

/// An application with an administrator in a session.
struct Panel {
    app: App,
    clock: Clock,
    client: TestClient,
    token: String,
}

const PASSWORD: &str = "Uma-frase-de-2026";

async fn open(folder: &Path, clock: &Clock, target: &Path) -> App {
    let config = load(folder, |name| match name {
        "ATENEU_BACKUPS_TARGET" => Some(target.display().to_string()),
        "ATENEU_PWNED_URL" => Some("off".to_owned()),
        _ => None,
    });
    App::open(config.unwrap(), clock.clone()).await.unwrap()
}

impl Panel {
    async fn open(folder: &Path, target: &Path) -> Self {
        let clock = Clock::held_at(Timestamp::parse("2026-11-30T12:00:00Z").unwrap());
        let app = open(folder, &clock, target).await;
        let owner = app.auth.api_keys().service_role;
        let client = TestClient::new(app.router.clone());
        let person = json!({ "email": "ana@exemplo.com.br", "password": PASSWORD, "email_confirm": true });
        let made = client.post("/auth/v1/admin/users").token(&owner).json(&person).await;
        let role = json!({ "user_id": made.json()["id"], "role": "admin" });
        client.post("/functions/v1/grant-role").token(&owner).json(&role).await;
        let session = client.post("/auth/v1/token?grant_type=password").json(&person).await;
        Self { token: session.string("access_token"), app, clock, client }
    }

    async fn call(&self, name: &str, body: Value) -> TestResponse {
        self.client.post(&format!("/functions/v1/{name}")).token(&self.token).json(&body).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_made_in_the_panel_is_downloaded_by_a_short_lived_link() {
    let (folder, target) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let panel = Panel::open(folder.path(), target.path()).await;
    let none = panel.call("list-copies", json!({})).await;
    assert_eq!(none.json()["copies"], json!([]), "{none:?}");
    let made = panel.call("make-copy", json!({})).await;
    assert_eq!(made.status, StatusCode::OK, "{made:?}");
    let listed = panel.call("list-copies", json!({})).await;
    let copy = &listed.json()["copies"][0];
    assert_eq!(listed.json()["target"]["address"], json!(target.path().display().to_string()));
    assert_eq!((&copy["state"], &copy["is_kept"], &copy["files"]), (&json!("done"), &json!(true), &json!(0)));

    let name = copy["name"].as_str().unwrap();
    let link = panel.call("link-copy", json!({ "name": name })).await;
    let url = link.string("url");
    let file = panel.client.get(&url).await;
    assert_eq!(file.body, fs::read(target.path().join(name)).unwrap());
    assert_eq!(file.header("content-disposition"), format!("attachment; filename=\"{name}\""));
    let audited = "SELECT subject FROM audit_log WHERE action = 'download-copy'";
    let audited: Vec<String> = panel.app.db.read(|tx| tx.query_as::<String>(audited, &[])).await.unwrap();
    assert_eq!(audited, [name]);

    for wrong in [
        format!("/copies/{name}"),
        url.replace("signature=", "signature=00"),
        url.replace("until=1", "until=2"),
        url.replace("2026-11-30", "2026-11-29"),
    ] {
        assert_eq!(panel.client.get(&wrong).await.refusal(), (403, "link_expired"), "{wrong}");
    }
    for other in ["2026-01-01T00-00-00Z.ateneu", "../ateneu.db", "ateneu.toml", ""] {
        let refused = panel.call("link-copy", json!({ "name": other })).await;
        assert_eq!(refused.refusal(), (404, "no_such_copy"), "{other}");
    }
    panel.clock.advance(Duration::from_secs(301));
    assert_eq!(panel.client.get(&url).await.refusal(), (403, "link_expired"));
    // A sign-in of a quarter of an hour ago is not enough.
    panel.clock.advance(Duration::from_secs(15 * 60));
    let refused = panel.call("link-copy", json!({ "name": name })).await;
    assert_eq!(refused.refusal(), (403, "reauthentication_needed"));
    panel.app.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_quarantine_is_an_administrators_and_audited() {
    let (folder, target) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let panel = Panel::open(folder.path(), target.path()).await;
    let without = panel.call("get-quarantine", json!({})).await;
    assert_eq!(without.json()["quarantine"], Value::Null);
    assert_eq!(panel.call("end-quarantine", json!({})).await.refusal(), (409, "not_in_quarantine"));
    panel.call("make-copy", json!({})).await;
    let listed = panel.call("list-copies", json!({})).await;
    let copy = target.path().join(listed.json()["copies"][0]["name"].as_str().unwrap());
    let (token, clock) = (panel.token.clone(), panel.clock.clone());
    panel.app.close().await.unwrap();

    let place = tempfile::tempdir().unwrap();
    let to = Destination {
        database: Target::Sqlite(place.path().join("ateneu.db")),
        migrations: MIGRATIONS.to_vec(),
        store: backend::open(&Place::Folder(place.path().join("files"))).unwrap(),
        content: place.path().join("content"),
        erased: Vec::new(),
        clock: clock.clone(),
    };
    restore(&copy, None, &to).await.unwrap();
    // Every daily job has become due.
    clock.advance(Duration::from_secs(50 * 60));
    let app = open(place.path(), &clock, target.path()).await;
    let client = TestClient::new(app.router.clone());
    let panel = Panel { app, clock, client, token };
    let state = panel.call("get-quarantine", json!({})).await;
    let due = state.json()["quarantine"]["due"].as_array().unwrap();
    assert!(due.iter().any(|work| work["label"] == "Rotinas" && work["count"].as_i64() > Some(0)), "{due:?}");
    assert_eq!(panel.call("make-copy", json!({})).await.refusal(), (409, "quarantined"));
    assert_eq!(panel.call("end-quarantine", json!({})).await.status, StatusCode::OK);
    assert_eq!(panel.call("end-quarantine", json!({})).await.refusal(), (409, "not_in_quarantine"));
    let audited = "SELECT count(*) FROM audit_log WHERE action = 'end-quarantine' AND actor_id IS NOT NULL";
    let audited: i64 = panel.app.db.read(|tx| tx.query_one_as::<i64>(audited, &[])).await.unwrap();
    assert_eq!(audited, 1);
    panel.app.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_target_the_panel_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let panel = Panel::open(folder.path(), Path::new("")).await;
    let listed = panel.call("list-copies", json!({})).await;
    assert_eq!((&listed.json()["target"], &listed.json()["copies"]), (&Value::Null, &json!([])));
    assert_eq!(panel.call("make-copy", json!({})).await.refusal(), (409, "no_target"));
    panel.app.close().await.unwrap();
}
