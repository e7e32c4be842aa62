//! Recovery codes: made beside another factor, shown once, each used once.

use ateneu_db::Db;
use ateneu_testkit::db_test;
use serde_json::{Value as Json, json};

use crate::{house::House, second_factor::Tokens};

const ANA: &str = "ana@exemplo.com";
const BIA: &str = "bia@exemplo.com";
const PATH: &str = "/factors/recovery-codes";

async fn generate(house: &House, tokens: &Tokens) -> Vec<String> {
    let made = house.with(tokens, "POST", PATH, Json::Null).await.ok();
    codes(&made.body)
}

fn codes(body: &Json) -> Vec<String> {
    let codes = body["codes"].as_array().unwrap();
    codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect()
}

async fn give(house: &House, tokens: &Tokens, code: &str) -> crate::house::Answer {
    house.with(tokens, "POST", &format!("{PATH}/verify"), json!({ "code": code })).await
}

#[db_test]
async fn ten_codes_are_shown_once_and_never_stored(db: Db) {
    let house = House::open(db).await;
    let (tokens, _) = house.protected(ANA).await;
    assert_eq!(house.with(&tokens, "GET", PATH, Json::Null).await.refusal(), (404, "mfa_factor_not_found"));
    let made = house.with(&tokens, "POST", PATH, json!({ "friendly_name": "Papel" })).await.ok();
    let shown = codes(&made.body);
    assert_eq!((shown.len(), &made.body["total"]), (10, &json!(10)));
    assert_eq!((made.text("type"), made.text("friendly_name")), ("recovery_code".into(), "Papel".into()));
    assert!(shown.iter().all(|code| code.len() == 16));
    let status = house.with(&tokens, "GET", PATH, Json::Null).await.ok().body;
    assert_eq!(
        status,
        json!({ "id": made.text("id"), "type": "recovery_code", "total": 10, "remaining": 10 })
    );
    let stored = house.db.read(|tx| tx.query("SELECT digest FROM recovery_codes", &[])).await.unwrap();
    assert!(
        stored.iter().all(|row| { !shown.iter().any(|code| row.text("digest").unwrap().contains(code)) })
    );
    assert_eq!(house.letter(ANA).await.subject, "Novos códigos de recuperação");
    let again = house.with(&tokens, "POST", PATH, Json::Null).await;
    assert_eq!(again.refusal(), (422, "mfa_verified_factor_exists"));
    let listed = house.get("/user", &tokens.access).await.ok().body;
    assert_eq!(
        (&listed["factors"][1]["factor_type"], &listed["factors"][1]["status"]),
        (&json!("recovery_code"), &json!("verified"))
    );
}

#[db_test]
async fn a_code_stands_in_for_the_lost_factor_once(db: Db) {
    let house = House::open(db).await;
    let (tokens, app) = house.protected(ANA).await;
    let shown = generate(&house, &tokens).await;
    house.pass(1);
    let half = house.session(ANA).await;
    let typed = format!(" {}-{} ", shown[0][..8].to_uppercase(), &shown[0][8..]);
    let raised = give(&house, &half, &typed).await.ok();
    let claims = Tokens::from(&raised).claims();
    assert_eq!((&claims["aal"], &claims["amr"][0]["method"]), (&json!("aal2"), &json!("mfa/recovery_code")));
    let letter = house.letter(ANA).await;
    assert_eq!(letter.subject, "Um código de recuperação foi usado");
    assert!(letter.text.contains("Restam 9 códigos."), "{}", letter.text);
    assert_eq!(give(&house, &half, &shown[0]).await.refusal(), (422, "mfa_verification_failed"), "used up");
    let status = house.with(&half, "GET", PATH, Json::Null).await.ok().body;
    assert_eq!(status["remaining"], 9);
    let gone = house.with(&half, "DELETE", &format!("/factors/{}", app.factor), Json::Null).await;
    assert_eq!(gone.status.as_u16(), 200, "whoever lost the app may now remove it");
    assert_eq!(
        house.with(&half, "GET", PATH, Json::Null).await.refusal(),
        (404, "mfa_factor_not_found"),
        "codes never remain alone"
    );
    assert!(house.auth.caller(&half.access).await.unwrap().is_signed_in());
    assert_eq!(
        (house.events("recovery_code_used", true).await, house.events("recovery_code_used", false).await),
        (1, 1)
    );
}

