//! Second factors: enrolling, proving and removing them.

use ateneu_db::Db;
use ateneu_testkit::{db_test, sqlite_test};
use base64::{Engine, prelude::BASE64_STANDARD_NO_PAD};
use serde_json::{Value as Json, json};

use crate::{
    harness::{ANA, BIA, ByPhone, Harness, statuses},
    second_factor::{Authenticator, Tokens},
};

const PHONE: &str = "+5511999990000";

#[db_test]
async fn an_enrolled_authenticator_app_raises_the_session_to_aal2(app: Harness) {
    let id = app.account(ANA).await;
    let (tokens, elsewhere) = (app.session(ANA).await, app.session(ANA).await);
    let body = json!({ "factor_type": "totp", "friendly_name": " Meu celular " });
    let made = app.with(&tokens, "POST", "/factors", body).await.ok();
    assert_eq!((made.string("type"), made.string("friendly_name")), ("totp".into(), "Meu celular".into()));
    let (picture, uri) =
        (made.json()["totp"]["qr_code"].as_str().unwrap(), made.json()["totp"]["uri"].as_str().unwrap());
    assert!(picture.contains("<svg") && !picture.contains('#'), "it stands in a data address as it is");
    assert!(uri.starts_with("otpauth://totp/Dona%20da%20Casa:ana%40exemplo.com?secret="), "{uri}");
    let factor = &app.get("/user", &tokens.access).await.ok().into_json()["user"]["factors"];
    assert_eq!(factor, &Json::Null, "not wrapped");
    let user = app.get("/user", &tokens.access).await.ok().into_json();
    assert_eq!(user["factors"][0]["status"], "unverified");
    assert_eq!(user["factors"][0]["factor_type"], "totp");
    assert_eq!(app.with(&tokens, "PUT", "/user", json!({ "data": { "a": 1 } })).await.status.as_u16(), 200);

    let authenticator = app.begin_app(&tokens, "outro").await;
    let asked = app.challenge(&tokens, &authenticator.factor).await.ok();
    assert_eq!(asked.json()["expires_at"], app.clock.now().seconds() + 300);
    assert_eq!(asked.string("type"), "totp");
    app.advance_secs(1);
    let raised =
        app.answer(&tokens, &authenticator.factor, &asked.string("id"), &authenticator.code(&app)).await.ok();
    let claims = Tokens::from(&raised).claims();
    let methods: Vec<&Json> =
        claims["amr"].as_array().unwrap().iter().map(|entry| &entry["method"]).collect();
    assert_eq!((&claims["aal"], methods), (&json!("aal2"), vec![&json!("totp"), &json!("password")]));
    assert_eq!(raised.json()["user"]["factors"].as_array().unwrap().len(), 1, "the one begun before is void");
    assert_eq!(raised.json()["user"]["factors"][0]["status"], "verified");
    assert_eq!(raised.json()["expires_in"], 3_600);
    assert_eq!(app.levels(&id).await, ["aal2"]);
    app.get("/user", &elsewhere.access).await.refused_with(403, "session_not_found");
    assert_ne!(raised.string("refresh_token"), tokens.refresh, "the refresh token rotates");
    let again = app.refresh(&tokens.refresh).await.ok();
    assert_eq!(again.string("refresh_token"), raised.string("refresh_token"), "a lost answer is given again");
    assert_eq!(Tokens::from(&again).claims()["aal"], "aal2");
    assert_eq!(app.email(ANA).await.subject, "Verificação em duas etapas ativada");
    assert_eq!(app.events("factor_enrolled", true).await, 2);
    assert_eq!(app.events("factor_verified", true).await, 1);
    // A challenge is answered once.
    let (raised, code) = (Tokens::from(&raised), authenticator.code_at(&app, 30));
    let again = app.answer(&raised, &authenticator.factor, &asked.string("id"), &code).await;
    again.refused_with(422, "mfa_factor_not_found");
}

