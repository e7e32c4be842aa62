//! Accounts by telephone: codes by short message, within limits, telling nobody who has an account.

use std::collections::BTreeSet;

use ateneu_db::Db;
use ateneu_testkit::{TestResponse, db_test, sqlite_test};
use serde_json::{Value as Json, json};

use crate::{
    emails::other_than,
    harness::{ByPhone, Harness, PASSWORD},
};

const ANA: &str = "+5511999990000";
const NEW: &str = "+5511999990001";
const BIA: &str = "+5521988887777";
const MAIL: &str = "ana@exemplo.com";

fn code_in(text: &str) -> String {
    text.split(' ').next().unwrap().to_owned()
}

impl Harness {
    /// Returns the message last sent to a number.
    async fn message(&self, number: &'static str) -> String {
        self.email(number).await.text
    }

    /// The code last sent to a number.
    async fn code(&self, number: &'static str) -> String {
        code_in(&self.message(number).await)
    }

    /// A session of an account with this number, proved.
    async fn phone_session(&self, number: &'static str) -> TestResponse {
        self.post("/signup", json!({ "phone": number, "password": PASSWORD })).await.ok();
        let session = self.verify_message(number, &self.code(number).await, "sms").await.ok();
        // What is sent at the same instant has no order.
        self.advance_secs(1);
        session
    }

    async fn accounts(&self) -> i64 {
        self.count("SELECT count(*) AS n FROM users", &[]).await
    }
}

#[sqlite_test]
async fn a_phone_sign_up_needs_the_code_before_password_sign_in(ByPhone(app): ByPhone) {
    let body = json!({ "phone": "+55 (11) 99999-0000", "password": PASSWORD, "data": { "nome": "Ana" }, "channel": "sms" });
    let made = app.post("/signup", body).await.ok();
    assert!(made.json().get("access_token").is_none());
    assert_eq!(made.json()["phone"].as_str(), Some("5511999990000"));
    assert_eq!(made.json()["email"].as_str(), Some(""));
    assert!(
        made.json()["confirmation_sent_at"].is_string() && made.json().get("phone_confirmed_at").is_none()
    );
    assert_eq!(made.json()["app_metadata"], json!({ "provider": "phone", "providers": ["phone"] }));
    assert_eq!(made.json()["identities"][0]["provider"], "phone");
    assert_eq!(made.json()["identities"][0]["identity_data"]["phone"], "5511999990000");

    app.sign_in_by_phone(ANA, PASSWORD).await.refused_with(400, "phone_not_confirmed");
    app.sign_in_by_phone(ANA, "outra-senha").await.refused_with(400, "invalid_credentials");
    let text = app.message(ANA).await;
    assert!(
        text.ends_with("é o seu código para confirmar o seu telefone em casa.test. Não o passe a ninguém."),
        "{text}"
    );
    let session = app.verify_message("5511999990000", &code_in(&text), "sms").await.ok();
    let user = &session.json()["user"];
    assert!(user["phone_confirmed_at"].is_string() && session.json()["refresh_token"].is_string());
    assert_eq!(user["user_metadata"]["nome"], "Ana");
    assert_eq!(user["user_metadata"]["phone_verified"], true);
    assert_eq!(user["user_metadata"]["phone"], "5511999990000");
    for written in [ANA, "5511999990000", "+55 11 99999-0000"] {
        app.sign_in_by_phone(written, PASSWORD).await.ok();
    }
    assert_eq!(app.events("signup", true).await, 1);
}

#[sqlite_test]
async fn an_sms_code_signs_in_the_holder_of_the_number(ByPhone(app): ByPhone) {
    assert_eq!(app.post("/otp", json!({ "phone": ANA, "channel": "sms" })).await.ok().into_json(), json!({}));
    let made = app.verify_message(ANA, &app.code(ANA).await, "sms").await.ok();
    assert_eq!(app.accounts().await, 1, "a new number gets an account");
    app.advance_secs(60);
    app.post("/otp", json!({ "phone": ANA, "create_user": false })).await.ok();
    let again = app.verify_message(ANA, &app.code(ANA).await, "sms").await.ok();
    assert_eq!(made.json()["user"]["id"], again.json()["user"]["id"]);
    assert_eq!(again.json()["user"]["identities"].as_array().map(Vec::len), Some(1));
}

