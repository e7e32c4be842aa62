//! Conditions of a certificate, its public page, and its revocation.

mod panel;

use std::{io::Read as _, time::Duration};

use ateneu_base::{Caller, Facts};
use ateneu_content::Content;
use ateneu_db::Db;
use ateneu_learning::{Certificates, CertificatesDeps, certificate_functions};
use ateneu_testkit::{app::entitlements_of, db_test, sqlite_test};
use ateneu_tokens::AtRest;
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, DecodingKey, Header, Validation};
use serde_json::{Value, json};

use super::{
    Admin, Ana, Bia, COURSE, Carla, FILM, QUIZ, SAMPLE, School, Service, TEXT, Visitor, Who, answered, id,
    refusal,
};

/// A school with certificates.
struct Office(School);

ateneu_testkit::opened_by!(Office::open);

impl Office {
    async fn open(db: Db) -> Self {
        let mut school = School::open(db).await;
        let deps = CertificatesDeps {
            db: school.0.db.clone(),
            clock: school.0.clock.clone(),
            content: Content::open(None).unwrap(),
            public_url: "https://exemplo.com.br/".to_owned(),
            at_rest: AtRest::default(),
        };
        let certificates = Certificates::open(deps).await.unwrap();
        let functions =
            ateneu_functions::router(ateneu_functions::bind(certificate_functions(), &certificates));
        school.0.mount("/certificates", functions);
        school.0.mount("", certificates.router());
        Self(school)
    }

    /// Finishes everything as the member.
    async fn finish(&self, who: Who) {
        for lesson in [SAMPLE, FILM, TEXT] {
            self.0.finish(who, lesson).await;
        }
        self.0.open_lesson(who, QUIZ).await;
        let answers = json!({ id(super::OPTION): ["a"], id(super::WORD): ["delegação"] });
        let attempt =
            json!({ "lesson_id": id(QUIZ), "attempt_id": id(80 + who as usize), "answers": answers });
        let (status, said) = self.0.call(who, "answer-quiz", &attempt).await;
        assert_eq!((status, &said["is_passed"]), (200, &json!(true)), "{said}");
    }

    async fn call(&self, who: Who, name: &str, body: Value) -> (u16, Value) {
        self.call_as(who.caller(), name, body).await
    }

    async fn call_as(&self, caller: Caller, name: &str, body: Value) -> (u16, Value) {
        let request = self.0.0.request("POST", &format!("/certificates/{name}")).caller(Ok(caller));
        let response = request.json(&body).await;
        (response.status.as_u16(), response.into_json())
    }

    async fn issue(&self, who: Who, name: &str) -> (u16, Value) {
        let body = json!({ "course_id": id(COURSE), "holder_name": name, "shows_name": true });
        self.call(who, "issue-certificate", body).await
    }

    /// Issues the certificate of a member who finishes everything.
    async fn issued(&self, who: Who, name: &str) -> Value {
        self.finish(who).await;
        answered(self.issue(who, name).await, 200)
    }

    /// Downloads a file as the holder.
    async fn file(&self, who: Who, certificate: &str, form: &str) -> (u16, Vec<u8>) {
        let body = json!({ "certificate_id": certificate, "form": form });
        let request = self.0.0.request("POST", "/certificates/certificate-file").caller(Ok(who.caller()));
        let response = request.json(&body).await;
        (response.status.as_u16(), response.body.to_vec())
    }

    /// Reads a public path.
    async fn public(&self, path: &str) -> (u16, Vec<u8>) {
        let response = self.0.0.request("GET", path).caller(Ok(Visitor.caller())).await;
        (response.status.as_u16(), response.body.to_vec())
    }

    async fn public_json(&self, path: &str) -> Value {
        let (status, body) = self.public(path).await;
        assert_eq!(status, 200, "{path}");
        serde_json::from_slice(&body).unwrap()
    }

