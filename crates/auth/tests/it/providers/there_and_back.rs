//! Sign-in through a provider: the way there and back, and every way in which it must not work.

use ateneu_db::Db;
use ateneu_testkit::{db_test, mocks::OidcProvider, sqlite_test};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde_json::{Value as Json, json};

use crate::{
    browser::{AtProvider, provider_config},
    emails::pairs,
    harness::{ANA, Harness, PASSWORD, config},
};

const HOME: &str = "provider=google&redirect_to=https%3A%2F%2Fcasa.test%2Fmembros%3Fa%3D1";

#[sqlite_test]
async fn a_callback_creates_an_account_and_a_session_in_the_fragment(
    AtProvider { app, provider }: AtProvider,
) {
    let landed = app.sign_in_through(&provider, HOME).await;
    assert_eq!(landed.status, 302);
    assert!(landed.url.as_str().starts_with("https://casa.test/membros?a=1#access_token="), "{}", landed.url);
    assert_eq!(landed.fragment("provider_token"), "chave-do-provedor");
    assert_eq!(landed.fragment("provider_refresh_token"), "renova-do-provedor");
    assert_eq!(landed.fragment("token_type"), "bearer");
    assert_eq!(landed.fragment("expires_in"), "3600");
    app.refresh(&landed.fragment("refresh_token")).await.ok();
    let user = app.behind(&landed).await;
    assert_eq!((&user["email"], &user["is_anonymous"]), (&json!(ANA), &json!(false)));
    assert!(user["email_confirmed_at"].is_string());
    assert_eq!(user["app_metadata"], json!({ "provider": "google", "providers": ["google"] }));
    assert_eq!(
        user["user_metadata"],
        json!({
            "iss": provider.issuer(), "sub": "ana-no-provedor", "name": "Ana Lima", "picture": "https://fotos.test/ana",
            "full_name": "Ana Lima", "avatar_url": "https://fotos.test/ana", "provider_id": "ana-no-provedor",
            "email": ANA, "email_verified": true, "phone_verified": false,
        })
    );
    let identities = user["identities"].as_array().unwrap();
    assert_eq!(identities.len(), 1);
    assert_eq!(identities[0]["id"], "ana-no-provedor");
    assert_eq!(identities[0]["provider"], "google");
    assert_eq!(identities[0]["identity_data"], user["user_metadata"]);
    assert_eq!((app.events("signup", true).await, app.events("login", true).await), (1, 1));
    let again = app.sign_in_through(&provider, HOME).await;
    assert_eq!(app.behind(&again).await["id"], user["id"], "the same person, the same account");
    assert_eq!(app.count("SELECT count(*) AS n FROM users", &[]).await, 1);
}

#[db_test]
async fn the_provider_redirect_carries_state_nonce_and_challenge(AtProvider { app, .. }: AtProvider) {
    let query =
        format!("{HOME}&scopes=email%20agenda&prompt=consent&state=meu&redirect_uri=https%3A%2F%2Fmal.test");
    let answer = app.browse(&format!("/authorize?{query}"), None, "").await;
    assert_eq!(answer.status.as_u16(), 302);
    let cookie = answer.headers["set-cookie"].to_str().unwrap().to_owned();
    for word in ["; HttpOnly", "; SameSite=Lax", "; Secure", "; Path=/auth/v1/callback", "; Max-Age=600"] {
        assert!(cookie.contains(word), "{cookie}");
    }
    let away = crate::browser::away(&answer);
    let asked = pairs(away.address.query().unwrap());
    assert_eq!(asked["redirect_uri"], "https://casa.test/auth/v1/callback");
    assert_eq!(asked["scope"], "openid email profile agenda");
    assert_eq!(&*asked["response_type"], "code");
    assert_eq!(&*asked["client_id"], "site");
    assert_eq!(&*asked["prompt"], "consent");
    assert_eq!((&*asked["code_challenge_method"], asked["code_challenge"].len()), ("S256", 43));
    assert!(asked["nonce"].len() >= 43 && asked["state"].len() >= 43);
    let other = app.leave(HOME).await;
    assert!(other.state() != away.state() && other.cookie != away.cookie);
    let stored = app.text("SELECT digest FROM provider_flows", &[]).await.unwrap();
    assert!(![away.state(), other.state()].contains(&stored), "what lies in the database opens nothing");
}

