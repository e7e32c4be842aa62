//! `validate-hotmart-access`, called as each kind of caller.

use ateneu_base::{Caller, Facts, TokenProblem};
use ateneu_course_access::{Config, Courses, Deps};
use ateneu_db::Db;
use ateneu_testkit::{
    Panel, TestApp, db_test,
    panel::{Who, admin},
};
use axum::http::StatusCode;
use serde_json::json;

const NAME: &str = "validate-hotmart-access";
const OWN: &str = "ana@exemplo.com.br";
const OTHER: &str = "bia@exemplo.com.br";

/// Returns a person with a confirmed address.
fn ana() -> Who {
    let mut caller = Caller::person("0190a6b2-0000-7000-8000-000000000002", Facts::default());
    caller.email = Some(OWN.into());
    Ok(caller)
}

async fn with_access(db: Db) -> Panel {
    let app = TestApp::new(db);
    // Without Hotmart only the records count.
    let config =
        Config { hotmart: None, webhook_token: "".into(), course_url: "https://cursos.casa.test/".into() };
    let courses = Courses::open(Deps { db: app.db.clone(), clock: app.clock.clone(), config }).unwrap();
    let functions =
        ateneu_functions::router(ateneu_functions::bind(ateneu_course_access::functions(), &courses));
    let app = Panel::open(app, functions).await;
    let sql = "INSERT INTO hotmart_access (id, email, active, source, created_at, updated_at)
               VALUES ($1, $1, $2, 'manual', $3, $3)";
    for email in [OWN, OTHER] {
        app.execute(sql, &[email.into(), true.into(), app.clock.now().into()]).await;
    }
    app
}

#[db_test]
async fn members_validate_only_their_own_confirmed_email(db: Db) {
    let app = with_access(db).await;
    for own in [OWN, " Ana@Exemplo.com.BR "] {
        let response = app.call(&ana(), NAME, &json!({ "email": own })).await;
        assert_eq!(*response.ok().json(), json!({ "hasAccess": true, "stale": false }), "{own}");
    }
    for other in [OTHER, "ninguem@exemplo.com.br", "ana@exemplo.com", ""] {
        let response = app.call(&ana(), NAME, &json!({ "email": other })).await;
        // The response is the same for buyers and others.
        assert_eq!(response.refusal(), (403, "not_your_email"), "{other}");
        assert!(response.json().get("hasAccess").is_none(), "{other}");
    }

    for who in [admin(), Ok(Caller::as_service("a test"))] {
        for (email, has_access) in [(OTHER, true), ("ninguem@exemplo.com.br", false)] {
            let response = app.call(&who, NAME, &json!({ "email": email })).await;
            assert_eq!(response.status, StatusCode::OK, "{email}");
            assert_eq!(response.json()["hasAccess"], has_access, "{email}");
        }
        for (payload, refusal) in [
            (json!({ "email": "ninguem" }), (400, "invalid_email")),
            (json!({ "email": OTHER, "refresh": true }), (409, "course_platform_not_connected")),
        ] {
            assert_eq!(app.call(&who, NAME, &payload).await.refusal(), refusal, "{payload}");
        }
    }

    let unconfirmed = Ok(Caller { email: None, ..ana().unwrap() });
    for (who, payload, refusal) in [
        (unconfirmed, json!({ "email": OWN }), (403, "email_not_confirmed")),
        (Ok(Caller::anonymous()), json!({ "nonsense": 1 }), (401, "not_signed_in")),
        (Err(TokenProblem::Expired), json!({ "nonsense": 1 }), (401, "not_signed_in")),
        (ana(), json!({ "email": OWN, "refresh": true }), (403, "not_admin")),
        (ana(), json!({}), (400, "invalid_payload")),
        (ana(), json!({ "email": 7 }), (400, "invalid_payload")),
        (ana(), json!({ "email": OWN, "refresh": "sim" }), (400, "invalid_payload")),
        (ana(), json!({ "email": OWN, "x": 1 }), (400, "invalid_payload")),
    ] {
        assert_eq!(app.call(&who, NAME, &payload).await.refusal(), refusal, "{payload}");
    }
}
