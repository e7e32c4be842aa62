//! Sessions: what a sign-in answers, what an access token says, and how sessions end.

use ateneu_testkit::{db_test, sqlite_test};
use serde_json::{Value as Json, json};

use crate::harness::{ANA, BIA, Harness, PASSWORD};

#[sqlite_test]
async fn a_sign_in_answers_a_whole_session(app: Harness) {
    let id = app.account("Ana@Exemplo.com").await;
    let answer = app.sign_in(" ANA@exemplo.com", PASSWORD).await.ok();
    let now = app.clock.now().seconds();
    assert_eq!(answer.json()["token_type"], "bearer");
    assert_eq!(answer.json()["expires_in"], 3_600);
    assert_eq!(answer.json()["expires_at"], now + 3_600);
    assert!(answer.json().get("weak_password").is_none());
    let user = &answer.json()["user"];
    assert_eq!(user["id"], id);
    assert_eq!(user["aud"], "authenticated");
    assert_eq!(user["role"], "authenticated");
    assert_eq!(user["email"], ANA);
    assert_eq!(user["phone"], "");
    assert_eq!(user["app_metadata"], json!({ "provider": "email", "providers": ["email"] }));
    assert_eq!(user["last_sign_in_at"], "2027-01-15T08:00:00.000000Z");
    let identity = &user["identities"][0];
    assert_eq!((&identity["id"], &identity["provider"]), (&json!(id), &json!("email")));
    assert_ne!(identity["identity_id"], id);
    assert_eq!(identity["identity_data"]["email_verified"], true);
    let members = user.as_object().unwrap();
    assert!(members.values().all(|value| !value.is_null()), "{user}");
    assert_eq!(app.events("login", true).await, 1);
}

#[sqlite_test]
async fn the_access_token_has_the_claims_and_a_published_key(app: Harness) {
    let id = app.account("Ana@Exemplo.com").await;
    let answer = app.sign_in(" ANA@exemplo.com", PASSWORD).await.ok();
    let now = app.clock.now().seconds();
    let token = answer.string("access_token");
    let jwks = app.call("GET", "/.well-known/jwks.json", None).await.ok();
    assert_eq!(jwks.headers["cache-control"], "public, max-age=600");
    let keys = jwks.json()["keys"].as_array().unwrap();
    assert_eq!(keys.len(), 1);
    assert!(keys.iter().all(|key| key.get("d").is_none() && key["kty"] == "EC"));
    let header = jsonwebtoken::decode_header(&token).unwrap();
    assert_eq!(header.kid.as_deref(), keys[0]["kid"].as_str());
    let text = |name: &str| keys[0][name].as_str().unwrap();
    let key = jsonwebtoken::DecodingKey::from_ec_components(text("x"), text("y")).unwrap();
    let mut validation = jsonwebtoken::Validation::new(jsonwebtoken::Algorithm::ES256);
    validation.validate_exp = false;
    validation.set_audience(&["authenticated"]);
    validation.set_issuer(&["https://casa.test/auth/v1"]);
    let claims = jsonwebtoken::decode::<Json>(&token, &key, &validation).unwrap().claims;
    assert_eq!(claims["sub"], id);
    assert_eq!(claims["role"], "authenticated");
    assert_eq!(claims["aal"], "aal1");
    assert_eq!(claims["amr"], json!([{ "method": "password", "timestamp": now }]));
    assert_eq!(claims["exp"], now + 3_600);
    assert_eq!(claims["email"], ANA);
    assert_eq!(claims["phone"], "");
    assert!(claims["session_id"].is_string());
    assert_eq!(claims["is_anonymous"], false);
}

