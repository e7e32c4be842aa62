//! Accounts by mail: confirmation, codes, recovery, and what a secret does and does not open.

use ateneu_testkit::{db_test, sqlite_test};
use serde_json::json;

use crate::{
    emails::{Link, other_than, pairs},
    harness::{ANA, BIA, Harness, PASSWORD, statuses},
};

async fn sign_up(app: &Harness, email: &str, password: &str) {
    let body = json!({ "email": email, "password": password });
    app.post("/signup?redirect_to=https%3A%2F%2Fcasa.test%2Fmembros", body).await.ok();
}

#[sqlite_test]
async fn a_sign_up_is_confirmed_by_the_typed_code_once(app: Harness) {
    sign_up(&app, ANA, PASSWORD).await;
    let email = app.email(ANA).await;
    assert_eq!(email.subject, "Confirme o seu e-mail");
    assert_eq!(email.code().len(), 6);
    assert!(email.html.contains(&email.code()));
    let body = json!({ "email": "Ana@Exemplo.com", "token": email.code(), "type": "signup" });
    let session = app.post("/verify", body.clone()).await.ok();
    assert!(session.json()["user"]["email_confirmed_at"].is_string());
    assert_eq!(session.json()["user"]["user_metadata"]["email_verified"], true);
    app.sign_in(ANA, PASSWORD).await.ok();
    app.post("/verify", body).await.refused_with(403, "otp_expired");
    // One use ends both.
    app.verify_link(&email.token(), "signup").await.refused_with(403, "otp_expired");
    assert_eq!(app.events("token_verified", true).await, 1);
    assert_eq!(app.events("token_verified", false).await, 2);
}

#[sqlite_test]
async fn a_taken_address_gets_no_email_from_a_sign_up(app: Harness) {
    sign_up(&app, ANA, PASSWORD).await;
    let code = app.email(ANA).await.code();
    app.verify_code(ANA, &code, "signup").await.ok();
    app.advance_secs(60);
    sign_up(&app, ANA, "Senha-de-um-estranho").await;
    assert_eq!(app.emails(ANA).await.len(), 1, "a taken address gets no email from a sign-up");
}

#[sqlite_test]
async fn each_emailed_secret_expires_as_configured(app: Harness) {
    app.account(ANA).await;
    let ask = async || {
        app.post("/otp", json!({ "email": ANA })).await.ok();
        app.email(ANA).await
    };
    let email = ask().await;
    app.advance_secs(600);
    app.verify_code(ANA, &email.code(), "email").await.refused_with(403, "otp_expired");
    app.advance_secs(299);
    app.verify_link(&email.token(), "magiclink").await.ok();
    let email = ask().await;
    app.advance_secs(900);
    let (_, location) = app.follow("GET", &email.plain_link()).await;
    assert!(location.contains("error_code=otp_expired"), "{location}");
    app.settings.set("otp_expiry_seconds", "3600", None).await.unwrap();
    let email = ask().await;
    app.advance_secs(3_599);
    app.verify_code(ANA, &email.code(), "email").await.ok();
}

#[sqlite_test]
async fn a_link_opened_by_scanners_is_used_by_its_reader_only(app: Harness) {
    sign_up(&app, ANA, PASSWORD).await;
    let email = app.email(ANA).await;
    for _ in 0..3 {
        for method in ["HEAD", "GET"] {
            let (status, location) = app.follow(method, &email.link()).await;
            let page = location.starts_with("https://casa.test/conta/confirmar?token_hash=");
            assert!(
                if method == "HEAD" { status == 200 } else { status == 303 && page },
                "{method}: {location}"
            );
        }
    }
    assert_eq!(app.follow("HEAD", &email.plain_link()).await.0, 200);
    let (status, location) = app.follow("POST", &email.plain_link()).await;
    assert_eq!(status, 303);
    let (place, fragment) = location.split_once('#').unwrap();
    assert_eq!(place, "https://casa.test/membros");
    let session = pairs(fragment);
    assert_eq!((session["type"].as_str(), session["token_type"].as_str()), ("signup", "bearer"));
    assert_eq!((session["expires_in"].as_str(), session["sb"].as_str()), ("3600", ""));
    app.get("/user", &session["access_token"]).await.ok();
    app.refresh(&session["refresh_token"]).await.ok();
    let (status, location) = app.follow("GET", &email.plain_link()).await;
    assert_eq!(status, 303);
    let error = pairs(location.split_once('#').unwrap().1);
    assert_eq!(error["error"], "access_denied");
    assert_eq!(error["error_code"], "otp_expired");
    assert_eq!(error["error_description"], "Email link is invalid or has expired");
}