#[db_test]
async fn the_secret_of_an_app_cannot_be_read_from_the_database(app: Harness) {
    let tokens = app.person(ANA).await;
    let made = app.with(&tokens, "POST", "/factors", json!({ "factor_type": "totp" })).await.ok();
    let shown = made.json()["totp"]["secret"].as_str().unwrap();
    let stored = app.text("SELECT secret FROM factors", &[]).await.unwrap();
    let bytes = totp_rs::Secret::try_from_base32(shown).unwrap();
    let kept = BASE64_STANDARD_NO_PAD.decode(&stored).unwrap();
    assert!(!kept.windows(20).any(|part| part == bytes.as_bytes()));
    let authenticator = Authenticator::enrolled(&made);
    app.another().await.prove(&tokens, &authenticator.factor, &authenticator.code(&app)).await.ok();
}

#[sqlite_test]
async fn a_totp_code_is_valid_one_step_around_now_and_only_once(app: Harness) {
    let (tokens, authenticator) = app.protected(ANA).await;
    let give = async |code: String| app.prove(&tokens, &authenticator.factor, &code).await;
    for ahead in [-60, 60] {
        let far = give(authenticator.code_at(&app, ahead)).await;
        assert_eq!(far.refusal(), (422, "mfa_verification_failed"), "{ahead}");
    }
    // The step of the first proof is used up.
    let replayed = give(authenticator.code_at(&app, -30)).await.refused_with(422, "mfa_verification_failed");
    assert_eq!(replayed.json()["message"], "Invalid TOTP code entered");
    let ahead = authenticator.code_at(&app, 30);
    give(format!("{} {}", &ahead[..3], &ahead[3..])).await.ok();
    for late in [30, 0] {
        let late_code = give(authenticator.code_at(&app, late)).await;
        assert_eq!(late_code.refusal(), (422, "mfa_verification_failed"), "{late}");
    }
    app.advance_secs(60);
    give(authenticator.code(&app)).await.ok();
}

#[db_test]
async fn a_code_sent_twice_concurrently_is_accepted_once(app: Harness) {
    let (tokens, authenticator) = app.protected(ANA).await;
    let code = authenticator.code(&app);
    let one = app.challenge(&tokens, &authenticator.factor).await.ok().string("id");
    let two = app.challenge(&tokens, &authenticator.factor).await.ok().string("id");
    let (first, second) = tokio::join!(
        app.answer(&tokens, &authenticator.factor, &one, &code),
        app.answer(&tokens, &authenticator.factor, &two, &code),
    );
    assert_eq!(statuses([first, second]), [200, 422]);
}

#[db_test]
async fn six_wrong_codes_lock_the_factor_for_a_quarter_of_an_hour(app: Harness) {
    let (tokens, authenticator) = app.protected(ANA).await;
    let guess = async || app.prove(&tokens, &authenticator.factor, &authenticator.wrong_code(&app)).await;
    for number in 0..6 {
        assert_eq!(guess().await.refusal(), (422, "mfa_verification_failed"), "{number}");
    }
    assert_eq!(app.email(ANA).await.subject, "Códigos errados na sua conta");
    let ask = async || app.challenge(&tokens, &authenticator.factor).await;
    let asked = ask().await.refused_with(429, "over_request_rate_limit");
    assert_eq!(asked.headers["retry-after"], "900");
    let again = app.another().await;
    let elsewhere = again.session(ANA).await;
    let refused = again.challenge(&elsewhere, &authenticator.factor).await;
    assert_eq!(refused.refusal(), (429, "over_request_rate_limit"), "after a restart, in another session");
    assert_eq!(app.events("factor_verified", false).await, 6);
    assert_eq!(app.events("factor_challenged", false).await, 1, "refusals do not flood the log");
    app.advance_secs(899);
    assert_eq!(ask().await.status, 429);
    app.advance_secs(1);
    for _ in 0..5 {
        assert_eq!(guess().await.status, 422);
    }
    app.prove(&tokens, &authenticator.factor, &authenticator.code(&app)).await.ok();
}

