//! The functions over real databases, asked as each kind of caller.

#![expect(clippy::unwrap_used, reason = "a test that cannot ask must stop")]

use ateneu_base::{Caller, Clock, Facts, Presented, Timestamp, TokenProblem};
use ateneu_db::Db;
use ateneu_functions::{Deps, router};
use ateneu_jobs::{Job, Jobs, Schedule};
use ateneu_settings::{Settings, declared};
use ateneu_testkit::{both_databases, databases};
use axum::{
    Router,
    body::Body,
    http::{Method, Request, StatusCode},
};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

const ADMIN: &str = "0190a6b2-0000-7000-8000-000000000001";

/// Every function for administrators with a payload it takes.
fn calls() -> [(&'static str, Value); 7] {
    [
        (
            "update-password-policy",
            json!({ "min_password_length": 12, "leaked_password_check": false }),
        ),
        (
            "apply-rate-limit",
            json!({ "max_attempts": 5, "window_hours": 24 }),
        ),
        ("update-otp-settings", json!({ "otp_expiry_seconds": 60 })),
        (
            "update-magic-link-settings",
            json!({ "magic_link_expiry_seconds": 3600 }),
        ),
        (
            "update-email-confirmation",
            json!({ "require_confirmation": false }),
        ),
        ("update-signup-settings", json!({ "allow_signup": false })),
        ("run-job", json!({ "job_name": "a_job" })),
    ]
}

struct House {
    db: Db,
    settings: Settings,
    functions: Router,
}

impl House {
    async fn open(db: Db) -> Self {
        let clock = Clock::held_at(Timestamp::from_seconds(1_800_000_000));
        let settings = Settings::open(db.clone(), clock.clone()).await.unwrap();
        let done = Job::new("a_job", Schedule::daily(3, 0), async || Ok("Feito.".into()));
        let broken = Job::new("a_broken_job", Schedule::daily(3, 0), async || {
            Err(ateneu_jobs::Error::TooLong)
        });
        let deps = ateneu_jobs::Deps {
            db: db.clone(),
            clock,
            jobs: vec![done, broken],
        };
        let jobs = Jobs::open(deps).await.unwrap();
        let functions = router(Deps {
            settings: settings.clone(),
            jobs,
        });
        Self {
            db,
            settings,
            functions,
        }
    }

    async fn ask(&self, who: &Who, method: Method, name: &str, body: impl Into<Body>) -> (StatusCode, Value) {
        let presented = Presented {
            caller: who.clone(),
            bearer: None,
            address: Some("203.0.113.9".into()),
        };
        let request = Request::builder().method(method).uri(format!("/{name}"));
        let request = request.extension(presented).body(body.into()).unwrap();
        let answer = self.functions.clone().oneshot(request).await.unwrap();
        let status = answer.status();
        let bytes = answer.into_body().collect().await.unwrap().to_bytes();
        (status, serde_json::from_slice(&bytes).unwrap())
    }

    async fn call(&self, who: &Who, name: &str, body: &Value) -> (StatusCode, Value) {
        self.ask(who, Method::POST, name, body.to_string()).await
    }

    /// Subject, old value, new value and actor of every act.
    async fn trail(&self) -> Vec<Value> {
        let sql = "SELECT action, subject, old_value, new_value, actor_id, ip_address FROM audit_log ORDER BY subject";
        let rows = self.db.read(move |tx| tx.query(sql, &[])).await.unwrap();
        rows.iter()
            .map(|row| {
                let columns = [
                    "action",
                    "subject",
                    "old_value",
                    "new_value",
                    "actor_id",
                    "ip_address",
                ];
                json!(columns.map(|column| row.text(column)))
            })
            .collect()
    }
}

type Who = Result<Caller, TokenProblem>;

fn admin() -> Who {
    Ok(Caller::person(
        ADMIN,
        Facts {
            admin: true,
            ..Facts::default()
        },
    ))
}

/// Makes the administrator's account, which settings refer to.
async fn account(db: &Db) {
    db.write(|tx| {
        let now = Timestamp::from_seconds(1_800_000_000);
        let sql =
            "INSERT INTO users (id, email, created_at, updated_at) VALUES ($1, 'eu@exemplo.com.br', $2, $2)";
        tx.execute(sql, &[ADMIN.into(), now.into()])
    })
    .await
    .unwrap();
}

both_databases! {
    databases::product();

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

    async fn every_declared_setting_has_its_function(db: Db) {
        account(&db).await;
        let house = House::open(db).await;
        for declared in declared::ALL {
            let (status, said) = house.call(&admin(), declared.function, &json!({})).await;
            assert_eq!((status, &said["code"]), (StatusCode::BAD_REQUEST, &json!("invalid_payload")), "{declared:?}");
        }
    }

    async fn the_audit_trail_holds_who_changed_what_from_what_to_what(db: Db) {
        account(&db).await;
        let house = House::open(db).await;
        let limits = json!({ "max_attempts": 5, "window_hours": 1 });
        for _ in 0..2 {
            house.call(&admin(), "apply-rate-limit", &limits).await;
        }
        house.call(&admin(), "run-job", &json!({ "job_name": "a_job" })).await;
        assert_eq!(house.trail().await, [
            json!(["run-job", "a_job", null, null, ADMIN, "203.0.113.9"]),
            json!(["apply-rate-limit", "rate_limit_max_attempts", "10", "5", ADMIN, "203.0.113.9"]),
        ]);
    }

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
                assert_eq!((status, &said["code"], &said["error"]), (*expected, &json!(code), &json!(code)), "{name} {who:?}");
            }
        }
        let (_, said) = house.call(&Ok(Caller::anonymous()), "apply-rate-limit", &Value::Null).await;
        assert_eq!(said["message"], "Você precisa estar logado para alterar essas configurações.");
        assert_eq!(house.settings.current(), before);
        assert!(house.trail().await.is_empty());
    }

    async fn bad_payloads_are_refused_whole(db: Db) {
        account(&db).await;
        let house = House::open(db).await;
        let before = house.settings.current();
        for (name, body, code) in [
            ("update-password-policy", r#"{ "min_password_length": 9 }"#, "invalid_payload"),
            ("update-password-policy", r#"{ "leaked_password_check": false }"#, "invalid_payload"),
            ("update-password-policy", r#"{ "min_password_length": 5, "leaked_password_check": false }"#, "out_of_range"),
            ("update-password-policy", r#"{ "min_password_length": 51, "leaked_password_check": false }"#, "out_of_range"),
            ("update-password-policy", r#"{ "min_password_length": "9", "leaked_password_check": false }"#, "invalid_payload"),
            ("update-password-policy", r#"{ "min_password_length": 9.5, "leaked_password_check": false }"#, "invalid_payload"),
            ("update-password-policy", r#"{ "min_password_length": 9, "leaked_password_check": 0 }"#, "invalid_payload"),
            ("apply-rate-limit", r#"{ "max_attempts": 5, "window_hours": 25 }"#, "out_of_range"),
            ("apply-rate-limit", r#"{ "max_attempts": 0, "window_hours": 1 }"#, "out_of_range"),
            ("apply-rate-limit", r#"{ "max_attempts": 99999999999999999999, "window_hours": 1 }"#, "invalid_payload"),
            ("update-otp-settings", r#"{ "otp_expiry_seconds": 59 }"#, "out_of_range"),
            ("update-magic-link-settings", r#"{ "magic_link_expiry_seconds": 3601 }"#, "out_of_range"),
            ("update-signup-settings", r#"{ "allow_signup": false, "min_password_length": 6 }"#, "invalid_payload"),
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
}