#[sqlite_test]
async fn a_link_redirects_only_to_allowed_addresses(app: Harness) {
    app.account(ANA).await;
    for wanted in [
        "https%3A%2F%2Fmal.test%2F",
        "%2F%2Fmal.test",
        "javascript%3Aalert(1)",
        "https%3A%2F%2Fcasa.test%40mal.test",
    ] {
        app.advance_secs(60);
        app.post(&format!("/otp?redirect_to={wanted}"), json!({ "email": ANA })).await.ok();
        let link = app.email(ANA).await.plain_link();
        assert!(link.ends_with("redirect_to=https%3A%2F%2Fcasa.test%2F"), "{link}");
        let (head, _) = link.split_once("redirect_to=").unwrap();
        let (_, location) = app.follow("GET", &format!("{head}redirect_to={wanted}")).await;
        assert!(location.starts_with("https://casa.test/#access_token="), "{location}");
    }
}

#[sqlite_test]
async fn a_pkce_session_is_given_only_for_the_right_verifier(app: Harness) {
    app.account(ANA).await;
    // RFC 7636, appendix B.
    let (verifier, challenge) =
        ("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    let ask = json!({ "email": ANA, "code_challenge": challenge, "code_challenge_method": "s256" });
    let path = "/recover?redirect_to=https%3A%2F%2Fcasa.test%2Fx%3Fsb_flow_id%3D7";
    app.post(path, ask).await.ok();
    let email = app.email(ANA).await;
    assert!(email.token().starts_with("pkce_"));
    let (status, location) = app.follow("GET", &email.plain_link()).await;
    let (place, code) = location.split_once("&code=").unwrap();
    assert_eq!((status, place), (303, "https://casa.test/x?sb_flow_id=7"));
    let exchange = async |code: &str, verifier: &str| {
        app.post("/token?grant_type=pkce", json!({ "auth_code": code, "code_verifier": verifier })).await
    };
    exchange(code, &verifier.replace('d', "e")).await.refused_with(400, "bad_code_verifier");
    exchange(email.token().as_str(), verifier).await.refused_with(404, "flow_state_not_found");
    let session = exchange(code, verifier).await.ok();
    app.get("/user", &session.string("access_token")).await.ok();
    exchange(code, verifier).await.refused_with(404, "flow_state_not_found");
    let (_, location) = app.follow("GET", &email.plain_link()).await;
    let (before, fragment) = location.split_once('#').unwrap();
    assert_eq!(pairs(fragment)["error_code"], "otp_expired");
    assert!(before.contains("error_code=otp_expired"), "{before}");

    app.advance_secs(60);
    app.post("/otp", json!({ "email": ANA, "code_challenge": verifier, "code_challenge_method": "plain" }))
        .await
        .ok();
    let (_, location) = app.follow("GET", &app.email(ANA).await.plain_link()).await;
    app.advance_secs(300);
    exchange(location.split_once("code=").unwrap().1, verifier).await.refused_with(422, "flow_state_expired");
    for half in [
        json!({ "email": ANA, "code_challenge": challenge }),
        json!({ "email": ANA, "code_challenge_method": "s256" }),
        json!({ "email": ANA, "code_challenge": "curto", "code_challenge_method": "s256" }),
    ] {
        app.post("/otp", half).await.refused_with(400, "validation_failed");
    }
}

#[sqlite_test]
async fn recovery_answers_alike_for_unknown_accounts(app: Harness) {
    app.account(ANA).await;
    let banned = app.account("banida@exemplo.com").await;
    app.service("PUT", &format!("/admin/users/{banned}"), json!({ "ban_duration": "24h" })).await.ok();
    for (path, extra) in [
        ("/recover", json!({})),
        ("/otp", json!({ "create_user": false })),
        ("/magiclink", json!({ "create_user": false })),
        ("/resend", json!({ "type": "signup" })),
        ("/resend", json!({ "type": "email_change" })),
    ] {
        app.advance_secs(60);
        for round in [200, 429] {
            let mut answers = Vec::new();
            for email in [ANA, "ninguem@exemplo.com", "banida@exemplo.com"] {
                let mut body = extra.clone();
                body["email"] = email.into();
                let answer = app.post(path, body).await;
                answers.push((answer.status.as_u16(), answer.json().to_string()));
            }
            assert_eq!(answers[0].0, round, "{path} {answers:?}");
            assert!(answers.iter().all(|answer| *answer == answers[0]), "{path} {answers:?}");
        }
    }
    assert_eq!(app.emails(ANA).await.len(), 3, "two codes and a recovery");
    assert!(app.emails("ninguem@exemplo.com").await.is_empty());
    assert!(app.emails("banida@exemplo.com").await.is_empty());
    assert_eq!(app.count("SELECT count(*) AS n FROM users", &[]).await, 2);
    app.settings.set("allow_signup", "false", None).await.unwrap();
    app.advance_secs(3_600);
    app.post("/otp", json!({ "email": "ninguem@exemplo.com" })).await.ok();
    assert_eq!(app.count("SELECT count(*) AS n FROM users", &[]).await, 2);
}

#[sqlite_test]
async fn a_second_email_waits_a_minute_and_voids_the_first(app: Harness) {
    sign_up(&app, ANA, PASSWORD).await;
    let first = app.email(ANA).await;
    let again = app
        .post("/resend", json!({ "type": "signup", "email": ANA }))
        .await
        .refused_with(429, "over_email_send_rate_limit");
    assert_eq!(again.json()["message"], "For security purposes, you can only request this after 60 seconds.");
    let stranger = app.post("/signup", json!({ "email": ANA, "password": "Senha-de-um-estranho" })).await;
    stranger.refused_with(429, "over_email_send_rate_limit");
    app.advance_secs(60);
    app.post("/resend", json!({ "type": "signup", "email": ANA })).await.ok();
    assert_eq!(app.emails(ANA).await.len(), 2);
    app.verify_link(&first.token(), "signup").await.refused_with(403, "otp_expired");
    app.verify_link(&app.email(ANA).await.token(), "signup").await.ok();
    // Two sign-ups proposed a password: none is kept.
    app.sign_in(ANA, PASSWORD).await.refused_with(400, "invalid_credentials");
    app.advance_secs(60);
    app.post("/resend", json!({ "type": "signup", "email": ANA })).await.ok();
    assert_eq!(app.emails(ANA).await.len(), 2, "nothing is left to confirm");
}

#[sqlite_test]
async fn guesses_of_a_code_are_limited_like_passwords(app: Harness) {
    app.account(ANA).await;
    app.post("/recover", json!({ "email": ANA })).await.ok();
    let code = app.email(ANA).await.code();
    let guess = async |number: usize, token: &str| {
        let body = json!({ "email": ANA, "token": token, "type": "recovery" });
        app.send_from(&format!("198.51.100.{number}"), "POST", "/verify", None, &body).await
    };
    let wrong = other_than(&code);
    for number in 0..10 {
        guess(number, wrong).await.refused_with(403, "otp_expired");
    }
    assert_eq!(guess(11, &code).await.refusal(), (429, "over_request_rate_limit"), "even the right one");
    app.advance_secs(60);
    app.post("/recover", json!({ "email": ANA })).await.ok();
    let fresh = app.email(ANA).await.code();
    assert_eq!(guess(12, &fresh).await.status.as_u16(), 429, "a new code is no new window");
    app.advance_secs(3_540);
    app.post("/recover", json!({ "email": ANA })).await.ok();
    let fresh = app.email(ANA).await.code();
    guess(13, "não é").await.refused_with(403, "otp_expired");
    guess(14, &fresh).await.ok();
    for _ in 0..12 {
        app.advance_secs(60);
        app.post("/recover", json!({ "email": ANA })).await.ok();
        guess(15, &app.email(ANA).await.code()).await.ok();
    }
}

#[db_test]
async fn one_code_entered_in_two_tabs_opens_one_session(app: Harness) {
    app.account(ANA).await;
    app.post("/otp", json!({ "email": ANA })).await.ok();
    let body = json!({ "email": ANA, "token": app.email(ANA).await.code(), "type": "email" });
    let (a, b) = tokio::join!(app.post("/verify", body.clone()), app.post("/verify", body));
    assert_eq!(statuses([a, b]), [200, 403]);
}

#[sqlite_test]
async fn verifying_an_email_discards_a_strangers_password(app: Harness) {
    sign_up(&app, ANA, "Senha-de-um-estranho").await;
    app.advance_secs(1);
    app.post("/otp", json!({ "email": ANA })).await.ok();
    app.verify_code(ANA, &app.email(ANA).await.code(), "magiclink").await.ok();
    app.sign_in(ANA, "Senha-de-um-estranho").await.refused_with(400, "invalid_credentials");
}

#[db_test]
async fn a_stored_secret_opens_no_account(app: Harness) {
    app.account(ANA).await;
    app.post("/recover", json!({ "email": ANA })).await.ok();
    let email = app.email(ANA).await;
    let digest = app.text("SELECT digest FROM one_time_tokens", &[]).await.unwrap();
    let code_digest = app.text("SELECT code_digest FROM one_time_tokens", &[]).await.unwrap();
    assert_ne!(digest, email.token());
    assert!(!code_digest.contains(&email.code()));
    for secret in [digest, code_digest] {
        app.verify_link(&secret, "recovery").await.refused_with(403, "otp_expired");
    }
}

#[db_test]
async fn a_secret_opens_only_its_one_purpose(app: Harness) {
    app.account(ANA).await;
    app.post("/recover", json!({ "email": ANA })).await.ok();
    let email = app.email(ANA).await;
    app.account(BIA).await;
    for (address, kind) in
        [(ANA, "email"), (ANA, "signup"), (ANA, "invite"), (ANA, "email_change"), (BIA, "recovery")]
    {
        let refused = app.verify_code(address, &email.code(), kind).await;
        assert_eq!(refused.refusal(), (403, "otp_expired"), "{kind}");
    }
    for body in [
        json!({ "token_hash": email.token(), "type": "reauthentication" }),
        json!({ "token": email.code(), "type": "recovery" }),
        json!({ "email": ANA, "type": "recovery" }),
        json!({ "token_hash": email.token() }),
    ] {
        assert_eq!(app.post("/verify", body.clone()).await.refusal(), (400, "validation_failed"), "{body}");
    }
    app.verify_message("+5511999999999", "123456", "recovery")
        .await
        .refused_with(400, "phone_provider_disabled");
    app.verify_link(&email.token(), "recovery").await.ok();
}

#[sqlite_test]
async fn line_breaks_in_an_address_never_reach_an_email(app: Harness) {
    for email in [
        "ana@exemplo.com\r\nBcc: todos@exemplo.com",
        "ana@exemplo.com\nx",
        "Ana <ana@exemplo.com>",
        "a@b.co,c@d.co",
    ] {
        for path in ["/otp", "/recover", "/signup"] {
            let answer = app.post(path, json!({ "email": email, "password": PASSWORD })).await;
            assert_eq!(answer.refusal(), (400, "validation_failed"), "{path} {email:?}");
        }
    }
    assert_eq!(app.count("SELECT count(*) AS n FROM mail_messages", &[]).await, 0);
}
