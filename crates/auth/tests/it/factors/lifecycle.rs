//! Second factors: enrolling, proving and removing them.

use ateneu_db::Db;
use ateneu_testkit::db_test;
use serde_json::{Value as Json, json};

use crate::{house::House, second_factor::Tokens};

const ANA: &str = "ana@exemplo.com";
const BIA: &str = "bia@exemplo.com";
const PHONE: &str = "+5511999990000";

#[db_test]
async fn an_authenticator_app_is_enrolled_and_raises_the_session(db: Db) {
    let house = House::open(db).await;
    let id = house.account(ANA).await;
    let (tokens, elsewhere) = (house.session(ANA).await, house.session(ANA).await);
    let body = json!({ "factor_type": "totp", "friendly_name": " Meu celular " });
    let made = house.with(&tokens, "POST", "/factors", body).await.ok();
    assert_eq!((made.text("type"), made.text("friendly_name")), ("totp".into(), "Meu celular".into()));
    let (picture, uri) =
        (made.body["totp"]["qr_code"].as_str().unwrap(), made.body["totp"]["uri"].as_str().unwrap());
    assert!(picture.contains("<svg") && !picture.contains('#'), "it stands in a data address as it is");
    assert!(uri.starts_with("otpauth://totp/Dona%20da%20Casa:ana%40exemplo.com?secret="), "{uri}");
    let factor = &house.get("/user", &tokens.access).await.ok().body["user"]["factors"];
    assert_eq!(factor, &Json::Null, "not wrapped");
    let user = house.get("/user", &tokens.access).await.ok().body;
    assert_eq!(user["factors"][0]["status"], "unverified");
    assert_eq!(user["factors"][0]["factor_type"], "totp");
    assert_eq!(house.with(&tokens, "PUT", "/user", json!({ "data": { "a": 1 } })).await.status.as_u16(), 200);

    let app = house.begin_app(&tokens, "outro").await;
    let asked = house.challenge(&tokens, &app.factor).await.ok();
    assert_eq!(asked.body["expires_at"], house.clock.now().seconds() + 300);
    assert_eq!(asked.text("type"), "totp");
    house.pass(1);
    let raised = house.answer(&tokens, &app.factor, &asked.text("id"), &app.code(&house)).await.ok();
    let claims = Tokens::from(&raised).claims();
    let methods: Vec<&Json> =
        claims["amr"].as_array().unwrap().iter().map(|entry| &entry["method"]).collect();
    assert_eq!((&claims["aal"], methods), (&json!("aal2"), vec![&json!("totp"), &json!("password")]));
    assert_eq!(raised.body["user"]["factors"].as_array().unwrap().len(), 1, "the one begun before is void");
    assert_eq!(raised.body["user"]["factors"][0]["status"], "verified");
    assert_eq!(raised.body["expires_in"], 3_600);
    assert_eq!(house.levels(&id).await, ["aal2"]);
    assert_eq!(house.get("/user", &elsewhere.access).await.refusal(), (403, "session_not_found"));
    assert_ne!(raised.text("refresh_token"), tokens.refresh, "the refresh token rotates");
    let again = house.refresh(&tokens.refresh).await.ok();
    assert_eq!(again.text("refresh_token"), raised.text("refresh_token"), "a lost answer is given again");
    assert_eq!(Tokens::from(&again).claims()["aal"], "aal2");
    assert_eq!(house.letter(ANA).await.subject, "Autenticação em duas etapas ativada");
    assert_eq!(
        (house.events("factor_enrolled", true).await, house.events("factor_verified", true).await),
        (2, 1)
    );
    let answered =
        house.answer(&Tokens::from(&raised), &app.factor, &asked.text("id"), &app.code_at(&house, 30)).await;
    assert_eq!(answered.refusal(), (422, "mfa_factor_not_found"), "a challenge is answered once");
}

