//! Answers that tell nobody outside which addresses have accounts.

use std::collections::BTreeSet;

use ateneu_testkit::{db_test, sqlite_test};
use serde_json::{Value as Json, json};

use crate::harness::{ANA, Harness, PASSWORD};

fn names(value: &Json) -> BTreeSet<String> {
    value.as_object().unwrap().keys().cloned().collect()
}

#[sqlite_test]
async fn all_failed_password_sign_ins_answer_alike(app: Harness) {
    app.account(ANA).await;
    let no_password = json!({ "email": "sem-senha@exemplo.com", "email_confirm": true });
    app.service("POST", "/admin/users", no_password).await.ok();
    let known = app.sign_in(ANA, "errada!!").await.refused_with(400, "invalid_credentials");
    let unknown = app.sign_in("ninguem@exemplo.com", "errada!!").await;
    let without = app.sign_in("sem-senha@exemplo.com", "errada!!").await;
    assert_eq!(known.json()["message"], "Invalid login credentials");
    assert_eq!((known.status, known.json()), (unknown.status, unknown.json()));
    assert_eq!((known.status, known.json()), (without.status, without.json()));

    for guess in ["no password", ""] {
        let answer = app.sign_in("sem-senha@exemplo.com", guess).await;
        assert_eq!(answer.refusal(), (400, "invalid_credentials"), "{guess:?}");
    }
}

#[db_test]
async fn a_sign_up_with_a_taken_email_returns_a_fake_account(app: Harness) {
    let id = app.account(ANA).await;
    let sign_up = async |email: &str| {
        let body = json!({ "email": email, "password": "Outra-senha-2026", "data": { "nome": "X" } });
        app.post("/signup", body).await.ok()
    };
    let fresh = sign_up("nova@exemplo.com").await;
    let taken = sign_up(ANA).await;
    assert_eq!(names(fresh.json()), names(taken.json()));
    assert_eq!(names(&fresh.json()["user_metadata"]), names(&taken.json()["user_metadata"]));
    let identity = |answer: &Json| names(&answer["identities"][0]);
    assert_eq!(identity(fresh.json()), identity(taken.json()));
    assert_eq!(taken.json()["identities"][0]["email"], ANA);
    let common = ["aud", "role", "phone", "app_metadata", "created_at", "updated_at", "is_anonymous"];
    for name in common {
        assert_eq!(fresh.json()[name], taken.json()[name], "{name}");
    }
    assert_ne!(taken.string("id"), id);
    assert_eq!(taken.json()["created_at"], fresh.json()["created_at"]);
    assert_eq!(taken.json()["confirmation_sent_at"], fresh.json()["confirmation_sent_at"]);
    app.sign_in(ANA, PASSWORD).await.ok();
}
