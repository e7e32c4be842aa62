//! Nobody learns from the outside which addresses have accounts.

use std::collections::BTreeSet;

use ateneu_db::Db;
use ateneu_testkit::db_test;
use serde_json::{Value as Json, json};

use crate::house::{House, PASSWORD};

fn names(value: &Json) -> BTreeSet<String> {
    value.as_object().unwrap().keys().cloned().collect()
}

#[db_test]
async fn a_wrong_password_and_an_unknown_address_answer_alike(db: Db) {
    let house = House::open(db).await;
    house.account("ana@exemplo.com").await;
    let no_password = json!({ "email": "sem-senha@exemplo.com", "email_confirm": true });
    house.service("POST", "/admin/users", no_password).await.ok();
    let known = house.sign_in("ana@exemplo.com", "errada!!").await;
    let unknown = house.sign_in("ninguem@exemplo.com", "errada!!").await;
    let without = house.sign_in("sem-senha@exemplo.com", "errada!!").await;
    assert_eq!(known.refusal(), (400, "invalid_credentials"));
    assert_eq!(known.body["message"], "Invalid login credentials");
    assert_eq!((known.status, &known.body), (unknown.status, &unknown.body));
    assert_eq!((known.status, &known.body), (without.status, &without.body));
}

#[db_test]
async fn a_password_meant_as_filler_opens_nothing(db: Db) {
    let house = House::open(db).await;
    let no_password = json!({ "email": "sem-senha@exemplo.com", "email_confirm": true });
    house.service("POST", "/admin/users", no_password).await.ok();
    for guess in ["no password", ""] {
        let answer = house.sign_in("sem-senha@exemplo.com", guess).await;
        assert_eq!(answer.refusal(), (400, "invalid_credentials"), "{guess:?}");
    }
}

#[db_test]
async fn signing_up_with_a_taken_address_answers_an_account_that_does_not_exist(db: Db) {
    let house = House::open(db).await;
    let id = house.account("ana@exemplo.com").await;
    let sign_up = async |email: &str| {
        let body = json!({ "email": email, "password": "Outra-senha-2026", "data": { "nome": "X" } });
        house.post("/signup", body).await.ok()
    };
    let fresh = sign_up("nova@exemplo.com").await;
    let taken = sign_up("ana@exemplo.com").await;
    assert_eq!(names(&fresh.body), names(&taken.body));
    assert_eq!(names(&fresh.body["user_metadata"]), names(&taken.body["user_metadata"]));
    assert_eq!(taken.body["identities"], json!([]));
    assert_eq!(taken.body["role"], "");
    assert_ne!(taken.text("id"), id);
    assert_eq!(taken.body["created_at"], fresh.body["created_at"]);
    assert_eq!(taken.body["confirmation_sent_at"], fresh.body["confirmation_sent_at"]);
    house.sign_in("ana@exemplo.com", PASSWORD).await.ok();
}
