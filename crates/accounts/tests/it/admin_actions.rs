//! Actions of administrators on people: their callers, effects and refusals.

use ateneu_base::{Caller, Facts, TokenProblem};
use ateneu_testkit::{
    Panel, TestResponse,
    databases::{FromPlace, Place},
    db_test,
    panel::{ADMIN, AUDIT_LOG, EMAILS, ROLES, SESSIONS, Who, admin, admin_of, id},
};
use futures::future::join_all;
use serde_json::{Value, json};

use crate::fixture::Fixture;

/// The server functions, and an administrator.
pub struct InPanel(pub Panel);

impl FromPlace for InPanel {
    async fn from_place(place: Place) -> Self {
        let Fixture { app, people, .. } = Fixture::open(place.db).await;
        let functions = ateneu_functions::bind(ateneu_accounts::functions(), &people);
        Self(Panel::open(app, ateneu_functions::router(functions)).await)
    }
}

/// Every function with a valid payload.
const CALLS: [(&str, &str); 16] = [
    (
        "list-people",
        r#"{"search":null,"role":null,"subscription":null,"state":null,"order":null,"page":null}"#,
    ),
    (
        "export-people",
        r#"{"search":null,"role":null,"subscription":null,"state":null,"order":null,"page":null}"#,
    ),
    ("export-audit-log", r#"{"person":null,"action":null,"since":null,"until":null,"page":null}"#),
    ("read-person", r#"{"user_id":"0190a6b2-0000-7000-8000-000000000102"}"#),
    ("name-people", r#"{"user_ids":["0190a6b2-0000-7000-8000-000000000102"]}"#),
    ("invite-person", r#"{"name":"Nova","email":"nova@exemplo.com.br","role":null}"#),
    ("resend-email", r#"{"user_id":"0190a6b2-0000-7000-8000-000000000102"}"#),
    ("send-recovery", r#"{"user_id":"0190a6b2-0000-7000-8000-000000000102"}"#),
    ("ban-person", r#"{"user_id":"0190a6b2-0000-7000-8000-000000000102","days":1,"reason":"Motivo"}"#),
    ("lift-ban", r#"{"user_id":"0190a6b2-0000-7000-8000-000000000102"}"#),
    ("grant-role", r#"{"user_id":"0190a6b2-0000-7000-8000-000000000102","role":"admin"}"#),
    ("revoke-role", r#"{"user_id":"0190a6b2-0000-7000-8000-000000000102","role":"admin"}"#),
    ("reset-factors", r#"{"user_id":"0190a6b2-0000-7000-8000-000000000102"}"#),
    ("end-person-sessions", r#"{"user_id":"0190a6b2-0000-7000-8000-000000000102","session_id":null}"#),
    ("list-audit-log", r#"{"person":null,"action":null,"since":null,"until":null,"page":null}"#),
    ("list-audit-log", r#"{"person":"program","action":"x","since":null,"until":null,"page":2}"#),
];

#[db_test]
async fn only_a_valid_invitation_creates_an_account(InPanel(app): InPanel) {
    app.person(101, "Já Aqui", "ja@exemplo.com.br").await;
    let before = app.texts("SELECT id AS text FROM users ORDER BY id", &[]).await;
    for (name, email, role, code) in [
        ("", "a@exemplo.com.br", json!(null), "invalid_name"),
        ("\u{200b}\r\n", "a@exemplo.com.br", json!(null), "invalid_name"),
        ("Ana", "a@exemplo.com.br\r\nBcc: todos@exemplo.com.br", json!(null), "invalid_email"),
        ("Ana", "a@exemplo.com.br,b@exemplo.com.br", json!(null), "invalid_email"),
        ("Ana", "nada", json!(null), "invalid_email"),
        ("Ana", "a@exemplo.com.br", json!("service_role"), "invalid_payload"),
        ("Ana", "JA@exemplo.com.br ", json!("admin"), "email_exists"),
    ] {
        let (_, refused) = app
            .refused(&admin(), "invite-person", json!({ "name": name, "email": email, "role": role }))
            .await;
        assert_eq!(refused, code, "{name:?} {email:?}");
    }
    assert_eq!(app.texts("SELECT id AS text FROM users ORDER BY id", &[]).await, before);
    assert_eq!((app.texts(EMAILS, &[]).await.len(), app.texts(AUDIT_LOG, &[]).await.len()), (0, 0));

    let response = app
        .done(
            "invite-person",
            json!({ "name": " Ana\r\nLima ", "email": "Ana@Exemplo.com.br", "role": "moderator" }),
        )
        .await;
    let user_id = response["user_id"].as_str().unwrap();
    let person = app.done("read-person", json!({ "user_id": user_id })).await;
    assert_eq!(person["name"], "Ana Lima");
    assert_eq!(person["email"], "ana@exemplo.com.br");
    assert_eq!(person["roles"], json!(["moderator"]));
    assert_eq!((&person["confirmed"], person["invited_at"].is_string()), (&json!(false), true));
    assert_eq!(app.texts(EMAILS, &[]).await, ["ana@exemplo.com.br: Seu convite para o site"]);
    assert_eq!(
        app.texts(AUDIT_LOG, &[]).await,
        [r#"grant-role - {"role":"moderator"}"#, "invite-person - -"]
    );
    // No response to the administrator contains the secret of the email.
    let email = app.texts("SELECT text FROM mail_messages", &[]).await.concat();
    let secret = email.split("token=").nth(1).unwrap().split('&').next().unwrap();
    assert!(
        secret.len() > 30 && !response.to_string().contains(secret) && !person.to_string().contains(secret)
    );
    app.refuses("resend-email", json!({ "user_id": user_id }), (429, "over_email_send_rate_limit")).await;
    app.advance(std::time::Duration::from_secs(61));
    app.done("resend-email", json!({ "user_id": user_id })).await;
    assert_eq!(app.texts(EMAILS, &[]).await.len(), 2);
}

#[db_test]
async fn accounts_are_named_by_name_else_address(InPanel(app): InPanel) {
    let ana = app.person(101, "Ana", "ana@exemplo.com.br").await;
    let bia = app.person(102, "Bia", "bia@exemplo.com.br").await;
    let profile = "INSERT INTO member_profiles (id, user_id, display_name, join_date, created_at, updated_at)
                   VALUES ($1, $1, 'Ana', $2, $2, $2)";
    app.execute_now(profile, &[(&ana).into()]).await;
    let asked = json!({ "user_ids": [ana, bia, id(103), "no id"] });
    let mut named = app.done("name-people", asked).await["people"].as_array().unwrap().clone();
    named.sort_by_key(|person| person["id"].to_string());
    assert_eq!(
        named,
        [json!({ "id": ana, "name": "Ana" }), json!({ "id": bia, "name": "bia@exemplo.com.br" })],
        "accounts that are gone are left out",
    );
    assert_eq!(app.done("name-people", json!({ "user_ids": [] })).await, json!({ "people": [] }));
    let most = app.done("name-people", json!({ "user_ids": vec![&ana; 250] })).await;
    assert_eq!(most, json!({ "people": [{ "id": ana, "name": "Ana" }] }));
    let too_many = app.refused(&admin(), "name-people", json!({ "user_ids": vec![&ana; 251] })).await;
    assert_eq!(too_many, (400, "invalid_payload".into()));
}

#[db_test]
async fn a_ban_ends_every_session_and_tells_why(InPanel(app): InPanel) {
    let ana = app.person(101, "Ana", "ana@exemplo.com.br").await;
    app.session(201, &ana).await;
    app.session(202, ADMIN).await;
    for (days, reason, code) in [
        (json!(0), "Motivo", "out_of_range"),
        (json!(3_651), "Motivo", "out_of_range"),
        (json!("7"), "Motivo", "out_of_range"),
        (json!(7), " ", "reason_needed"),
        (json!(7), &"x".repeat(501), "reason_needed"),
    ] {
        let payload = json!({ "user_id": ana, "days": days, "reason": reason });
        app.refuses("ban-person", payload, (400, code)).await;
    }
    app.done("ban-person", json!({ "user_id": ana, "days": 7, "reason": "Propaganda no fórum." })).await;
    assert_eq!(app.texts(SESSIONS, &[]).await, [id(202)]);
    let person = app.done("read-person", json!({ "user_id": ana })).await;
    assert_eq!(person["ban_reason"], "Propaganda no fórum.");
    assert_eq!(person["banned_until"], "2027-01-22T08:00:00.000000+00:00");
    app.refuses("send-recovery", json!({ "user_id": ana }), (409, "person_banned")).await;
    app.done("lift-ban", json!({ "user_id": ana })).await;
    app.refuses("lift-ban", json!({ "user_id": ana }), (409, "not_banned")).await;
    let person = app.done("read-person", json!({ "user_id": ana })).await;
    assert_eq!((&person["ban_reason"], &person["banned_until"]), (&json!(null), &json!(null)));
    app.done("ban-person", json!({ "user_id": ana, "days": null, "reason": "De novo." })).await;
    let until = app.texts("SELECT banned_until AS text FROM users WHERE banned_until IS NOT NULL", &[]).await;
    assert!(until[0].starts_with("2126-"), "{until:?}");
}

#[db_test]
async fn the_callers_account_and_the_last_admin_are_protected(InPanel(app): InPanel) {
    for (name, payload) in [
        ("ban-person", json!({ "user_id": ADMIN, "days": 1, "reason": "Eu" })),
        ("revoke-role", json!({ "user_id": ADMIN, "role": "admin" })),
        ("reset-factors", json!({ "user_id": ADMIN })),
    ] {
        app.refuses(name, payload, (403, "not_yourself")).await;
    }
    // The owner's own program is no account, and cannot take the last administrator either.
    let program: Who = Ok(Caller::as_service("a test of the last administrator"));
    for (name, payload) in [
        ("ban-person", json!({ "user_id": ADMIN, "days": 1, "reason": "Eu" })),
        ("revoke-role", json!({ "user_id": ADMIN, "role": "admin" })),
    ] {
        assert_eq!(app.refused(&program, name, payload).await, (409, "last_admin".into()), "{name}");
    }
    // A banned administrator does not count.
    let ana = app.person(101, "Ana", "ana@exemplo.com.br").await;
    app.done("grant-role", json!({ "user_id": ana, "role": "admin" })).await;
    app.done("ban-person", json!({ "user_id": ana, "days": 1, "reason": "Férias" })).await;
    let payload = json!({ "user_id": ADMIN, "role": "admin" });
    assert_eq!(app.refused(&program, "revoke-role", payload).await, (409, "last_admin".into()));
    assert_eq!(app.texts(ROLES, &[]).await.len(), 2);
}

#[db_test]
async fn two_administrators_cannot_shut_each_other_out_at_once(InPanel(app): InPanel) {
    let ana = app.person(101, "Ana", "ana@exemplo.com.br").await;
    app.done("grant-role", json!({ "user_id": ana, "role": "admin" })).await;
    let one = json!({ "user_id": ana, "role": "admin" });
    let other = json!({ "user_id": ADMIN, "days": null, "reason": "Golpe" });
    let (me, she) = (admin(), admin_of(101));
    let calls = [(&me, "revoke-role", &one), (&she, "ban-person", &other)];
    let responses = join_all(calls.map(|(who, name, payload)| app.call(who, name, payload))).await;
    let mut codes: Vec<_> = responses.iter().map(TestResponse::refusal).collect();
    codes.sort_unstable();
    assert_eq!(codes, [(200, ""), (409, "last_admin")]);
}

#[db_test]
async fn roles_need_a_proved_address_and_publishing_an_editor(InPanel(app): InPanel) {
    let ana = app.person(101, "Ana", "ana@exemplo.com.br").await;
    let stranger = app.unconfirmed(102, "Estranho", "bia@exemplo.com.br").await;
    let give = |user_id: &str| json!({ "user_id": user_id, "role": "moderator" });
    app.refuses("grant-role", give(&stranger), (409, "email_not_confirmed")).await;
    for nobody in [id(999), "x".into(), String::new()] {
        app.refuses("grant-role", give(&nobody), (404, "person_not_found")).await;
    }
    for _ in 0..2 {
        app.done("grant-role", give(&ana)).await;
    }
    for _ in 0..2 {
        app.done("revoke-role", give(&ana)).await;
    }
    assert_eq!(
        app.texts(AUDIT_LOG, &[]).await,
        [r#"grant-role - {"role":"moderator"}"#, r#"revoke-role {"role":"moderator"} -"#]
    );
    assert_eq!(app.texts(ROLES, &[]).await, [format!("admin {ADMIN}")]);

    let role = |role: &str| json!({ "user_id": ana, "role": role });
    app.refuses("grant-role", role("publisher"), (409, "not_editor")).await;
    app.done("grant-role", role("editor")).await;
    app.done("grant-role", role("publisher")).await;
    let roles = async || app.done("read-person", json!({ "user_id": ana })).await["roles"].clone();
    assert_eq!(roles().await, json!(["editor", "publisher"]));
    app.done("revoke-role", role("publisher")).await;
    assert_eq!(roles().await, json!(["editor"]));
    app.done("grant-role", role("publisher")).await;
    app.done("revoke-role", role("editor")).await;
    assert_eq!(roles().await, json!([]), "one goes with the other");
    let acts = app.texts(AUDIT_LOG, &[]).await;
    let last = [r#"revoke-role {"role":"publisher"} -"#, r#"revoke-role {"role":"editor"} -"#];
    assert!(last.iter().all(|act| acts.iter().any(|noted| noted == act)), "{acts:?}");
}

#[db_test]
async fn removing_all_factors_notifies_the_person(InPanel(app): InPanel) {
    let ana = app.person(101, "Ana", "ana@exemplo.com.br").await;
    app.refuses("reset-factors", json!({ "user_id": ana }), (409, "no_factors")).await;
    app.execute_now("INSERT INTO factors (id, user_id, factor_type, status, friendly_name, secret, wrong_codes, created_at, updated_at) VALUES ($1, $2, 'totp', 'verified', 'Celular', 'segredo', 0, $3, $3)", &[id(301).into(), ana.clone().into()]).await;
    app.execute_now("INSERT INTO passkeys (id, user_id, friendly_name, credential_id, credential, created_at) VALUES ($1, $2, 'Chave', 'abc', '{}', $3)", &[id(302).into(), ana.clone().into()]).await;
    app.session(201, &ana).await;
    let person = app.done("read-person", json!({ "user_id": ana })).await;
    assert_eq!(person["second_factor"], true);
    assert_eq!(person["factors"][0]["friendly_name"], "Celular");
    assert_eq!(person["passkeys"][0]["friendly_name"], "Chave");
    assert!(!person.to_string().contains("segredo"), "{person}");
    app.done("reset-factors", json!({ "user_id": ana })).await;
    let person = app.done("read-person", json!({ "user_id": ana })).await;
    assert_eq!(
        (&person["second_factor"], &person["factors"], &person["passkeys"], &person["sessions"]),
        (&json!(false), &json!([]), &json!([]), &json!([]))
    );
    assert_eq!(
        app.texts(EMAILS, &[]).await,
        ["ana@exemplo.com.br: As etapas extras da sua conta foram removidas"]
    );
    assert_eq!(app.texts(AUDIT_LOG, &[]).await, [r#"reset-factors {"factors":1,"passkeys":1} -"#]);
}

#[db_test]
async fn sessions_of_a_person_end_one_by_one_or_all(InPanel(app): InPanel) {
    let ana = app.person(101, "Ana", "ana@exemplo.com.br").await;
    let (one, foreign) = (app.session(201, &ana).await, app.session(203, ADMIN).await);
    for number in [202, 204] {
        app.session(number, &ana).await;
    }
    let end = |session: Value| json!({ "user_id": ana, "session_id": session });
    app.refuses("end-person-sessions", end(json!(foreign)), (404, "session_not_found")).await;
    assert_eq!(app.done("end-person-sessions", end(json!(one))).await["ended"], 1);
    assert_eq!(app.done("end-person-sessions", end(json!(null))).await["ended"], 2);
    assert_eq!(app.texts(SESSIONS, &[]).await, [foreign]);
    assert_eq!(
        app.texts(AUDIT_LOG, &[]).await,
        [r#"end-person-sessions - {"ended":1}"#, r#"end-person-sessions - {"ended":2}"#]
    );
}

#[db_test]
async fn callers_without_the_admin_role_are_refused(InPanel(app): InPanel) {
    let ana = app.person(101, "Ana", "ana@exemplo.com.br").await;
    app.person(102, "Bia", "bia@exemplo.com.br").await;
    app.session(201, &id(102)).await;
    let person = |facts| Ok(Caller::person(ana.clone(), facts));
    let callers: [(Who, u16, &str); 7] = [
        (Ok(Caller::anonymous()), 401, "not_signed_in"),
        (Err(TokenProblem::Expired), 401, "not_signed_in"),
        (Err(TokenProblem::Unavailable), 503, "accounts_unavailable"),
        (person(Facts::default()), 403, "not_admin"),
        (person(Facts { subscriber: true, ..Facts::default() }), 403, "not_admin"),
        (person(Facts { moderator: true, ..Facts::default() }), 403, "not_admin"),
        (person(Facts { editor: true, publisher: true, ..Facts::default() }), 403, "not_admin"),
    ];
    for (name, payload) in CALLS {
        for (who, status, code) in &callers {
            let payload: Value = serde_json::from_str(payload).unwrap();
            assert_eq!(
                app.refused(who, name, payload).await,
                (*status, (*code).to_owned()),
                "{name} {who:?}"
            );
        }
    }
    assert_eq!((app.texts(AUDIT_LOG, &[]).await.len(), app.texts(EMAILS, &[]).await.len()), (0, 0));
    assert_eq!((app.texts(ROLES, &[]).await.len(), app.texts(SESSIONS, &[]).await.len()), (1, 1));
    for (name, payload) in CALLS {
        let response = app.call(&admin(), name, &serde_json::from_str(payload).unwrap()).await;
        assert_ne!(response.code(), "invalid_payload", "{name}: {response:?}");
    }
}
