//! Recovery codes: made beside another factor, shown once, each used once.

use ateneu_testkit::{TestResponse, db_test, sqlite_test};
use serde_json::{Value as Json, json};

use crate::{
    harness::{ANA, BIA, Harness},
    second_factor::Tokens,
};

const PATH: &str = "/factors/recovery-codes";

async fn generate(app: &Harness, tokens: &Tokens) -> Vec<String> {
    let made = app.with(tokens, "POST", PATH, Json::Null).await.ok();
    codes(made.json())
}

fn codes(body: &Json) -> Vec<String> {
    let codes = body["codes"].as_array().unwrap();
    codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect()
}

async fn give(app: &Harness, tokens: &Tokens, code: &str) -> TestResponse {
    app.with(tokens, "POST", &format!("{PATH}/verify"), json!({ "code": code })).await
}

#[db_test]
async fn ten_codes_are_shown_once_and_never_stored(app: Harness) {
    let (tokens, _) = app.protected(ANA).await;
    app.with(&tokens, "GET", PATH, Json::Null).await.refused_with(404, "mfa_factor_not_found");
    let made = app.with(&tokens, "POST", PATH, json!({ "friendly_name": "Papel" })).await.ok();
    let shown = codes(made.json());
    assert_eq!((shown.len(), &made.json()["total"]), (10, &json!(10)));
    assert_eq!((made.string("type"), made.string("friendly_name")), ("recovery_code".into(), "Papel".into()));
    assert!(shown.iter().all(|code| code.len() == 16));
    let status = app.with(&tokens, "GET", PATH, Json::Null).await.ok().into_json();
    assert_eq!(
        status,
        json!({ "id": made.string("id"), "type": "recovery_code", "total": 10, "remaining": 10 })
    );
    let stored = app.texts("SELECT digest FROM recovery_codes", &[]).await;
    assert!(stored.iter().all(|digest| !shown.iter().any(|code| digest.contains(code))));
    assert_eq!(app.email(ANA).await.subject, "Novos códigos de recuperação");
    app.with(&tokens, "POST", PATH, Json::Null).await.refused_with(422, "mfa_verified_factor_exists");
    let listed = app.get("/user", &tokens.access).await.ok().into_json();
    assert_eq!(listed["factors"][1]["factor_type"], "recovery_code");
    assert_eq!(listed["factors"][1]["status"], "verified");
}

#[db_test]
async fn the_set_of_codes_is_removed_by_its_own_endpoint_alone(app: Harness) {
    let (tokens, authenticator) = app.protected(ANA).await;
    let made = app.with(&tokens, "POST", PATH, json!({ "friendly_name": "Papel" })).await.ok();
    let id = made.string("id");
    for (method, path) in [("DELETE", format!("/factors/{id}")), ("POST", format!("/factors/{id}/challenge"))]
    {
        let refused = app.with(&tokens, method, &path, json!({})).await;
        assert_eq!(refused.refusal(), (400, "validation_failed"), "{method} {path}");
    }
    assert_eq!(*app.with(&tokens, "DELETE", PATH, Json::Null).await.ok().json(), json!({ "id": id }));
    app.prove(&tokens, &authenticator.factor, &authenticator.code(&app)).await.ok();
    assert_eq!(generate(&app, &tokens).await.len(), 10);
}

