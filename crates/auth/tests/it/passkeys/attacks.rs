//! Passkeys under attack: replayed challenges, forged proofs, copied devices.

use ateneu_testkit::{db_test, sqlite_test};
use serde_json::json;

use crate::{
    device::Device,
    harness::{ANA, BIA, Harness, statuses},
    passkeys::lifecycle::{REFUSED, answer, challenge, register, registration_options, sign_in},
};

/// Change that makes a device lie. The second device is another person's.
type Lie = fn(&mut Device, &Device);

#[sqlite_test]
async fn a_challenge_is_answered_once_and_within_five_minutes(app: Harness) {
    let token = app.signed_in(ANA).await;
    let mut device = Device::new();
    register(&app, &token, &mut device).await.ok();
    let asked = challenge(&app).await;
    device.counter += 1;
    answer(&app, &asked, device.get(&asked["options"])).await.ok();
    device.counter += 1;
    let replayed = answer(&app, &asked, device.get(&asked["options"])).await;
    replayed.refused_with(400, "webauthn_challenge_not_found");
    let asked = challenge(&app).await;
    app.advance_secs(300);
    answer(&app, &asked, device.get(&asked["options"])).await.refused_with(400, "webauthn_challenge_expired");
    // A wrong proof uses it up too.
    let asked = challenge(&app).await;
    let wrong = answer(&app, &asked, Device::new().get(&asked["options"])).await;
    assert_eq!(wrong.refusal(), REFUSED);
    let right = answer(&app, &asked, device.get(&asked["options"])).await;
    right.refused_with(400, "webauthn_challenge_not_found");
    let asked = registration_options(&app, &token).await.ok().into_json();
    let credential = Device::new().create(&asked["options"]);
    let body = json!({ "challenge_id": asked["challenge_id"], "credential": credential });
    app.send("POST", "/passkeys/registration/verify", Some(&token), &body).await.ok();
    let replayed = app.send("POST", "/passkeys/registration/verify", Some(&token), &body).await;
    replayed.refused_with(400, "webauthn_challenge_not_found");
    for (body, reason) in [
        (json!({}), "no challenge"),
        (json!({ "challenge_id": "x", "credential": {} }), "no uuid"),
        (json!({ "challenge_id": asked["challenge_id"] }), "no credential"),
    ] {
        let refused = app.post("/passkeys/authentication/verify", body).await;
        assert_eq!(refused.refusal(), (400, "validation_failed"), "{reason}");
    }
    app.advance_secs(3_600);
    challenge(&app).await;
    assert_eq!(app.count("SELECT count(*) AS n FROM passkey_challenges", &[]).await, 1, "old ones go");
}

#[db_test]
async fn one_answer_sent_twice_at_once_opens_one_session(app: Harness) {
    let token = app.signed_in(ANA).await;
    let mut device = Device::new();
    register(&app, &token, &mut device).await.ok();
    device.counter += 1;
    let asked = challenge(&app).await;
    let credential = device.get(&asked["options"]);
    let (a, b) = tokio::join!(answer(&app, &asked, credential.clone()), answer(&app, &asked, credential));
    assert_eq!(statuses([a, b]), [200, 400]);
}

#[db_test]
async fn a_forged_proof_is_refused_without_details(app: Harness) {
    let owner = app.signed_in(ANA).await;
    let other = app.signed_in(BIA).await;
    let mut device = Device::new();
    register(&app, &owner, &mut device).await.ok();
    let mut hers = Device::new();
    register(&app, &other, &mut hers).await.ok();
    let forgeries: [(&str, Lie); 14] = [
        ("another site's", |device, _| device.origin = "https://mal.test".into()),
        ("another port's", |device, _| device.origin = "https://casa.test:8443".into()),
        ("without TLS", |device, _| device.origin = "http://casa.test".into()),
        ("a subdomain's", |device, _| device.origin = "https://x.casa.test".into()),
        ("another relying party's", |device, _| device.rp_id = "mal.test".into()),
        ("of nobody verified", |device, _| device.verifies = false),
        ("of nobody present", |device, _| device.is_present = false),
        ("of another challenge", |device, _| device.challenge = Some("AAAA".into())),
        ("of a registration", |device, _| device.ceremony = Some("webauthn.create")),
        ("of an unknown key", |device, _| device.credential_id = vec![7; 32]),
        ("of nobody", |device, _| device.user_handle = Vec::new()),
        ("of an unknown person", |device, _| device.user_handle = vec![7; 16]),
        ("for another person", |device, hers| device.user_handle.clone_from(&hers.user_handle)),
        ("by another's key", |device, hers| device.credential_id.clone_from(&hers.credential_id)),
    ];
    for (name, forge) in forgeries {
        let mut forged = device.clone();
        forged.counter = 9;
        forge(&mut forged, &hers);
        app.advance_secs(3_600);
        let refused = sign_in(&app, &forged).await;
        assert_eq!(refused.refusal(), REFUSED, "{name}");
        assert_eq!(refused.json()["message"], "Credential verification failed", "{name}");
    }
    app.advance_secs(3_600);
    let asked = challenge(&app).await;
    let mut altered = device.get(&asked["options"]);
    let fresh = device.get(&challenge(&app).await["options"]);
    altered["response"]["signature"] = fresh["response"]["signature"].clone();
    assert_eq!(answer(&app, &asked, altered).await.refusal(), REFUSED, "another's signature");
    for nonsense in [json!({}), json!("x"), json!({ "id": 1 }), json!({ "rawId": "AAAA", "response": null })]
    {
        app.advance_secs(3_600);
        let asked = challenge(&app).await;
        assert_eq!(answer(&app, &asked, nonsense).await.refusal(), REFUSED);
    }
    assert_eq!(app.events("login", false).await, 19);
    app.advance_secs(3_600);
    device.counter = 2;
    sign_in(&app, &device).await.ok();
}