    /// Reads the data of the public page.
    async fn page(&self, code: &str) -> (u16, Value) {
        let request = self.0.0.request("GET", &format!("/credentials/{code}"));
        let response = request.caller(Ok(Visitor.caller())).address("198.51.100.7").await;
        (response.status.as_u16(), response.into_json())
    }
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_else(|| panic!("{name} is missing in {value}"))
}

#[db_test]
async fn a_finished_course_gives_one_certificate(office: Office) {
    assert_eq!(refusal(&office.issue(Ana, "Ana Souza").await), (404, "no_certificate"));
    office.0.open_lesson(Ana, FILM).await;
    assert_eq!(refusal(&office.issue(Ana, "Ana Souza").await), (409, "not_finished"));
    let first = office.issued(Ana, "  Ana   Souza ").await;
    assert_eq!(text(&first, "holder_name"), "Ana Souza");
    let (status, second) = office.issue(Ana, "Outra Pessoa").await;
    assert_eq!((status, &second), (200, &first));
    let sql = "SELECT count(*) FROM certificates";
    assert_eq!(office.0.0.count(sql, &[]).await, 1);
    // A lesson added later does not invalidate it.
    let added = json!({ "id": id(60), "course_id": id(COURSE), "module_id": id(COURSE), "title": "nova",
        "kind": "text", "sort_order": 60 });
    office.0.insert("lessons", added).await;
    let (status, shown) = office.page(text(&first, "code")).await;
    assert_eq!((status, text(&shown, "title"), text(&shown, "holder_name")), (200, "c", "Ana Souza"));
    assert_eq!((&shown["minutes"], &shown["is_revoked"]), (&json!(7), &json!(false)));
    assert_eq!(shown["lesson_titles"].as_array().map(Vec::len), Some(4));
}

#[db_test]
async fn a_certificate_needs_the_plan_only_when_issued(office: Office) {
    let of_plan = |plan| Caller::person(id(Ana as usize), Facts::subscriber_of(entitlements_of(plan)));
    let issue = async |plan| {
        let body = json!({ "course_id": id(COURSE), "holder_name": "Ana Souza" });
        office.call_as(of_plan(plan), "issue-certificate", body).await
    };
    office.finish(Ana).await;
    for plan in ["none", "update"] {
        assert_eq!(refusal(&issue(plan).await), (403, "plan_required"), "{plan}");
    }
    let issued = answered(issue("scale").await, 200);
    assert_eq!(answered(issue("update").await, 200), issued, "the plan became a smaller one");
}

#[db_test]
async fn required_quizzes_must_be_passed_for_a_certificate(office: Office) {
    for (needs, status) in [(true, 409), (false, 200)] {
        office.0.change("courses", COURSE, json!({ "needs_quizzes": needs })).await;
        for lesson in [SAMPLE, FILM, TEXT] {
            office.0.finish(Ana, lesson).await;
        }
        assert_eq!(office.issue(Ana, "Ana Souza").await.0, status, "{needs}");
    }
    office.0.change("courses", COURSE, json!({ "has_certificate": false })).await;
    office.finish(Bia).await;
    assert_eq!(office.issue(Bia, "Bia Lima").await.0, 404);
}