#[db_test]
async fn a_lock_refuses_the_right_answer_to_an_open_challenge(app: Harness) {
    let (tokens, authenticator) = app.protected(ANA).await;
    let ask = async || app.challenge(&tokens, &authenticator.factor).await;
    app.advance_secs(30);
    let open = ask().await.ok().string("id");
    for _ in 0..6 {
        app.answer(&tokens, &authenticator.factor, &open, &authenticator.wrong_code(&app)).await;
    }
    let right = app.answer(&tokens, &authenticator.factor, &open, &authenticator.code(&app)).await;
    right.refused_with(429, "over_request_rate_limit");
}

#[db_test]
async fn only_six_concurrent_guesses_are_checked(app: Harness) {
    let (tokens, authenticator) = app.protected(ANA).await;
    let open = app.challenge(&tokens, &authenticator.factor).await.ok().string("id");
    let wrong = authenticator.wrong_code(&app);
    let calls = (0..25).map(|_| app.answer(&tokens, &authenticator.factor, &open, &wrong));
    let answers = futures::future::join_all(calls).await;
    let looked_at = answers.iter().filter(|answer| answer.refusal() == (422, "mfa_verification_failed"));
    assert_eq!(looked_at.count(), 6);
    let refused = answers.iter().filter(|answer| answer.refusal() == (429, "over_request_rate_limit"));
    assert_eq!(refused.count(), 19);
}

#[sqlite_test]
async fn a_challenge_is_bound_to_time_network_factor_and_person(app: Harness) {
    let (tokens, authenticator) = app.protected(ANA).await;
    let other = app.begin_app(&tokens, "segundo").await;
    let asked = app.challenge(&tokens, &authenticator.factor).await.ok().string("id");
    let crossed = app.answer(&tokens, &other.factor, &asked, &other.code(&app)).await;
    crossed.refused_with(422, "mfa_factor_not_found");
    let unknown = app.answer(&tokens, &authenticator.factor, "nenhum", &authenticator.code(&app)).await;
    unknown.refused_with(422, "mfa_factor_not_found");
    let body = json!({ "challenge_id": asked, "code": authenticator.code(&app) });
    let path = format!("/factors/{}/verify", authenticator.factor);
    let elsewhere = app.send_from("198.51.100.9", "POST", &path, Some(&tokens.access), &body).await;
    elsewhere.refused_with(422, "mfa_ip_address_mismatch");

    let bia = app.person(BIA).await;
    for (method, path) in [
        ("POST", path.clone()),
        ("POST", format!("/factors/{}/challenge", authenticator.factor)),
        ("DELETE", format!("/factors/{}", authenticator.factor)),
    ] {
        let stolen = app.with(&bia, method, &path, body.clone()).await;
        assert_eq!(stolen.refusal(), (404, "mfa_factor_not_found"), "{method} {path}");
    }
    app.advance_secs(299);
    app.answer(&tokens, &authenticator.factor, &asked, &authenticator.code(&app)).await.ok();
    let late = app.challenge(&tokens, &authenticator.factor).await.ok().string("id");
    app.advance_secs(300);
    let expired = app.answer(&tokens, &authenticator.factor, &late, &authenticator.code(&app)).await;
    expired.refused_with(422, "mfa_challenge_expired");
}

#[sqlite_test]
async fn a_home_network_is_one_address(app: Harness) {
    let (tokens, authenticator) = app.protected(ANA).await;
    let (asked, answered) = ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9");
    let path = |verb: &str| format!("/factors/{}/{verb}", authenticator.factor);
    let challenge =
        app.send_from(asked, "POST", &path("challenge"), Some(&tokens.access), &json!({})).await.ok();
    let body = json!({ "challenge_id": challenge.string("id"), "code": authenticator.code(&app) });
    app.send_from(answered, "POST", &path("verify"), Some(&tokens.access), &body).await.ok();
}

