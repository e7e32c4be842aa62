//! The shape of answers: error bodies in both versions, headers, and the small endpoints.

use ateneu_db::Db;
use ateneu_testkit::db_test;
use serde_json::{Value as Json, json};

use crate::house::{Call, House};

#[db_test]
async fn errors_speak_the_version_that_was_asked_for(db: Db) {
    let house = House::open(db).await;
    let body = json!({ "email": "a@b.co", "password": "errada!!" }).to_string().into_bytes();
    let send = async |version: bool| {
        let path = "/token?grant_type=password";
        house
            .send(Call {
                method: "POST",
                path,
                token: None,
                body: body.clone(),
                version,
                address: "192.0.2.1",
            })
            .await
    };
    let modern = send(true).await;
    assert_eq!(modern.body, json!({ "code": "invalid_credentials", "message": "Invalid login credentials" }));
    assert_eq!(modern.headers["x-supabase-api-version"], "2024-01-01");
    assert_eq!(modern.headers["x-sb-error-code"], "invalid_credentials");
    assert_eq!(modern.headers["cache-control"], "no-store");
    let older = send(false).await;
    assert_eq!(
        older.body,
        json!({ "code": 400, "error_code": "invalid_credentials", "msg": "Invalid login credentials" })
    );
    assert!(older.headers.get("x-supabase-api-version").is_none());
    assert_eq!(older.headers["x-sb-error-code"], "invalid_credentials");
    let path = "/signup";
    let weak = json!({ "email": "a@b.co", "password": "x" }).to_string().into_bytes();
    let weak = house.send(Call {
        method: "POST",
        path,
        token: None,
        body: weak,
        version: false,
        address: "192.0.2.1",
    });
    let weak = weak.await;
    assert_eq!(weak.body["error_code"], "weak_password");
    assert_eq!(weak.body["weak_password"]["reasons"], json!(["length"]));
}

#[db_test]
async fn every_unknown_address_and_method_is_refused_in_json(db: Db) {
    let house = House::open(db).await;
    let missing = house.ask("GET", "/nada/aqui", None, &Json::Null).await;
    assert_eq!(missing.refusal(), (404, "not_found"));
    let audit = house.service("GET", "/admin/audit", Json::Null).await;
    assert_eq!(audit.refusal(), (404, "not_found"));
    assert_eq!(house.ask("PATCH", "/user", None, &Json::Null).await.refusal(), (405, "method_not_allowed"));
    assert_eq!(house.ask("GET", "/token", None, &Json::Null).await.status.as_u16(), 405);
    let broken = house.service("GET", "/admin/users/%ff", Json::Null).await;
    assert_eq!(broken.refusal(), (400, "validation_failed"));
}

#[db_test]
async fn settings_tell_what_is_offered_and_follow_the_settings(db: Db) {
    let house = House::open(db).await;
    let settings = house.ask("GET", "/settings", None, &Json::Null).await.ok();
    assert_eq!(settings.headers["x-supabase-api-version"], "2024-01-01");
    assert_eq!(settings.body["external"]["email"], true);
    assert_eq!(settings.body["external"]["google"], false);
    assert_eq!(settings.body["disable_signup"], false);
    assert_eq!(settings.body["mailer_autoconfirm"], false);
    assert_eq!(settings.body["password_min_length"], 8);
    house
        .settings
        .set_all(&[("allow_signup", "false"), ("email_confirmation_required", "false")], None)
        .await
        .unwrap();
    let settings = house.ask("GET", "/settings", None, &Json::Null).await.ok();
    assert_eq!(settings.body["disable_signup"], true);
    assert_eq!(settings.body["mailer_autoconfirm"], true);
}

#[db_test]
async fn health_and_discovery_answer(db: Db) {
    let house = House::open(db).await;
    let health = house.ask("GET", "/health", None, &Json::Null).await.ok();
    assert_eq!(health.body["name"], "GoTrue");
    let discovery = house.ask("GET", "/.well-known/openid-configuration", None, &Json::Null).await.ok();
    assert_eq!(discovery.body["jwks_uri"], "https://casa.test/auth/v1/.well-known/jwks.json");
}
