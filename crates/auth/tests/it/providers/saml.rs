//! Single sign-on: the way to a company and back, and whose account it opens.

use ateneu_auth::{Config, Error};
use ateneu_db::Db;
use ateneu_testkit::{db_test, sqlite_test};
use serde_json::json;

use crate::{
    company::{ACS, ENTITY, Signed, WithCompanies, empresa, outra, request},
    emails::pairs,
    harness::{Harness, PASSWORD, config},
    second_factor::part,
};

#[sqlite_test]
async fn a_company_sign_in_creates_an_account_and_a_session(WithCompanies(app): WithCompanies) {
    for signed in [Signed::Assertion, Signed::Response] {
        let landed = app.enter_from(&empresa(), |words| words.signed = signed).await;
        assert_eq!(landed.status, 303);
        assert!(landed.url.as_str().starts_with("https://casa.test/membros#access_token="), "{}", landed.url);
        app.refresh(&landed.fragment("refresh_token")).await.ok();
    }
    let landed = app.enter_from(&empresa(), |_| {}).await;
    let user = app.behind(&landed).await;
    assert_eq!((&user["email"], &user["is_sso_user"]), (&json!("ana@empresa.test"), &json!(true)));
    assert_eq!(user["app_metadata"], json!({ "provider": "sso:empresa", "providers": ["sso:empresa"] }));
    assert_eq!(user["user_metadata"]["full_name"], "Ana Lima");
    assert_eq!(user["identities"].as_array().unwrap().len(), 1);
    assert_eq!(user["identities"][0]["id"], "ana-na-empresa");
    let claims = app.auth.verify(&landed.fragment("access_token")).unwrap();
    assert_eq!(claims.sub.as_deref(), user["id"].as_str());
    let said = part(&landed.fragment("access_token"), 1);
    assert_eq!(said["amr"][0]["method"], "sso/saml");
    assert_eq!(said["amr"][0]["provider"], "empresa");
    assert_eq!(said["email"], "ana@empresa.test");
    assert_eq!(app.count("SELECT count(*) AS n FROM users", &[]).await, 1, "the same person each time");
    assert_eq!(app.call("GET", "/settings", None).await.ok().json()["saml_enabled"], true);
}

#[sqlite_test]
async fn our_description_names_the_place_answers_go_to(WithCompanies(app): WithCompanies) {
    let answer = app.browse("/sso/saml/metadata", None, "").await.ok();
    assert_eq!(answer.headers["content-type"], "application/samlmetadata+xml");
    let answer = answer.text();
    assert!(
        answer.contains(&format!("entityID=\"{ENTITY}\"")) && answer.contains(&format!("Location=\"{ACS}\"")),
        "{answer}"
    );
}

#[sqlite_test]
async fn the_redirect_by_id_or_domain_carries_our_request(WithCompanies(app): WithCompanies) {
    let away = app.leave_for(&empresa(), &json!({ "provider_id": null, "domain": "Empresa.TEST" })).await;
    assert!(away.address.as_str().starts_with("https://login.empresa.test/sso?"));
    let asked = request(&away);
    assert!(
        asked.contains(&format!("AssertionConsumerServiceURL=\"{ACS}\"")) && asked.contains(ENTITY),
        "{asked}"
    );
    assert!(pairs(away.address.query().unwrap())["RelayState"].len() <= 80);
    let answer = app.post("/sso", json!({ "domain": "outra.test" })).await;
    assert_eq!(answer.status.as_u16(), 303);
    assert!(answer.headers["location"].to_str().unwrap().starts_with("https://login.outra.test/sso?"));
    let cookie = answer.headers["set-cookie"].to_str().unwrap();
    for word in ["; HttpOnly", "; SameSite=None", "; Secure", "; Path=/auth/v1/sso/saml/acs", "; Max-Age=600"]
    {
        assert!(cookie.contains(word), "{cookie}");
    }
    for (body, refusal) in [
        (json!({ "domain": "exemplo.com" }), (404, "sso_provider_not_found")),
        (json!({ "provider_id": "nenhuma" }), (404, "sso_provider_not_found")),
        (json!({}), (400, "validation_failed")),
        (
            json!({ "domain": "empresa.test", "code_challenge": "curto", "code_challenge_method": "s256" }),
            (400, "validation_failed"),
        ),
    ] {
        assert_eq!(app.post("/sso", body.clone()).await.refusal(), refusal, "{body}");
    }
    let elsewhere = app.leave_for(&empresa(), &json!({ "redirect_to": "https://mal.test/" })).await;
    let words = empresa().words(&elsewhere);
    let landed = app.bring(&empresa().answer(&words), &elsewhere).await;
    assert!(landed.url.as_str().starts_with("https://casa.test/#access_token="), "{}", landed.url);
}

