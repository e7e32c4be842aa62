//! `validate-hotmart-access`, asked as each kind of caller.

use ateneu_base::{Caller, Facts, TokenProblem};
use ateneu_db::Db;
use ateneu_testkit::db_test;
use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::house::{House, Who, admin};

const NAME: &str = "validate-hotmart-access";
const OWN: &str = "ana@exemplo.com.br";
const OTHER: &str = "bia@exemplo.com.br";

/// A person whose address is confirmed.
fn ana() -> Who {
    let mut caller = Caller::person("0190a6b2-0000-7000-8000-000000000002", Facts::default());
    caller.email = Some(OWN.into());
    Ok(caller)
}

/// Both have access.
async fn house(db: Db) -> House {
    let house = House::open(db).await;
    house
        .db
        .write(|tx| {
            let sql = "INSERT INTO hotmart_access (id, email, active, source, created_at, updated_at)
                   VALUES ($1, $1, $2, 'manual', $3, $3)";
            for email in [OWN, OTHER] {
                tx.execute(sql, &[email.into(), true.into(), "2026-01-01T00:00:00.000000+00:00".into()])?;
            }
            Ok::<_, ateneu_db::Error>(())
        })
        .await
        .unwrap();
    house
}

async fn ask(house: &House, who: &Who, payload: Value) -> (StatusCode, Value) {
    house.call(who, NAME, &payload).await
}

#[db_test]
async fn everybody_may_ask_about_the_own_confirmed_address_and_about_no_other(db: Db) {
    let house = house(db).await;
    for own in [OWN, " Ana@Exemplo.com.BR "] {
        let answer = ask(&house, &ana(), json!({ "email": own })).await;
        assert_eq!(answer, (StatusCode::OK, json!({ "hasAccess": true, "stale": false })), "{own}");
    }
    for other in [OTHER, "ninguem@exemplo.com.br", "ana@exemplo.com", ""] {
        let (status, said) = ask(&house, &ana(), json!({ "email": other })).await;
        // The same for those who bought and those who did not.
        assert_eq!((status, &said["code"]), (StatusCode::FORBIDDEN, &json!("not_your_email")), "{other}");
        assert!(said.get("hasAccess").is_none(), "{other}");
    }
    let unconfirmed = Ok(Caller { email: None, ..ana().unwrap() });
    let (status, said) = ask(&house, &unconfirmed, json!({ "email": OWN })).await;
    assert_eq!((status, &said["code"]), (StatusCode::FORBIDDEN, &json!("email_not_confirmed")));
}

#[db_test]
async fn administrators_and_the_owner_s_programs_may_ask_about_anybody(db: Db) {
    let house = house(db).await;
    for who in [admin(), Ok(Caller::as_service("a test"))] {
        for (email, has_access) in [(OTHER, true), ("ninguem@exemplo.com.br", false)] {
            let (status, said) = ask(&house, &who, json!({ "email": email })).await;
            assert_eq!((status, &said["hasAccess"]), (StatusCode::OK, &json!(has_access)), "{email}");
        }
        let (status, said) = ask(&house, &who, json!({ "email": "ninguem" })).await;
        assert_eq!((status, &said["code"]), (StatusCode::BAD_REQUEST, &json!("invalid_email")));
        let (status, said) = ask(&house, &who, json!({ "email": OTHER, "refresh": true })).await;
        assert_eq!((status, &said["code"]), (StatusCode::CONFLICT, &json!("course_platform_not_connected")));
    }
}

#[db_test]
async fn strangers_are_refused_before_their_words_are_read(db: Db) {
    let house = house(db).await;
    for who in [Ok(Caller::anonymous()), Err(TokenProblem::Expired)] {
        let (status, said) = ask(&house, &who, json!({ "nonsense": 1 })).await;
        assert_eq!((status, &said["code"]), (StatusCode::UNAUTHORIZED, &json!("not_signed_in")));
    }
    let (status, said) = ask(&house, &ana(), json!({ "email": OWN, "refresh": true })).await;
    assert_eq!((status, &said["code"]), (StatusCode::FORBIDDEN, &json!("not_admin")));
    for nonsense in [
        json!({}),
        json!({ "email": 7 }),
        json!({ "email": OWN, "refresh": "sim" }),
        json!({ "email": OWN, "x": 1 }),
    ] {
        let (status, said) = ask(&house, &ana(), nonsense.clone()).await;
        assert_eq!(
            (status, &said["code"]),
            (StatusCode::BAD_REQUEST, &json!("invalid_payload")),
            "{nonsense}"
        );
    }
}