#[sqlite_test]
async fn a_recovery_code_replaces_a_lost_factor_once(app: Harness) {
    let (tokens, authenticator) = app.protected(ANA).await;
    let shown = generate(&app, &tokens).await;
    app.advance_secs(1);
    let half = app.session(ANA).await;
    let typed = format!(" {}-{} ", shown[0][..8].to_uppercase(), &shown[0][8..]);
    let raised = give(&app, &half, &typed).await.ok();
    let claims = Tokens::from(&raised).claims();
    assert_eq!((&claims["aal"], &claims["amr"][0]["method"]), (&json!("aal2"), &json!("mfa/recovery_code")));
    let email = app.email(ANA).await;
    assert_eq!(email.subject, "Um código de recuperação foi usado");
    assert!(email.text.contains("Restam 9 códigos."), "{}", email.text);
    assert_eq!(give(&app, &half, &shown[0]).await.refusal(), (422, "mfa_verification_failed"), "used up");
    let status = app.with(&half, "GET", PATH, Json::Null).await.ok().into_json();
    assert_eq!(status["remaining"], 9);
    let gone = app.with(&half, "DELETE", &format!("/factors/{}", authenticator.factor), Json::Null).await;
    assert_eq!(gone.status.as_u16(), 200, "a person who lost the app may now remove it");
    // Codes never remain alone.
    app.with(&half, "GET", PATH, Json::Null).await.refused_with(404, "mfa_factor_not_found");
    assert!(app.auth.caller(&half.access).await.unwrap().is_signed_in());
    assert_eq!(app.events("recovery_code_used", true).await, 1);
    assert_eq!(app.events("recovery_code_used", false).await, 1);
}

#[db_test]
async fn a_recovery_code_used_concurrently_works_once(app: Harness) {
    let (tokens, _) = app.protected(ANA).await;
    let shown = generate(&app, &tokens).await;
    let calls = (0..6).map(|_| give(&app, &tokens, &shown[3]));
    let answers = futures::future::join_all(calls).await;
    assert_eq!(answers.iter().filter(|answer| answer.status.is_success()).count(), 1);
}

#[db_test]
async fn wrong_recovery_codes_lock_until_a_new_set(app: Harness) {
    let (tokens, authenticator) = app.protected(ANA).await;
    let shown = generate(&app, &tokens).await;
    for _ in 0..6 {
        give(&app, &tokens, "2222222222222222").await.refused_with(422, "mfa_verification_failed");
    }
    let locked = give(&app, &tokens, &shown[0]).await.refused_with(429, "mfa_recovery_codes_locked");
    assert_eq!(locked.headers["retry-after"], "900");
    app.prove(&tokens, &authenticator.factor, &authenticator.code(&app)).await.ok();
    let path = format!("{PATH}/regenerate");
    let made = app.with(&tokens, "POST", &path, Json::Null).await.ok();
    let new = codes(made.json());
    assert_eq!(made.string("friendly_name"), "Recovery codes");
    // The old set is void.
    give(&app, &tokens, &shown[0]).await.refused_with(422, "mfa_verification_failed");
    give(&app, &tokens, &new[0]).await.ok();
}

#[sqlite_test]
async fn changing_recovery_codes_requires_a_recent_aal2_session(app: Harness) {
    let bia = app.person(BIA).await;
    app.with(&bia, "POST", PATH, Json::Null).await.refused_with(403, "insufficient_aal");
    let (tokens, _) = app.protected(ANA).await;
    let shown = generate(&app, &tokens).await;
    // Another person's code.
    give(&app, &bia, &shown[0]).await.refused_with(404, "mfa_factor_not_found");
    let half = app.session(ANA).await;
    for (method, path, status) in
        [("POST", format!("{PATH}/regenerate"), 403), ("DELETE", PATH.to_owned(), 422)]
    {
        let refused = app.with(&half, method, &path, Json::Null).await;
        assert_eq!(refused.refusal(), (status, "insufficient_aal"), "{method}");
    }
    assert_eq!(app.with(&half, "GET", PATH, Json::Null).await.ok().json()["remaining"], 10);
    app.advance_secs(15 * 60);
    for (method, path) in [("POST", format!("{PATH}/regenerate")), ("DELETE", PATH.to_owned())] {
        let stale = app.with(&tokens, method, &path, Json::Null).await;
        assert_eq!(stale.refusal(), (400, "reauthentication_needed"), "{method}");
    }
    app.call("GET", PATH, None).await.refused_with(401, "no_authorization");
}
