//! Account that a person at a provider gets, linking and unlinking, and the takeovers that must not work.

use ateneu_testkit::{db_test, sqlite_test};
use serde_json::{Value as Json, json};

use crate::{
    browser::AtProvider,
    emails::Link,
    harness::{ANA, BIA, PASSWORD, statuses},
    second_factor::Tokens,
};

const HOME: &str = "provider=google";

fn google_of(user: &Json) -> String {
    let all = user["identities"].as_array().unwrap();
    let found = all.iter().find(|identity| identity["provider"] == "google").unwrap();
    found["identity_id"].as_str().unwrap().to_owned()
}

#[sqlite_test]
async fn a_proved_address_links_its_account_and_notifies_the_person(
    AtProvider { app, provider }: AtProvider,
) {
    let id = app.account(ANA).await;
    app.advance_secs(1);
    provider.set_claims(json!({ "email": "Ana@Exemplo.com" }));
    let user = app.behind(&app.sign_in_through(&provider, HOME).await).await;
    assert_eq!(user["id"], id);
    assert_eq!(user["app_metadata"], json!({ "provider": "email", "providers": ["email", "google"] }));
    assert_eq!(user["identities"].as_array().unwrap().len(), 2);
    app.sign_in(ANA, PASSWORD).await.ok();
    assert_eq!(app.email(ANA).await.subject, "Sua conta agora entra com Google");
    assert_eq!((app.events("identity_linked", true).await, app.events("signup", true).await), (1, 0));
    app.sign_in_through(&provider, HOME).await;
    assert_eq!(app.emails(ANA).await.len(), 1, "one email");
}

#[sqlite_test]
async fn an_unproved_address_opens_and_creates_no_account(AtProvider { app, provider }: AtProvider) {
    app.account(ANA).await;
    for changes in [
        json!({ "email_verified": false }),
        json!({ "email_verified": null }),
        json!({ "email": null }),
        json!({ "email": "nova@exemplo.com", "email_verified": false }),
    ] {
        provider.set_claims(changes.clone());
        provider.set_userinfo(json!({ "sub": "ana-no-provedor" }));
        let landed = app.sign_in_through(&provider, HOME).await;
        assert_eq!(landed.error(), "provider_email_needs_verification", "{changes}");
    }
    assert_eq!(app.count("SELECT count(*) AS n FROM identities", &[]).await, 1);
    assert_eq!(app.count("SELECT count(*) AS n FROM users", &[]).await, 1);
    assert_eq!(app.events("login", false).await, 4);
    provider.set_claims(json!({}));
    let first = app.behind(&app.sign_in_through(&provider, HOME).await).await;
    provider.set_claims(json!({ "email": "outra@exemplo.com", "email_verified": false }));
    let later = app.behind(&app.sign_in_through(&provider, HOME).await).await;
    assert_eq!((&later["id"], &later["email"]), (&first["id"], &json!(ANA)), "the provider's own id decides");
}

#[db_test]
async fn a_foreign_sign_up_keeps_no_access_after_linking(AtProvider { app, provider }: AtProvider) {
    let body =
        json!({ "email": ANA, "password": PASSWORD, "data": { "full_name": "Atacante", "nota": "minha" } });
    app.post("/signup", body).await.ok();
    let pending = app.email(ANA).await;
    let user = app.behind(&app.sign_in_through(&provider, HOME).await).await;
    assert_eq!(user["email"], ANA);
    assert_eq!(user["user_metadata"]["full_name"], "Ana Lima");
    assert_eq!(user["user_metadata"]["nota"], Json::Null);
    assert_eq!(user["app_metadata"], json!({ "provider": "google", "providers": ["google"] }));
    assert_eq!(user["identities"].as_array().unwrap().len(), 1);
    app.sign_in(ANA, PASSWORD).await.refused_with(400, "invalid_credentials");
    app.verify_link(&pending.token(), "signup").await.refused_with(403, "otp_expired");
    let again = json!({ "email": ANA, "password": "Outra-senha-do-atacante" });
    app.advance_secs(60);
    app.post("/signup", again).await.ok();
    app.sign_in(ANA, "Outra-senha-do-atacante").await.refused_with(400, "invalid_credentials");
}