#[sqlite_test]
async fn a_forged_registration_adds_no_passkey(app: Harness) {
    let token = app.signed_in(ANA).await;
    let forgeries: [(&str, Lie); 6] = [
        ("another site's", |device, _| device.origin = "https://mal.test".into()),
        ("another relying party's", |device, _| device.rp_id = "mal.test".into()),
        ("of nobody verified", |device, _| device.verifies = false),
        ("of nobody present", |device, _| device.is_present = false),
        ("of another challenge", |device, _| device.challenge = Some("AAAA".into())),
        ("of a sign-in", |device, _| device.ceremony = Some("webauthn.get")),
    ];
    for (name, forge) in forgeries {
        let mut device = Device::new();
        forge(&mut device, &Device::new());
        assert_eq!(register(&app, &token, &mut device).await.refusal(), REFUSED, "{name}");
    }
    assert_eq!(app.get("/passkeys", &token).await.ok().into_json(), json!([]));
    assert_eq!(app.events("passkey_created", false).await, 6);
    assert!(app.emails(ANA).await.is_empty());
}

#[sqlite_test]
async fn a_challenge_of_another_person_or_ceremony_is_refused(app: Harness) {
    let ana = app.signed_in(ANA).await;
    let bia = app.signed_in(BIA).await;
    let asked = registration_options(&app, &ana).await.ok().into_json();
    let mut device = Device::new();
    let credential = device.create(&asked["options"]);
    let body = json!({ "challenge_id": asked["challenge_id"], "credential": credential });
    let hers = app.send("POST", "/passkeys/registration/verify", Some(&bia), &body).await;
    hers.refused_with(400, "webauthn_challenge_not_found");
    let as_sign_in = app.post("/passkeys/authentication/verify", body.clone()).await;
    as_sign_in.refused_with(400, "webauthn_challenge_not_found");
    app.send("POST", "/passkeys/registration/verify", Some(&ana), &body).await.ok();
    let asked = challenge(&app).await;
    let body = json!({ "challenge_id": asked["challenge_id"], "credential": Device::new().create(
        &registration_options(&app, &ana).await.ok().json()["options"]) });
    let as_registration = app.send("POST", "/passkeys/registration/verify", Some(&ana), &body).await;
    as_registration.refused_with(400, "webauthn_challenge_not_found");
}

#[db_test]
async fn a_counter_that_does_not_advance_is_refused_and_logged(app: Harness) {
    let token = app.signed_in(ANA).await;
    let mut device = Device::new();
    device.counter = 5;
    register(&app, &token, &mut device).await.ok();
    for counter in [5, 4, 0] {
        device.counter = counter;
        assert_eq!(sign_in(&app, &device).await.refusal(), REFUSED, "{counter}");
    }
    let sql = "SELECT count(*) AS n FROM auth_logs WHERE error_message = $1 AND user_id IS NOT NULL";
    assert_eq!(app.count(sql, &["webauthn_counter_went_back".into()]).await, 3);
    device.counter = 6;
    sign_in(&app, &device).await.ok();
    assert_eq!(sign_in(&app, &device).await.refusal(), REFUSED, "the last one is remembered");
    // A device that counts nothing says 0 for ever.
    let mut synced = Device::new();
    synced.counter = 0;
    register(&app, &token, &mut synced).await.ok();
    sign_in(&app, &synced).await.ok();
    sign_in(&app, &synced).await.ok();
}

#[sqlite_test]
async fn failed_proofs_from_one_address_are_limited(app: Harness) {
    let token = app.signed_in(ANA).await;
    let mut device = Device::new();
    device.counter = 0;
    register(&app, &token, &mut device).await.ok();
    for _ in 0..12 {
        sign_in(&app, &device).await.ok();
    }
    app.settings.set("rate_limit_max_attempts", "1", None).await.unwrap();
    for _ in 0..10 {
        assert_eq!(sign_in(&app, &Device::new()).await.refusal(), REFUSED);
    }
    sign_in(&app, &device).await.refused_with(429, "over_request_rate_limit");
    assert_eq!(app.events("login", false).await, 11, "the limit is noted once");
    assert_eq!(sign_in(&app, &device).await.status.as_u16(), 429);
    assert_eq!(app.events("login", false).await, 11);
    app.advance_secs(3_600);
    sign_in(&app, &device).await.ok();
    for _ in 1..300 {
        challenge(&app).await;
    }
    let flood = app.post("/passkeys/authentication/options", json!({})).await;
    flood.refused_with(429, "over_request_rate_limit");
}