#[db_test]
async fn responses_do_not_reveal_which_numbers_have_accounts(ByPhone(app): ByPhone) {
    app.phone_session(ANA).await;
    let banned = json!({ "phone": BIA, "phone_confirm": true, "ban_duration": "1h" });
    app.service("POST", "/admin/users", banned).await.ok();
    app.advance_secs(60);
    for number in [ANA, BIA, NEW] {
        let asked = app.post("/otp", json!({ "phone": number, "create_user": false })).await;
        assert_eq!((asked.status.as_u16(), asked.json()), (200, &json!({})), "{number}");
        let soon = app.post("/otp", json!({ "phone": number, "create_user": false })).await;
        assert_eq!(soon.refusal(), (429, "over_sms_send_rate_limit"), "{number}");
        app.sign_in_by_phone(number, "outra-senha").await.refused_with(400, "invalid_credentials");
        app.advance_secs(60);
        for kind in ["sms", "phone_change"] {
            let again = app.post("/resend", json!({ "phone": number, "type": kind })).await;
            assert_eq!((again.status.as_u16(), again.json()), (200, &json!({})), "{number} {kind}");
        }
    }
    assert_eq!(app.emails(ANA).await.len(), 2, "nothing waits to be confirmed");
    assert!(app.emails(BIA).await.is_empty() && app.emails(NEW).await.is_empty());

    app.advance_secs(60);
    let names = |value: &Json| value.as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>();
    let fresh = app.post("/signup", json!({ "phone": NEW, "password": PASSWORD })).await.ok();
    let taken = app.post("/signup", json!({ "phone": ANA, "password": PASSWORD })).await.ok();
    assert_eq!(names(fresh.json()), names(taken.json()));
    assert_eq!(names(&fresh.json()["user_metadata"]), names(&taken.json()["user_metadata"]));
    assert_eq!(names(&fresh.json()["identities"][0]), names(&taken.json()["identities"][0]));
    assert_eq!(taken.json()["role"], fresh.json()["role"]);
    assert_eq!(app.emails(ANA).await.len(), 2, "no message either");
}

#[sqlite_test]
async fn numbers_of_other_countries_are_refused_everywhere(ByPhone(app): ByPhone) {
    for number in
        ["abc", "+19005550100", "+551140040000", "11999990000", "+5511999990000\r\nTo: +19005550100"]
    {
        for (path, body) in [
            ("/signup", json!({ "phone": number, "password": PASSWORD })),
            ("/otp", json!({ "phone": number })),
            ("/resend", json!({ "phone": number, "type": "sms" })),
            ("/verify", json!({ "phone": number, "token": "123456", "type": "sms" })),
        ] {
            assert_eq!(app.post(path, body).await.refusal(), (400, "validation_failed"), "{path} {number:?}");
        }
    }
    let whatsapp = app.post("/otp", json!({ "phone": ANA, "channel": "whatsapp" })).await;
    whatsapp.refused_with(400, "validation_failed");
    assert_eq!(app.count("SELECT count(*) AS n FROM mail_messages", &[]).await, 0);
}

#[sqlite_test]
async fn messages_are_limited_per_minute_per_day_and_per_caller(ByPhone(app): ByPhone) {
    app.post("/signup", json!({ "phone": ANA, "password": PASSWORD })).await.ok();
    for (path, body) in [
        ("/signup", json!({ "phone": ANA, "password": "Senha-de-um-estranho" })),
        ("/otp", json!({ "phone": ANA })),
        ("/resend", json!({ "phone": ANA, "type": "sms" })),
    ] {
        let soon = app.post(path, body).await;
        assert_eq!(
            soon.refusal(),
            (429, "over_sms_send_rate_limit"),
            "{path}: one of a kind a minute, however asked for"
        );
        assert!(soon.headers.contains_key("retry-after"));
    }
    for _ in 0..9 {
        app.advance_secs(60);
        app.post("/otp", json!({ "phone": ANA })).await.ok();
    }
    app.advance_secs(60);
    let eleventh = app.send_from("198.51.100.7", "POST", "/otp", None, &json!({ "phone": ANA })).await;
    eleventh.refused_with(429, "over_sms_send_rate_limit");
    assert_eq!(app.emails(ANA).await.len(), 10);
    app.advance_secs(24 * 3_600);
    app.post("/otp", json!({ "phone": ANA })).await.ok();

    for number in 0..30 {
        let body = json!({ "phone": format!("+55119888800{number:02}") });
        app.send_from("203.0.113.9", "POST", "/otp", None, &body).await.ok();
    }
    let flood = app.send_from("203.0.113.9", "POST", "/otp", None, &json!({ "phone": BIA })).await;
    flood.refused_with(429, "over_request_rate_limit");
    assert!(app.emails(BIA).await.is_empty());
    app.send_from("203.0.114.9", "POST", "/otp", None, &json!({ "phone": BIA })).await.ok();
}

