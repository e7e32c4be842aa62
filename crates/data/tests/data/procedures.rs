//! Procedures: arguments, who may run them, what they answer.

use ateneu_data::{Procedure, returns, rpc::Argument};
use ateneu_db::Db;
use ateneu_schema::{
    Kind,
    rule::{admin, anyone},
};
use ateneu_testkit::{databases, db_test};
use axum::body::Body;
use serde_json::json;

use crate::{
    fixtures::{Who, tables},
    harness::Harness,
};

pub fn toys() -> Vec<Procedure> {
    vec![
        Procedure {
            name: "add",
            arguments: vec![
                Argument { name: "a", kind: Kind::Int, required: true },
                Argument { name: "b", kind: Kind::Int, required: false },
            ],
            who: anyone(),
            only_reads: true,
            returns: returns::<i64>,
            run: |_, call| {
                let number =
                    |name: &str| call.arguments.get(name).and_then(serde_json::Value::as_i64).unwrap_or(0);
                Ok(json!(number("a") + number("b")))
            },
        },
        Procedure {
            name: "empty_rooms",
            arguments: Vec::new(),
            who: admin(),
            only_reads: false,
            returns: returns::<()>,
            run: |tx, _| {
                tx.execute("DELETE FROM rooms", &[])?;
                Ok(serde_json::Value::Null)
            },
        },
    ]
}

#[db_test(databases::tables(tables()))]
async fn a_procedure_takes_typed_arguments_and_answers_its_value(db: Db) {
    let app = Harness::new(db);
    for (line, body, status, expected) in [
        ("POST /rpc/add", r#"{"a":2,"b":3}"#, 200, "5"),
        ("POST /rpc/add", r#"{"a":"2"}"#, 200, "2"),
        ("GET /rpc/add?a=2&b=3", "", 200, "5"),
        ("HEAD /rpc/add?a=2", "", 200, ""),
    ] {
        let reply = app.send(Who::Visitor, line, &[], body).await;
        assert_eq!((reply.status.as_u16(), reply.text()), (status, expected), "{line}");
    }
    for (line, body, status, code) in [
        ("POST /rpc/add", "{}", 404, "PGRST202"),
        ("POST /rpc/add", r#"{"a":1,"c":2}"#, 404, "PGRST202"),
        ("POST /rpc/unknown", "{}", 404, "PGRST202"),
        ("POST /rpc/add", r#"{"a":"x"}"#, 400, "22P02"),
        ("POST /rpc/add", "{", 400, "PGRST102"),
        ("PUT /rpc/add", "{}", 405, "PGRST101"),
    ] {
        let reply = app.send(Who::Visitor, line, &[], body).await;
        assert_eq!(reply.refusal(), (status, code), "{line} {body}");
    }
}

#[db_test(databases::tables(tables()))]
async fn a_procedure_that_is_counted_answers_one_row(db: Db) {
    let app = Harness::new(db);
    for (line, prefer, range) in [
        ("POST /rpc/add", "count=exact", "0-0/1"),
        ("GET /rpc/add?a=2", "count=exact", "0-0/1"),
        ("HEAD /rpc/add?a=2", "count=exact", "0-0/1"),
        ("POST /rpc/add", "count=estimated", "0-0/1"),
        ("POST /rpc/add", "handling=lenient", "0-0/*"),
    ] {
        let body = if line.starts_with("POST") { r#"{"a":2}"# } else { "" };
        let reply = app.send(Who::Visitor, line, &[("prefer", prefer)], body).await;
        assert_eq!((reply.status.as_u16(), reply.header("content-range")), (200, range), "{line} {prefer}");
    }
}

#[db_test(databases::tables(tables()))]
async fn only_who_may_run_a_procedure_runs_it_and_a_rollback_leaves_everything(db: Db) {
    let app = Harness::new(db);
    app.send_json(Who::Admin, "POST /rooms", json!({ "id": "1", "name": "Sala" })).await;
    for (who, status) in [(Who::Visitor, 401), (Who::Ana, 403)] {
        let reply = app.send(who, "POST /rpc/empty_rooms", &[], "").await;
        assert_eq!(reply.refusal(), (status, "42501"));
    }
    let reply = app.send(Who::Admin, "GET /rpc/empty_rooms", &[], Body::empty()).await;
    assert_eq!(reply.refusal(), (405, "25006"));
    let rollback = [("prefer", "tx=rollback")];
    let reply = app.send(Who::Admin, "POST /rpc/empty_rooms", &rollback, "{}").await;
    assert_eq!((reply.status.as_u16(), reply.header("preference-applied")), (204, "tx=rollback"));
    assert_eq!(app.column(Who::Admin, "/rooms", "id").await, ["1"]);
    let reply = app.send(Who::Admin, "POST /rpc/empty_rooms", &[], "{}").await;
    assert_eq!((reply.status.as_u16(), reply.text()), (204, ""));
    assert!(app.column(Who::Admin, "/rooms", "id").await.is_empty());
}
