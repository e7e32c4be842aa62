//! Answers that must not sign anybody in: changed, unsigned, meant for others, too old, shown twice.

use ateneu_db::Db;
use ateneu_testkit::{db_test, sqlite_test};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::json;

use crate::{
    company::{Company, Signed, WithCompanies, Words, app_with_companies, between, empresa, outra},
    emails::pairs,
    harness::{Harness, config},
};

type Change = fn(&mut Words);
type Edit = fn(String) -> String;
/// Combination of the forged and the signed assertion.
type Wrap = fn(&str, &str) -> String;

/// Asserts that nobody got in and that the log says why, once.
async fn refused(app: &Harness, landed: &crate::browser::Landed, code: &str, what: &str) {
    assert_eq!((landed.status, &*landed.error()), (303, code), "{what}");
    assert!(landed.url.as_str().starts_with("https://casa.test/membros?error="), "{}", landed.url);
    let sql = "SELECT error_message FROM auth_logs WHERE success = $1";
    let error = app.text(sql, &[false.into()]).await;
    assert_eq!((error.as_deref(), app.events("login", false).await), (Some(code), 1), "{what}");
    app.execute("DELETE FROM auth_logs", &[]).await;
    for count in ["SELECT count(*) AS n FROM users", "SELECT count(*) AS n FROM sessions"] {
        assert_eq!(app.count(count, &[]).await, 0, "{what}");
    }
}

#[sqlite_test]
async fn an_invalid_saml_response_is_refused_with_its_reason(WithCompanies(app): WithCompanies) {
    let cases: [(&str, Change); 17] = [
        ("saml_assertion_misdirected", |words| words.audience = "https://outro-site.test/metadata".into()),
        ("saml_assertion_misdirected", |words| words.destination = "https://outro-site.test/acs".into()),
        ("saml_assertion_misdirected", |words| words.recipient = "https://outro-site.test/acs".into()),
        ("saml_assertion_misdirected", |words| words.in_response_to = "_outro-pedido".into()),
        ("saml_assertion_misdirected", |words| words.confirmed_for = Some("_outro-pedido".into())),
        ("saml_assertion_misdirected", |words| words.confirmed_for = None),
        ("saml_assertion_misdirected", |words| words.issuer = outra().entity),
        ("saml_assertion_expired", |words| words.until = words.from - 60),
        ("saml_assertion_expired", |words| (words.from, words.until) = (words.from + 600, words.until + 600)),
        ("saml_signature_invalid", |words| words.signed = Signed::Nothing),
        ("saml_sign_in_refused", |words| words.status = "urn:oasis:names:tc:SAML:2.0:status:Responder"),
        ("saml_assertion_no_user_id", |words| {
            words.format = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient"
        }),
        ("saml_assertion_no_email", |words| words.attributes.clear()),
        ("saml_assertion_no_email", |words| words.attributes[0].1 = "sem arroba".into()),
        ("saml_email_domain_mismatch", |words| words.attributes[0].1 = "admin@casa.test".into()),
        ("saml_email_domain_mismatch", |words| words.attributes[0].1 = "ana@mal.empresa.test".into()),
        ("saml_email_domain_mismatch", |words| words.attributes[0].1 = "ana@outra.test".into()),
    ];
    for (index, (code, change)) in cases.into_iter().enumerate() {
        let landed = app.enter_from(&empresa(), change).await;
        refused(&app, &landed, code, &format!("case {index}")).await;
    }
}

