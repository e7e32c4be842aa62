//! Passwords: the policy, their change, and hashes brought from elsewhere.

use ateneu_testkit::{db_test, sqlite_test};
use serde_json::json;

use crate::harness::{ANA, Harness, PASSWORD};

#[sqlite_test]
async fn the_policy_is_obeyed_on_the_next_request(app: Harness) {
    let sign_up =
        async |password: String| app.post("/signup", json!({ "email": ANA, "password": password })).await;
    let short = sign_up("curta".into()).await.refused_with(422, "weak_password");
    assert_eq!(short.json()["weak_password"]["reasons"], json!(["length"]));
    let common = sign_up("Password123".into()).await;
    assert_eq!(common.json()["weak_password"]["reasons"], json!(["pwned"]));
    let both = sign_up("123456".into()).await;
    assert_eq!(both.json()["weak_password"]["reasons"], json!(["length", "pwned"]));
    sign_up("a".repeat(73)).await.refused_with(400, "validation_failed");
    sign_up(String::new()).await.refused_with(400, "validation_failed");
    app.settings.set("min_password_length", "20", None).await.unwrap();
    sign_up(PASSWORD.into()).await.refused_with(422, "weak_password");
    app.settings
        .set_all(&[("min_password_length", "6"), ("leaked_password_check", "false")], None)
        .await
        .unwrap();
    sign_up("123456".into()).await.ok();
}

#[sqlite_test]
async fn a_short_passwords_refusal_names_the_length(app: Harness) {
    app.settings.set("min_password_length", "9", None).await.unwrap();
    let body = json!({ "email": ANA, "password": "curta" });
    let answer = app.post("/signup", body).await.refused_with(422, "weak_password");
    assert!(answer.string("message").starts_with("Password should be at least 9 characters."), "{answer:?}");
}

#[sqlite_test]
async fn a_sign_in_with_a_now_weak_password_warns(app: Harness) {
    app.account(ANA).await;
    app.settings.set("min_password_length", "30", None).await.unwrap();
    assert_eq!(app.sign_in(ANA, PASSWORD).await.ok().json()["weak_password"]["reasons"], json!(["length"]));
}

#[sqlite_test]
async fn a_new_password_replaces_the_old_and_ends_the_other_sessions(app: Harness) {
    let other = app.signed_in(ANA).await;
    let token = app.token(ANA).await;
    let put = async |body| app.update_user(&token, body).await;
    put(json!({ "password": PASSWORD })).await.refused_with(422, "same_password");
    put(json!({ "password": "curta" })).await.refused_with(422, "weak_password");
    let wrong = json!({ "password": "Outra-senha-2026", "current_password": "errada" });
    put(wrong).await.refused_with(400, "current_password_invalid");
    put(json!({ "password": "Outra-senha-2026", "current_password": PASSWORD })).await.ok();
    app.sign_in(ANA, PASSWORD).await.refused_with(400, "invalid_credentials");
    app.sign_in(ANA, "Outra-senha-2026").await.ok();
    app.get("/user", &token).await.ok();
    app.get("/user", &other).await.refused_with(403, "session_not_found");
}

#[db_test]
async fn an_imported_bcrypt_hash_signs_in_and_becomes_argon2id(app: Harness) {
    let hash = bcrypt::hash("senha trazida", 4).unwrap();
    let body = json!({ "email": ANA, "password_hash": hash, "email_confirm": true });
    app.service("POST", "/admin/users", body).await.ok();
    app.sign_in(ANA, "senha trazida").await.ok();
    let stored = app.text("SELECT password_hash FROM users", &[]).await.unwrap();
    assert!(stored.starts_with("$argon2id$v=19$m=8,t=1,p=1$"), "{stored}");
    app.sign_in(ANA, "senha trazida").await.ok();
    app.sign_in(ANA, "outra").await.refused_with(400, "invalid_credentials");
}