#[db_test]
async fn the_secret_of_an_app_cannot_be_read_from_the_database(db: Db) {
    let house = House::open(db.clone()).await;
    house.account(ANA).await;
    let tokens = house.session(ANA).await;
    let made = house.with(&tokens, "POST", "/factors", json!({ "factor_type": "totp" })).await.ok();
    let shown = made.body["totp"]["secret"].as_str().unwrap();
    let stored = house.one("SELECT secret FROM factors", vec![]).await.unwrap();
    let bytes = totp_rs::Secret::try_from_base32(shown).unwrap();
    use base64::Engine;
    let kept = base64::prelude::BASE64_STANDARD_NO_PAD.decode(&stored).unwrap();
    assert!(!kept.windows(20).any(|part| part == bytes.as_bytes()));
    let again = House::open_at(db, None, house.clock.clone()).await;
    let bytes: [u8; 20] = bytes.as_bytes().try_into().unwrap();
    let code = totp_rs::Builder::new()
        .with_secret(bytes.to_vec())
        .build()
        .unwrap()
        .generate(u64::try_from(house.clock.now().seconds()).unwrap())
        .to_string();
    again.prove(&tokens, &made.text("id"), &code).await.ok();
}

#[db_test]
async fn a_code_counts_one_step_early_or_late_and_once(db: Db) {
    let house = House::open(db).await;
    let (tokens, app) = house.protected(ANA).await;
    for ahead in [-60, 60] {
        let far = house.prove(&tokens, &app.factor, &app.code_at(&house, ahead)).await;
        assert_eq!(far.refusal(), (422, "mfa_verification_failed"), "{ahead}");
    }
    let replayed = house.prove(&tokens, &app.factor, &app.code_at(&house, -30)).await;
    assert_eq!(
        replayed.refusal(),
        (422, "mfa_verification_failed"),
        "the step of the first proof is used up"
    );
    assert_eq!(replayed.body["message"], "Invalid TOTP code entered");
    let ahead = app.code_at(&house, 30);
    house.prove(&tokens, &app.factor, &format!("{} {}", &ahead[..3], &ahead[3..])).await.ok();
    for late in [30, 0] {
        let code = app.code_at(&house, late);
        assert_eq!(
            house.prove(&tokens, &app.factor, &code).await.refusal(),
            (422, "mfa_verification_failed"),
            "{late}"
        );
    }
    house.pass(60);
    house.prove(&tokens, &app.factor, &app.code(&house)).await.ok();
}

#[db_test]
async fn one_code_given_twice_at_once_counts_once(db: Db) {
    let house = House::open(db).await;
    let (tokens, app) = house.protected(ANA).await;
    let code = app.code(&house);
    let one = house.challenge(&tokens, &app.factor).await.ok().text("id");
    let two = house.challenge(&tokens, &app.factor).await.ok().text("id");
    let (first, second) = tokio::join!(
        house.answer(&tokens, &app.factor, &one, &code),
        house.answer(&tokens, &app.factor, &two, &code),
    );
    let mut statuses = [first.status.as_u16(), second.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 422]);
}

#[db_test]
async fn six_wrong_codes_lock_the_factor_for_a_quarter_of_an_hour(db: Db) {
    let house = House::open(db.clone()).await;
    let (tokens, app) = house.protected(ANA).await;
    for number in 0..6 {
        let wrong = house.prove(&tokens, &app.factor, &app.wrong_code(&house)).await;
        assert_eq!(wrong.refusal(), (422, "mfa_verification_failed"), "{number}");
    }
    assert_eq!(house.letter(ANA).await.subject, "Códigos errados na sua conta");
    let asked = house.challenge(&tokens, &app.factor).await;
    assert_eq!(asked.refusal(), (429, "over_request_rate_limit"));
    assert_eq!(asked.headers["retry-after"], "900");
    let again = House::open_at(db, None, house.clock.clone()).await;
    let elsewhere = again.session(ANA).await;
    let refused = again.challenge(&elsewhere, &app.factor).await;
    assert_eq!(refused.refusal(), (429, "over_request_rate_limit"), "after a restart, in another session");
    assert_eq!(house.events("factor_verified", false).await, 6);
    assert_eq!(house.events("factor_challenged", false).await, 1, "refusals do not flood the log");
    house.pass(899);
    assert_eq!(house.challenge(&tokens, &app.factor).await.status.as_u16(), 429);
    house.pass(1);
    for _ in 0..5 {
        assert_eq!(house.prove(&tokens, &app.factor, &app.wrong_code(&house)).await.status.as_u16(), 422);
    }
    house.prove(&tokens, &app.factor, &app.code(&house)).await.ok();
}