#[sqlite_test]
async fn disabled_sign_ups_also_refuse_providers(AtProvider { app, provider }: AtProvider) {
    app.settings.set("allow_signup", "false", None).await.unwrap();
    assert_eq!(app.sign_in_through(&provider, HOME).await.error(), "signup_disabled");
    let id = app.account(ANA).await;
    let path = format!("/admin/users/{id}");
    app.service("PUT", &path, json!({ "ban_duration": "1h" })).await.ok();
    assert_eq!(app.sign_in_through(&provider, HOME).await.error(), "user_banned");
    app.service("PUT", &path, json!({ "ban_duration": "none" })).await.ok();
    app.sign_in_through(&provider, HOME).await;
    app.service("PUT", &path, json!({ "ban_duration": "1h" })).await.ok();
    assert_eq!(app.sign_in_through(&provider, HOME).await.error(), "user_banned", "known by its own id, too");
    assert_eq!(app.count("SELECT count(*) AS n FROM users", &[]).await, 1);
}

#[sqlite_test]
async fn a_phone_account_is_not_taken_over_by_its_unproved_email(AtProvider { app, provider }: AtProvider) {
    let body = json!({ "email": ANA, "phone": "5511999999999", "phone_confirm": true });
    app.service("POST", "/admin/users", body).await.ok();
    assert_eq!(app.sign_in_through(&provider, HOME).await.error(), "email_exists");
}

#[db_test]
async fn concurrent_first_sign_ins_create_one_account(AtProvider { app, provider }: AtProvider) {
    let (a, b) = tokio::join!(app.sign_in_through(&provider, HOME), app.sign_in_through(&provider, HOME));
    assert_eq!(app.behind(&a).await["id"], app.behind(&b).await["id"]);
    assert_eq!(app.count("SELECT count(*) AS n FROM identities", &[]).await, 1);
}

#[sqlite_test]
async fn a_signed_in_person_links_and_unlinks(AtProvider { app, provider }: AtProvider) {
    let id = app.account(ANA).await;
    let token = app.token(ANA).await;
    app.advance_secs(1);
    provider.set_claims(json!({ "email": "ana@outro-lugar.com", "email_verified": false }));
    let user = app.behind(&app.link(&provider, &token).await).await;
    assert_eq!((&user["id"], &user["email"]), (&json!(id), &json!(ANA)), "the account's address stays");
    assert_eq!(user["app_metadata"]["providers"], json!(["email", "google"]));
    assert_eq!(app.email(ANA).await.subject, "Sua conta agora entra com Google");
    assert_eq!(app.link(&provider, &token).await.error(), "identity_already_exists");
    assert_eq!(app.behind(&app.sign_in_through(&provider, HOME).await).await["id"], id);
    let identity = |provider: &str| {
        let all = user["identities"].as_array().unwrap();
        let found = all.iter().find(|identity| identity["provider"] == provider).unwrap();
        format!("/user/identities/{}", found["identity_id"].as_str().unwrap())
    };
    let drop = async |path: &str| app.call("DELETE", path, Some(&token)).await;
    drop(&identity("email")).await.refused_with(422, "email_conflict_identity_not_deletable");
    app.advance_secs(1);
    assert_eq!(drop(&identity("google")).await.ok().into_json(), json!({}));
    drop(&identity("google")).await.refused_with(422, "identity_not_found");
    drop(&identity("email")).await.refused_with(422, "single_identity_not_deletable");
    assert_eq!(app.email(ANA).await.subject, "Sua conta não entra mais com Google");
    let user = app.get("/user", &token).await.ok();
    assert_eq!(user.json()["app_metadata"], json!({ "provider": "email", "providers": ["email"] }));
    assert_eq!(app.sign_in_through(&provider, HOME).await.error(), "provider_email_needs_verification");
    assert_eq!(app.events("identity_linked", true).await, 1);
    assert_eq!(app.events("identity_unlinked", true).await, 1);
    assert_eq!(app.events("identity_unlinked", false).await, 3);
}

