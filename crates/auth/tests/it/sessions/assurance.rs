//! Duties of an account with a second factor, and rights of a session that has not proved it.

use std::time::Duration;

use ateneu_base::{Aal, Role};
use ateneu_db::Db;
use ateneu_testkit::{db_test, sqlite_test};
use serde_json::{Value as Json, json};

use crate::{
    harness::{ANA, ByPhone, Harness, PASSWORD, shared_token},
    second_factor::Tokens,
};

const PHONE: &str = "+5511999990000";

/// The account's rights, for the caller behind a token.
async fn is_admin(app: &Harness, tokens: &Tokens) -> bool {
    app.auth.caller(&tokens.access).await.unwrap().facts.admin
}

#[sqlite_test]
async fn an_aal1_session_can_only_verify_its_second_factor(app: Harness) {
    let id = app.account(ANA).await;
    app.make_admin(&id).await;
    let tokens = app.session(ANA).await;
    assert!(is_admin(&app, &tokens).await, "without a second factor, none is owed");
    let authenticator = app.begin_app(&tokens, "app").await;
    assert!(is_admin(&app, &tokens).await, "nor with one that was never proved");
    let raised = app.raise(&tokens, &authenticator).await;
    app.advance_secs(30);
    let caller = app.auth.caller(&raised.access).await.unwrap();
    assert_eq!((caller.aal, caller.facts.admin, caller.user_id), (Aal::Aal2, true, Some(id)));

    let half = app.session(ANA).await;
    assert_eq!(half.claims()["aal"], "aal1");
    let caller = app.auth.caller(&half.access).await.unwrap();
    assert_eq!(
        (caller.role, caller.user_id, caller.session_id, caller.facts.admin),
        (Role::Anon, None, None, false)
    );
    for (method, path, body) in [
        ("PUT", "/user", json!({ "password": "Outra-senha-2026" })),
        ("PUT", "/user", json!({ "email": "outra@exemplo.com" })),
        ("PUT", "/user", json!({ "data": { "a": 1 } })),
        ("GET", "/reauthenticate", Json::Null),
        ("DELETE", "/user/identities/0198f3c2-0000-7000-8000-000000000001", Json::Null),
        ("GET", "/user/identities/authorize?provider=google", Json::Null),
    ] {
        let refused = app.with(&half, method, path, body).await;
        assert_eq!(refused.refusal(), (401, "insufficient_aal"), "{method} {path}");
    }
    assert_eq!(app.get("/user", &half.access).await.ok().json()["factors"][0]["id"], authenticator.factor);
    let renewed = Tokens::from(&app.refresh(&half.refresh).await.ok());
    assert_eq!(app.auth.caller(&renewed.access).await.unwrap().user_id, None);
    let whole = app.raise(&renewed, &authenticator).await;
    assert!(is_admin(&app, &whole).await && is_admin(&app, &raised).await);
    assert!(is_admin(&app, &half).await, "the session counts, not what its older token says");
    app.with(&app.session(ANA).await, "POST", "/logout?scope=local", Json::Null).await.ok();
    app.with(&whole, "PUT", "/user", json!({ "password": "Outra-senha-2026" })).await.ok();
}

#[sqlite_test]
async fn an_aal1_sign_in_ends_no_other_session(app: Harness) {
    let (tokens, _) = app.protected(ANA).await;
    for scope in ["global", "others", ""] {
        let half = app.session(ANA).await;
        let answer = app.with(&half, "POST", &format!("/logout?scope={scope}"), Json::Null).await;
        match scope {
            "others" => assert_eq!(answer.refusal().1, "insufficient_aal"),
            _ => assert_eq!(answer.ok().status.as_u16(), 204),
        }
        assert_eq!(
            app.auth.caller(&half.access).await.is_ok(),
            scope == "others",
            "{scope}: its own session"
        );
        assert!(app.auth.caller(&tokens.access).await.unwrap().user_id.is_some(), "{scope}");
    }
}

#[sqlite_test]
async fn a_mailed_link_is_one_factor(app: Harness) {
    app.protected(ANA).await;
    app.post("/recover", json!({ "email": ANA })).await.ok();
    let code = app.email(ANA).await.code();
    let session = app.verify_code(ANA, &code, "recovery").await.ok();
    let half = Tokens::from(&session);
    let refused = app.with(&half, "PUT", "/user", json!({ "password": "Outra-senha-2026" })).await;
    assert_eq!(refused.refusal(), (401, "insufficient_aal"), "a reader of the email needs the second factor");
}

#[sqlite_test]
async fn a_token_without_a_session_cannot_claim_aal2(db: Db) {
    let secret = "um segredo partilhado de verdade";
    let app = Harness::sharing(db, secret).await;
    let (tokens, _) = app.protected(ANA).await;
    let id = app.get("/user", &tokens.access).await.ok().string("id");
    let claims = json!({ "role": "authenticated", "sub": id, "aal": "aal2", "amr": [{ "method": "totp", "timestamp": 4_000_000_000_i64 }] });
    let forged = shared_token(secret, &claims);
    assert_eq!(app.auth.caller(&forged).await.unwrap().user_id, None);
    let change = app.update_user(&forged, json!({ "password": "Outra-senha-2026" })).await;
    change.refused_with(401, "insufficient_aal");
    let enroll = app.send("POST", "/factors", Some(&forged), &json!({ "factor_type": "totp" })).await;
    enroll.refused_with(403, "session_not_found");
}