#[sqlite_test]
async fn a_code_works_once_in_time_for_its_number_and_its_purpose(ByPhone(app): ByPhone) {
    app.post("/otp", json!({ "phone": ANA })).await.ok();
    let code = app.code(ANA).await;
    let digest = app.text("SELECT digest FROM one_time_tokens", &[]).await.unwrap();
    let code_digest = app.text("SELECT code_digest FROM one_time_tokens", &[]).await.unwrap();
    assert!(!code_digest.contains(&code), "what lies in the database opens nothing");
    for secret in [digest, code_digest] {
        app.verify_link(&secret, "sms").await.refused_with(403, "otp_expired");
    }
    for (phone, kind) in [(BIA, "sms"), (ANA, "phone_change")] {
        let refused = app.verify_message(phone, &code, kind).await;
        assert_eq!(refused.refusal(), (403, "otp_expired"), "{phone} {kind}");
    }
    for kind in ["email", "recovery", "magiclink"] {
        assert_eq!(app.verify_message(ANA, &code, kind).await.refusal(), (403, "otp_expired"), "{kind}");
    }
    let (a, b) = tokio::join!(app.verify_message(ANA, &code, "sms"), app.verify_message(ANA, &code, "sms"));
    let statuses = BTreeSet::from([a.status.as_u16(), b.status.as_u16()]);
    assert_eq!(statuses, BTreeSet::from([200, 403]), "two tabs, one session");

    app.advance_secs(60);
    app.post("/otp", json!({ "phone": ANA })).await.ok();
    let late = app.code(ANA).await;
    app.advance_secs(600);
    app.verify_message(ANA, &late, "sms").await.refused_with(403, "otp_expired");
    app.post("/otp", json!({ "phone": ANA })).await.ok();
    let first = app.code(ANA).await;
    app.advance_secs(60);
    app.post("/otp", json!({ "phone": ANA })).await.ok();
    // A newer one ends the older.
    app.verify_message(ANA, &first, "sms").await.refused_with(403, "otp_expired");
}

#[db_test]
async fn parallel_guesses_of_a_code_keep_to_the_limit(ByPhone(app): ByPhone) {
    app.post("/otp", json!({ "phone": ANA })).await.ok();
    let code = app.code(ANA).await;
    let wrong = other_than(&code);
    let guesses = (0..40).map(|number| {
        let (app, address) = (&app, format!("198.51.{number}.1"));
        let body = json!({ "phone": ANA, "token": wrong, "type": "sms" });
        async move { app.send_from(&address, "POST", "/verify", None, &body).await.status.as_u16() }
    });
    let statuses = futures::future::join_all(guesses).await;
    assert_eq!(statuses.iter().filter(|status| **status == 403).count(), 10, "{statuses:?}");
    let right = app.verify_message(ANA, &code, "sms").await;
    assert_eq!(right.refusal(), (429, "over_request_rate_limit"), "even the right one");
    app.advance_secs(60);
    app.post("/otp", json!({ "phone": ANA })).await.ok();
    let fresh = app.code(ANA).await;
    assert_eq!(
        app.verify_message(ANA, &fresh, "sms").await.status.as_u16(),
        429,
        "a new code is no new window"
    );
}

#[db_test]
async fn verifying_a_number_discards_a_strangers_password(ByPhone(app): ByPhone) {
    app.post("/signup", json!({ "phone": ANA, "password": "Senha-de-um-estranho" })).await.ok();
    app.advance_secs(60);
    app.post("/otp", json!({ "phone": ANA })).await.ok();
    app.verify_message(ANA, &app.code(ANA).await, "sms").await.ok();
    app.sign_in_by_phone(ANA, "Senha-de-um-estranho").await.refused_with(400, "invalid_credentials");
}

