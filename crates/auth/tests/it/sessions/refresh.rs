//! Every row of the table that says what a refresh token is worth.

use ateneu_db::Db;
use ateneu_testkit::{TestResponse, db_test, sqlite_test};

use crate::harness::{ANA, Harness, PASSWORD};

async fn signed_in(app: &Harness) -> String {
    app.account(ANA).await;
    app.sign_in(ANA, PASSWORD).await.ok().string("refresh_token")
}

async fn next(app: &Harness, token: &str) -> String {
    app.refresh(token).await.ok().string("refresh_token")
}

fn session_of(app: &Harness, answer: &TestResponse) -> String {
    let claims = app.auth.verify(&answer.string("access_token")).unwrap();
    claims.session_id.clone().unwrap()
}

#[sqlite_test]
async fn malformed_and_unknown_refresh_tokens_are_refused(app: Harness) {
    for token in ["", "x", "não é um token"] {
        assert_eq!(app.refresh(token).await.refusal(), (400, "validation_failed"), "{token}");
    }
    let missing = app.post("/token?grant_type=refresh_token", serde_json::json!({})).await;
    missing.refused_with(400, "validation_failed");

    for token in ["abcdefghij12", "this-token-does-not-exist", &"A".repeat(75)] {
        let answer = app.refresh(token).await.refused_with(400, "refresh_token_not_found");
        assert_eq!(answer.json()["message"], "Invalid Refresh Token: Refresh Token Not Found");
    }
}

#[sqlite_test]
async fn the_active_token_returns_a_new_pair(app: Harness) {
    app.account(ANA).await;
    let first = app.sign_in(ANA, PASSWORD).await.ok();
    app.advance_secs(3_000);
    let second = app.refresh(&first.string("refresh_token")).await.ok();
    assert_ne!(second.string("refresh_token"), first.string("refresh_token"));
    assert_ne!(second.string("access_token"), first.string("access_token"));
    assert_eq!(session_of(&app, &second), session_of(&app, &first));
    assert_eq!(second.json()["expires_in"], 3_600);
    assert_eq!(second.json()["user"]["email"], ANA);
}

#[sqlite_test]
async fn the_parent_of_the_active_token_receives_the_active_one(app: Harness) {
    let first = signed_in(&app).await;
    let second = next(&app, &first).await;
    app.advance_secs(30 * 24 * 3_600);
    assert_eq!(next(&app, &first).await, second);
    assert_eq!(next(&app, &first).await, second);
    let third = next(&app, &second).await;
    assert_ne!(third, second);
}

#[sqlite_test]
async fn an_older_token_returns_the_active_one_within_the_interval(app: Harness) {
    let first = signed_in(&app).await;
    let second = next(&app, &first).await;
    app.advance_secs(4);
    let third = next(&app, &second).await;
    app.advance_secs(6);
    assert_eq!(next(&app, &first).await, third);
    let fourth = next(&app, &third).await;
    assert_eq!(next(&app, &second).await, fourth, "the holder of the second token asks in time");
}

#[sqlite_test]
async fn an_older_token_after_the_interval_ends_the_whole_session(app: Harness) {
    let first = signed_in(&app).await;
    let second = next(&app, &first).await;
    app.advance_secs(11);
    let third = app.refresh(&second).await.ok();
    let answer = app.refresh(&first).await.refused_with(400, "refresh_token_already_used");
    assert_eq!(answer.json()["message"], "Invalid Refresh Token: Already Used");
    app.refresh(&third.string("refresh_token")).await.refused_with(400, "session_not_found");
    app.get("/user", &third.string("access_token")).await.refused_with(403, "session_not_found");
    assert_eq!(app.events("token_revoked", false).await, 1);
}

#[db_test]
async fn ended_expired_and_banned_sessions_have_own_codes(app: Harness) {
    let id = app.account(ANA).await;
    let sign_in = async || app.sign_in(ANA, PASSWORD).await.ok().string("refresh_token");
    let token = sign_in().await;
    app.execute("DELETE FROM sessions", &[]).await;
    app.refresh(&token).await.refused_with(400, "session_not_found");

    let token = sign_in().await;
    let end = app.clock.now().to_string();
    app.execute("UPDATE sessions SET not_after = $1", &[end.into()]).await;
    app.refresh(&token).await.refused_with(400, "session_expired");

    let token = sign_in().await;
    let ban = serde_json::json!({ "ban_duration": "24h" });
    app.service("PUT", &format!("/admin/users/{id}"), ban).await.ok();
    app.refresh(&token).await.refused_with(400, "user_banned");
    app.advance_secs(24 * 3_600);
    app.refresh(&token).await.ok();
}

#[db_test]
async fn parallel_refreshes_of_one_token_receive_the_same_token(app: Harness) {
    let mut token = signed_in(&app).await;
    for _ in 0..5 {
        let answers = futures(&app, &token).await;
        let tokens: Vec<String> =
            answers.into_iter().map(|answer| answer.ok().string("refresh_token")).collect();
        assert_ne!(tokens[0], token);
        assert!(tokens.iter().all(|other| *other == tokens[0]), "{tokens:?}");
        token.clone_from(&tokens[0]);
    }
    assert_eq!(app.count("SELECT refresh_generation FROM sessions", &[]).await, 5);
}

#[db_test]
async fn a_token_works_after_a_restart(db: Db) {
    let app = Harness::open(db.clone()).await;
    let token = signed_in(&app).await;
    let again = Harness::open(db).await;
    let second = next(&again, &token).await;
    assert_ne!(second, token);
    let stored = again.count("SELECT refresh_generation FROM sessions", &[]).await;
    assert_eq!(stored, 1);
}

async fn futures(app: &Harness, token: &str) -> [TestResponse; 4] {
    let (a, b, c, d) =
        tokio::join!(app.refresh(token), app.refresh(token), app.refresh(token), app.refresh(token));
    [a, b, c, d]
}
