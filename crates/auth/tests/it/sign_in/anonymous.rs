//! Sign-in without a name: off unless the owner allows it, worth no more than a visit, and the way to a real account.

use ateneu_auth::Config;
use ateneu_base::Facts;
use ateneu_db::Db;
use ateneu_testkit::{db_test, mocks::OidcProvider, sqlite_test};
use serde_json::{Value as Json, json};

use crate::{
    browser::{app_with, provider_config},
    harness::{ANA, BIA, Harness, PASSWORD, config},
};

const PHONE: &str = "+5511999990000";

fn anonymous() -> Config {
    Config { anonymous_sign_ins: true, ..config() }
}

async fn open(db: Db) -> Harness {
    Harness::open_as(db, anonymous()).await
}

async fn sign_in(app: &Harness) -> (String, String) {
    let session = app.post("/signup", json!({ "data": { "cor": "azul" } })).await.ok();
    let id = session.json()["user"]["id"].as_str().unwrap().to_owned();
    (id, session.string("access_token"))
}

#[sqlite_test]
async fn anonymous_sign_in_is_off_by_default_and_listed_in_settings(db: Db) {
    let app = Harness::open(db.clone()).await;
    app.post("/signup", json!({})).await.refused_with(422, "anonymous_provider_disabled");
    assert_eq!(app.call("GET", "/settings", None).await.ok().json()["external"]["anonymous_users"], false);
    let app = open(db).await;
    assert_eq!(app.call("GET", "/settings", None).await.ok().json()["external"]["anonymous_users"], true);
    app.settings.set("allow_signup", "false", None).await.unwrap();
    app.post("/signup", json!({})).await.refused_with(422, "signup_disabled");
}

#[db_test]
async fn an_anonymous_session_is_whole_and_named_so(db: Db) {
    let app = open(db).await;
    let session = app.post("/signup", json!({ "data": { "cor": "azul" } })).await.ok();
    let user = &session.json()["user"];
    assert_eq!(user["is_anonymous"], true);
    assert_eq!(user["email"], "");
    assert_eq!(user["phone"], "");
    assert_eq!((&user["identities"], &user["app_metadata"]), (&json!([]), &json!({})));
    assert_eq!(user["user_metadata"], json!({ "cor": "azul" }));
    let token = session.string("access_token");
    let claims = jsonwebtoken::dangerous::insecure_decode::<Json>(&token).unwrap().claims;
    assert_eq!((&claims["is_anonymous"], &claims["amr"][0]["method"]), (&json!(true), &json!("anonymous")));
    app.refresh(&session.string("refresh_token")).await.ok();
    assert_eq!(app.get("/user", &token).await.ok().json()["id"], user["id"]);
}

#[db_test]
async fn an_anonymous_session_has_no_more_rights_than_a_visitor(db: Db) {
    let app = open(db).await;
    let (id, token) = sign_in(&app).await;
    for sql in [
        "INSERT INTO user_roles (id, user_id, role, created_at) VALUES ($1, $1, 'admin', '2027-01-15T08:00:00.000000Z')",
        "INSERT INTO subscribers (id, user_id, email, subscribed, plan, status, access_until, created_at, updated_at)
         VALUES ($1, $1, 'a@b.co', TRUE, 'update', 'active', '9999-01-01T00:00:00.000000+00:00', '2027-01-15T08:00:00.000000Z', '2027-01-15T08:00:00.000000Z')",
    ] {
        app.execute(sql, &[id.as_str().into()]).await;
    }
    let caller = app.auth.caller(&token).await.unwrap();
    assert_eq!((caller.user_id.as_deref(), caller.email), (Some(id.as_str()), None));
    assert_eq!(caller.facts, Facts::default());
}

#[sqlite_test]
async fn an_address_gets_30_anonymous_sign_ins_an_hour(db: Db) {
    let app = open(db).await;
    for _ in 0..30 {
        sign_in(&app).await;
    }
    app.post("/signup", json!({})).await.refused_with(429, "over_request_rate_limit");
    app.send_from("198.51.100.7", "POST", "/signup", None, &json!({})).await.ok();
    app.advance_secs(3_600);
    sign_in(&app).await;
}