#[sqlite_test]
async fn a_pkce_sign_in_gives_the_session_to_the_client_that_began(WithCompanies(app): WithCompanies) {
    let verifier = "a".repeat(64);
    let challenge = json!({ "code_challenge": verifier, "code_challenge_method": "plain" });
    let mut away = app.leave_for(&empresa(), &challenge).await;
    away.cookie = String::new();
    let landed = app.bring(&empresa().answer(&empresa().words(&away)), &away).await;
    assert_eq!(landed.url.fragment(), None);
    let exchange = async |verifier: String| {
        let body = json!({ "auth_code": landed.query("code"), "code_verifier": verifier });
        app.post("/token?grant_type=pkce", body).await
    };
    exchange("b".repeat(64)).await.refused_with(400, "bad_code_verifier");
    let session = exchange(verifier).await.ok();
    assert_eq!(session.json()["user"]["is_sso_user"], true);
    let said = part(&session.string("access_token"), 1);
    assert_eq!(said["amr"][0]["method"], "sso/saml");
    assert_eq!(said["amr"][0]["provider"], "empresa");
}

#[db_test]
async fn a_saml_sign_in_never_opens_a_password_account(WithCompanies(app): WithCompanies) {
    let own = app.account("ana@empresa.test").await;
    let landed = app.enter_from(&empresa(), |_| {}).await;
    let managed = app.behind(&landed).await;
    assert_ne!(managed["id"], json!(own));
    assert_eq!(managed["email"], "ana@empresa.test");
    let session = app.sign_in("ana@empresa.test", PASSWORD).await.ok();
    assert_eq!(session.json()["user"]["id"], own);
    assert_eq!(session.json()["user"]["is_sso_user"], false);
    app.post("/recover", json!({ "email": "ana@empresa.test" })).await.ok();
    let asked = "SELECT user_id FROM one_time_tokens";
    assert_eq!(app.text(asked, &[]).await, Some(own.clone()), "a link opens the own account alone");
    let identities =
        app.count("SELECT count(*) AS n FROM identities WHERE user_id = $1", &[own.into()]).await;
    assert_eq!(identities, 1);
}

#[sqlite_test]
async fn a_managed_account_only_accepts_its_companys_sign_in(WithCompanies(app): WithCompanies) {
    let landed = app.enter_from(&empresa(), |_| {}).await;
    let (id, token) = (app.behind(&landed).await["id"].clone(), landed.fragment("access_token"));
    for body in [
        json!({ "password": PASSWORD }),
        json!({ "email": "outro@exemplo.com" }),
        json!({ "phone": "+5511999999999" }),
    ] {
        let refused = app.update_user(&token, body.clone()).await;
        assert_eq!(refused.refusal(), (422, "user_sso_managed"), "{body}");
        let path = format!("/admin/users/{}", id.as_str().unwrap());
        let refused = app.service("PUT", &path, body.clone()).await;
        assert_eq!(refused.refusal(), (422, "user_sso_managed"), "{body}");
    }
    app.update_user(&token, json!({ "data": { "apelido": "Aninha" } })).await.ok();
    let passkey = app.send("POST", "/passkeys/registration/options", Some(&token), &json!({})).await;
    passkey.refused_with(422, "user_sso_managed");
    app.post("/recover", json!({ "email": "ana@empresa.test" })).await.ok();
    app.post("/otp", json!({ "email": "ana@empresa.test", "create_user": false })).await.ok();
    assert_eq!(app.count("SELECT count(*) AS n FROM one_time_tokens", &[]).await, 0);
    app.sign_in("ana@empresa.test", PASSWORD).await.refused_with(400, "invalid_credentials");
}