#[db_test]
async fn a_changed_answer_is_refused(WithCompanies(app): WithCompanies) {
    let cases: [(&str, Edit); 7] = [
        ("saml_signature_invalid", |xml| xml.replace(">ana-na-empresa<", ">chefe-na-empresa<")),
        ("saml_signature_invalid", |xml| xml.replace("ana@empresa.test", "chefe@empresa.test")),
        ("saml_signature_invalid", |xml| {
            let signature = between(&xml, "<ds:Signature ", "</ds:Signature>");
            xml.replace(&format!("<ds:Signature {signature}</ds:Signature>"), "")
        }),
        ("saml_signature_invalid", |xml| {
            let value = between(&xml, "<ds:SignatureValue>", "</ds:SignatureValue>");
            xml.replace(&value, &BASE64_STANDARD.encode([7u8; 256]))
        }),
        ("saml_assertion_invalid", |xml| {
            format!("<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>{xml}")
        }),
        ("saml_assertion_invalid", |xml| xml.replace("</samlp:Response>", "")),
        ("saml_assertion_invalid", |_| String::new()),
    ];
    for (index, (code, change)) in cases.into_iter().enumerate() {
        let away = app.leave_for(&empresa(), &json!({})).await;
        let xml = empresa().answer(&empresa().words(&away));
        let landed = app.bring(&change(xml), &away).await;
        refused(&app, &landed, code, &format!("case {index}")).await;
    }
}

#[db_test]
async fn an_endless_answer_is_refused(WithCompanies(app): WithCompanies) {
    let answer = app.bring_form(&[("SAMLResponse", "A".repeat(300 * 1024))], "").await;
    assert_eq!(answer.status.as_u16(), 413);
    assert_eq!(answer.headers["x-sb-error-code"], "request_entity_too_large");
}

#[sqlite_test]
async fn a_saml_signature_covers_only_its_own_assertion(WithCompanies(app): WithCompanies) {
    // The signed assertion is kept somewhere, and another one is put where it is read.
    let wrapped: [Wrap; 4] = [
        |forged, signed| format!("{forged}{signed}"),
        |forged, signed| format!("{signed}{forged}"),
        |forged, signed| format!("<samlp:Extensions>{signed}</samlp:Extensions>{forged}"),
        |forged, signed| {
            forged.replace("</saml:Issuer><saml:Subject>", &format!("</saml:Issuer><ds:Signature xmlns:ds=\"http://www.w3.org/2000/09/xmldsig#\"><ds:Object>{signed}</ds:Object></ds:Signature><saml:Subject>"))
        },
    ];
    for (index, wrap) in wrapped.into_iter().enumerate() {
        for same_id in [true, false] {
            let away = app.leave_for(&empresa(), &json!({})).await;
            let mut words = empresa().words(&away);
            let xml = empresa().answer(&words);
            words.name_id = "chefe-na-empresa".into();
            words.signed = Signed::Nothing;
            let assertion = |xml: &str| {
                format!(
                    "<saml:Assertion {}</saml:Assertion>",
                    between(xml, "<saml:Assertion ", "</saml:Assertion>")
                )
            };
            let mut forged = assertion(&empresa().answer(&words));
            if !same_id {
                forged = forged.replace("-a\" Version", "-b\" Version");
            }
            let signed = assertion(&xml);
            let landed = app.bring(&xml.replace(&signed, &wrap(&forged, &signed)), &away).await;
            let code = landed.error();
            assert!(["saml_signature_invalid", "saml_assertion_invalid"].contains(&&*code), "{code}");
            refused(&app, &landed, &code, &format!("wrapping {index}, same id: {same_id}")).await;
        }
    }
}

#[sqlite_test]
async fn a_comment_does_not_cut_a_saml_name_short(WithCompanies(app): WithCompanies) {
    let away = app.leave_for(&empresa(), &json!({})).await;
    let mut words = empresa().words(&away);
    words.name_id = "ana-na-empresa.mal".into();
    // Canonical XML leaves comments out: the signature still holds.
    let xml = empresa().answer(&words).replace(">ana-na-empresa.mal<", ">ana-na-empresa<!-- -->.mal<");
    assert_eq!(app.behind(&app.bring(&xml, &away).await).await["identities"][0]["id"], "ana-na-empresa.mal");
}

