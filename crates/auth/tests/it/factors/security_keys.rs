//! WebAuthn as a second factor: a key that is made, asked for and cannot be forged.

use ateneu_auth::Config;
use ateneu_db::Db;
use ateneu_testkit::{TestResponse, db_test, sqlite_test};
use serde_json::{Value as Json, json};

use crate::{
    device::Device,
    harness::{ANA, Harness},
    second_factor::Tokens,
};

const REFUSED: (u16, &str) = (400, "webauthn_verification_failed");

/// Change that makes a device lie.
type Lie = fn(&mut Device);

async fn enroll(app: &Harness, tokens: &Tokens, name: &str) -> TestResponse {
    let body = json!({ "factor_type": "webauthn", "friendly_name": name });
    app.with(tokens, "POST", "/factors", body).await
}

async fn ask(app: &Harness, tokens: &Tokens, factor: &str) -> Json {
    let path = format!("/factors/{factor}/challenge");
    let here = json!({ "rpId": "casa.test", "rpOrigins": ["https://casa.test"] });
    let body = json!({ "factorId": factor, "webauthn": here });
    app.with(tokens, "POST", &path, body).await.ok().into_json()
}

fn options(asked: &Json) -> &Json {
    &asked["webauthn"]["credential_options"]["publicKey"]
}

async fn answer(app: &Harness, tokens: &Tokens, factor: &str, asked: &Json, response: Json) -> TestResponse {
    let proof = json!({
        "rpId": "casa.test", "rpOrigins": ["https://casa.test"],
        "type": asked["webauthn"]["type"], "credential_response": response,
    });
    let body = json!({ "challenge_id": asked["id"], "webauthn": proof });
    app.with(tokens, "POST", &format!("/factors/{factor}/verify"), body).await
}

pub async fn make(app: &Harness, tokens: &Tokens, name: &str, device: &mut Device) -> (String, TestResponse) {
    let factor = enroll(app, tokens, name).await.ok().string("id");
    let asked = ask(app, tokens, &factor).await;
    let response = device.create(options(&asked));
    let made = answer(app, tokens, &factor, &asked, response).await;
    (factor, made)
}

/// A signed-in person with a key that counts.
async fn with_key(app: &Harness, device: &mut Device) -> (Tokens, String) {
    let tokens = app.person(ANA).await;
    let (factor, made) = make(app, &tokens, "chave", device).await;
    (Tokens::from(&made.ok()), factor)
}

pub async fn prove(app: &Harness, tokens: &Tokens, factor: &str, device: &Device) -> TestResponse {
    let asked = ask(app, tokens, factor).await;
    answer(app, tokens, factor, &asked, device.get(options(&asked))).await
}

#[sqlite_test]
async fn a_security_key_raises_later_sessions_to_aal2(app: Harness) {
    let tokens = app.person(ANA).await;
    let enrolled = enroll(&app, &tokens, "Chave do chaveiro").await.ok();
    assert_eq!(enrolled.string("type"), "webauthn");
    assert_eq!(enrolled.string("friendly_name"), "Chave do chaveiro");
    let factor = enrolled.string("id");
    let asked = ask(&app, &tokens, &factor).await;
    assert_eq!((&asked["type"], &asked["webauthn"]["type"]), (&json!("webauthn"), &json!("create")));
    assert_eq!(asked["expires_at"], app.clock.now().seconds() + 300);
    assert_eq!(options(&asked)["rp"]["id"], "casa.test");
    assert_eq!(options(&asked)["user"]["name"], ANA);
    let mut device = Device::new();
    let response = device.create(options(&asked));
    let made = answer(&app, &tokens, &factor, &asked, response.clone()).await.ok();
    assert_eq!(Tokens::from(&made).claims()["aal"], "aal2");
    assert_eq!(made.json()["user"]["factors"][0]["factor_type"], "webauthn");
    assert_eq!(made.json()["user"]["factors"][0]["status"], "verified");
    assert_eq!(app.email(ANA).await.subject, "Verificação em duas etapas ativada");
    let again = answer(&app, &Tokens::from(&made), &factor, &asked, response).await;
    assert_eq!(again.refusal(), (422, "mfa_factor_not_found"), "a challenge is answered once");

    app.advance_secs(60);
    let half = app.session(ANA).await;
    let asked = ask(&app, &half, &factor).await;
    assert_eq!(asked["webauthn"]["type"], "request");
    assert_eq!(options(&asked)["allowCredentials"].as_array().unwrap().len(), 1);
    device.counter += 1;
    let raised = answer(&app, &half, &factor, &asked, device.get(options(&asked))).await.ok();
    let claims = Tokens::from(&raised).claims();
    let now = app.clock.now().seconds();
    assert_eq!(claims["aal"], "aal2");
    assert_eq!(claims["amr"][0], json!({ "method": "mfa/webauthn", "timestamp": now }));
    let removed = app.with(&Tokens::from(&raised), "DELETE", &format!("/factors/{factor}"), Json::Null).await;
    assert_eq!(removed.ok().string("id"), factor);
    app.with(&app.session(ANA).await, "PUT", "/user", json!({ "data": { "a": 1 } })).await.ok();
}