#[sqlite_test]
async fn a_sign_up_leaves_accounts_with_a_proved_email_alone(ByPhone(app): ByPhone) {
    let both = json!({ "email": MAIL, "email_confirm": true, "phone": ANA, "password": PASSWORD });
    app.service("POST", "/admin/users", both).await.ok();
    app.post("/signup", json!({ "phone": ANA, "password": "Senha-de-um-estranho" })).await.ok();
    assert!(app.emails(ANA).await.is_empty());
    app.sign_in(MAIL, PASSWORD).await.ok();
    // Its person may prove the number, and keeps the password.
    app.advance_secs(60);
    app.post("/otp", json!({ "phone": ANA })).await.ok();
    app.verify_message(ANA, &app.code(ANA).await, "sms").await.ok();
    app.sign_in_by_phone(ANA, PASSWORD).await.ok();
}

#[db_test]
async fn an_email_account_adds_a_number_once_confirmed(ByPhone(app): ByPhone) {
    let token = app.signed_in(MAIL).await;
    let asked = app.update_user(&token, json!({ "phone": ANA })).await.ok();
    assert_eq!(asked.json()["phone"].as_str(), Some(""));
    assert_eq!(asked.json()["new_phone"].as_str(), Some("5511999990000"));
    assert!(asked.json()["phone_change_sent_at"].is_string());
    app.sign_in_by_phone(ANA, PASSWORD).await.refused_with(400, "invalid_credentials");
    app.verify_message(ANA, &app.code(ANA).await, "sms").await.refused_with(403, "otp_expired");
    app.advance_secs(60);
    app.post("/resend", json!({ "phone": ANA, "type": "phone_change" })).await.ok();
    let session = app.verify_message(ANA, &app.code(ANA).await, "phone_change").await.ok();
    let user = &session.json()["user"];
    assert_eq!((user["phone"].as_str(), user["email"].as_str()), (Some("5511999990000"), Some(MAIL)));
    assert!(user["phone_confirmed_at"].is_string() && user.get("new_phone").is_none());
    assert_eq!(user["app_metadata"], json!({ "provider": "email", "providers": ["email", "phone"] }));
    assert_eq!(user["identities"].as_array().map(Vec::len), Some(2));
    app.sign_in_by_phone(ANA, PASSWORD).await.ok();
    let email = app.email(MAIL).await;
    assert_eq!(email.subject, "O telefone da sua conta mudou");
    assert!(email.text.contains("termina em 0000") && !email.text.contains("5511999990000"));
    assert_eq!(app.events("phone_change_requested", true).await, 2);
}

#[sqlite_test]
async fn a_number_changes_once_both_numbers_confirm(ByPhone(app): ByPhone) {
    let token = app.phone_session(ANA).await.string("access_token");
    app.update_user(&token, json!({ "phone": NEW })).await.ok();
    assert!(app.message(ANA).await.contains("autorizar a troca"));
    let half = app.verify_message(NEW, &app.code(NEW).await, "phone_change").await.ok();
    assert_eq!(half.json()["code"], "200");
    assert!(half.json().get("access_token").is_none());
    app.sign_in_by_phone(ANA, PASSWORD).await.ok();
    app.advance_secs(1);
    let whole = app.verify_message(ANA, &app.code(ANA).await, "phone_change").await.ok();
    assert_eq!(whole.json()["user"]["phone"], "5511999990001");
    app.sign_in_by_phone(ANA, PASSWORD).await.refused_with(400, "invalid_credentials");
    app.sign_in_by_phone(NEW, PASSWORD).await.ok();
    assert!(app.message(ANA).await.starts_with("O telefone da sua conta em casa.test foi trocado."));
}

