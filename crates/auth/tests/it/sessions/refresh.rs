//! Every row of the table that says what a refresh token is worth.

use ateneu_db::Db;
use ateneu_testkit::db_test;

use crate::house::{Answer, House, PASSWORD};

async fn signed_in(house: &House) -> String {
    house.account("ana@exemplo.com").await;
    house.sign_in("ana@exemplo.com", PASSWORD).await.ok().text("refresh_token")
}

async fn next(house: &House, token: &str) -> String {
    house.refresh(token).await.ok().text("refresh_token")
}

fn session_of(house: &House, answer: &Answer) -> String {
    let claims = house.auth.verify(&answer.text("access_token")).unwrap();
    claims.session_id.clone().unwrap()
}

#[db_test]
async fn a_token_of_another_shape_is_refused_by_its_shape(db: Db) {
    let house = House::open(db).await;
    for token in ["", "x", "não é um token"] {
        assert_eq!(house.refresh(token).await.refusal(), (400, "validation_failed"), "{token}");
    }
    let missing = house.post("/token?grant_type=refresh_token", serde_json::json!({})).await;
    assert_eq!(missing.refusal(), (400, "validation_failed"));
}

#[db_test]
async fn an_unknown_token_is_not_found(db: Db) {
    let house = House::open(db).await;
    for token in ["abcdefghij12", "this-token-does-not-exist", &"A".repeat(75)] {
        let answer = house.refresh(token).await;
        assert_eq!(answer.refusal(), (400, "refresh_token_not_found"));
        assert_eq!(answer.body["message"], "Invalid Refresh Token: Refresh Token Not Found");
    }
}

#[db_test]
async fn the_active_token_brings_a_new_pair_in_the_same_session(db: Db) {
    let house = House::open(db).await;
    house.account("ana@exemplo.com").await;
    let first = house.sign_in("ana@exemplo.com", PASSWORD).await.ok();
    house.pass(3_000);
    let second = house.refresh(&first.text("refresh_token")).await.ok();
    assert_ne!(second.text("refresh_token"), first.text("refresh_token"));
    assert_ne!(second.text("access_token"), first.text("access_token"));
    assert_eq!(session_of(&house, &second), session_of(&house, &first));
    assert_eq!(second.body["expires_in"], 3_600);
    assert_eq!(second.body["user"]["email"], "ana@exemplo.com");
}

#[db_test]
async fn the_parent_of_the_active_token_receives_the_active_token_whatever_its_age(db: Db) {
    let house = House::open(db).await;
    let first = signed_in(&house).await;
    let second = next(&house, &first).await;
    house.pass(30 * 24 * 3_600);
    assert_eq!(next(&house, &first).await, second);
    assert_eq!(next(&house, &first).await, second);
    let third = next(&house, &second).await;
    assert_ne!(third, second);
}

#[db_test]
async fn an_older_token_converges_within_the_reuse_interval(db: Db) {
    let house = House::open(db).await;
    let first = signed_in(&house).await;
    let second = next(&house, &first).await;
    house.pass(4);
    let third = next(&house, &second).await;
    house.pass(6);
    assert_eq!(next(&house, &first).await, third);
    let fourth = next(&house, &third).await;
    assert_eq!(next(&house, &second).await, fourth, "the holder of the second token asks in time");
}

#[db_test]
async fn an_older_token_after_the_interval_ends_the_whole_session(db: Db) {
    let house = House::open(db).await;
    let first = signed_in(&house).await;
    let second = next(&house, &first).await;
    house.pass(11);
    let third = house.refresh(&second).await.ok();
    let answer = house.refresh(&first).await;
    assert_eq!(answer.refusal(), (400, "refresh_token_already_used"));
    assert_eq!(answer.body["message"], "Invalid Refresh Token: Already Used");
    assert_eq!(house.refresh(&third.text("refresh_token")).await.refusal(), (400, "session_not_found"));
    assert_eq!(house.get("/user", &third.text("access_token")).await.refusal(), (403, "session_not_found"));
    assert_eq!(house.events("token_revoked", false).await, 1);
}

#[db_test]
async fn a_token_of_an_ended_session_names_the_session(db: Db) {
    let house = House::open(db).await;
    let token = signed_in(&house).await;
    house.execute("DELETE FROM sessions", vec![]).await;
    assert_eq!(house.refresh(&token).await.refusal(), (400, "session_not_found"));
}

#[db_test]
async fn a_session_past_its_end_is_expired(db: Db) {
    let house = House::open(db).await;
    let token = signed_in(&house).await;
    let end = house.clock.now().to_string();
    house.execute("UPDATE sessions SET not_after = $1", vec![end.into()]).await;
    assert_eq!(house.refresh(&token).await.refusal(), (400, "session_expired"));
}

#[db_test]
async fn a_banned_person_is_refused(db: Db) {
    let house = House::open(db).await;
    let id = house.account("ana@exemplo.com").await;
    let token = house.sign_in("ana@exemplo.com", PASSWORD).await.ok().text("refresh_token");
    let ban = serde_json::json!({ "ban_duration": "24h" });
    house.service("PUT", &format!("/admin/users/{id}"), ban).await.ok();
    assert_eq!(house.refresh(&token).await.refusal(), (400, "user_banned"));
    house.pass(24 * 3_600);
    house.refresh(&token).await.ok();
}

#[db_test]
async fn parallel_refreshes_of_one_token_all_receive_the_same_new_token(db: Db) {
    let house = House::open(db).await;
    let mut token = signed_in(&house).await;
    for _ in 0..5 {
        let answers = futures(&house, &token).await;
        let tokens: Vec<String> =
            answers.into_iter().map(|answer| answer.ok().text("refresh_token")).collect();
        assert_ne!(tokens[0], token);
        assert!(tokens.iter().all(|other| *other == tokens[0]), "{tokens:?}");
        token.clone_from(&tokens[0]);
    }
    assert_eq!(house.count("SELECT refresh_generation FROM sessions", vec![]).await, 5);
}

#[db_test]
async fn a_token_works_after_a_restart(db: Db) {
    let house = House::open(db.clone()).await;
    let token = signed_in(&house).await;
    let again = House::open(db).await;
    let second = next(&again, &token).await;
    assert_ne!(second, token);
    let stored = again.count("SELECT refresh_generation FROM sessions", vec![]).await;
    assert_eq!(stored, 1);
}

async fn futures(house: &House, token: &str) -> [Answer; 4] {
    let (a, b, c, d) =
        tokio::join!(house.refresh(token), house.refresh(token), house.refresh(token), house.refresh(token));
    [a, b, c, d]
}
