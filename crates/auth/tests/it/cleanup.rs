//! Removal of expired rows, and of no others, by the nightly job.

use ateneu_testkit::db_test;
use serde_json::json;

use crate::{
    browser::AtProvider,
    emails::Link,
    harness::{ANA, ByPhone, Harness, PASSWORD},
};

/// Queries that count the secrets and challenges waiting to be used, with the minutes each lives.
const WAITING: [(&str, i64); 5] = [
    ("SELECT count(*) AS n FROM factor_challenges", 5),
    ("SELECT count(*) AS n FROM passkey_challenges", 5),
    ("SELECT count(*) AS n FROM flow_states", 5),
    ("SELECT count(*) AS n FROM provider_flows", 10),
    ("SELECT count(*) AS n FROM one_time_tokens", 15),
];

#[db_test]
async fn cleanup_removes_only_expired_rows(ByPhone(app): ByPhone) {
    let removed = async |app: &Harness| {
        let removed = app.auth.cleanup().await.unwrap();
        (removed.sessions, removed.secrets, removed.keys)
    };
    app.account(ANA).await;
    let unused = app.sign_in(ANA, PASSWORD).await.ok();
    let used = app.sign_in(ANA, PASSWORD).await.ok();
    app.post("/otp", json!({ "phone": "+5511999990000" })).await.ok();
    app.post("/recover", json!({ "email": ANA })).await.ok();
    app.auth.rotate_keys().await.unwrap();
    assert_eq!(removed(&app).await, (0, 0, 0));
    app.advance_secs(900);
    assert_eq!(removed(&app).await, (0, 2, 0), "a link lives fifteen minutes, a code ten");
    app.advance_secs(3_600);
    assert_eq!(removed(&app).await, (0, 0, 1));
    app.advance_secs(60 * 24 * 3_600);
    let used = app.refresh(&used.string("refresh_token")).await.ok();
    app.advance_secs(30 * 24 * 3_600);
    assert_eq!(removed(&app).await, (1, 0, 0));
    app.refresh(&used.string("refresh_token")).await.ok();
    app.refresh(&unused.string("refresh_token")).await.refused_with(400, "session_not_found");
    app.execute("UPDATE sessions SET not_after = $1", &[app.clock.now().into()]).await;
    assert_eq!(removed(&app).await, (1, 0, 0), "past its end");
}

#[db_test]
async fn every_expired_secret_is_deleted(AtProvider { app, .. }: AtProvider) {
    let ana = app.person(ANA).await;
    let authenticator = app.begin_app(&ana, "celular").await;
    app.with(&ana, "POST", &format!("/factors/{}/challenge", authenticator.factor), json!({})).await.ok();
    app.post("/passkeys/authentication/options", json!({})).await.ok();
    app.leave("provider=google").await;
    let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
    let ask = json!({ "email": ANA, "code_challenge": challenge, "code_challenge_method": "s256" });
    app.post("/otp", ask).await.ok();
    app.follow("GET", &app.email(ANA).await.plain_link()).await;
    app.post("/recover", json!({ "email": ANA })).await.ok();
    let waiting = async |app: &Harness| {
        app.auth.cleanup().await.unwrap();
        let mut left = Vec::new();
        for (sql, life) in WAITING {
            match app.count(sql, &[]).await {
                0 => {}
                _ => left.push(life),
            }
        }
        left
    };
    for (seconds, left) in [
        (299, vec![5, 5, 5, 10, 15]),
        (1, vec![10, 15]),
        (299, vec![10, 15]),
        (1, vec![15]),
        (299, vec![15]),
        (1, vec![]),
    ] {
        app.advance_secs(seconds);
        assert_eq!(waiting(&app).await, left);
    }
}