#[db_test]
async fn other_callers_issue_and_change_no_certificate(office: Office) {
    let issued = office.issued(Ana, "Ana Souza").await;
    let certificate = text(&issued, "certificate_id");
    for who in [Visitor, Service] {
        assert_eq!(office.issue(who, "Alguém").await.0, 401, "{who:?}");
    }
    for who in [Bia, Carla, Admin] {
        assert_eq!(office.issue(who, "Alguém").await.0, 404, "{who:?}");
        let renamed = json!({ "certificate_id": certificate, "holder_name": "Alguém" });
        assert_eq!(office.call(who, "reissue-certificate", renamed).await.0, 404, "{who:?}");
        let shown = json!({ "certificate_id": certificate, "shows_name": false });
        assert_eq!(office.call(who, "show-certificate", shown).await.0, 404, "{who:?}");
    }
    for (who, rows) in [(Ana, 1), (Bia, 0), (Carla, 0), (Visitor, 0), (Admin, 1)] {
        let read = office.0.read(who, "/certificates?select=code").await;
        assert_eq!(read.as_array().map_or(0, Vec::len), rows, "{who:?}: {read}");
    }
    for who in [Ana, Bia, Visitor, Admin] {
        let forged = json!({ "code": "0000-0000-0000", "kind": "course", "title": "t", "holder_name": "Eu mesmo",
            "first_at": "2026-01-01T00:00:00Z", "last_at": "2026-01-01T00:00:00Z", "status_index": 9 });
        for (method, path, body) in [
            ("POST", "/certificates", forged),
            ("PATCH", "/certificates?title=eq.c", json!({ "holder_name": "Eu mesmo" })),
            ("DELETE", "/certificates?title=eq.c", Value::Null),
        ] {
            let (status, _) = office.0.send(who, method, path, body).await;
            assert!(matches!(status, 401 | 403 | 405), "{who:?} {method}: {status}");
        }
    }
    let (_, unchanged) = office.page(text(&issued, "code")).await;
    assert_eq!(text(&unchanged, "holder_name"), "Ana Souza");
}

#[db_test]
async fn a_new_name_keeps_the_code_and_revokes_the_old(office: Office) {
    let issued = office.issued(Ana, "Ana Souza").await;
    let certificate = text(&issued, "certificate_id");
    for wrong in ["", " ", "A", "1234", &"a".repeat(121), "\u{200B}\u{7}"] {
        let body = json!({ "certificate_id": certificate, "holder_name": wrong });
        let refused = office.call(Ana, "reissue-certificate", body).await;
        assert_eq!(refusal(&refused), (400, "name_not_usable"), "{wrong:?}");
    }
    let renamed = json!({ "certificate_id": certificate, "holder_name": "Ana Prado" });
    let (status, again) = office.call(Ana, "reissue-certificate", renamed).await;
    assert_eq!((status, &again["code"], text(&again, "holder_name")), (200, &issued["code"], "Ana Prado"));
    let (_, shown) = office.page(text(&issued, "code")).await;
    assert_eq!(text(&shown, "holder_name"), "Ana Prado");
    let own = office.0.read(Ana, "/certificates?select=former_names,status_index").await;
    assert_eq!(own[0]["former_names"][0]["name"], "Ana Souza");
    assert_eq!(own[0]["status_index"], 1);
    let revoked =
        "SELECT count(*) FROM credential_statuses WHERE revoked_at IS NOT NULL AND status_index = 0";
    assert_eq!(office.0.0.count(revoked, &[]).await, 1);
    for name in ["Ana B", "Ana C", "Ana D", "Ana E"] {
        let body = json!({ "certificate_id": certificate, "holder_name": name });
        assert_eq!(office.call(Ana, "reissue-certificate", body).await.0, 200, "{name}");
    }
    let last = json!({ "certificate_id": certificate, "holder_name": "Ana F" });
    assert_eq!(refusal(&office.call(Ana, "reissue-certificate", last).await), (409, "too_many_names"));
}

#[db_test]
async fn administrators_revoke_with_a_reason_on_record(office: Office) {
    let issued = office.issued(Ana, "Ana Souza").await;
    let body = json!({ "certificate_id": issued["certificate_id"], "reason": "Conclusão contestada" });
    for (who, refused) in [(Ana, 403), (Bia, 403), (Visitor, 401)] {
        assert_eq!(office.call(who, "revoke-certificate", body.clone()).await.0, refused, "{who:?}");
    }
    let empty = json!({ "certificate_id": issued["certificate_id"], "reason": " " });
    assert_eq!(office.call(Admin, "revoke-certificate", empty).await.0, 400);
    assert_eq!(office.call(Admin, "revoke-certificate", body.clone()).await.0, 200);
    assert_eq!(office.call(Admin, "revoke-certificate", body).await.0, 409);
    let (_, shown) = office.page(text(&issued, "code")).await;
    assert_eq!((&shown["is_revoked"], &shown["lesson_titles"]), (&json!(true), &Value::Null));
    let acts = "SELECT count(*) FROM audit_log WHERE action = 'revoke-certificate' AND new_value IS NOT NULL";
    assert_eq!(office.0.0.count(acts, &[]).await, 1);
    let (_, again) = office.issue(Ana, "Ana Souza").await;
    assert!(again["revoked_at"].is_string(), "{again}");
    let renamed = json!({ "certificate_id": issued["certificate_id"], "holder_name": "Ana Prado" });
    assert_eq!(office.call(Ana, "reissue-certificate", renamed).await.0, 409);
}

