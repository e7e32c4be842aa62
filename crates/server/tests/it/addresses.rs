//! A claimed and unverified address opens no data of its owner, in the assembled application.

use std::io::{Cursor, Read};

use ateneu_app::App;
use ateneu_base::Clock;
use ateneu_server::config::load;
use ateneu_testkit::{TestClient, TestResponse};
use serde_json::{Value, json};
use zip::ZipArchive;

use crate::content_reload::ateneu;

const VICTIM: &str = "bia@exemplo.com.br";
const PASSWORD: &str = "Uma-frase-de-2026";

async fn send(app: &App, method: &str, path: &str, token: Option<&str>, body: Value) -> TestResponse {
    let request = TestClient::new(app.router.clone()).request(method, path).json(&body);
    match token {
        Some(token) => request.token(token).await,
        None => request.await,
    }
}

/// Returns all text of a ZIP file.
fn unpacked(zip: &[u8]) -> String {
    let mut archive = ZipArchive::new(Cursor::new(zip)).unwrap();
    let mut all = String::new();
    for index in 0..archive.len() {
        let mut bytes = Vec::new();
        archive.by_index(index).unwrap().read_to_end(&mut bytes).unwrap();
        all.push_str(&String::from_utf8_lossy(&bytes));
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unconfirmed_address_gives_no_access_to_its_rows() {
    let folder = tempfile::tempdir().unwrap();
    let config = load(folder.path(), |name| (name == "ATENEU_PWNED_URL").then(|| "off".into())).unwrap();
    let app = App::open(config, Clock::system()).await.unwrap();
    let service = app.auth.api_keys().service_role;
    let rows = [
        (
            "subscribers",
            json!({ "email": VICTIM, "status": "canceled", "courtesy_until": "2099-01-01T00:00:00Z" }),
        ),
        ("hotmart_access", json!({ "email": VICTIM, "course_url": "https://cursos.example/bia" })),
        ("newsletter_subscriptions", json!({ "email": VICTIM })),
    ];
    for (table, row) in &rows {
        let path = format!("/rest/v1/{table}");
        let made = send(&app, "POST", &path, Some(&service), row.clone()).await;
        assert_eq!(made.status, 201, "{table}: {made:?}");
    }

    // The owner turns confirmation off.
    let admin = json!({ "email": "dona@exemplo.com.br", "password": PASSWORD, "email_confirm": true });
    let made = send(&app, "POST", "/auth/v1/admin/users", Some(&service), admin.clone()).await.ok();
    let role = json!({ "user_id": made.string("id"), "role": "admin" });
    let made = send(&app, "POST", "/rest/v1/user_roles", Some(&service), role).await;
    assert_eq!(made.status, 201, "{made:?}");
    let grant = "/auth/v1/token?grant_type=password";
    let owner = send(&app, "POST", grant, None, admin).await.ok().string("access_token");
    let off = json!({ "require_confirmation": false });
    send(&app, "POST", "/functions/v1/update-email-confirmation", Some(&owner), off).await.ok();

    // One stranger signs up with the address, another changes the own to it.
    let claim = json!({ "email": VICTIM, "password": PASSWORD });
    let signed_up = send(&app, "POST", "/auth/v1/signup", None, claim).await.ok().string("access_token");
    let own = json!({ "email": "mal@exemplo.com.br", "password": PASSWORD });
    let changed = send(&app, "POST", "/auth/v1/signup", None, own).await.ok().string("access_token");
    let taken = send(&app, "PUT", "/auth/v1/user", Some(&changed), json!({ "email": VICTIM })).await;
    assert_eq!(taken.status, 422, "{taken:?}");
    let other = json!({ "email": "caio@exemplo.com.br" });
    let row = json!({ "email": "caio@exemplo.com.br", "status": "canceled", "courtesy_until": "2099-01-01T00:00:00Z" });
    send(&app, "POST", "/rest/v1/subscribers", Some(&service), row).await;
    send(&app, "PUT", "/auth/v1/user", Some(&changed), other).await.ok();
    for (table, _) in &rows {
        for stranger in [&signed_up, &changed] {
            let found =
                send(&app, "GET", &format!("/rest/v1/{table}"), Some(stranger), Value::Null).await.ok();
            assert_eq!(*found.json(), json!([]), "{table}");
        }
        let path = format!("/rest/v1/{table}?email=eq.{VICTIM}&select=email");
        let found = send(&app, "GET", &path, Some(&service), Value::Null).await;
        assert_eq!(*found.json(), json!([{ "email": VICTIM }]), "the row is there");
    }
    let export = send(&app, "POST", "/functions/v1/export-account", Some(&signed_up), json!({})).await.ok();
    let text = unpacked(&export.body);
    assert!(text.contains(VICTIM), "the account itself is exported");
    assert!(!text.contains("cursos.example") && !text.contains("2099-01-01"), "{text}");
    app.close().await.unwrap();
    let checked = ateneu(folder.path(), &["check"]);
    let lines = String::from_utf8_lossy(&checked.stdout);
    assert!(lines.contains("email_confirmation_required is off"), "the owner is warned: {lines}");
}