#[sqlite_test]
async fn an_emailed_code_allows_a_phone_change_without_the_phone(ByPhone(app): ByPhone) {
    let both = json!({ "email": MAIL, "email_confirm": true, "phone": ANA, "phone_confirm": true, "password": PASSWORD });
    app.service("POST", "/admin/users", both).await.ok();
    let token = app.token(MAIL).await;
    app.get("/reauthenticate", &token).await.ok();
    let change = async |nonce: &str| app.update_user(&token, json!({ "phone": NEW, "nonce": nonce })).await;
    let nonce = app.email(MAIL).await.code();
    change(other_than(&nonce)).await.refused_with(422, "reauthentication_not_valid");
    assert!(app.emails(NEW).await.is_empty());
    change(&nonce).await.ok();
    let session = app.verify_message(NEW, &app.code(NEW).await, "phone_change").await.ok();
    assert_eq!(session.json()["user"]["phone"], "5511999990001");
    let message = app.message(ANA).await;
    assert!(message.contains("foi trocado"), "{message}");
}

#[sqlite_test]
async fn a_number_change_requires_a_recent_sign_in(ByPhone(app): ByPhone) {
    let session = app.phone_session(ANA).await;
    app.advance_secs(24 * 3_600);
    let token = app.refresh(&session.string("refresh_token")).await.ok().string("access_token");
    let change = async |extra: Json| {
        let mut body = json!({ "phone": NEW });
        body.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        app.update_user(&token, body).await
    };
    for extra in [json!({}), json!({ "current_password": "errada" }), json!({ "current_password": PASSWORD })]
    {
        change(extra).await.refused_with(400, "reauthentication_needed");
    }
    assert!(app.emails(NEW).await.is_empty());
    // The code comes by telephone where there is no e-mail.
    app.get("/reauthenticate", &token).await.ok();
    change(json!({ "nonce": app.code(ANA).await })).await.ok();
    app.verify_message(NEW, &app.code(NEW).await, "phone_change").await.ok();
    app.sign_in_by_phone(NEW, PASSWORD).await.ok();
}

#[db_test]
async fn a_change_to_a_taken_number_never_completes(ByPhone(app): ByPhone) {
    app.phone_session(BIA).await;
    let token = app.phone_session(ANA).await.string("access_token");
    app.advance_secs(60);
    let change = async |number: &str| app.update_user(&token, json!({ "phone": number })).await;
    assert_eq!(change(BIA).await.ok().json()["phone"], ANA.trim_start_matches('+'));
    assert_eq!(app.emails(BIA).await.len(), 1, "only the sign-up's");
    app.advance_secs(61);
    change(NEW).await.ok();
    app.service("POST", "/admin/users", json!({ "phone": NEW, "phone_confirm": true })).await.ok();
    app.verify_message(ANA, &app.code(ANA).await, "phone_change").await.ok();
    app.verify_message(NEW, &app.code(NEW).await, "phone_change").await.refused_with(422, "phone_exists");
    app.sign_in_by_phone(ANA, PASSWORD).await.ok();
}

#[db_test]
async fn a_new_password_cancels_a_phone_change_and_sends_an_sms(ByPhone(app): ByPhone) {
    let token = app.phone_session(ANA).await.string("access_token");
    app.update_user(&token, json!({ "phone": NEW })).await.ok();
    let stolen = app.code(NEW).await;
    app.advance_secs(1);
    app.update_user(&token, json!({ "password": "Outra-senha-2026" })).await.ok();
    assert!(app.message(ANA).await.starts_with("A senha da sua conta em casa.test foi trocada."));
    app.verify_message(NEW, &stolen, "phone_change").await.refused_with(403, "otp_expired");
    app.sign_in_by_phone(ANA, "Outra-senha-2026").await.ok();
}

#[sqlite_test]
async fn wrong_passwords_by_number_are_limited_like_those_by_mail(ByPhone(app): ByPhone) {
    app.phone_session(ANA).await;
    for _ in 0..10 {
        app.sign_in_by_phone(ANA, "errada").await;
    }
    app.sign_in_by_phone("5511 99999 0000", PASSWORD).await.refused_with(429, "over_request_rate_limit");
}

#[sqlite_test]
async fn settings_report_whether_phone_sign_in_is_enabled(db: Db) {
    let settings = async |app: Harness| app.call("GET", "/settings", None).await.ok().into_json();
    let with = settings(Harness::by_phone(db.clone()).await).await;
    assert_eq!((&with["external"]["phone"], &with["phone_autoconfirm"]), (&json!(true), &json!(false)));
    let without = settings(Harness::open(db).await).await;
    assert_eq!(without["external"]["phone"], false);
}