#[sqlite_test]
async fn a_forged_security_key_response_is_refused(app: Harness) {
    let mut device = Device::new();
    let (_, factor) = with_key(&app, &mut device).await;
    device.counter = 5;
    let lies: [(&str, Lie); 7] = [
        ("another site's", |device| device.origin = "https://mal.test".into()),
        ("another relying party's", |device| device.rp_id = "mal.test".into()),
        ("of nobody verified", |device| device.verifies = false),
        ("of another challenge", |device| device.challenge = Some("AAAA".into())),
        ("of a registration", |device| device.ceremony = Some("webauthn.create")),
        ("by another key", |device| *device = Device::called(&device.credential_id)),
        ("by an unknown key", |device| device.credential_id = vec![7; 32]),
    ];
    let half = app.session(ANA).await;
    for (name, lie) in lies {
        let mut forged = device.clone();
        lie(&mut forged);
        assert_eq!(prove(&app, &half, &factor, &forged).await.refusal(), REFUSED, "{name}");
        // A right one begins the count of wrong ones anew: six lock the factor.
        prove(&app, &half, &factor, &device).await.ok();
        device.counter += 1;
    }
    let asked = ask(&app, &half, &factor).await;
    for response in [Json::Null, json!({}), json!({ "id": "x" })] {
        assert_eq!(answer(&app, &half, &factor, &asked, response).await.refusal(), REFUSED);
    }
    let path = format!("/factors/{factor}/verify");
    let code = app.with(&half, "POST", &path, json!({ "challenge_id": asked["id"], "code": "123456" })).await;
    assert_eq!(code.refusal(), REFUSED, "a key is no code");
    assert_eq!(app.get("/user", &half.access).await.ok().json()["factors"][0]["status"], "verified");
}

#[db_test]
async fn a_counter_that_does_not_increase_is_refused_and_logged(app: Harness) {
    let mut device = Device::new();
    device.counter = 7;
    let (_, factor) = with_key(&app, &mut device).await;
    let half = app.session(ANA).await;
    for counter in [7, 3] {
        device.counter = counter;
        assert_eq!(prove(&app, &half, &factor, &device).await.refusal(), REFUSED, "{counter}");
    }
    let sql = "SELECT count(*) AS n FROM auth_logs WHERE error_message = $1";
    assert_eq!(app.count(sql, &["webauthn_counter_went_back".into()]).await, 2);
    assert_eq!(app.events("factor_verified", false).await, 2, "one line for each");
    device.counter = 8;
    let raised = Tokens::from(&prove(&app, &half, &factor, &device).await.ok());
    assert_eq!(prove(&app, &raised, &factor, &device).await.refusal(), REFUSED, "the last one is remembered");
}

