//! Passkeys: made, used and kept in order by their person, and by nobody else.

use ateneu_auth::Config;
use ateneu_db::Db;
use ateneu_testkit::{TestResponse, db_test, sqlite_test};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde_json::{Value as Json, json};

use crate::{
    device::Device,
    harness::{ANA, BIA, Harness, PASSWORD},
    second_factor::part,
};

pub const REFUSED: (u16, &str) = (400, "webauthn_verification_failed");

pub async fn registration_options(app: &Harness, token: &str) -> TestResponse {
    let path = "/passkeys/registration/options";
    app.send("POST", path, Some(token), &json!({})).await
}

pub async fn register(app: &Harness, token: &str, device: &mut Device) -> TestResponse {
    let asked = registration_options(app, token).await.ok();
    let credential = device.create(&asked.json()["options"]);
    let body = json!({ "challenge_id": asked.string("challenge_id"), "credential": credential });
    app.send("POST", "/passkeys/registration/verify", Some(token), &body).await
}

pub async fn challenge(app: &Harness) -> Json {
    let body = json!({ "gotrue_meta_security": {} });
    app.post("/passkeys/authentication/options", body).await.ok().into_json()
}

pub async fn answer(app: &Harness, challenge: &Json, credential: Json) -> TestResponse {
    let body = json!({ "challenge_id": challenge["challenge_id"], "credential": credential });
    app.post("/passkeys/authentication/verify", body).await
}

pub async fn sign_in(app: &Harness, device: &Device) -> TestResponse {
    let asked = challenge(app).await;
    answer(app, &asked, device.get(&asked["options"])).await
}

#[sqlite_test]
async fn a_passkey_signs_in_without_a_name_and_counts_as_two_factors(app: Harness) {
    let mut device = Device::new();
    let token = app.signed_in(ANA).await;
    let made = register(&app, &token, &mut device).await.ok();
    assert_eq!(made.string("friendly_name"), "Passkey");
    assert!(made.json()["id"].is_string() && made.json()["created_at"].is_string());
    app.advance_secs(90);
    device.counter += 1;
    let session = sign_in(&app, &device).await.ok();
    assert_eq!(session.json()["user"]["email"], ANA);
    let claims = part(&session.string("access_token"), 1);
    let now = app.clock.now().seconds();
    assert_eq!(claims["aal"], "aal2");
    assert_eq!(claims["amr"], json!([{ "method": "passkey", "timestamp": now }]));
    app.get("/user", &session.string("access_token")).await.ok();
    let refreshed = app.refresh(&session.string("refresh_token")).await.ok();
    assert_eq!(part(&refreshed.string("access_token"), 1)["aal"], "aal2");
    let list = app.get("/passkeys", &token).await.ok().into_json();
    assert_eq!(list[0]["last_used_at"], "2027-01-15T08:01:30.000000Z");
    assert_eq!(list.as_array().unwrap().len(), 1);
    assert_eq!(app.events("passkey_created", true).await, 1);
    assert_eq!(app.events("login", true).await, 2);
    assert_eq!(app.email(ANA).await.subject, "Uma passkey foi adicionada");
}