#[db_test]
async fn a_pkce_code_is_exchanged_once_for_all_tokens(AtProvider { app, provider }: AtProvider) {
    let verifier = "a".repeat(64);
    let query = format!("{HOME}&code_challenge={verifier}&code_challenge_method=plain");
    let landed = app.sign_in_through(&provider, &query).await;
    assert_eq!((landed.url.fragment(), landed.query("a")), (None, "1".to_owned()));
    let exchange = async |verifier: &str| {
        let body = json!({ "auth_code": landed.query("code"), "code_verifier": verifier });
        app.post("/token?grant_type=pkce", body).await
    };
    let kept = app.text("SELECT provider_tokens FROM flow_states", &[]).await.unwrap();
    assert!(!kept.contains("provedor"), "{kept}");
    exchange(&"b".repeat(64)).await.refused_with(400, "bad_code_verifier");
    let session = exchange(&verifier).await.ok();
    assert_eq!(session.string("provider_token"), "chave-do-provedor");
    assert_eq!(session.string("provider_refresh_token"), "renova-do-provedor");
    assert_eq!(session.json()["user"]["email"], ANA);
    exchange(&verifier).await.refused_with(404, "flow_state_not_found");
}

#[sqlite_test]
async fn a_state_is_valid_once_and_in_its_own_browser(AtProvider { app, provider }: AtProvider) {
    let lost = async |query: &str, cookie: &str| {
        let landed = app.come_back(query, cookie).await;
        assert_eq!((landed.status, landed.error()), (303, "bad_oauth_state".into()));
        assert!(landed.url.as_str().starts_with("https://casa.test/?error="), "{}", landed.url);
    };
    let away = app.leave(HOME).await;
    let query = away.agreed(&provider);
    app.come_back(&query, &away.cookie).await;
    lost(&query, &away.cookie).await;
    let (mine, theirs) = (app.leave(HOME).await, app.leave(HOME).await);
    for cookie in ["", &*theirs.cookie, &*mine.cookie.replace('=', "=x")] {
        let mine = app.leave(HOME).await;
        lost(&mine.agreed(&provider), cookie).await;
        lost(&mine.agreed(&provider), &mine.cookie).await;
    }
    app.advance_secs(600);
    lost(&mine.agreed(&provider), &mine.cookie).await;
    for query in ["", "state=", "state=inventado&code=x", "code=x"] {
        lost(query, &mine.cookie).await;
    }
    assert_eq!(app.count("SELECT count(*) AS n FROM sessions", &[]).await, 1, "the first alone");
    assert!(app.events("login", false).await >= 10);
}

#[sqlite_test]
async fn an_invalid_id_token_signs_in_no_user(AtProvider { app, provider }: AtProvider) {
    let none = |claims: &Json| {
        let part = |value: &Json| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
        format!("{}.{}.", part(&json!({ "alg": "none" })), part(claims))
    };
    let secret = jsonwebtoken::EncodingKey::from_secret(b"segredo do site");
    let right = provider.claims(&json!({}));
    let shared = jsonwebtoken::encode(&jsonwebtoken::Header::default(), &right, &secret).unwrap();
    let stranger = OidcProvider::start().await.sign(&right);
    let real = provider.sign(&right);
    let mut tampered: Vec<&str> = real.split('.').collect();
    let other = BASE64_URL_SAFE_NO_PAD.encode(provider.claims(&json!({ "sub": "outra" })).to_string());
    tampered[1] = &other;
    for (changes, code) in [
        (json!({ "nonce": "de outra entrada" }), "bad_id_token"),
        (json!({ "nonce": null }), "bad_id_token"),
        (json!({ "iss": "https://mal.test" }), "bad_id_token"),
        (json!({ "aud": "outro-site" }), "unexpected_audience"),
        (json!({ "aud": "app" }), "unexpected_audience"),
        (json!({ "aud": ["site", "outro-site"] }), "unexpected_audience"),
        (json!({ "exp": 1_800_000_000 }), "bad_id_token"),
        (json!({ "exp": null }), "bad_id_token"),
        (json!({ "iat": 1_800_000_600 }), "bad_id_token"),
        (json!({ "sub": null }), "bad_id_token"),
        (json!({ "id_token": none(&right) }), "bad_id_token"),
        (json!({ "id_token": shared }), "bad_id_token"),
        (json!({ "id_token": stranger }), "bad_id_token"),
        (json!({ "id_token": tampered.join(".") }), "bad_id_token"),
        (json!({ "id_token": "x" }), "bad_id_token"),
        (json!({ "id_token": null }), "bad_oauth_callback"),
    ] {
        provider.set_claims(changes.clone());
        let landed = app.sign_in_through(&provider, HOME).await;
        assert_eq!((landed.status, &*landed.error()), (303, code), "{changes}");
        assert!(landed.url.as_str().starts_with("https://casa.test/membros?a=1&error="), "{}", landed.url);
    }
    assert_eq!(app.count("SELECT count(*) AS n FROM users", &[]).await, 0);
    assert_eq!(app.events("login", false).await, 16);
    provider.set_claims(json!({}));
    assert!(!app.sign_in_through(&provider, HOME).await.fragment("access_token").is_empty());
}

