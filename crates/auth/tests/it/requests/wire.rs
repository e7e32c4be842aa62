//! The shape of answers: error bodies in both versions, headers, and the small endpoints.

use ateneu_testkit::{db_test, sqlite_test};
use serde_json::{Value as Json, json};

use crate::harness::Harness;

#[db_test]
async fn errors_speak_the_version_that_was_asked_for(app: Harness) {
    let body = json!({ "email": "a@b.co", "password": "errada!!" });
    let path = "/token?grant_type=password";
    let modern = app.post(path, body.clone()).await;
    assert_eq!(
        *modern.json(),
        json!({ "code": "invalid_credentials", "message": "Invalid login credentials" })
    );
    assert_eq!(modern.headers["x-supabase-api-version"], "2024-01-01");
    assert_eq!(modern.headers["x-sb-error-code"], "invalid_credentials");
    assert_eq!(modern.headers["cache-control"], "no-store");
    let older = app.unversioned("POST", path).json(&body).await;
    assert_eq!(
        *older.json(),
        json!({ "code": 400, "error_code": "invalid_credentials", "msg": "Invalid login credentials" })
    );
    assert!(older.headers.get("x-supabase-api-version").is_none());
    assert_eq!(older.headers["x-sb-error-code"], "invalid_credentials");
    let weak = json!({ "email": "a@b.co", "password": "x" });
    let weak = app.unversioned("POST", "/signup").json(&weak).await;
    assert_eq!(weak.json()["error_code"], "weak_password");
    assert_eq!(weak.json()["weak_password"]["reasons"], json!(["length"]));
}

#[sqlite_test]
async fn every_unknown_address_and_method_is_refused_in_json(app: Harness) {
    app.call("GET", "/nada/aqui", None).await.refused_with(404, "not_found");
    app.service("GET", "/admin/audit", Json::Null).await.refused_with(404, "not_found");
    app.call("PATCH", "/user", None).await.refused_with(405, "method_not_allowed");
    assert_eq!(app.call("GET", "/token", None).await.status.as_u16(), 405);
    app.service("GET", "/admin/users/%ff", Json::Null).await.refused_with(400, "validation_failed");
}

#[sqlite_test]
async fn health_and_discovery_answer(app: Harness) {
    assert_eq!(app.call("GET", "/health", None).await.ok().json()["name"], "GoTrue");
    let discovery = app.call("GET", "/.well-known/openid-configuration", None).await.ok();
    assert_eq!(discovery.json()["jwks_uri"], "https://casa.test/auth/v1/.well-known/jwks.json");
}

#[sqlite_test]
async fn the_service_describes_its_settings(app: Harness) {
    let settings = app.call("GET", "/settings", None).await.ok();
    assert_eq!(settings.headers["x-supabase-api-version"], "2024-01-01");
    assert_eq!(settings.json()["external"]["email"], true);
    assert_eq!(settings.json()["external"]["google"], false);
    assert_eq!(settings.json()["disable_signup"], false);
    assert_eq!(settings.json()["mailer_autoconfirm"], false);
    assert_eq!(settings.json()["password_min_length"], 8);
    app.settings
        .set_all(&[("allow_signup", "false"), ("email_confirmation_required", "false")], None)
        .await
        .unwrap();
    let settings = app.call("GET", "/settings", None).await.ok();
    assert_eq!(settings.json()["disable_signup"], true);
    assert_eq!(settings.json()["mailer_autoconfirm"], true);
}
