//! Procedures: arguments, callers, responses.

use ateneu_data::{Argument, Procedure};
use ateneu_schema::{
    Kind,
    rule::{admin, anyone},
};
use ateneu_testkit::db_test;
use serde_json::{Value as Json, json};

use crate::harness::{Empty, User::*, library};

pub fn toys() -> Vec<Procedure> {
    vec![
        Procedure::reads::<i64>(
            "add",
            [Argument::required("a", Kind::Int), Argument::optional("b", Kind::Int)],
            anyone(),
            |_, call| {
                let number = |name: &str| call.arguments.get(name).and_then(Json::as_i64).unwrap_or(0);
                Ok(json!(number("a") + number("b")))
            },
        ),
        Procedure::writes::<()>("empty_rooms", [], admin(), |tx, _| {
            tx.execute("DELETE FROM rooms", &[])?;
            Ok(Json::Null)
        }),
    ]
}

#[db_test(library())]
async fn a_procedure_takes_typed_arguments(Empty(app): Empty) {
    let (exact, lenient) = ("count=exact", "handling=lenient");
    for (line, body, prefer, expected, range) in [
        ("POST /rpc/add", r#"{"a":2,"b":3}"#, lenient, "5", "0-0/*"),
        ("POST /rpc/add", r#"{"a":"2"}"#, exact, "2", "0-0/1"),
        ("POST /rpc/add?select=*", r#"{"a":2}"#, "count=estimated", "2", "0-0/1"),
        ("GET /rpc/add?a=2&b=3", "", exact, "5", "0-0/1"),
        ("HEAD /rpc/add?a=2", "", exact, "", "0-0/1"),
    ] {
        let reply = app.send(Visitor, line, &[("prefer", prefer)], body).await;
        let found = (reply.status.as_u16(), reply.text(), reply.header("content-range"));
        assert_eq!(found, (200, expected, range), "{line} {prefer}");
    }
    for (line, body, status, code) in [
        ("POST /rpc/add", "{}", 404, "PGRST202"),
        ("POST /rpc/add", r#"{"a":1,"c":2}"#, 404, "PGRST202"),
        ("POST /rpc/unknown", "{}", 404, "PGRST202"),
        ("POST /rpc/add", r#"{"a":"x"}"#, 400, "22P02"),
        ("POST /rpc/add", "{", 400, "PGRST102"),
        ("PUT /rpc/add", "{}", 405, "PGRST101"),
        ("POST /rpc/add?select=sum", r#"{"a":1}"#, 404, "PGRST202"),
        ("POST /rpc/add?a=eq.1", r#"{"a":1}"#, 404, "PGRST202"),
        ("POST /rpc/add?limit=1", r#"{"a":1}"#, 404, "PGRST202"),
    ] {
        assert_eq!(app.send(Visitor, line, &[], body).await.refusal(), (status, code), "{line} {body}");
    }
    for (line, body, searched) in [
        ("GET /rpc/none", "", "without parameters"),
        ("GET /rpc/none?a=1", "", "with parameter a"),
        ("POST /rpc/none", "{}", "without parameters or with a single unnamed json/jsonb parameter"),
        (
            "POST /rpc/none",
            r#"{"a":1,"b":2}"#,
            "with parameters a, b or with a single unnamed json/jsonb parameter",
        ),
    ] {
        let reply = app.send(Visitor, line, &[], body).await;
        let details = format!(
            "Searched for the function public.none {searched}, but no matches were found in the schema cache."
        );
        assert_eq!(reply.json()["details"], details, "{line} {body}");
    }
}

#[db_test(library())]
async fn a_procedure_runs_under_its_rule_and_can_be_undone(Empty(app): Empty) {
    app.send_json(Admin, "POST /rooms", json!({ "id": "1", "name": "Sala" })).await;
    for (user, status) in [(Visitor, 401), (Ana, 403)] {
        assert_eq!(app.send(user, "POST /rpc/empty_rooms", &[], "").await.refusal(), (status, "42501"));
    }
    assert_eq!(app.send(Admin, "GET /rpc/empty_rooms", &[], "").await.refusal(), (405, "25006"));
    let rollback = [("prefer", "tx=rollback")];
    let reply = app.send(Admin, "POST /rpc/empty_rooms", &rollback, "{}").await;
    assert_eq!((reply.status.as_u16(), reply.header("preference-applied")), (204, "tx=rollback"));
    assert_eq!(app.column(Admin, "/rooms", "id").await, ["1"]);
    let reply = app.send(Admin, "POST /rpc/empty_rooms", &[], "{}").await;
    assert_eq!((reply.status.as_u16(), reply.text()), (204, ""));
    assert!(app.column(Admin, "/rooms", "id").await.is_empty());
}