#[db_test]
async fn a_lock_refuses_the_right_answer_to_an_open_challenge(db: Db) {
    let house = House::open(db).await;
    let (tokens, app) = house.protected(ANA).await;
    let open = house.challenge(&tokens, &app.factor).await.ok().text("id");
    for _ in 0..6 {
        house.answer(&tokens, &app.factor, &open, &app.wrong_code(&house)).await;
    }
    let right = house.answer(&tokens, &app.factor, &open, &app.code(&house)).await;
    assert_eq!(right.refusal(), (429, "over_request_rate_limit"));
}

#[db_test]
async fn of_guesses_made_at_once_six_are_looked_at(db: Db) {
    let house = House::open(db).await;
    let (tokens, app) = house.protected(ANA).await;
    let open = house.challenge(&tokens, &app.factor).await.ok().text("id");
    let wrong = app.wrong_code(&house);
    let calls = (0..25).map(|_| house.answer(&tokens, &app.factor, &open, &wrong));
    let answers = futures::future::join_all(calls).await;
    let looked_at = answers.iter().filter(|answer| answer.refusal() == (422, "mfa_verification_failed"));
    assert_eq!(looked_at.count(), 6);
    let refused = answers.iter().filter(|answer| answer.refusal() == (429, "over_request_rate_limit"));
    assert_eq!(refused.count(), 19);
}

#[db_test]
async fn a_challenge_is_answered_in_time_from_its_network_for_its_factor_by_its_person(db: Db) {
    let house = House::open(db).await;
    let (tokens, app) = house.protected(ANA).await;
    let other = house.begin_app(&tokens, "segundo").await;
    let asked = house.challenge(&tokens, &app.factor).await.ok().text("id");
    let crossed = house.answer(&tokens, &other.factor, &asked, &other.code(&house)).await;
    assert_eq!(crossed.refusal(), (422, "mfa_factor_not_found"));
    let unknown = house.answer(&tokens, &app.factor, "nenhum", &app.code(&house)).await;
    assert_eq!(unknown.refusal(), (422, "mfa_factor_not_found"));
    let body = json!({ "challenge_id": asked, "code": app.code(&house) });
    let path = format!("/factors/{}/verify", app.factor);
    let elsewhere = house.ask_from("198.51.100.9", "POST", &path, Some(&tokens.access), &body).await;
    assert_eq!(elsewhere.refusal(), (422, "mfa_ip_address_mismatch"));

    house.account(BIA).await;
    let bia = house.session(BIA).await;
    for (method, path) in [
        ("POST", path.clone()),
        ("POST", format!("/factors/{}/challenge", app.factor)),
        ("DELETE", format!("/factors/{}", app.factor)),
    ] {
        let stolen = house.with(&bia, method, &path, body.clone()).await;
        assert_eq!(stolen.refusal(), (404, "mfa_factor_not_found"), "{method} {path}");
    }
    house.pass(299);
    house.answer(&tokens, &app.factor, &asked, &app.code(&house)).await.ok();
    let late = house.challenge(&tokens, &app.factor).await.ok().text("id");
    house.pass(300);
    let expired = house.answer(&tokens, &app.factor, &late, &app.code(&house)).await;
    assert_eq!(expired.refusal(), (422, "mfa_challenge_expired"));
}

#[db_test]
async fn a_home_network_is_one_address(db: Db) {
    let house = House::open(db).await;
    let (tokens, app) = house.protected(ANA).await;
    let (asked, answered) = ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9");
    let path = |verb: &str| format!("/factors/{}/{verb}", app.factor);
    let challenge =
        house.ask_from(asked, "POST", &path("challenge"), Some(&tokens.access), &json!({})).await.ok();
    let body = json!({ "challenge_id": challenge.text("id"), "code": app.code(&house) });
    house.ask_from(answered, "POST", &path("verify"), Some(&tokens.access), &body).await.ok();
}

