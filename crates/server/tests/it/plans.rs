//! Price page, dashboard and rules read the same lines: what a plan lacks in the file, it lacks in all three.

use std::fs;

use ateneu_app::App;
use ateneu_base::Clock;
use ateneu_server::config::load;
use ateneu_testkit::TestClient;
use serde_json::{Value, json};

/// The line of the file that gives `downloads` to the plan Scale.
const LINE: &str = "  { text = \"Materiais para baixar\", right = \"downloads\" },\n";

/// Effects of the plan on the demo's member of the plan Scale.
struct Found {
    /// The cells of the price page's row about downloads.
    row: Value,
    /// The line of the dashboard.
    line: Option<Value>,
    /// True if the files of exclusive documents are named.
    opens: bool,
}

async fn found(client: &TestClient, token: &str) -> Found {
    let plans = client.get("/content/plans.json").await.ok().into_json();
    let rows = plans["comparison"]["rows"].as_array().unwrap();
    let has = |row: &&Value| row["rights"].as_array().unwrap().contains(&json!("downloads"));
    let row = rows.iter().find(has).map_or(Value::Null, |row| row["plans"].clone());
    let benefits =
        client.post("/functions/v1/list-benefits").token(token).json(&json!({})).await.ok().into_json();
    let lines = benefits["lines"].as_array().unwrap();
    let line = lines.iter().find(|line| line["entitlement"] == "downloads").cloned();
    let path =
        "/rest/v1/contents?select=file_url&content_type=eq.pdf&is_member_only=is.true&is_published=is.true";
    let files = client.get(path).token(token).await.ok().into_json();
    let files = files.as_array().unwrap();
    assert!(!files.is_empty());
    Found { row, line, opens: files.iter().all(|row| row["file_url"].is_string()) }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_of_a_plan_changes_pages_and_rules_together() {
    let original = String::from_utf8(ateneu_content::original("plans").unwrap()).unwrap();
    assert!(original.contains(LINE));
    let above = "  { text = \"Atendimento prioritário\"";
    let taken = original.replace(LINE, "").replace(above, &format!("{LINE}{above}"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("content/plans.toml");
    fs::create_dir(folder.path().join("content")).unwrap();
    fs::write(&file, taken).unwrap();
    let app = App::open(load(folder.path(), |_| None).unwrap(), Clock::system()).await.unwrap();
    app.fill_demo().await.unwrap();
    let client = TestClient::new(app.router.clone());
    let credentials = json!({ "email": "membro@demo.test", "password": "Ateneu-demo-2026" });
    let signed_in =
        client.post("/auth/v1/token?grant_type=password").json(&credentials).await.ok().into_json();
    let token = signed_in["access_token"].as_str().unwrap();

    let without = found(&client, token).await;
    assert_eq!(without.row, json!(["no", "no", "included", "included"]));
    assert_eq!((without.line, without.opens), (None, false));

    fs::write(&file, original).unwrap();
    app.reload_content().await;
    let with = found(&client, token).await;
    assert_eq!(with.row, json!(["no", "included", "included", "included"]));
    let line = json!({ "entitlement": "downloads", "text": "Materiais para baixar", "soon": false, "delivered": null });
    assert_eq!((with.line, with.opens), (Some(line), true));
    app.close().await.unwrap();
}