#[db_test]
async fn an_erased_account_takes_the_certificate_along(office: Office) {
    for (who, kept) in [(Ana, false), (Bia, true)] {
        let issued = office.issued(who, "Alguém Souza").await;
        let choice = json!({ "certificate_id": issued["certificate_id"], "is_kept": kept });
        assert_eq!(office.call(who, "show-certificate", choice).await.0, 200);
        let sql = "DELETE FROM users WHERE id = $1";
        office.0.0.execute(sql, &[id(who as usize).into()]).await;
        let (status, shown) = office.page(text(&issued, "code")).await;
        assert_eq!((status, shown["is_revoked"] == false), if kept { (200, true) } else { (404, false) });
    }
    let revoked = "SELECT count(*) FROM credential_statuses WHERE certificate_id IS NULL";
    assert_eq!(office.0.0.count(revoked, &[]).await, 1);
}

#[db_test]
async fn a_programme_certificate_requires_every_course(office: Office) {
    let programme = json!({ "id": id(41), "title": "Formação", "is_published": true });
    office.0.insert("programmes", programme).await;
    let row = json!({ "programme_id": id(41), "course_id": id(COURSE), "sort_order": 1 });
    office.0.insert("programme_courses", row).await;
    let body = json!({ "programme_id": id(41), "holder_name": "Ana Souza" });
    assert_eq!(office.call(Ana, "issue-certificate", body.clone()).await.0, 404);
    office.0.send(Ana, "POST", "/programme_members", json!({ "programme_id": id(41) })).await;
    assert_eq!(office.call(Ana, "issue-certificate", body.clone()).await.0, 409);
    office.finish(Ana).await;
    let issued = answered(office.call(Ana, "issue-certificate", body).await, 200);
    let (_, shown) = office.page(text(&issued, "code")).await;
    assert_eq!((text(&shown, "kind"), text(&shown, "title")), ("programme", "Formação"));
    assert_eq!((&shown["holder_name"], &shown["lesson_titles"]), (&Value::Null, &json!(["c"])));
    let neither = json!({ "holder_name": "Ana Souza" });
    assert_eq!(office.call(Ana, "issue-certificate", neither).await.0, 400);
}

/// Returns header and claims of a token, verified by the key inside.
fn verified(token: &[u8]) -> (Header, Value) {
    let header = jsonwebtoken::decode_header(token).unwrap();
    let key = DecodingKey::from_jwk(header.jwk.as_ref().unwrap()).unwrap();
    let mut validation = Validation::new(Algorithm::ES256);
    validation.required_spec_claims.clear();
    validation.validate_exp = false;
    let decoded = jsonwebtoken::decode::<Value>(token, &key, &validation).unwrap();
    (header, decoded.claims)
}