#[sqlite_test]
async fn a_wrong_relying_party_in_a_request_is_refused(app: Harness) {
    let tokens = app.person(ANA).await;
    let factor = enroll(&app, &tokens, "chave").await.ok().string("id");
    let path = format!("/factors/{factor}/challenge");
    for elsewhere in [
        json!({ "rpId": "mal.test", "rpOrigins": ["https://casa.test"] }),
        json!({ "rpId": "casa.test", "rpOrigins": ["https://mal.test"] }),
        json!({ "rpId": "casa.test", "rpOrigins": [] }),
    ] {
        let refused = app.with(&tokens, "POST", &path, json!({ "webauthn": elsewhere })).await;
        assert_eq!(refused.refusal(), (400, "validation_failed"), "{elsewhere}");
    }
    app.with(&tokens, "POST", &path, json!({})).await.ok();
    let asked = ask(&app, &tokens, &factor).await;
    let proof = json!({ "rpId": "mal.test", "type": "create", "credential_response": Device::new().create(options(&asked)) });
    let body = json!({ "challenge_id": asked["id"], "webauthn": proof });
    let refused = app.with(&tokens, "POST", &format!("/factors/{factor}/verify"), body).await;
    assert_eq!(refused.refusal(), REFUSED);
}

#[sqlite_test]
async fn a_security_key_is_not_a_passkey(app: Harness) {
    let mut device = Device::new();
    let (tokens, factor) = with_key(&app, &mut device).await;
    let asked = app.post("/passkeys/authentication/options", json!({})).await.ok().into_json();
    device.counter += 1;
    let body = json!({ "challenge_id": asked["challenge_id"], "credential": device.get(&asked["options"]) });
    assert_eq!(app.post("/passkeys/authentication/verify", body).await.refusal(), REFUSED);
    let (_, twice) = make(&app, &tokens, "outra", &mut device).await;
    assert_eq!(twice.refusal(), REFUSED, "one device is one factor");
    let second = enroll(&app, &tokens, "segunda").await.ok().string("id");
    let asked = ask(&app, &tokens, &second).await;
    assert_eq!(options(&asked)["excludeCredentials"].as_array().unwrap().len(), 1);
    // A challenge answers for its own factor only.
    let theirs = answer(&app, &tokens, &factor, &asked, device.get(options(&asked))).await;
    theirs.refused_with(422, "mfa_factor_not_found");
}

#[sqlite_test]
async fn a_key_without_a_pin_is_a_factor_beside_the_password(app: Harness) {
    let mut device = Device::new();
    device.verifies = false;
    let (_, factor) = with_key(&app, &mut device).await;
    let half = app.session(ANA).await;
    device.counter += 1;
    let raised = prove(&app, &half, &factor, &device).await.ok();
    assert_eq!(Tokens::from(&raised).claims()["aal"], "aal2");
}

#[db_test]
async fn concurrent_registrations_of_a_factor_store_one_key(app: Harness) {
    let tokens = app.person(ANA).await;
    let factor = enroll(&app, &tokens, "chave").await.ok().string("id");
    let (first, second) = (ask(&app, &tokens, &factor).await, ask(&app, &tokens, &factor).await);
    let (mut mine, mut thiefs) = (Device::new(), Device::new());
    let response = mine.create(options(&first));
    let made = Tokens::from(&answer(&app, &tokens, &factor, &first, response).await.ok());
    let response = thiefs.create(options(&second));
    assert_eq!(answer(&app, &made, &factor, &second, response).await.refusal(), REFUSED);
    let half = app.session(ANA).await;
    mine.counter += 1;
    prove(&app, &half, &factor, &mine).await.ok();
}

#[sqlite_test]
async fn a_site_at_an_ip_address_enrols_no_security_key(db: Db) {
    let config = Config { public_url: "https://192.0.2.7".into(), ..Config::default() };
    let app = Harness::open_as(db, config).await;
    let tokens = app.person(ANA).await;
    enroll(&app, &tokens, "chave").await.refused_with(422, "mfa_webauthn_enroll_not_enabled");
}
