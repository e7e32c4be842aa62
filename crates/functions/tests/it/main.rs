//! The protocol over sample functions, called as each kind of caller.

use ateneu_base::{Caller, Facts, Timestamp, TokenProblem};
use ateneu_db::Db;
use ateneu_functions::{
    Account, Administrator, Function, Guard, InSession, Nothing, Refusal, SignedIn, Writer, bind, router,
};
use ateneu_testkit::{
    Panel, TestApp, db_test,
    panel::{Who, admin, id},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Clone, Copy, Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "snake_case")]
enum Color {
    Red,
    DarkBlue,
}

#[derive(Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Sample {
    name: String,
    is_open: bool,
    #[schemars(extend("expected" = "a cor"))]
    color: Color,
    other_color: Option<Color>,
    count: Option<std::num::NonZeroU32>,
    at: Option<Timestamp>,
    #[serde(default)]
    note: Option<String>,
}

async fn sample(_: (), _: Administrator, request: Sample) -> Result<Sample, Refusal> {
    Ok(request)
}

async fn guarded<G: Guard>(_: (), _: G, _: Nothing) -> Result<bool, Refusal> {
    Ok(true)
}

async fn panel(db: Db) -> Panel {
    let missing = || Refusal::from(ateneu_base::Refusal::new(503, "sample_unavailable", "Fora do ar."));
    let functions = vec![
        Function::new("sample", "testar", sample),
        Function::new("administrator", "testar", guarded::<Administrator>),
        Function::new("writer", "testar", guarded::<Writer>),
        Function::new("signed-in", "testar", guarded::<SignedIn>),
        Function::new("in-session", "testar", guarded::<InSession>),
        Function::new("account", "testar", guarded::<Account>),
        Function::new("unavailable", "testar", guarded::<SignedIn>).adapt(move |(): &()| Err(missing())),
    ];
    Panel::open(TestApp::new(db), router(bind(functions, &()))).await
}

fn person(facts: Facts, session_id: Option<String>) -> Who {
    Ok(Caller { session_id, ..Caller::person(id(2), facts) })
}

#[db_test]
async fn each_guard_serves_only_its_callers(db: Db) {
    let app = panel(db).await;
    let moderator = Facts { moderator: true, subscriber: true, ..Facts::default() };
    let editor = Facts { editor: true, ..Facts::default() };
    let callers: [(Who, [u16; 5]); 9] = [
        // The columns are administrator, writer, signed-in, in-session, account.
        (Ok(Caller::anonymous()), [401; 5]),
        (Err(TokenProblem::Expired), [401; 5]),
        (Err(TokenProblem::SessionEnded), [401; 5]),
        (Err(TokenProblem::Unavailable), [503; 5]),
        (person(moderator, None), [403, 403, 200, 401, 200]),
        (person(editor, None), [403, 200, 200, 401, 200]),
        (person(Facts::default(), Some(id(3))), [403, 403, 200, 200, 200]),
        (admin(), [200, 200, 200, 401, 200]),
        (Ok(Caller::as_service("a test")), [200, 200, 401, 401, 200]),
    ];
    for (who, expected) in callers {
        for (name, status) in
            ["administrator", "writer", "signed-in", "in-session", "account"].into_iter().zip(expected)
        {
            let response = app.function(&who, "POST", name).body("").await;
            assert_eq!(response.status, status, "{name} {who:?}");
            let code = match status {
                401 => "not_signed_in",
                403 if name == "writer" => "not_editor",
                403 => "not_admin",
                503 => "accounts_unavailable",
                _ => continue,
            };
            assert_eq!((response.code(), response.string("error")), (code, code.to_owned()), "{name}");
        }
    }
    let response = app.call(&Ok(Caller::anonymous()), "sample", &Value::Null).await;
    assert_eq!(response.header("cache-control"), "private, no-store");
    assert_eq!(response.json()["message"], "Você precisa estar logado para testar.");
    let known = app.refused(&person(Facts::default(), None), "unavailable", json!({})).await;
    let stranger = app.refused(&Ok(Caller::anonymous()), "unavailable", json!({})).await;
    assert_eq!((known.0, stranger.0), (503, 401));
}

#[db_test]
async fn a_payload_has_exactly_the_members_of_its_type(db: Db) {
    let app = panel(db).await;
    let whole = json!({
        "name": "Ana", "isOpen": true, "color": "dark_blue", "otherColor": "red", "count": 1,
        "at": "2026-01-02T03:04:05.000000+00:00", "note": "sim",
    });
    assert_eq!(app.done("sample", whole.clone()).await, whole);
    let mut least = whole.clone();
    for optional in ["otherColor", "count", "at"] {
        least[optional] = Value::Null;
    }
    least.as_object_mut().into_iter().for_each(|members| drop(members.remove("note")));
    app.done("sample", least).await;
    for (member, value, message) in [
        ("name", json!(7), "name: informe um texto."),
        ("name", json!("a\0b"), "name: informe um texto."),
        ("name", Value::Null, "name: informe um texto."),
        ("isOpen", json!("sim"), "isOpen: informe true ou false."),
        ("color", json!("azul"), "color: informe a cor."),
        ("otherColor", json!("azul"), "otherColor: informe red, dark_blue."),
        ("count", json!(0), "count: informe um número inteiro a partir de 1."),
        ("count", json!(1.5), "count: informe um número inteiro a partir de 1."),
        ("at", json!("ontem"), "at: informe uma data com hora."),
        ("note", json!([]), "note: informe um texto."),
        ("more", json!(1), "Parâmetro desconhecido: more."),
    ] {
        let mut payload = whole.clone();
        payload[member] = value;
        let response = app.call(&admin(), "sample", &payload).await;
        assert_eq!(response.refusal(), (400, "invalid_payload"), "{payload}");
        assert_eq!(response.json()["message"], message);
    }
    for (body, message) in [
        (
            r#"{ "name": "Ana", "isOpen": true, "color": "red", "count": 1, "at": null }"#,
            "Falta o parâmetro otherColor.",
        ),
        ("", "Falta o parâmetro name."),
        ("[]", "Envie um objeto JSON."),
        ("{", "Envie um objeto JSON."),
    ] {
        let response = app.function(&admin(), "POST", "sample").body(body).await;
        assert_eq!(
            (response.refusal(), &response.json()["message"]),
            ((400, "invalid_payload"), &json!(message))
        );
    }
}

#[db_test]
async fn invalid_function_calls_are_refused(db: Db) {
    let app = panel(db).await;
    for (method, name, body, expected, code) in [
        ("GET", "sample", String::new(), 405, "only_post"),
        ("DELETE", "sample", String::new(), 405, "only_post"),
        ("POST", "anything", String::new(), 404, "not_found"),
        ("POST", "sample", " ".repeat(20_000), 413, "too_large"),
    ] {
        let response = app.function(&admin(), method, name).body(body).await;
        assert_eq!(response.refusal(), (expected, code), "{name}");
    }
}