#[sqlite_test]
async fn the_credential_is_signed_by_a_published_key(office: Office) {
    let issued = office.issued(Ana, "Ana Souza").await;
    let certificate = text(&issued, "certificate_id");
    let (_, token) = office.file(Ana, certificate, "jwt").await;
    let (header, claims) = verified(&token);
    let published = office.public_json("/credentials/keys.json").await;
    assert_eq!(json!(header.jwk), published["keys"][0]);
    assert!(published["keys"][0].get("d").is_none());
    assert_eq!(claims["type"], json!(["VerifiableCredential", "OpenBadgeCredential"]));
    assert_eq!((&claims["iss"], &claims["jti"]), (&claims["issuer"]["id"], &claims["id"]));
    assert_eq!(claims["sub"], claims["credentialSubject"]["id"]);
    assert_eq!(claims["credentialSubject"]["identifier"][0]["identityHash"], "Ana Souza");
    let from = ateneu_base::Timestamp::parse(text(&claims, "validFrom")).unwrap();
    assert_eq!(claims["nbf"], from.seconds());
    assert!(claims.get("vc").is_none());
    assert_eq!(office.public_json("/credentials/issuer").await, claims["issuer"]);
}

#[sqlite_test]
async fn the_holder_decides_about_the_public_page(office: Office) {
    let issued = office.issued(Ana, "Ana Souza").await;
    let (certificate, code) = (text(&issued, "certificate_id"), text(&issued, "code"));
    for (name, lessons) in [(false, true), (false, false), (true, false)] {
        let choice = json!({ "certificate_id": certificate, "shows_name": name, "shows_lessons": lessons });
        assert_eq!(office.call(Ana, "show-certificate", choice).await.0, 200);
        let (_, shown) = office.page(code).await;
        assert_eq!((shown["holder_name"].is_string(), shown["lesson_titles"].is_array()), (name, lessons));
    }
}

#[sqlite_test]
async fn the_holder_gets_files_and_others_where_they_are_shown(office: Office) {
    let issued = office.issued(Ana, "Ana Souza").await;
    let (certificate, code) = (text(&issued, "certificate_id"), text(&issued, "code"));
    for (form, begins) in [("pdf", &b"%PDF-1."[..]), ("png", b"\x89PNG"), ("jwt", b"ey")] {
        let (status, bytes) = office.file(Ana, certificate, form).await;
        assert!(status == 200 && bytes.starts_with(begins), "{form}: {status}");
        assert!(bytes.len() < 120 * 1024, "{form}: {}", bytes.len());
        for (who, refused) in [(Bia, 404), (Admin, 404), (Visitor, 401)] {
            assert_eq!(office.file(who, certificate, form).await.0, refused, "{who:?} {form}");
        }
    }
    for (shows, status) in [(true, 200), (false, 404)] {
        let choice = json!({ "certificate_id": certificate, "shows_name": shows });
        office.call(Ana, "show-certificate", choice).await;
        for name in ["certificado.pdf", "certificado.png", "certificado.jwt"] {
            let (answered, _) = office.public(&format!("/credentials/{code}/{name}")).await;
            assert_eq!(answered, status, "{name}");
        }
    }
    assert_eq!(office.public(&format!("/credentials/{code}/certificado.exe")).await.0, 404);
    let revoked = json!({ "certificate_id": certificate, "reason": "Contestado" });
    office.call(Admin, "revoke-certificate", revoked).await;
    assert_eq!(office.file(Ana, certificate, "pdf").await.0, 409);
}

#[sqlite_test]
async fn wrong_codes_look_alike_and_end_after_thirty(office: Office) {
    let issued = office.issued(Ana, "Ana Souza").await;
    let code = text(&issued, "code");
    assert_eq!(office.page(&code.to_lowercase().replace('-', "")).await.0, 200);
    let (_, unknown) = office.page("0000-0000-0000").await;
    for guess in 1..30 {
        let wrong = if guess % 2 == 0 { "x".to_owned() } else { format!("0000-0000-{guess:04}") };
        let (status, said) = office.page(&wrong).await;
        assert_eq!((status, said), (404, unknown.clone()), "{wrong}");
    }
    assert_eq!(office.page("0000-0000-0000").await.0, 429);
    assert_eq!(office.page(code).await.0, 429);
    office.0.0.advance_secs(60 * 60 + 1);
    assert_eq!(office.page(code).await.0, 200);
}