#[sqlite_test]
async fn names_and_numbers_of_factors_are_limited(app: Harness) {
    let tokens = app.person(ANA).await;
    let add = async |name: Json| {
        app.with(&tokens, "POST", "/factors", json!({ "factor_type": "totp", "friendly_name": name })).await
    };
    add(json!("um")).await.ok();
    add(json!("um")).await.refused_with(422, "mfa_factor_name_conflict");
    add(Json::Null).await.ok();
    // Two without a name clash as well.
    add(json!("")).await.refused_with(422, "mfa_factor_name_conflict");
    for name in 2..10 {
        add(json!(name.to_string())).await.ok();
    }
    add(json!("demais")).await.refused_with(422, "too_many_enrolled_mfa_factors");
    add(json!("x".repeat(101))).await.refused_with(400, "validation_failed");
    app.advance_secs(300);
    add(json!("um")).await.ok();
    let user = app.get("/user", &tokens.access).await.ok().into_json();
    assert_eq!(user["factors"].as_array().unwrap().len(), 1, "those never proved are given up");
    for body in [json!({}), json!({ "factor_type": "recovery_code" }), json!({ "factor_type": "voz" })] {
        app.with(&tokens, "POST", "/factors", body).await.refused_with(400, "validation_failed");
    }
}

#[db_test]
async fn an_sms_code_is_valid_for_its_challenge_only(ByPhone(app): ByPhone) {
    let tokens = app.person(ANA).await;
    let short = json!({ "factor_type": "phone", "phone": "11999" });
    app.with(&tokens, "POST", "/factors", short).await.refused_with(400, "validation_failed");
    let body = json!({ "factor_type": "phone", "phone": "+55 (11) 99999-0000", "friendly_name": "Celular" });
    let made = app.with(&tokens, "POST", "/factors", body).await.ok();
    assert_eq!((made.string("type"), made.string("phone")), ("phone".into(), "5511999990000".into()));
    let factor = made.string("id");
    let first = app.challenge(&tokens, &factor).await.ok().string("id");
    let code = app.message_code(PHONE).await;
    let stored = app.text("SELECT secret FROM factor_challenges", &[]).await.unwrap();
    assert!(!stored.contains(&code));
    let hasty = app.challenge(&tokens, &factor).await.refused_with(429, "over_sms_send_rate_limit");
    assert_eq!(hasty.headers["retry-after"], "60");
    app.advance_secs(60);
    let second = app.challenge(&tokens, &factor).await.ok().string("id");
    assert_ne!(code, app.message_code(PHONE).await, "drawn anew");
    app.answer(&tokens, &factor, &second, &code).await.refused_with(422, "mfa_verification_failed");
    let raised = app.answer(&tokens, &factor, &first, &code).await.ok();
    let claims = Tokens::from(&raised).claims();
    assert_eq!((&claims["aal"], &claims["amr"][0]["method"]), (&json!("aal2"), &json!("mfa/phone")));
    assert_eq!(raised.json()["user"]["factors"][0]["phone"], "5511999990000");
    assert_eq!(raised.json()["user"]["phone"], "", "the account's own number is another matter");
    app.answer(&tokens, &factor, &first, &code).await.refused_with(422, "mfa_factor_not_found");
    let twice = json!({ "factor_type": "phone", "phone": PHONE, "friendly_name": "Outro" });
    app.with(&tokens, "POST", "/factors", twice).await.refused_with(422, "mfa_verified_factor_exists");
}

#[sqlite_test]
async fn without_an_sms_service_no_telephone_can_be_enrolled(db: Db) {
    let with = Harness::by_phone(db.clone()).await;
    let tokens = with.person(ANA).await;
    let factor = with.begin_phone(&tokens, PHONE).await;
    let without = with.another().await;
    let body = json!({ "factor_type": "phone", "phone": "+5511999991111" });
    without.with(&tokens, "POST", "/factors", body).await.refused_with(422, "mfa_phone_enroll_not_enabled");
    without.challenge(&tokens, &factor).await.refused_with(422, "mfa_phone_verify_not_enabled");
}

