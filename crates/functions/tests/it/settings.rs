//! The functions that change settings and run jobs, asked as each kind of caller.

use ateneu_base::{Caller, Facts, TokenProblem};
use ateneu_db::Db;
use ateneu_settings::declared;
use ateneu_testkit::db_test;
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::house::{ADMIN, House, Who, account, admin};

/// Every function for administrators with a payload it takes.
fn calls() -> [(&'static str, Value); 7] {
    [
        ("update-password-policy", json!({ "min_password_length": 12, "leaked_password_check": false })),
        ("apply-rate-limit", json!({ "max_attempts": 5, "window_hours": 24 })),
        ("update-otp-settings", json!({ "otp_expiry_seconds": 60 })),
        ("update-magic-link-settings", json!({ "magic_link_expiry_seconds": 3600 })),
        ("update-email-confirmation", json!({ "require_confirmation": false })),
        ("update-signup-settings", json!({ "allow_signup": false })),
        ("run-job", json!({ "job_name": "a_job" })),
    ]
}

#[db_test]
async fn what_is_applied_is_obeyed_at_once_and_told_back(db: Db) {
    account(&db).await;
    let house = House::open(db).await;
    for (name, payload) in &calls()[..6] {
        let (status, said) = house.call(&admin(), name, payload).await;
        assert_eq!((status, &said["values"]), (StatusCode::OK, payload), "{name}: {said}");
    }
    let values = house.settings.current();
    assert_eq!((values.min_password_length, values.leaked_password_check), (12, false));
    assert_eq!((values.rate_limit_max_attempts, values.rate_limit_window.as_secs()), (5, 24 * 3_600));
    assert_eq!((values.otp_expiry.as_secs(), values.magic_link_expiry.as_secs()), (60, 3_600));
    assert!(!values.email_confirmation_required && !values.allow_signup);
    let policy = json!({ "min_password_length": 50, "leaked_password_check": true });
    let (_, said) = house.call(&admin(), "update-password-policy", &policy).await;
    let told = "Configurações aplicadas. Tamanho mínimo da senha: 50. \
                Recusar senhas conhecidas de vazamentos: sim.";
    assert_eq!(said["message"], told);
}

#[db_test]
async fn every_declared_setting_has_its_function(db: Db) {
    account(&db).await;
    let house = House::open(db).await;
    for declared in declared::ALL {
        let (status, said) = house.call(&admin(), declared.function, &json!({})).await;
        assert_eq!(
            (status, &said["code"]),
            (StatusCode::BAD_REQUEST, &json!("invalid_payload")),
            "{declared:?}"
        );
    }
}

#[db_test]
async fn the_audit_trail_holds_who_changed_what_from_what_to_what(db: Db) {
    account(&db).await;
    let house = House::open(db).await;
    let limits = json!({ "max_attempts": 5, "window_hours": 1 });
    for _ in 0..2 {
        house.call(&admin(), "apply-rate-limit", &limits).await;
    }
    house.call(&admin(), "run-job", &json!({ "job_name": "a_job" })).await;
    assert_eq!(
        house.trail().await,
        [
            json!(["run-job", "a_job", null, null, ADMIN, "203.0.113.9"]),
            json!(["apply-rate-limit", "rate_limit_max_attempts", "10", "5", ADMIN, "203.0.113.9"]),
        ]
    );
}

#[db_test]
async fn nobody_but_administrators_is_served(db: Db) {
    let house = House::open(db).await;
    let before = house.settings.current();
    let member = |facts| Ok(Caller::person("0190a6b2-0000-7000-8000-000000000002", facts));
    let callers: [(Who, StatusCode, &str); 6] = [
        (Ok(Caller::anonymous()), StatusCode::UNAUTHORIZED, "not_signed_in"),
        (Err(TokenProblem::Expired), StatusCode::UNAUTHORIZED, "not_signed_in"),
        (Err(TokenProblem::Unavailable), StatusCode::SERVICE_UNAVAILABLE, "accounts_unavailable"),
        (member(Facts::default()), StatusCode::FORBIDDEN, "not_admin"),
        (member(Facts { subscriber: true, ..Facts::default() }), StatusCode::FORBIDDEN, "not_admin"),
        (member(Facts { moderator: true, ..Facts::default() }), StatusCode::FORBIDDEN, "not_admin"),
    ];
    for (name, payload) in calls() {
        for (who, expected, code) in &callers {
            let (status, said) = house.call(who, name, &payload).await;
            assert_eq!(
                (status, &said["code"], &said["error"]),
                (*expected, &json!(code), &json!(code)),
                "{name} {who:?}"
            );
        }
    }
    let (_, said) = house.call(&Ok(Caller::anonymous()), "apply-rate-limit", &Value::Null).await;
    assert_eq!(said["message"], "Você precisa estar logado para alterar essas configurações.");
    assert_eq!(house.settings.current(), before);
    assert!(house.trail().await.is_empty());
}

#[db_test]
async fn bad_payloads_are_refused_whole(db: Db) {
    account(&db).await;
    let house = House::open(db).await;
    let before = house.settings.current();
    for (name, body, code) in [
        ("update-password-policy", r#"{ "min_password_length": 9 }"#, "invalid_payload"),
        ("update-password-policy", r#"{ "leaked_password_check": false }"#, "invalid_payload"),
        (
            "update-password-policy",
            r#"{ "min_password_length": 5, "leaked_password_check": false }"#,
            "out_of_range",
        ),
        (
            "update-password-policy",
            r#"{ "min_password_length": 51, "leaked_password_check": false }"#,
            "out_of_range",
        ),
        (
            "update-password-policy",
            r#"{ "min_password_length": "9", "leaked_password_check": false }"#,
            "invalid_payload",
        ),
        (
            "update-password-policy",
            r#"{ "min_password_length": 9.5, "leaked_password_check": false }"#,
            "invalid_payload",
        ),
        (
            "update-password-policy",
            r#"{ "min_password_length": 9, "leaked_password_check": 0 }"#,
            "invalid_payload",
        ),
        ("apply-rate-limit", r#"{ "max_attempts": 5, "window_hours": 25 }"#, "out_of_range"),
        ("apply-rate-limit", r#"{ "max_attempts": 0, "window_hours": 1 }"#, "out_of_range"),
        (
            "apply-rate-limit",
            r#"{ "max_attempts": 99999999999999999999, "window_hours": 1 }"#,
            "invalid_payload",
        ),
        ("update-otp-settings", r#"{ "otp_expiry_seconds": 59 }"#, "out_of_range"),
        ("update-magic-link-settings", r#"{ "magic_link_expiry_seconds": 3601 }"#, "out_of_range"),
        (
            "update-signup-settings",
            r#"{ "allow_signup": false, "min_password_length": 6 }"#,
            "invalid_payload",
        ),
        ("update-signup-settings", r#"{ "allow_signup": null }"#, "invalid_payload"),
        ("update-email-confirmation", "[]", "invalid_payload"),
        ("update-email-confirmation", "", "invalid_payload"),
        ("update-email-confirmation", "{", "invalid_payload"),
        ("run-job", r#"{ "job_name": 1 }"#, "invalid_payload"),
        ("run-job", "{}", "invalid_payload"),
    ] {
        let (status, said) = house.ask(&admin(), Method::POST, name, body).await;
        assert_eq!((status, &said["code"]), (StatusCode::BAD_REQUEST, &json!(code)), "{name} {body}: {said}");
    }
    assert_eq!(house.settings.current(), before);
    assert!(house.trail().await.is_empty());
}

#[db_test]
async fn a_job_runs_now_and_its_end_is_told_good_or_bad(db: Db) {
    let house = House::open(db).await;
    let run = async |name: &str| house.call(&admin(), "run-job", &json!({ "job_name": name })).await;
    let (status, said) = run("a_job").await;
    assert_eq!((status, &said["run"]["status"]), (StatusCode::OK, &json!("success")), "{said}");
    assert_eq!(said["message"], "Tarefa executada. Feito.");
    let (status, said) = run("a_broken_job").await;
    assert_eq!((status, &said["run"]["status"]), (StatusCode::OK, &json!("error")), "{said}");
    let (status, said) = run("DROP TABLE users").await;
    assert_eq!((status, &said["code"]), (StatusCode::NOT_FOUND, &json!("unknown_job")));
}

#[db_test]
async fn other_methods_other_names_and_large_payloads_are_refused(db: Db) {
    let house = House::open(db).await;
    for (method, name, body, expected, code) in [
        (Method::GET, "apply-rate-limit", String::new(), StatusCode::METHOD_NOT_ALLOWED, "only_post"),
        (Method::DELETE, "run-job", String::new(), StatusCode::METHOD_NOT_ALLOWED, "only_post"),
        (Method::POST, "anything", String::new(), StatusCode::NOT_FOUND, "not_found"),
        (Method::POST, "run-job", " ".repeat(20_000), StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
    ] {
        let (status, said) = house.ask(&admin(), method, name, body).await;
        assert_eq!((status, &said["code"]), (expected, &json!(code)), "{name}");
    }
}