/// Returns `true` if a position of the first status list is revoked.
async fn is_revoked(office: &Office, place: usize) -> bool {
    let (status, token) = office.public("/credentials/status/0").await;
    assert_eq!(status, 200);
    let (_, claims) = verified(&token);
    let list = text(&claims["credentialSubject"], "encodedList").strip_prefix('u').unwrap();
    let packed = BASE64_URL_SAFE_NO_PAD.decode(list).unwrap();
    let mut bits = Vec::new();
    flate2::read::GzDecoder::new(&*packed).read_to_end(&mut bits).unwrap();
    assert_eq!(bits.len() * 8, 131_072);
    bits[place / 8] & (0x80 >> (place % 8)) != 0
}

#[db_test]
async fn the_status_list_follows_revocation_and_erasure(office: Office) {
    let mut issued = Vec::new();
    for who in [Ana, Bia] {
        issued.push(office.issued(who, "Alguém Souza").await);
    }
    let (_, token) = office.file(Ana, text(&issued[0], "certificate_id"), "jwt").await;
    let (_, claims) = verified(&token);
    assert_eq!(
        claims["credentialStatus"]["statusListCredential"],
        "https://exemplo.com.br/credentials/status/0"
    );
    assert_eq!(claims["credentialStatus"]["statusListIndex"], "0");
    assert!(!is_revoked(&office, 0).await && !is_revoked(&office, 1).await);
    let body = json!({ "certificate_id": issued[0]["certificate_id"], "reason": "Contestado" });
    assert_eq!(office.call(Admin, "revoke-certificate", body).await.0, 200);
    assert!(is_revoked(&office, 0).await && !is_revoked(&office, 1).await);
    office.0.0.execute("DELETE FROM users WHERE id = $1", &[id(Bia as usize).into()]).await;
    assert!(is_revoked(&office, 1).await);
    for list in ["1", "-1", "x", "9223372036854775807"] {
        assert_eq!(office.public(&format!("/credentials/status/{list}")).await.0, 404, "{list}");
    }
}

#[db_test]
async fn a_certificate_may_expire_and_be_renewed(office: Office) {
    office.0.change("courses", COURSE, json!({ "certificate_months": 12 })).await;
    let issued = office.issued(Ana, "Ana Souza").await;
    assert_eq!(text(&issued, "expires_at"), "2028-01-15T08:00:00.000000+00:00");
    let (certificate, code) = (text(&issued, "certificate_id"), text(&issued, "code"));
    let credential = verified(&office.file(Ana, certificate, "jwt").await.1).1;
    assert_eq!(credential["validUntil"], "2028-01-15T08:00:00Z");
    assert_eq!(credential["exp"], 1_831_536_000);

    let year = Duration::from_hours(365 * 24);
    office.0.0.clock.advance(year - Duration::from_secs(1));
    assert_eq!(office.page(code).await.1["is_expired"], false);
    office.0.0.clock.advance(Duration::from_secs(1));
    let (status, shown) = office.page(code).await;
    assert_eq!((status, &shown["is_expired"], &shown["is_revoked"]), (200, &json!(true), &json!(false)));

    // A correction of the name does not renew it, but administrators may.
    let again = json!({ "certificate_id": certificate, "holder_name": "Ana Sousa" });
    assert_eq!(office.call(Ana, "reissue-certificate", again.clone()).await.0, 200);
    assert_eq!(office.page(code).await.1["is_expired"], true);
    let renewed = json!({ "certificate_id": certificate, "holder_name": "Ana Sousa", "is_renewed": true });
    let by_member = office.call(Ana, "reissue-certificate", renewed.clone()).await;
    assert_eq!(by_member.0, 400, "not a word of members");
    assert_eq!(office.call(Ana, "reissue-certificate-for", renewed.clone()).await.0, 403);
    let renewed = answered(office.call(Admin, "reissue-certificate-for", renewed).await, 200);
    assert_eq!(text(&renewed, "expires_at"), "2029-01-15T08:00:00.000000+00:00");
    assert_eq!(office.page(code).await.1["is_expired"], false);
}