#[sqlite_test]
async fn an_error_of_the_provider_reaches_the_redirect_address(AtProvider { app, provider }: AtProvider) {
    for (error, expected) in [("access_denied", "access_denied"), ("inventado", "server_error")] {
        let away = app.leave(HOME).await;
        let query =
            format!("state={}&error={error}&error_description=A+pessoa+desistiu%0D%0Ax", away.state());
        let landed = app.come_back(&query, &away.cookie).await;
        assert_eq!((landed.query("error"), landed.error()), (expected.into(), "bad_oauth_callback".into()));
        assert_eq!(landed.query("error_description"), "A pessoa desistiux");
    }
    let away = app.leave(HOME).await;
    let (state, code) = (away.state(), provider.authorize(&away.address));
    for (query, code) in [
        (format!("state={state}&code={code}&iss=https%3A%2F%2Fmal.test"), "bad_oauth_callback"),
        (format!("state={state}"), "bad_oauth_state"),
    ] {
        assert_eq!(app.come_back(&query, &away.cookie).await.error(), code, "{query}");
    }
    let away = app.leave(HOME).await;
    let query = format!("state={}&code=inventado", away.state());
    assert_eq!(app.come_back(&query, &away.cookie).await.error(), "bad_oauth_callback");
    let away = app.leave(HOME).await;
    let query = away.agreed(&provider);
    provider.stop().await;
    let landed = app.come_back(&query, &away.cookie).await;
    assert_eq!(landed.query("error"), "temporarily_unavailable");
    assert_eq!(landed.error(), "provider_unavailable");
}

#[sqlite_test]
async fn a_silent_provider_is_reported_at_the_redirect_address(AtProvider { app, provider }: AtProvider) {
    provider.stop().await;
    let answer = app.browse(&format!("/authorize?{HOME}"), None, "").await;
    let location = answer.headers["location"].to_str().unwrap();
    assert!(
        location.starts_with("https://casa.test/membros?a=1&error=temporarily_unavailable"),
        "{location}"
    );
    app.browse("/authorize?provider=github", None, "").await.refused_with(400, "validation_failed");
    app.browse("/authorize", None, "").await.refused_with(400, "validation_failed");
}

#[sqlite_test]
async fn a_form_post_callback_is_redirected_to_get(AtProvider { app, provider }: AtProvider) {
    let away = app.leave(HOME).await;
    let form = format!("state={}&code={}&x=1", away.state(), provider.authorize(&away.address));
    let answer = app.unversioned("POST", "/callback").body(form).await;
    assert_eq!(answer.status.as_u16(), 303);
    let location = answer.headers["location"].to_str().unwrap().to_owned();
    let query = location.strip_prefix("https://casa.test/auth/v1/callback?").unwrap();
    assert!(!query.contains("x=1"), "{query}");
    assert!(!app.come_back(query, &away.cookie).await.fragment("access_token").is_empty());
}