#[sqlite_test]
async fn a_saml_account_follows_its_company_and_keeps_its_ban(WithCompanies(app): WithCompanies) {
    let first = app.behind(&app.enter_from(&empresa(), |_| {}).await).await;
    let landed =
        app.enter_from(&empresa(), |words| words.attributes[0].1 = "Ana.Lima@Empresa.test".into()).await;
    let renamed = app.behind(&landed).await;
    assert_eq!((&renamed["id"], &renamed["email"]), (&first["id"], &json!("ana.lima@empresa.test")));
    let other = app.enter_from(&outra(), |_| {}).await;
    assert_ne!(
        app.behind(&other).await["id"],
        first["id"],
        "the same name id at another company is another person"
    );
    let path = format!("/admin/users/{}", first["id"].as_str().unwrap());
    app.service("PUT", &path, json!({ "ban_duration": "1h" })).await.ok();
    assert_eq!(app.enter_from(&empresa(), |_| {}).await.error(), "user_banned");
}

#[sqlite_test]
async fn the_email_comes_as_name_id_or_in_a_chosen_attribute(db: Db) {
    let mut company = empresa().config();
    company.email_attribute = Some("correio".into());
    let companies = vec![company, outra().config()];
    let app = Harness::open_as(db, Config { companies, ..config() }).await;
    let chosen = |words: &mut crate::company::Words| {
        words.attributes = vec![("correio", "bia@empresa.test".into()), ("email", "x@empresa.test".into())]
    };
    let landed = app.enter_from(&empresa(), chosen).await;
    assert_eq!(app.behind(&landed).await["email"], "bia@empresa.test");
    let landed = app
        .enter_from(&outra(), |words| {
            words.attributes.clear();
            words.name_id = "caio@outra.test".into();
            words.format = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
        })
        .await;
    assert_eq!(app.behind(&landed).await["email"], "caio@outra.test");
}

#[sqlite_test]
async fn an_invalid_company_fails_the_start_by_name(db: Db) {
    let refusal = async |change: fn(&mut ateneu_auth::CompanyConfig)| {
        let mut company = empresa().config();
        change(&mut company);
        let config = Config { companies: vec![outra().config(), company], ..config() };
        match Harness::try_open_as(db.clone(), config).await {
            Err(error @ Error::Company { .. }) => error.to_string(),
            _ => panic!("it was accepted"),
        }
    };
    let certificate = include_str!("../keys/outra.cert.pem");
    assert!(refusal(|company| company.domains.clear()).await.contains("no domains"));
    assert!(refusal(|company| company.domains = vec!["OUTRA.test".into()]).await.contains("outra.test"));
    assert!(refusal(|company| company.name = "Empresa S.A.".into()).await.contains("name"));
    assert!(refusal(|company| company.metadata = "<nada/>".into()).await.contains("description"));
    assert!(
        refusal(|company| company.metadata =
            company.metadata.replace("https://login.empresa.test/sso", "http://login.empresa.test/sso"))
        .await
        .contains("https://")
    );
    assert!(
        refusal(|company| company.metadata = company
            .metadata
            .replace("<IDPSSODescriptor ", "<IDPSSODescriptor WantAuthnRequestsSigned=\"true\" "))
        .await
        .contains("signed requests")
    );
    assert!(
        refusal(|company| company.metadata =
            crate::company::between(&format!("#{}", company.metadata), "#", "<KeyDescriptor")
                + &crate::company::between(&format!("{}#", company.metadata), "</KeyDescriptor>", "#"))
        .await
        .contains("certificate")
    );
    let pinned =
        refusal(|company| company.certificate = Some(include_str!("../keys/outra.cert.pem").into())).await;
    assert!(pinned.contains("description") && certificate.starts_with("-----BEGIN"), "{pinned}");
}