#[sqlite_test]
async fn an_sms_code_expires_after_the_configured_time(ByPhone(app): ByPhone) {
    app.settings.set("otp_expiry_seconds", "60", None).await.unwrap();
    let tokens = app.person(ANA).await;
    let factor = app.begin_phone(&tokens, PHONE).await;
    let asked = app.challenge(&tokens, &factor).await.ok();
    assert_eq!(asked.json()["expires_at"], app.clock.now().seconds() + 60);
    app.advance_secs(60);
    let late = app.answer(&tokens, &factor, &asked.string("id"), &app.message_code(PHONE).await).await;
    late.refused_with(422, "mfa_challenge_expired");
    app.settings.set("otp_expiry_seconds", "3600", None).await.unwrap();
    let asked = app.challenge(&tokens, &factor).await.ok();
    assert_eq!(
        asked.json()["expires_at"],
        app.clock.now().seconds() + 300,
        "and never longer than a challenge"
    );
}

#[db_test]
async fn sms_codes_of_an_account_are_limited_per_hour(ByPhone(app): ByPhone) {
    let tokens = app.person(ANA).await;
    for number in 0..10 {
        let factor = app.begin_phone(&tokens, &format!("+551199999100{number}")).await;
        app.challenge(&tokens, &factor).await.ok();
        app.with(&tokens, "DELETE", &format!("/factors/{factor}"), Json::Null).await.ok();
    }
    let factor = app.begin_phone(&tokens, "+5511999992000").await;
    app.challenge(&tokens, &factor).await.refused_with(429, "over_sms_send_rate_limit");
    assert_eq!(app.messages("+5511999992000").await.len(), 0);
}

#[db_test]
async fn an_unverified_number_gets_ten_codes_a_day_in_total(ByPhone(app): ByPhone) {
    let owner = app.person(ANA).await;
    let proved = app.begin_phone(&owner, PHONE).await;
    let asked = app.challenge(&owner, &proved).await.ok().string("id");
    let code = app.message_code(PHONE).await;
    let owner = Tokens::from(&app.answer(&owner, &proved, &asked, &code).await.ok());
    for email in ["bia@exemplo.com.br", "caio@exemplo.com.br"] {
        let tokens = app.person(email).await;
        let factor = app.begin_phone(&tokens, PHONE).await;
        for number in 0..5 {
            app.advance_secs(61);
            let answer = app.challenge(&tokens, &factor).await;
            match (email, number) {
                ("caio@exemplo.com.br", 4) => drop(answer.refused_with(429, "over_sms_send_rate_limit")),
                _ => drop(answer.ok()),
            }
        }
    }
    app.advance_secs(61);
    app.challenge(&owner, &proved).await.ok();
}

#[db_test]
async fn the_service_key_lists_and_removes_factors(app: Harness) {
    let (tokens, authenticator) = app.protected(ANA).await;
    let id = app.get("/user", &tokens.access).await.ok().string("id");
    let path = format!("/admin/users/{id}/factors");
    app.with(&tokens, "GET", &path, Json::Null).await.refused_with(403, "not_admin");
    let one = format!("{path}/{}", authenticator.factor);
    app.with(&tokens, "DELETE", &one, Json::Null).await.refused_with(403, "not_admin");
    let listed = app.service("GET", &path, Json::Null).await.ok().into_json();
    assert_eq!((&listed[0]["id"], &listed[0]["status"]), (&json!(authenticator.factor), &json!("verified")));
    assert!(!listed.to_string().contains("secret"));
    let users = app.service("GET", "/admin/users", Json::Null).await.ok().into_json();
    assert_eq!(users["users"][0]["factors"][0]["id"], authenticator.factor);
    assert_eq!(app.service("DELETE", &one, Json::Null).await.ok().string("id"), authenticator.factor);
    app.service("DELETE", &one, Json::Null).await.refused_with(404, "mfa_factor_not_found");
    assert_eq!(app.service("GET", &path, Json::Null).await.ok().into_json(), json!([]));
    app.service("GET", "/admin/users/abc/factors", Json::Null).await.refused_with(404, "validation_failed");
    let nobody = "/admin/users/0198f3c2-0000-7000-8000-000000000001/factors";
    app.service("GET", nobody, Json::Null).await.refused_with(404, "user_not_found");
    assert_eq!(app.email(ANA).await.subject, "Segunda etapa removida");
    assert_eq!(Tokens::from(&app.refresh(&tokens.refresh).await.ok()).claims()["aal"], "aal1");
}