#[sqlite_test]
async fn bearer_checks_answer_in_order(app: Harness) {
    app.call("GET", "/user", None).await.refused_with(401, "no_authorization");
    app.get("/user", "a.b.c").await.refused_with(403, "bad_jwt");
    let anon = app.auth.api_keys().anon;
    app.get("/user", &anon).await.refused_with(403, "bad_jwt");
    let id = app.account(ANA).await;
    let token = app.token(ANA).await;
    assert_eq!(app.get("/user", &token).await.ok().string("id"), id);
    let tampered = format!("{}x", &token[..token.len() - 1]);
    app.get("/user", &tampered).await.refused_with(403, "bad_jwt");
    let path = format!("/admin/users/{id}");
    app.service("PUT", &path, json!({ "ban_duration": "1h" })).await.ok();
    app.get("/user", &token).await.refused_with(403, "user_banned");
    app.service("PUT", &path, json!({ "ban_duration": "none" })).await.ok();
    app.get("/user", &token).await.ok();
    app.advance_secs(3_600);
    app.get("/user", &token).await.refused_with(403, "bad_jwt");
}

#[sqlite_test]
async fn a_removed_account_is_not_found_behind_its_token(app: Harness) {
    let id = app.account(ANA).await;
    let token = app.token(ANA).await;
    app.service("DELETE", &format!("/admin/users/{id}"), Json::Null).await.ok();
    app.get("/user", &token).await.refused_with(403, "user_not_found");
}

#[db_test]
async fn signing_out_ends_the_sessions_of_its_scope_at_once(app: Harness) {
    app.account(ANA).await;
    let mut tokens = Vec::new();
    for _ in 0..4 {
        tokens.push(app.token(ANA).await);
    }
    let out = app.call("POST", "/logout?scope=local", Some(&tokens[0])).await;
    assert_eq!((out.status.as_u16(), out.json()), (204, &Json::Null));
    app.get("/user", &tokens[0]).await.refused_with(403, "session_not_found");
    app.get("/user", &tokens[1]).await.ok();
    app.call("POST", "/logout?scope=others", Some(&tokens[1])).await.ok();
    app.get("/user", &tokens[1]).await.ok();
    app.get("/user", &tokens[2]).await.refused_with(403, "session_not_found");
    app.call("POST", "/logout?scope=todos", Some(&tokens[1])).await.refused_with(400, "validation_failed");
    app.get("/user", &tokens[1]).await.ok();
    app.call("POST", "/logout", Some(&tokens[1])).await.ok();
    app.get("/user", &tokens[1]).await.refused_with(403, "session_not_found");
    assert_eq!(app.events("logout", true).await, 3);
}

#[sqlite_test]
async fn users_change_their_metadata_but_no_privileged_fields(app: Harness) {
    let id = app.account(ANA).await;
    let token = app.token(ANA).await;
    app.update_user(&token, json!({ "data": { "nome": "Ana", "cor": "azul" } })).await.ok();
    let change = json!({
        "data": { "cor": null, "tamanho": 3 },
        "app_metadata": { "role": "admin" }, "role": "service_role", "id": "x",
        "email_confirm": true, "ban_duration": "none",
    });
    let user = app.update_user(&token, change).await.ok();
    assert_eq!(user.json()["user_metadata"], json!({ "nome": "Ana", "tamanho": 3 }));
    assert_eq!(user.json()["app_metadata"], json!({ "provider": "email", "providers": ["email"] }));
    assert_eq!(user.json()["role"], "authenticated");
    assert_eq!(user.json()["id"], id);
    assert_eq!(app.count("SELECT count(*) AS n FROM user_roles", &[]).await, 0);
    assert_eq!(app.events("user_updated", true).await, 2);
}

#[sqlite_test]
async fn a_new_email_requires_confirmation_unless_disabled(app: Harness) {
    app.account(ANA).await;
    app.account(BIA).await;
    let token = app.token(ANA).await;
    let put = async |email: &str| app.update_user(&token, json!({ "email": email })).await;
    put("Ana@exemplo.com").await.ok();
    assert_eq!(put("nova@exemplo.com").await.ok().json()["email"], ANA, "not before it is proved");
    put("sem arroba").await.refused_with(400, "validation_failed");
    app.settings.set("email_confirmation_required", "false", None).await.unwrap();
    put(BIA).await.refused_with(422, "email_exists");
    let user = put("nova@exemplo.com").await.ok();
    assert_eq!(user.json()["email"], "nova@exemplo.com");
    assert_eq!(user.json()["identities"][0]["email"], "nova@exemplo.com");
    app.sign_in("nova@exemplo.com", PASSWORD).await.ok();
}