#[sqlite_test]
async fn a_stolen_password_cannot_enrol_a_second_factor(ByPhone(app): ByPhone) {
    app.account(ANA).await;
    let (thief, ana) = (app.session(ANA).await, app.session(ANA).await);
    let planted = app.begin_app(&thief, "do ladrão").await;
    let factor = app.begin_phone(&ana, PHONE).await;
    let asked = app.challenge(&ana, &factor).await.ok().string("id");
    app.answer(&ana, &factor, &asked, &app.message_code(PHONE).await).await.ok();
    let again = app.session(ANA).await;
    let refused = app.with(&again, "POST", "/factors", json!({ "factor_type": "totp" })).await;
    refused.refused_with(403, "insufficient_aal");
    let challenged = app.challenge(&again, &planted.factor).await;
    assert_eq!(challenged.refusal(), (403, "insufficient_aal"), "one begun before counts no more");
    app.answer(&again, &planted.factor, "x", &planted.code(&app)).await.refused_with(403, "insufficient_aal");
}

#[db_test]
async fn removal_needs_a_fresh_second_factor(app: Harness) {
    let (tokens, authenticator) = app.protected(ANA).await;
    let path = format!("/factors/{}", authenticator.factor);
    let half = app.session(ANA).await;
    app.with(&half, "DELETE", &path, Json::Null).await.refused_with(422, "insufficient_aal");
    app.advance_secs(15 * 60);
    app.with(&tokens, "DELETE", &path, Json::Null).await.refused_with(400, "reauthentication_needed");
    let add =
        app.with(&tokens, "POST", "/factors", json!({ "factor_type": "totp", "friendly_name": "b" })).await;
    assert_eq!(add.refusal(), (400, "reauthentication_needed"), "or a new one would prove freshness");
    let own = app.raise(&tokens, &authenticator).await;
    let refused = app.with(&own, "DELETE", &path, Json::Null).await;
    assert_eq!(refused.refusal(), (400, "reauthentication_needed"), "a factor the session has added itself");
    app.advance_secs(30);
    let next = app.session(ANA).await;
    let fresh = app.raise(&next, &authenticator).await;
    let claims = fresh.claims();
    assert_eq!(claims["amr"].as_array().unwrap().len(), 2, "one entry for each way: {claims}");
    let gone = app.with(&fresh, "DELETE", &path, Json::Null).await.ok();
    assert_eq!(*gone.json(), json!({ "id": authenticator.factor }));
    assert_eq!(app.email(ANA).await.subject, "Segunda etapa removida");
    let after = Tokens::from(&app.refresh(&fresh.refresh).await.ok()).claims();
    assert_eq!((&after["aal"], &after["amr"][0]["method"]), (&json!("aal1"), &json!("password")));
    assert_eq!(after["amr"].as_array().unwrap().len(), 1);
    assert!(
        app.auth.caller(&app.session(ANA).await.access).await.unwrap().user_id.is_some(),
        "none is owed any more"
    );
    assert_eq!(app.events("factor_removed", false).await, 3);
}

#[sqlite_test]
async fn removing_a_factor_lowers_the_sessions_it_raised(ByPhone(app): ByPhone) {
    let (tokens, authenticator) = app.protected(ANA).await;
    let factor = app.begin_phone(&tokens, PHONE).await;
    let asked = app.challenge(&tokens, &factor).await.ok().string("id");
    app.answer(&tokens, &factor, &asked, &app.message_code(PHONE).await).await.ok();
    let stolen = app.session(ANA).await;
    let stolen = app.raise(&stolen, &authenticator).await;
    assert!(app.auth.caller(&stolen.access).await.unwrap().is_signed_in());
    app.with(&tokens, "DELETE", &format!("/factors/{}", authenticator.factor), Json::Null).await.ok();
    assert!(!app.auth.caller(&stolen.access).await.unwrap().is_signed_in(), "the telephone is owed still");
    assert!(app.auth.caller(&tokens.access).await.unwrap().is_signed_in());
    let after = Tokens::from(&app.refresh(&stolen.refresh).await.ok());
    assert_eq!(after.claims()["aal"], "aal1");
}

#[sqlite_test]
async fn an_unverified_factor_is_removed_without_a_check(app: Harness) {
    let tokens = app.person(ANA).await;
    let authenticator = app.begin_app(&tokens, "app").await;
    app.with(&tokens, "DELETE", &format!("/factors/{}", authenticator.factor), Json::Null).await.ok();
    assert!(app.get("/user", &tokens.access).await.ok().json().get("factors").is_none());
    assert_eq!(app.emails(ANA).await.len(), 0);
}

#[db_test]
async fn a_new_factor_applies_on_every_node(db: Db) {
    let (one, two) = (Harness::open(db.clone()).await, Harness::open(db).await);
    one.account(ANA).await;
    let (tokens, other) = (one.session(ANA).await, one.session(ANA).await);
    assert!(two.auth.caller(&other.access).await.unwrap().is_signed_in());
    let authenticator = one.begin_app(&tokens, "app").await;
    one.prove(&tokens, &authenticator.factor, &authenticator.code(&one)).await.ok();
    two.advance(Duration::from_secs(31));
    assert!(two.auth.caller(&other.access).await.is_err(), "its session has ended");
    assert_eq!(
        two.sign_in(ANA, PASSWORD).await.ok().json()["user"]["factors"][0]["id"],
        authenticator.factor
    );
}
