//! Sign-up with and without confirmation.

use ateneu_testkit::{db_test, sqlite_test};
use serde_json::json;

use crate::{
    emails::Link,
    harness::{ANA, BIA, Harness, PASSWORD, statuses},
};

#[sqlite_test]
async fn a_new_account_requires_confirmation(app: Harness) {
    let body = json!({
        "email": "Ana@Exemplo.com", "password": PASSWORD, "data": { "nome": "Ana", "email_verified": true },
        "gotrue_meta_security": {}, "code_challenge": null, "code_challenge_method": null,
    });
    let user = app.post("/signup?redirect_to=https%3A%2F%2Fcasa.test%2F", body).await.ok();
    assert!(user.json().get("access_token").is_none());
    assert_eq!(user.json()["email"], ANA);
    assert_eq!(user.json()["confirmation_sent_at"], "2027-01-15T08:00:00.000000Z");
    assert!(user.json().get("email_confirmed_at").is_none() && user.json().get("confirmed_at").is_none());
    assert_eq!(user.json()["identities"].as_array().unwrap().len(), 1);
    let metadata = json!({
        "nome": "Ana", "email_verified": false, "sub": user.json()["id"], "email": ANA,
        "phone_verified": false,
    });
    assert_eq!(user.json()["user_metadata"], metadata);
    app.sign_in(ANA, PASSWORD).await.refused_with(400, "email_not_confirmed");
    app.sign_in(ANA, "errada!!").await.refused_with(400, "invalid_credentials");
    let path = format!("/admin/users/{}", user.string("id"));
    app.service("PUT", &path, json!({ "email_confirm": true })).await.ok();
    app.sign_in(ANA, PASSWORD).await.ok();
}

#[sqlite_test]
async fn email_and_password_match_in_every_unicode_form(app: Harness) {
    app.settings.set("email_confirmation_required", "false", None).await.unwrap();
    let apart = "uma seguranc\u{327}a das a\u{301}guas";
    let body = json!({ "email": "\u{200B}Ana@A\u{AD}ça\u{ED}.test ", "password": apart });
    let session = app.post("/signup", body).await.ok();
    let user = app.get("/user", &session.string("access_token")).await.ok();
    assert_eq!(user.json()["email"], "ana@xn--aa-4iaz.test");
    for (email, password) in [
        ("ana@açaí.test", apart),
        ("ANA@ac\u{327}ai\u{301}.test\u{200B}", "uma segurança das águas"),
        ("ana@xn--aa-4iaz.test", "uma\u{A0}segurança das águas"),
    ] {
        app.sign_in(email, password).await.ok();
    }
    app.sign_in("ana@acai.test", apart).await.refused_with(400, "invalid_credentials");
    app.sign_in("ana@açaí.test", "uma seguranca das aguas").await.refused_with(400, "invalid_credentials");
    for email in ["ana..b@exemplo.test", "\u{200B}", "jos\u{E9}@exemplo.test", "ana@exem plo.test"] {
        let refused = app.post("/signup", json!({ "email": email, "password": PASSWORD })).await;
        refused.refused_with(400, "validation_failed");
    }
}

#[db_test]
async fn without_confirmation_a_sign_up_returns_a_session(app: Harness) {
    app.settings.set("email_confirmation_required", "false", None).await.unwrap();
    let body = json!({ "email": ANA, "password": PASSWORD });
    let session = app.post("/signup", body.clone()).await.ok();
    let user = app.get("/user", &session.string("access_token")).await.ok();
    assert_eq!(user.json()["user_metadata"]["email_verified"], false, "nobody has proved it");
    assert!(user.json().get("email_confirmed_at").is_none());
    let claims = app.auth.caller(&session.string("access_token")).await.unwrap();
    assert_eq!((claims.user_id.is_some(), claims.email), (true, None), "the address opens nothing");
    app.refresh(&session.string("refresh_token")).await.ok();
    app.post("/signup", body).await.refused_with(422, "user_already_exists");
}

#[sqlite_test]
async fn an_account_is_searched_by_the_name_it_shows(app: Harness) {
    for (email, data, expected) in [
        (ANA, json!({ "full_name": "Ana Lima", "name": "Aninha" }), "ana lima ana@exemplo.com"),
        (BIA, json!({ "full_name": " ", "name": "Érica" }), "erica bia@exemplo.com"),
    ] {
        app.post("/signup", json!({ "email": email, "password": PASSWORD, "data": data })).await.ok();
        let sql = "SELECT search_text FROM users WHERE email = $1";
        assert_eq!(app.texts(sql, &[email.into()]).await, [expected]);
    }
}

/// The secret of the newest link sent to the address.
async fn link(app: &Harness) -> String {
    app.email(ANA).await.token()
}

#[sqlite_test]
async fn repeated_sign_ups_keep_no_password(app: Harness) {
    let passwords = ["Senha-da-primeira-vez", "Senha-da-segunda-vez", "Senha-da-terceira-vez"];
    let mut links = Vec::new();
    for password in passwords {
        app.post("/signup", json!({ "email": ANA, "password": password })).await.ok();
        links.push(link(&app).await);
        app.advance_secs(61);
    }
    for outdated in &links[..2] {
        app.verify_link(outdated, "signup").await.refused_with(403, "otp_expired");
    }
    let session = app.verify_link(&links[2], "signup").await.ok();
    assert_eq!(session.json()["user"]["app_metadata"]["password_required"], true);
    for password in passwords {
        app.sign_in(ANA, password).await.refused_with(400, "invalid_credentials");
    }
    let access = session.string("access_token");
    let set = app.update_user(&access, json!({ "password": PASSWORD })).await.ok();
    assert!(set.json()["app_metadata"].get("password_required").is_none());
    app.sign_in(ANA, PASSWORD).await.ok();
}