#[sqlite_test]
async fn a_session_is_sent_to_allowed_redirects_only(AtProvider { app, provider }: AtProvider) {
    for wanted in [
        "https://mal.test/",
        "//mal.test",
        "https://casa.test@mal.test/",
        "javascript:alert(1)",
        "https://casa.test.mal.test/",
    ] {
        let query: String = url::form_urlencoded::Serializer::new("provider=google&".to_owned())
            .append_pair("redirect_to", wanted)
            .finish();
        let landed = app.sign_in_through(&provider, &query).await;
        assert!(
            landed.url.as_str().starts_with("https://casa.test/#access_token="),
            "{wanted}: {}",
            landed.url
        );
    }
    let landed =
        app.sign_in_through(&provider, "provider=google&redirect_to=https%3A%2F%2Fapp.test%2Fvolta").await;
    assert!(landed.url.as_str().starts_with("https://app.test/volta#access_token="));
}

#[sqlite_test]
async fn refetches_of_provider_keys_are_limited(AtProvider { app, provider }: AtProvider) {
    app.sign_in_through(&provider, HOME).await;
    provider.rotate_key();
    assert_eq!(app.sign_in_through(&provider, HOME).await.error(), "bad_id_token", "looked a moment ago");
    app.advance_secs(60);
    assert!(!app.sign_in_through(&provider, HOME).await.fragment("access_token").is_empty());
}

#[sqlite_test]
async fn a_userinfo_email_requires_the_same_subject(AtProvider { app, provider }: AtProvider) {
    provider.set_claims(json!({ "email": null, "email_verified": null }));
    provider.set_userinfo(json!({ "sub": "outra-pessoa", "email": ANA, "email_verified": true }));
    assert_eq!(app.sign_in_through(&provider, HOME).await.error(), "bad_oauth_callback");
    provider.set_userinfo(
        json!({ "sub": "ana-no-provedor", "email": ANA, "email_verified": true, "iss": "https://mal.test" }),
    );
    let user = app.behind(&app.sign_in_through(&provider, HOME).await).await;
    assert_eq!((&user["email"], &user["user_metadata"]["iss"]), (&json!(ANA), &json!(provider.issuer())));
}

#[sqlite_test]
async fn a_provider_without_nonce_and_with_two_issuers_works(db: Db) {
    let provider = OidcProvider::start().await;
    let mut linkedin = provider_config(&provider, "linkedin_oidc");
    (linkedin.pkce, linkedin.nonce, linkedin.secret_in_form) = (false, false, true);
    linkedin.issuer_alias = Some("https://www.linkedin.test".into());
    let config = ateneu_auth::Config { providers: vec![linkedin], ..config() };
    let app = Harness::open_as(db, config).await;
    let away = app.leave("provider=linkedin_oidc").await;
    let asked = away.address.query().unwrap();
    assert!(!asked.contains("nonce") && !asked.contains("code_challenge"), "{asked}");
    provider.set_claims(json!({
        "iss": "https://www.linkedin.test", "locale": { "country": "BR", "language": "pt" }, "email_verified": "true",
    }));
    let user = app.behind(&app.sign_in_through(&provider, "provider=linkedin_oidc").await).await;
    assert_eq!((&user["email"], &user["app_metadata"]["provider"]), (&json!(ANA), &json!("linkedin_oidc")));
    let settings = app.call("GET", "/settings", None).await.ok();
    let external = &settings.json()["external"];
    assert_eq!((&external["linkedin_oidc"], &external["google"]), (&json!(true), &json!(false)));
    assert_eq!(
        settings.json()["external_labels"],
        json!({ "linkedin_oidc": provider_config(&provider, "linkedin_oidc").label })
    );
}

#[db_test]
async fn sign_in_redirects_per_address_are_limited(AtProvider { app, .. }: AtProvider) {
    for _ in 0..120 {
        app.leave(HOME).await;
    }
    let answer = app.browse(&format!("/authorize?{HOME}"), None, "").await;
    assert!(answer.headers["location"].to_str().unwrap().contains("over_request_rate_limit"));
    app.sign_in("ninguem@exemplo.com", PASSWORD).await;
    assert_eq!(app.count("SELECT count(*) AS n FROM provider_flows", &[]).await, 120);
    app.advance_secs(3_600);
    app.leave(HOME).await;
    assert_eq!(app.count("SELECT count(*) AS n FROM provider_flows", &[]).await, 1, "the old ones are gone");
}