#[sqlite_test]
async fn the_server_alone_sets_the_passkey_options(app: Harness) {
    let id = app.account(ANA).await;
    let token = app.token(ANA).await;
    let body = json!({ "rpId": "mal.test", "rpOrigins": ["https://mal.test"] });
    let asked =
        app.send("POST", "/passkeys/registration/options", Some(&token), &body).await.ok().into_json();
    let options = &asked["options"];
    assert_eq!(asked["expires_at"], app.clock.now().seconds() + 300);
    assert_eq!(options["rp"]["id"], "casa.test");
    assert_eq!(options["user"]["name"], ANA);
    let handle = BASE64_URL_SAFE_NO_PAD.decode(options["user"]["id"].as_str().unwrap()).unwrap();
    assert_eq!(uuid::Uuid::from_slice(&handle).unwrap().to_string(), id);
    assert_eq!(options["authenticatorSelection"]["residentKey"], "required");
    assert_eq!(options["authenticatorSelection"]["requireResidentKey"], true);
    assert_eq!(options["authenticatorSelection"]["userVerification"], "required");
    assert_eq!(options["attestation"], "none");
    let mut device = Device::new();
    register(&app, &token, &mut device).await.ok();
    let again = registration_options(&app, &token).await.ok().into_json();
    let known = BASE64_URL_SAFE_NO_PAD.encode(&device.credential_id);
    assert_eq!(again["options"]["excludeCredentials"][0]["id"], known);
    let asked = challenge(&app).await;
    assert_eq!(asked["expires_at"], app.clock.now().seconds() + 300);
    assert_eq!(asked["options"]["rpId"], "casa.test");
    assert_eq!(asked["options"]["userVerification"], "required");
    assert_eq!(asked["options"]["allowCredentials"], json!([]));
    let settings = app.call("GET", "/settings", None).await.ok().into_json();
    assert_eq!(settings["passkeys_enabled"], true);
}

#[db_test]
async fn a_removed_passkey_is_an_unknown_one(app: Harness) {
    let token = app.signed_in(ANA).await;
    let mut device = Device::new();
    let id = register(&app, &token, &mut device).await.ok().string("id");
    let stranger = app.signed_in(BIA).await;
    let path = format!("/passkeys/{id}");
    app.call("DELETE", &path, Some(&stranger)).await.refused_with(404, "validation_failed");
    app.advance_secs(1);
    let gone = app.call("DELETE", &path, Some(&token)).await;
    assert_eq!((gone.status.as_u16(), gone.json()), (204, &Json::Null));
    assert_eq!(app.email(ANA).await.subject, "Uma passkey foi removida");
    assert_eq!(app.events("passkey_deleted", true).await, 1);
    device.counter += 1;
    assert_eq!(sign_in(&app, &device).await.refusal(), REFUSED);
    app.call("DELETE", &path, Some(&token)).await.refused_with(404, "validation_failed");
    register(&app, &token, &mut device).await.ok();
}

#[db_test]
async fn a_person_has_at_most_ten_passkeys(app: Harness) {
    let ana = app.signed_in(ANA).await;
    let mut first = Device::new();
    register(&app, &ana, &mut first).await.ok();
    let pending = registration_options(&app, &ana).await.ok().into_json();
    for number in 2..=10 {
        let made = register(&app, &ana, &mut Device::new()).await.ok();
        assert_eq!(made.string("friendly_name"), format!("Passkey {number}"));
    }
    let full = (422, "too_many_passkeys");
    assert_eq!(registration_options(&app, &ana).await.refusal(), full);
    let credential = Device::new().create(&pending["options"]);
    let body = json!({ "challenge_id": pending["challenge_id"], "credential": credential });
    let late = app.send("POST", "/passkeys/registration/verify", Some(&ana), &body).await;
    assert_eq!(late.refusal(), full, "begun in time");
    let bia = app.signed_in(BIA).await;
    register(&app, &bia, &mut first).await.refused_with(422, "webauthn_credential_exists");
}