#[db_test]
async fn names_and_numbers_of_factors_are_limited(db: Db) {
    let house = House::open(db).await;
    house.account(ANA).await;
    let tokens = house.session(ANA).await;
    let add = async |name: Json| {
        house.with(&tokens, "POST", "/factors", json!({ "factor_type": "totp", "friendly_name": name })).await
    };
    add(json!("um")).await.ok();
    assert_eq!(add(json!("um")).await.refusal(), (422, "mfa_factor_name_conflict"));
    add(Json::Null).await.ok();
    assert_eq!(
        add(json!("")).await.refusal(),
        (422, "mfa_factor_name_conflict"),
        "two without a name clash as well"
    );
    for name in 2..10 {
        add(json!(name.to_string())).await.ok();
    }
    assert_eq!(add(json!("demais")).await.refusal(), (422, "too_many_enrolled_mfa_factors"));
    assert_eq!(add(json!("x".repeat(101))).await.refusal(), (400, "validation_failed"));
    house.pass(300);
    add(json!("um")).await.ok();
    let user = house.get("/user", &tokens.access).await.ok().body;
    assert_eq!(user["factors"].as_array().unwrap().len(), 1, "those never proved are given up");
    for body in [json!({}), json!({ "factor_type": "recovery_code" }), json!({ "factor_type": "voz" })] {
        assert_eq!(house.with(&tokens, "POST", "/factors", body).await.refusal(), (400, "validation_failed"));
    }
}

#[db_test]
async fn a_telephone_gets_a_code_that_only_its_challenge_takes(db: Db) {
    let house = House::by_phone(db).await;
    house.account(ANA).await;
    let tokens = house.session(ANA).await;
    let refused =
        house.with(&tokens, "POST", "/factors", json!({ "factor_type": "phone", "phone": "11999" })).await;
    assert_eq!(refused.refusal(), (400, "validation_failed"));
    let body = json!({ "factor_type": "phone", "phone": "+55 (11) 99999-0000", "friendly_name": "Celular" });
    let made = house.with(&tokens, "POST", "/factors", body).await.ok();
    assert_eq!((made.text("type"), made.text("phone")), ("phone".into(), "5511999990000".into()));
    let factor = made.text("id");
    let first = house.challenge(&tokens, &factor).await.ok().text("id");
    let code = house.message_code(PHONE).await;
    let stored = house.one("SELECT secret FROM factor_challenges", vec![]).await.unwrap();
    assert!(!stored.contains(&code));
    let hasty = house.challenge(&tokens, &factor).await;
    assert_eq!(hasty.refusal(), (429, "over_sms_send_rate_limit"));
    assert_eq!(hasty.headers["retry-after"], "60");
    house.pass(60);
    let second = house.challenge(&tokens, &factor).await.ok().text("id");
    let newer = house.message_code(PHONE).await;
    assert_ne!(code, newer, "drawn anew");
    assert_eq!(
        house.answer(&tokens, &factor, &second, &code).await.refusal(),
        (422, "mfa_verification_failed")
    );
    let raised = house.answer(&tokens, &factor, &first, &code).await.ok();
    let claims = Tokens::from(&raised).claims();
    assert_eq!((&claims["aal"], &claims["amr"][0]["method"]), (&json!("aal2"), &json!("mfa/phone")));
    assert_eq!(raised.body["user"]["factors"][0]["phone"], "5511999990000");
    assert_eq!(raised.body["user"]["phone"], "", "the account's own number is another matter");
    assert_eq!(house.answer(&tokens, &factor, &first, &code).await.refusal(), (422, "mfa_factor_not_found"));
    let twice = json!({ "factor_type": "phone", "phone": PHONE, "friendly_name": "Outro" });
    let twice = house.with(&tokens, "POST", "/factors", twice).await;
    assert_eq!(twice.refusal(), (422, "mfa_verified_factor_exists"));
}

