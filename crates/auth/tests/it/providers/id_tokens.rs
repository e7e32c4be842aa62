//! Apps that sign their person in at a provider by themselves and hand over its id token.

use ateneu_testkit::{TestResponse, db_test, sqlite_test};
use serde_json::{Value as Json, json};

use crate::{
    browser::AtProvider,
    harness::{ANA, BIA, Harness},
};

async fn hand_over(app: &Harness, token: &str, nonce: Option<&str>) -> TestResponse {
    let body = json!({ "provider": "google", "id_token": token, "nonce": nonce });
    app.post("/token?grant_type=id_token", body).await
}

#[sqlite_test]
async fn a_token_for_the_site_or_its_app_signs_in(AtProvider { app, provider }: AtProvider) {
    let session = hand_over(&app, &provider.sign(&provider.claims(&json!({}))), None).await.ok();
    assert_eq!(session.json()["user"]["email"], ANA);
    app.get("/user", &session.string("access_token")).await.ok();
    let authenticator =
        hand_over(&app, &provider.sign(&provider.claims(&json!({ "aud": "app" }))), None).await.ok();
    assert_eq!(authenticator.json()["user"]["id"], session.json()["user"]["id"]);
}

#[sqlite_test]
async fn the_nonce_matches_plain_or_hashed_and_on_both_sides(AtProvider { app, provider }: AtProvider) {
    let hashed = "e9b8e0e4a6ee0b2c2b0fdc0d5a4dbf2c4e3a6f2f1d2c3b4a59687766554433ff";
    let digest = {
        use sha2::{Digest, Sha256};
        Sha256::digest(b"segredo").iter().map(|byte| format!("{byte:02x}")).collect::<String>()
    };
    for (claimed, given, right) in [
        (json!("segredo"), Some("segredo"), true),
        (json!(digest), Some("segredo"), true),
        (json!(hashed), Some("segredo"), false),
        (json!("segredo"), None, false),
        (json!(null), Some("segredo"), false),
    ] {
        let token = provider.sign(&provider.claims(&json!({ "nonce": claimed })));
        let answer = hand_over(&app, &token, given).await;
        match right {
            true => drop(answer.ok()),
            false => assert_eq!(answer.refusal(), (400, "bad_id_token"), "{claimed} {given:?}"),
        }
    }
}

#[sqlite_test]
async fn refused_id_tokens_count_towards_the_rate_limit(AtProvider { app, provider }: AtProvider) {
    app.settings.set("rate_limit_max_attempts", "1", None).await.unwrap();
    let foreign = provider.sign(&provider.claims(&json!({ "aud": "outro" })));
    hand_over(&app, &foreign, None).await.refused_with(400, "unexpected_audience");
    let expired = provider.sign(&provider.claims(&json!({ "exp": 1_799_999_999 })));
    hand_over(&app, &expired, None).await.refused_with(400, "bad_id_token");
    for (body, code) in [
        (json!({}), "oauth_provider_not_supported"),
        (json!({ "provider": "apple", "id_token": "x" }), "oauth_provider_not_supported"),
        (json!({ "provider": "google" }), "validation_failed"),
    ] {
        app.post("/token?grant_type=id_token", body).await.refused_with(400, code);
    }
    for _ in 0..5 {
        assert_eq!(hand_over(&app, &foreign, None).await.status.as_u16(), 400);
    }
    let right = provider.sign(&provider.claims(&json!({})));
    hand_over(&app, &right, None).await.refused_with(429, "over_request_rate_limit");
    assert_eq!(app.events("login", false).await, 11, "ten refusals and one line for the limit");
    app.advance_secs(3_600 - 1);
    app.advance_secs(1);
    let later = provider.sign(&provider.claims(&json!({ "exp": 1_800_010_000 })));
    hand_over(&app, &later, None).await.ok();
}

#[db_test]
async fn an_id_token_links_its_identity_to_the_bearer(AtProvider { app, provider }: AtProvider) {
    let id = app.account(BIA).await;
    let token = app.token(BIA).await;
    let body = json!({
        "provider": "google", "id_token": provider.sign(&provider.claims(&json!({}))), "link_identity": true,
    });
    let path = "/token?grant_type=id_token";
    app.post(path, body.clone()).await.refused_with(401, "no_authorization");
    let session = app.send("POST", path, Some(&token), &body).await.ok();
    assert_eq!(session.json()["user"]["id"], id);
    assert_eq!(session.json()["user"]["email"], BIA);
    assert_eq!(session.json()["user"]["identities"].as_array().unwrap().len(), 2);
    app.send("POST", path, Some(&token), &body).await.refused_with(422, "identity_already_exists");
    assert_eq!(app.get("/user", "x.y.z").await.json()["user"], Json::Null);
}