#[sqlite_test]
async fn a_company_cannot_answer_for_another(WithCompanies(app): WithCompanies) {
    let away = app.leave_for(&empresa(), &json!({})).await;
    let landed = app.bring(&outra().answer(&outra().words(&away)), &away).await;
    let code = landed.error();
    assert!(["saml_signature_invalid", "saml_assertion_misdirected"].contains(&&*code), "{code}");
    refused(&app, &landed, &code, "as itself").await;
    let disguised = Company { entity: empresa().entity, ..outra() };
    let away = app.leave_for(&empresa(), &json!({})).await;
    let mut words = disguised.words(&away);
    words.attributes = empresa().words(&away).attributes;
    let landed = app.bring(&disguised.answer(&words), &away).await;
    refused(&app, &landed, "saml_signature_invalid", "as the other").await;
}

#[sqlite_test]
async fn a_saml_response_is_valid_once_in_time_in_its_own_browser(WithCompanies(app): WithCompanies) {
    let lost = async |fields: &[(&str, String)], cookie: &str| {
        let answer = app.bring_form(fields, cookie).await;
        let location = answer.headers["location"].to_str().unwrap().to_owned();
        assert!(
            location.starts_with(
                "https://casa.test/?error=invalid_request&error_code=saml_relay_state_not_found"
            ),
            "{location}"
        );
    };
    let fields = |away: &crate::browser::Away| {
        let xml = BASE64_STANDARD.encode(empresa().answer(&empresa().words(away)));
        [("SAMLResponse", xml), ("RelayState", pairs(away.address.query().unwrap())["RelayState"].clone())]
    };
    let (used, stolen, old) = (
        app.leave_for(&empresa(), &json!({})).await,
        app.leave_for(&empresa(), &json!({})).await,
        app.leave_for(&empresa(), &json!({})).await,
    );
    app.bring_form(&fields(&used), &used.cookie).await;
    lost(&fields(&used), &used.cookie).await;
    lost(&fields(&stolen), "").await;
    lost(&fields(&stolen), &stolen.cookie).await;
    lost(&fields(&old)[..1], &old.cookie).await;
    lost(&[fields(&old)[0].clone(), ("RelayState", "inventado".into())], &old.cookie).await;
    app.advance_secs(600);
    lost(&fields(&old), &old.cookie).await;
    assert_eq!(app.count("SELECT count(*) AS n FROM sessions", &[]).await, 1, "the first alone");
    assert_eq!(app.events("login", false).await, 6);
}

#[db_test]
async fn a_response_is_not_replayed_after_a_restart_or_elsewhere(db: Db) {
    let node = app_with_companies(db.clone()).await;
    let first = node.leave_for(&empresa(), &json!({})).await;
    let words = empresa().words(&first);
    let answer = empresa().answer(&words);
    assert!(!node.bring(&answer, &first).await.fragment("access_token").is_empty());
    let other = app_with_companies(db).await;
    let second = other.leave_for(&empresa(), &json!({})).await;
    assert_eq!(other.bring(&answer, &second).await.error(), "saml_assertion_misdirected");
    // Even were the very request open once more, the answer to it has served.
    let third = other.leave_for(&empresa(), &json!({})).await;
    other.execute("UPDATE provider_flows SET request_id = $1", &[words.in_response_to.into()]).await;
    assert_eq!(other.bring(&answer, &third).await.error(), "saml_assertion_replayed");
    assert_eq!(other.events("login", false).await, 2);
    let kept = "SELECT count(*) AS n FROM saml_assertions";
    assert!(other.count(kept, &[]).await > 0);
    other.advance_secs(3_600);
    other.auth.cleanup().await.unwrap();
    assert_eq!(other.count(kept, &[]).await, 0, "what is too old anyway is forgotten");
}

#[sqlite_test]
async fn a_sign_in_through_a_removed_company_is_refused(db: Db) {
    let before = app_with_companies(db.clone()).await;
    let away = before.leave_for(&empresa(), &json!({})).await;
    let config = ateneu_auth::Config { companies: vec![outra().config()], ..config() };
    let after = Harness::open_as(db, config).await;
    let landed = after.bring(&empresa().answer(&empresa().words(&away)), &away).await;
    refused(&after, &landed, "sso_provider_not_found", "it is not configured").await;
}