#[db_test]
async fn passkeys_get_distinct_names(app: Harness) {
    let token = app.signed_in(ANA).await;
    let id = register(&app, &token, &mut Device::new()).await.ok().string("id");
    register(&app, &token, &mut Device::new()).await.ok();
    let path = format!("/passkeys/{id}");
    let rename = async |token: &str, name: &str| {
        app.send("PATCH", &path, Some(token), &json!({ "friendly_name": name })).await
    };
    let renamed = rename(&token, " Celular da Ana ").await.ok();
    assert_eq!(renamed.string("friendly_name"), "Celular da Ana");
    assert_eq!(renamed.string("id"), id);
    rename(&token, "Celular da Ana").await.ok();
    rename(&token, &"é".repeat(120)).await.ok();
    rename(&token, "Passkey 2").await.refused_with(422, "mfa_factor_name_conflict");
    rename(&token, "  ").await.refused_with(400, "validation_failed");
    rename(&token, &"a".repeat(121)).await.refused_with(400, "validation_failed");
    let stranger = app.signed_in(BIA).await;
    rename(&stranger, "Meu").await.refused_with(404, "validation_failed");
    assert_eq!(app.get("/passkeys", &stranger).await.ok().into_json(), json!([]));
    let nonsense = app.send("PATCH", "/passkeys/abc", Some(&token), &json!({ "friendly_name": "a" })).await;
    nonsense.refused_with(404, "validation_failed");
    assert_eq!(app.events("passkey_updated", true).await, 3);
}

#[sqlite_test]
async fn passkey_changes_require_a_recent_sign_in(app: Harness) {
    let session = {
        app.account(ANA).await;
        app.sign_in(ANA, PASSWORD).await.ok()
    };
    let token = session.string("access_token");
    let id = register(&app, &token, &mut Device::new()).await.ok().string("id");
    app.advance_secs(24 * 60 * 60);
    let old = app.refresh(&session.string("refresh_token")).await.ok().string("access_token");
    let stale = (400, "reauthentication_needed");
    assert_eq!(registration_options(&app, &old).await.refusal(), stale);
    let path = format!("/passkeys/{id}");
    assert_eq!(app.call("DELETE", &path, Some(&old)).await.refusal(), stale);
    app.get("/passkeys", &old).await.ok();
    let fresh = app.token(ANA).await;
    registration_options(&app, &fresh).await.ok();
    for (method, path) in [
        ("GET", "/passkeys"),
        ("POST", "/passkeys/registration/options"),
        ("POST", "/passkeys/registration/verify"),
        ("PATCH", path.as_str()),
        ("DELETE", path.as_str()),
    ] {
        let nobody = app.send(method, path, None, &json!({})).await;
        assert_eq!(nobody.refusal(), (401, "no_authorization"), "{method} {path}");
    }
}

#[db_test]
async fn banned_unconfirmed_and_deleted_users_cannot_use_passkeys(app: Harness) {
    let id = app.account(ANA).await;
    let token = app.token(ANA).await;
    let mut device = Device::new();
    device.counter = 0;
    register(&app, &token, &mut device).await.ok();
    let path = format!("/admin/users/{id}");
    app.service("PUT", &path, json!({ "ban_duration": "1h" })).await.ok();
    sign_in(&app, &device).await.refused_with(400, "user_banned");
    app.service("PUT", &path, json!({ "ban_duration": "none" })).await.ok();
    app.execute("UPDATE users SET email_confirmed_at = NULL WHERE id = $1", &[(&id).into()]).await;
    sign_in(&app, &device).await.refused_with(400, "email_not_confirmed");
    app.execute("UPDATE users SET email_confirmed_at = created_at WHERE id = $1", &[(&id).into()]).await;
    sign_in(&app, &device).await.ok();
    app.service("DELETE", &path, json!({ "should_soft_delete": true })).await.ok();
    assert_eq!(sign_in(&app, &device).await.refusal(), REFUSED);
    assert_eq!(app.count("SELECT count(*) AS n FROM passkeys", &[]).await, 0);
}