#[db_test]
async fn one_code_given_many_times_at_once_works_once(db: Db) {
    let house = House::open(db).await;
    let (tokens, _) = house.protected(ANA).await;
    let shown = generate(&house, &tokens).await;
    let calls = (0..6).map(|_| give(&house, &tokens, &shown[3]));
    let answers = futures::future::join_all(calls).await;
    assert_eq!(answers.iter().filter(|answer| answer.status.is_success()).count(), 1);
}

#[db_test]
async fn wrong_codes_lock_and_a_new_set_unlocks(db: Db) {
    let house = House::open(db).await;
    let (tokens, app) = house.protected(ANA).await;
    let shown = generate(&house, &tokens).await;
    for _ in 0..6 {
        assert_eq!(
            give(&house, &tokens, "2222222222222222").await.refusal(),
            (422, "mfa_verification_failed")
        );
    }
    let locked = give(&house, &tokens, &shown[0]).await;
    assert_eq!(locked.refusal(), (429, "mfa_recovery_codes_locked"));
    assert_eq!(locked.headers["retry-after"], "900");
    house.prove(&tokens, &app.factor, &app.code(&house)).await.ok();
    let path = format!("{PATH}/regenerate");
    let made = house.with(&tokens, "POST", &path, Json::Null).await.ok();
    let new = codes(&made.body);
    assert_eq!(made.text("friendly_name"), "Recovery codes");
    assert_eq!(
        give(&house, &tokens, &shown[0]).await.refusal(),
        (422, "mfa_verification_failed"),
        "the old set is void"
    );
    give(&house, &tokens, &new[0]).await.ok();
}

#[db_test]
async fn whoever_has_not_proved_another_factor_gets_none(db: Db) {
    let house = House::open(db).await;
    house.account(BIA).await;
    let bia = house.session(BIA).await;
    assert_eq!(house.with(&bia, "POST", PATH, Json::Null).await.refusal(), (403, "insufficient_aal"));
    let (tokens, _) = house.protected(ANA).await;
    let shown = generate(&house, &tokens).await;
    assert_eq!(
        give(&house, &bia, &shown[0]).await.refusal(),
        (404, "mfa_factor_not_found"),
        "another person's code"
    );
    let half = house.session(ANA).await;
    for (method, path, status) in
        [("POST", format!("{PATH}/regenerate"), 403), ("DELETE", PATH.to_owned(), 422)]
    {
        let refused = house.with(&half, method, &path, Json::Null).await;
        assert_eq!(refused.refusal(), (status, "insufficient_aal"), "{method}");
    }
    assert_eq!(house.with(&half, "GET", PATH, Json::Null).await.ok().body["remaining"], 10);
    house.pass(15 * 60);
    for (method, path) in [("POST", format!("{PATH}/regenerate")), ("DELETE", PATH.to_owned())] {
        let stale = house.with(&tokens, method, &path, Json::Null).await;
        assert_eq!(stale.refusal(), (400, "reauthentication_needed"), "{method}");
    }
    let nobody = house.ask("GET", PATH, None, &Json::Null).await;
    assert_eq!(nobody.refusal(), (401, "no_authorization"));
}

#[db_test]
async fn the_set_is_removed_by_its_own_endpoint_alone(db: Db) {
    let house = House::open(db).await;
    let (tokens, app) = house.protected(ANA).await;
    let id = house.with(&tokens, "POST", PATH, Json::Null).await.ok().text("id");
    for (method, path) in [("DELETE", format!("/factors/{id}")), ("POST", format!("/factors/{id}/challenge"))]
    {
        let refused = house.with(&tokens, method, &path, json!({})).await;
        assert_eq!(refused.refusal(), (400, "validation_failed"), "{method} {path}");
    }
    let gone = house.with(&tokens, "DELETE", PATH, Json::Null).await.ok();
    assert_eq!(gone.body, json!({ "id": id }));
    house.prove(&tokens, &app.factor, &app.code(&house)).await.ok();
    assert_eq!(generate(&house, &tokens).await.len(), 10);
}