#[sqlite_test]
async fn linking_continues_the_session_with_its_proofs(AtProvider { app, provider }: AtProvider) {
    let (tokens, authenticator) = app.protected(ANA).await;
    let landed = app.link(&provider, &tokens.access).await;
    let after = Tokens { access: landed.fragment("access_token"), refresh: landed.fragment("refresh_token") };
    assert_eq!(after.claims()["session_id"], tokens.claims()["session_id"]);
    assert_eq!((&after.claims()["aal"], &after.claims()["amr"]), (&json!("aal2"), &tokens.claims()["amr"]));
    assert_eq!(app.count("SELECT count(*) AS n FROM sessions", &[]).await, 1);
    assert_eq!(app.events("login", true).await, 1, "nobody signed in a second time");
    app.refresh(&after.refresh).await.ok();
    // Through the provider, the second factor is owed as after a password.
    let arrived = app.sign_in_through(&provider, HOME).await.fragment("access_token");
    let half = Tokens { access: arrived, refresh: String::new() };
    assert_eq!(half.claims()["aal"], "aal1");
    for (method, path) in [
        ("GET", "/user/identities/authorize?provider=google&skip_http_redirect=true".to_owned()),
        ("DELETE", format!("/user/identities/{}", google_of(&app.behind(&landed).await))),
    ] {
        let refused = app.with(&half, method, &path, Json::Null).await;
        assert_eq!(refused.refusal(), (401, "insufficient_aal"), "{method} {path}");
    }
    assert_eq!(app.count("SELECT count(*) AS n FROM provider_flows", &[]).await, 0);
    app.prove(&half, &authenticator.factor, &authenticator.code(&app)).await.ok();
}

#[db_test]
async fn a_link_ends_with_its_session_and_its_account(AtProvider { app, provider }: AtProvider) {
    let id = app.account(ANA).await;
    let token = app.token(ANA).await;
    let away = app.leave_to_link(&token).await;
    app.call("POST", "/logout?scope=local", Some(&token)).await.ok();
    assert_eq!(app.come_back(&away.agreed(&provider), &away.cookie).await.error(), "bad_oauth_state");
    let linked = "SELECT count(*) AS n FROM identities WHERE provider = 'google'";
    assert_eq!(app.count(linked, &[]).await, 0);

    let away = app.leave_to_link(&app.token(ANA).await).await;
    app.service("DELETE", &format!("/admin/users/{id}"), Json::Null).await.ok();
    assert_eq!(app.come_back(&away.agreed(&provider), &away.cookie).await.error(), "bad_oauth_state");
    assert_eq!(app.count("SELECT count(*) AS n FROM users", &[]).await, 0);
}

#[db_test]
async fn an_identity_of_another_account_or_browser_is_not_linked(AtProvider { app, provider }: AtProvider) {
    app.sign_in_through(&provider, HOME).await;
    let token = app.signed_in(BIA).await;
    assert_eq!(app.link(&provider, &token).await.error(), "identity_already_exists");
    provider.set_claims(json!({ "sub": "vitima-no-provedor", "email": "vitima@exemplo.com" }));
    // Bia sends the address to somebody who agrees at the provider in another browser.
    let away = app.leave_to_link(&token).await;
    assert_eq!(app.come_back(&away.agreed(&provider), "").await.error(), "bad_oauth_state");
    assert_eq!(app.get("/user", &token).await.ok().json()["identities"].as_array().unwrap().len(), 1);
    let nobody = app.browse("/user/identities/authorize?provider=google", None, "").await;
    nobody.refused_with(401, "no_authorization");
    let foreign = app.text("SELECT id FROM identities WHERE provider = 'google'", &[]).await.unwrap();
    let answer = app.call("DELETE", &format!("/user/identities/{foreign}"), Some(&token)).await;
    answer.refused_with(422, "identity_not_found");
}

#[db_test]
async fn concurrent_unlinks_keep_the_last_identity(AtProvider { app, provider }: AtProvider) {
    let landed = app.sign_in_through(&provider, HOME).await;
    let token = landed.fragment("access_token");
    provider.set_claims(json!({ "sub": "ana-de-novo" }));
    app.link(&provider, &token).await;
    let user = app.behind(&landed).await;
    let path = |index: usize| {
        format!("/user/identities/{}", user["identities"][index]["identity_id"].as_str().unwrap())
    };
    let (first, second) = (path(0), path(1));
    let (a, b) =
        tokio::join!(app.call("DELETE", &first, Some(&token)), app.call("DELETE", &second, Some(&token)));
    assert_eq!(statuses([a, b]), [200, 422]);
}