#[sqlite_test]
async fn the_service_key_lists_and_removes_passkeys(app: Harness) {
    let user = app.account(ANA).await;
    let token = app.token(ANA).await;
    let mut device = Device::new();
    let id = register(&app, &token, &mut device).await.ok().string("id");
    let list = format!("/admin/users/{user}/passkeys");
    let one = format!("{list}/{id}");
    assert_eq!(app.service("GET", &list, Json::Null).await.ok().json()[0]["id"], id);
    for (method, path) in [("GET", &list), ("DELETE", &one)] {
        app.call(method, path, Some(&token)).await.refused_with(403, "not_admin");
        app.call(method, path, None).await.refused_with(401, "no_authorization");
    }
    let other = app.account(BIA).await;
    let elsewhere = format!("/admin/users/{other}/passkeys/{id}");
    app.service("DELETE", &elsewhere, Json::Null).await.refused_with(404, "validation_failed");
    let nobody = "/admin/users/0198f3c2-0000-7000-8000-000000000001/passkeys";
    app.service("GET", nobody, Json::Null).await.refused_with(404, "user_not_found");
    app.advance_secs(1);
    assert_eq!(app.service("DELETE", &one, Json::Null).await.status.as_u16(), 204);
    assert_eq!(app.email(ANA).await.subject, "Uma passkey foi removida");
    device.counter += 1;
    assert_eq!(sign_in(&app, &device).await.refusal(), REFUSED);
}

#[sqlite_test]
async fn a_site_at_an_ip_address_offers_no_passkeys(db: Db) {
    let config = |public_url: &str| Config { public_url: public_url.into(), ..Config::default() };
    let app = Harness::open_as(db.clone(), config("https://192.0.2.7")).await;
    let settings = app.call("GET", "/settings", None).await.ok().into_json();
    assert_eq!(settings["passkeys_enabled"], false);
    let token = app.signed_in(ANA).await;
    let disabled = (422, "passkey_disabled");
    assert_eq!(registration_options(&app, &token).await.refusal(), disabled);
    assert_eq!(app.get("/passkeys", &token).await.refusal(), disabled);
    assert_eq!(app.post("/passkeys/authentication/options", json!({})).await.refusal(), disabled);
    assert_eq!(app.post("/passkeys/authentication/verify", json!({})).await.refusal(), disabled);
    let local = Harness::open_as(db, config("http://127.0.0.1:8080")).await;
    assert_eq!(challenge(&local).await["options"]["rpId"], "localhost");
    let mut device = Device::new();
    (device.rp_id, device.origin) = ("localhost".into(), "http://localhost:8080".into());
    let token = local.token(ANA).await;
    register(&local, &token, &mut device).await.ok();
}

#[sqlite_test]
async fn passkey_changes_require_the_users_second_factor(app: Harness) {
    let (whole, authenticator) = app.protected(ANA).await;
    let half = app.session(ANA).await;
    let low = (403, "insufficient_aal");
    assert_eq!(registration_options(&app, &half.access).await.refusal(), low);
    let mut device = Device::new();
    device.counter = 0;
    let id = register(&app, &whole.access, &mut device).await.ok().string("id");
    let path = format!("/passkeys/{id}");
    assert_eq!(app.with(&half, "DELETE", &path, Json::Null).await.refusal(), low);
    let owed = (401, "insufficient_aal");
    assert_eq!(app.get("/passkeys", &half.access).await.refusal(), owed);
    assert_eq!(app.with(&half, "PATCH", &path, json!({ "friendly_name": "a" })).await.refusal(), owed);
    app.advance_secs(15 * 60);
    registration_options(&app, &whole.access).await.refused_with(400, "reauthentication_needed");
    app.get("/passkeys", &whole.access).await.ok();
    let by_passkey = sign_in(&app, &device).await.ok();
    let fresh = by_passkey.string("access_token");
    assert_eq!(
        app.auth.caller(&fresh).await.unwrap().user_id,
        Some(by_passkey.json()["user"]["id"].as_str().unwrap().into())
    );
    app.update_user(&fresh, json!({ "data": { "a": 1 } })).await.ok();
    app.call("DELETE", &format!("/factors/{}", authenticator.factor), Some(&fresh)).await.ok();
    let renewed = app.refresh(&by_passkey.string("refresh_token")).await.ok();
    assert_eq!(
        part(&renewed.string("access_token"), 1)["aal"],
        "aal2",
        "a passkey does not fall with a factor"
    );
}