#[db_test]
async fn a_proved_address_makes_it_an_account(db: Db) {
    let app = open(db).await;
    let (id, token) = sign_in(&app).await;
    let put = async |body: Json| app.update_user(&token, body).await;
    put(json!({ "password": PASSWORD })).await.refused_with(422, "validation_failed");
    let waiting = put(json!({ "email": ANA, "password": PASSWORD })).await.ok();
    assert_eq!((&waiting.json()["is_anonymous"], &waiting.json()["new_email"]), (&json!(true), &json!(ANA)));
    app.sign_in(ANA, PASSWORD).await.refused_with(400, "invalid_credentials");
    let session = app.verify_code(ANA, &app.email(ANA).await.code(), "email_change").await.ok();
    let user = &session.json()["user"];
    assert_eq!(user["id"], id);
    assert_eq!(user["is_anonymous"], false);
    assert_eq!(user["email"], ANA);
    assert_eq!(user["app_metadata"], json!({ "provider": "email", "providers": ["email"] }));
    assert_eq!(user["identities"][0]["provider"], "email");
    assert_eq!(user["user_metadata"]["cor"], "azul", "what was kept stays");
    assert_eq!(app.sign_in(ANA, PASSWORD).await.ok().json()["user"]["id"], id);
}

#[db_test]
async fn an_anonymous_session_cannot_take_over_an_account(db: Db) {
    let app = open(db).await;
    app.account(ANA).await;
    let (_, token) = sign_in(&app).await;
    let waiting = app.update_user(&token, json!({ "email": ANA })).await.ok();
    assert_eq!(waiting.json()["is_anonymous"], true, "another's address makes nobody a person");
    app.settings.set("email_confirmation_required", "false", None).await.unwrap();
    app.update_user(&token, json!({ "email": ANA })).await.refused_with(422, "email_exists");
    let own =
        app.send("PUT", "/user", Some(&token), &json!({ "email": BIA, "password": PASSWORD })).await.ok();
    assert_eq!(own.json()["is_anonymous"], false);
    assert_eq!(own.json()["email"], BIA);
    app.sign_in(BIA, PASSWORD).await.ok();
}

#[sqlite_test]
async fn a_verified_number_converts_an_anonymous_account(db: Db) {
    let app = Harness::by_phone_as(db, anonymous()).await;
    let (id, token) = sign_in(&app).await;
    let waiting = app.update_user(&token, json!({ "phone": PHONE, "password": PASSWORD })).await.ok();
    assert_eq!(waiting.json()["is_anonymous"], true);
    assert_eq!(waiting.json()["new_phone"], "5511999990000");
    app.sign_in_by_phone(PHONE, PASSWORD).await.refused_with(400, "invalid_credentials");
    app.verify_message(PHONE, "abcdef", "phone_change").await.refused_with(403, "otp_expired");
    let still = app.get("/user", &token).await.ok();
    assert_eq!(still.json()["is_anonymous"], true, "a wrong code proves nothing");
    let code = app.message_code(PHONE).await;
    let session = app.verify_message(PHONE, &code, "phone_change").await.ok();
    let user = &session.json()["user"];
    assert_eq!(user["id"], id);
    assert_eq!(user["is_anonymous"], false);
    assert_eq!(user["phone"], "5511999990000");
    assert_eq!(user["app_metadata"], json!({ "provider": "phone", "providers": ["phone"] }));
    assert_eq!(user["user_metadata"]["cor"], "azul", "what was kept stays");
    assert_eq!(app.sign_in_by_phone(PHONE, PASSWORD).await.ok().json()["user"]["id"], id);
    let (_, other) = sign_in(&app).await;
    app.advance_secs(60);
    let waiting = app.update_user(&other, json!({ "phone": PHONE })).await.ok();
    assert_eq!(waiting.json()["is_anonymous"], true);
}

#[sqlite_test]
async fn a_linked_provider_converts_an_anonymous_account(db: Db) {
    let provider = OidcProvider::start().await;
    app_with(db.clone(), &provider).await;
    let providers = vec![provider_config(&provider, "google")];
    let app = Harness::open_as(db, Config { providers, ..anonymous() }).await;
    let (id, token) = sign_in(&app).await;
    provider.set_claims(json!({ "email_verified": false }));
    assert_eq!(app.link(&provider, &token).await.error(), "provider_email_needs_verification");
    provider.set_claims(json!({}));
    let user = app.behind(&app.link(&provider, &token).await).await;
    assert_eq!(user["id"], id);
    assert_eq!(user["is_anonymous"], false);
    assert_eq!(user["email"], ANA);
    assert_eq!(user["app_metadata"], json!({ "provider": "google", "providers": ["google"] }));
    let (_, other) = sign_in(&app).await;
    provider.set_claims(json!({ "sub": "outra-ana" }));
    assert_eq!(app.link(&provider, &other).await.error(), "email_exists");
}