#[db_test]
async fn where_no_short_messages_leave_no_telephone_is_a_factor(db: Db) {
    let with = House::by_phone(db.clone()).await;
    with.account(ANA).await;
    let tokens = with.session(ANA).await;
    let factor = with.begin_phone(&tokens, PHONE).await;
    let without = House::open_at(db, None, with.clock.clone()).await;
    let body = json!({ "factor_type": "phone", "phone": "+5511999991111" });
    let refused = without.with(&tokens, "POST", "/factors", body).await;
    assert_eq!(refused.refusal(), (422, "mfa_phone_enroll_not_enabled"));
    let refused = without.challenge(&tokens, &factor).await;
    assert_eq!(refused.refusal(), (422, "mfa_phone_verify_not_enabled"));
}

#[db_test]
async fn a_short_message_is_good_as_long_as_the_setting_says(db: Db) {
    let house = House::by_phone(db).await;
    house.settings.set("otp_expiry_seconds", "60", None).await.unwrap();
    house.account(ANA).await;
    let tokens = house.session(ANA).await;
    let factor = house.begin_phone(&tokens, PHONE).await;
    let asked = house.challenge(&tokens, &factor).await.ok();
    assert_eq!(asked.body["expires_at"], house.clock.now().seconds() + 60);
    house.pass(60);
    let late = house.answer(&tokens, &factor, &asked.text("id"), &house.message_code(PHONE).await).await;
    assert_eq!(late.refusal(), (422, "mfa_challenge_expired"));
    house.settings.set("otp_expiry_seconds", "3600", None).await.unwrap();
    let asked = house.challenge(&tokens, &factor).await.ok();
    assert_eq!(
        asked.body["expires_at"],
        house.clock.now().seconds() + 300,
        "and never longer than a challenge"
    );
}

#[db_test]
async fn an_account_sends_no_more_codes_than_an_hour_holds(db: Db) {
    let house = House::by_phone(db).await;
    house.account(ANA).await;
    let tokens = house.session(ANA).await;
    for number in 0..10 {
        let factor = house.begin_phone(&tokens, &format!("+551199999100{number}")).await;
        house.challenge(&tokens, &factor).await.ok();
        house.with(&tokens, "DELETE", &format!("/factors/{factor}"), Json::Null).await.ok();
    }
    let factor = house.begin_phone(&tokens, "+5511999992000").await;
    let eleventh = house.challenge(&tokens, &factor).await;
    assert_eq!(eleventh.refusal(), (429, "over_sms_send_rate_limit"));
    assert_eq!(house.messages("+5511999992000").await.len(), 0);
}

#[db_test]
async fn the_owners_programs_see_and_remove_factors(db: Db) {
    let house = House::open(db).await;
    let (tokens, app) = house.protected(ANA).await;
    let id = house.get("/user", &tokens.access).await.ok().text("id");
    let path = format!("/admin/users/{id}/factors");
    assert_eq!(house.with(&tokens, "GET", &path, Json::Null).await.refusal(), (403, "not_admin"));
    let one = format!("{path}/{}", app.factor);
    assert_eq!(house.with(&tokens, "DELETE", &one, Json::Null).await.refusal(), (403, "not_admin"));
    let listed = house.service("GET", &path, Json::Null).await.ok().body;
    assert_eq!((&listed[0]["id"], &listed[0]["status"]), (&json!(app.factor), &json!("verified")));
    assert!(!listed.to_string().contains("secret"));
    let users = house.service("GET", "/admin/users", Json::Null).await.ok().body;
    assert_eq!(users["users"][0]["factors"][0]["id"], app.factor);
    let gone = house.service("DELETE", &one, Json::Null).await.ok();
    assert_eq!(gone.text("id"), app.factor);
    assert_eq!(house.service("DELETE", &one, Json::Null).await.refusal(), (404, "mfa_factor_not_found"));
    assert_eq!(house.service("GET", &path, Json::Null).await.ok().body, json!([]));
    assert_eq!(
        house.service("GET", "/admin/users/abc/factors", Json::Null).await.refusal(),
        (404, "validation_failed")
    );
    let nobody = "/admin/users/0198f3c2-0000-7000-8000-000000000001/factors";
    assert_eq!(house.service("GET", nobody, Json::Null).await.refusal(), (404, "user_not_found"));
    assert_eq!(house.letter(ANA).await.subject, "Segunda etapa removida");
    assert_eq!(Tokens::from(&house.refresh(&tokens.refresh).await.ok()).claims()["aal"], "aal1");
}