#[sqlite_test]
async fn a_rate_limited_sign_up_counts_as_a_repeat(app: Harness) {
    let sign_up =
        async |password: &str| app.post("/signup", json!({ "email": ANA, "password": password })).await;
    sign_up("Senha-de-quem-veio-antes").await.ok();
    assert_eq!(sign_up(PASSWORD).await.status, 429);
    let session = app.verify_link(&link(&app).await, "signup").await.ok();
    assert_eq!(session.json()["user"]["app_metadata"]["password_required"], true);
    app.sign_in(ANA, "Senha-de-quem-veio-antes").await.refused_with(400, "invalid_credentials");
}

#[sqlite_test]
async fn a_single_confirmed_sign_up_keeps_its_password(app: Harness) {
    app.post("/signup", json!({ "email": ANA, "password": PASSWORD })).await.ok();
    let session = app.verify_link(&link(&app).await, "signup").await.ok();
    assert!(session.json()["user"]["app_metadata"].get("password_required").is_none());
    app.sign_in(ANA, PASSWORD).await.ok();
}

#[sqlite_test]
async fn an_unverified_address_does_not_count_as_the_users(app: Harness) {
    app.settings.set("email_confirmation_required", "false", None).await.unwrap();
    let sign_up = async |email: &str| {
        app.post("/signup", json!({ "email": email, "password": PASSWORD })).await.ok().string("access_token")
    };
    // An address of another person, taken by a change of the own one.
    let access = sign_up("mal@exemplo.com").await;
    assert_eq!(app.update_user(&access, json!({ "email": BIA })).await.ok().json()["email"], BIA);
    assert_eq!(app.auth.caller(&access).await.unwrap().email, None);
    // Anyone who proves the address later ends everything the first one had.
    let stranger = sign_up(ANA).await;
    app.post("/otp", json!({ "email": ANA })).await.ok();
    let owner = app.verify_link(&link(&app).await, "magiclink").await.ok().string("access_token");
    let caller = app.auth.caller(&owner).await.unwrap();
    assert_eq!(caller.email.as_deref(), Some(ANA));
    assert!(app.auth.caller(&stranger).await.is_err(), "the session that had not proved it");
    app.sign_in(ANA, PASSWORD).await.refused_with(400, "invalid_credentials");
}

#[db_test]
async fn an_account_with_a_role_cannot_be_taken_by_sign_up(app: Harness) {
    let body = json!({ "email": "chefe@exemplo.com", "password": PASSWORD });
    let id = app.service("POST", "/admin/users", body).await.ok().string("id");
    app.make_admin(&id).await;
    let taken = json!({ "email": "chefe@exemplo.com", "password": "Senha-de-um-estranho" });
    app.post("/signup", taken.clone()).await.ok();
    app.settings.set("email_confirmation_required", "false", None).await.unwrap();
    app.post("/signup", taken).await.refused_with(422, "user_already_exists");
    app.sign_in("chefe@exemplo.com", "Senha-de-um-estranho").await.refused_with(400, "invalid_credentials");
}

#[sqlite_test]
async fn unavailable_and_invalid_sign_ups_are_refused_with_a_code(app: Harness) {
    let sign_up = async |body| app.post("/signup", body).await;
    let anonymous = sign_up(json!({ "data": {}, "gotrue_meta_security": {} })).await;
    anonymous.refused_with(422, "anonymous_provider_disabled");
    let phone = sign_up(json!({ "phone": "+5511999999999", "password": PASSWORD })).await;
    phone.refused_with(400, "phone_provider_disabled");
    let address = sign_up(json!({ "email": "sem arroba", "password": PASSWORD }))
        .await
        .refused_with(400, "validation_failed");
    assert_eq!(address.json()["message"], "Unable to validate email address: invalid format");
    let data = sign_up(json!({ "email": "a@b.co", "password": PASSWORD, "data": [1] })).await;
    data.refused_with(400, "bad_json");
    let large =
        sign_up(json!({ "email": "a@b.co", "password": PASSWORD, "data": { "x": "y".repeat(20_000) } }));
    large.await.refused_with(400, "validation_failed");
    let nul = sign_up(json!({ "email": "a@b.co", "password": PASSWORD, "data": { "x": "\0" } })).await;
    nul.refused_with(400, "validation_failed");
    app.settings.set("allow_signup", "false", None).await.unwrap();
    sign_up(json!({ "email": "a@b.co", "password": PASSWORD })).await.refused_with(422, "signup_disabled");
    assert_eq!(app.count("SELECT count(*) AS n FROM users", &[]).await, 0);
}

#[db_test]
async fn concurrent_sign_ups_create_one_account(app: Harness) {
    let body = json!({ "email": ANA, "password": PASSWORD });
    let (a, b, c) = tokio::join!(
        app.post("/signup", body.clone()),
        app.post("/signup", body.clone()),
        app.post("/signup", body.clone())
    );
    assert_eq!(statuses([a, b, c]), [200, 429, 429], "one email a minute");
    assert_eq!(app.count("SELECT count(*) AS n FROM users", &[]).await, 1);
    assert_eq!(app.count("SELECT count(*) AS n FROM identities", &[]).await, 1);
}
