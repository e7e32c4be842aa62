//! Requests that are not supported answer the protocol's own refusal, never silence.

use ateneu_testkit::db_test;
use serde_json::{Value as Json, json};

use crate::harness::{ANA, Harness, PASSWORD};

#[db_test]
async fn each_refusal_has_its_code(app: Harness) {
    app.account(ANA).await;
    let session = app.sign_in(ANA, PASSWORD).await.ok();
    let token = session.string("access_token");
    let identity = session.json()["user"]["identities"][0]["identity_id"].as_str().unwrap().to_owned();
    let identity = format!("/user/identities/{identity}");
    for (method, path, body, status, code) in [
        (
            "POST",
            "/token?grant_type=pkce",
            json!({ "auth_code": "a", "code_verifier": "b" }),
            404,
            "flow_state_not_found",
        ),
        ("POST", "/token?grant_type=pkce", json!({}), 400, "validation_failed"),
        ("POST", "/token?grant_type=id_token", json!({}), 400, "oauth_provider_not_supported"),
        ("POST", "/token?grant_type=web3", json!({}), 422, "web3_provider_disabled"),
        ("POST", "/token?grant_type=outro", json!({}), 400, "invalid_credentials"),
        ("POST", "/token", json!({}), 400, "invalid_credentials"),
        (
            "POST",
            "/token?grant_type=password",
            json!({ "phone": "5511", "password": "x" }),
            400,
            "phone_provider_disabled",
        ),
        (
            "POST",
            "/verify",
            json!({ "email": "a@b.co", "token": "123456", "type": "email" }),
            403,
            "otp_expired",
        ),
        ("POST", "/verify", json!({ "token_hash": "x" }), 400, "validation_failed"),
        ("GET", "/user/identities/authorize?provider=google", Json::Null, 400, "validation_failed"),
        ("DELETE", "/user/identities/abc", Json::Null, 404, "validation_failed"),
        (
            "DELETE",
            "/user/identities/0198f3c2-0000-7000-8000-000000000001",
            Json::Null,
            422,
            "identity_not_found",
        ),
        ("DELETE", &identity, Json::Null, 422, "single_identity_not_deletable"),
        ("POST", "/otp", json!({ "phone": "+5511999999999" }), 400, "phone_provider_disabled"),
        (
            "POST",
            "/resend",
            json!({ "phone": "+5511999999999", "type": "sms" }),
            400,
            "phone_provider_disabled",
        ),
        ("POST", "/sso", json!({ "domain": "b.co" }), 404, "saml_provider_disabled"),
        ("GET", "/sso/saml/metadata", Json::Null, 404, "saml_provider_disabled"),
        ("GET", "/authorize?provider=google", Json::Null, 400, "validation_failed"),
        ("GET", "/oauth/authorizations/abc", Json::Null, 422, "feature_disabled"),
        ("GET", "/user/oauth/grants", Json::Null, 422, "feature_disabled"),
        ("GET", "/admin/oauth/clients", Json::Null, 422, "feature_disabled"),
        ("POST", "/admin/oauth/clients/abc/regenerate_secret", Json::Null, 422, "feature_disabled"),
        ("POST", "/admin/custom-providers", json!({}), 422, "feature_disabled"),
        ("DELETE", "/admin/custom-providers/abc", Json::Null, 422, "feature_disabled"),
    ] {
        let answer = app.send(method, path, Some(&token), &body).await;
        assert_eq!(answer.refusal(), (status, code), "{method} {path} {body}");
        assert_eq!(answer.headers["x-sb-error-code"], code);
    }
    for (method, path) in [
        ("POST", "/factors"),
        ("DELETE", "/factors/abc"),
        ("GET", "/reauthenticate"),
        ("PUT", "/user"),
        ("POST", "/logout"),
        ("DELETE", &identity),
    ] {
        let nobody = app.send(method, path, None, &json!({})).await;
        assert_eq!(nobody.refusal(), (401, "no_authorization"), "{method} {path}");
    }
    let callback = app.call("GET", "/callback?state=x&code=y", None).await;
    assert_eq!(callback.status.as_u16(), 303);
    let location = callback.headers["location"].to_str().unwrap();
    assert!(location.starts_with("https://casa.test/?error=") && location.contains("bad_oauth_state"));
}
