//! Refusals in the protocol's own form.

use ateneu_base::TokenProblem;
use ateneu_testkit::{db_test, sqlite_test};
use axum::http::Request;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::harness::{Harness, User::*};

#[db_test]
async fn a_refusal_is_http_400_with_the_true_status_inside(app: Harness) {
    for (path, code, error, message) in [
        ("contents/nunca.png", "NoSuchKey", "not_found", "Object not found"),
        ("nenhum/nunca.png", "NoSuchBucket", "Bucket not found", "Bucket not found"),
    ] {
        let refusal = app.get(Visitor, &format!("/object/info/{path}")).await;
        assert_eq!(refusal.status, 400);
        let expected = json!({ "statusCode": "404", "code": code, "error": error, "message": message });
        assert_eq!(*refusal.json(), expected);
    }
}

#[sqlite_test]
async fn protected_routes_name_the_missing_header(app: Harness) {
    for (method, path) in [
        ("GET", "/object/authenticated/contents/a.png"),
        ("GET", "/object/info/contents/a.png"),
        ("GET", "/object/nenhum/a.png"),
        ("POST", "/object/contents/a.png"),
        ("PUT", "/object/contents/a.png"),
        ("DELETE", "/object/contents/a.png"),
        ("DELETE", "/object/contents"),
        ("POST", "/object/list/contents"),
        ("POST", "/object/list-v2/contents"),
        ("POST", "/object/sign/contents/a.png"),
        ("POST", "/object/sign/contents"),
        ("POST", "/object/move"),
        ("POST", "/object/copy"),
        ("POST", "/object/upload/sign/contents/a.png"),
        ("GET", "/bucket"),
        ("POST", "/bucket"),
        ("GET", "/render/image/authenticated/contents/a.png"),
    ] {
        let answer = app.send(Nobody, Request::builder().method(method).uri(path), "{}").await;
        let found = (answer.status.as_u16(), answer.string("statusCode"), answer.string("error"));
        assert_eq!(found, (400, "400".into(), "Error".into()), "{method} {path}");
        assert!(answer.string("message").contains("authorization"), "{method} {path}");
    }
}

#[sqlite_test]
async fn a_refused_token_is_answered_in_storage_words(app: Harness) {
    for problem in [
        TokenProblem::Malformed,
        TokenProblem::BadSignature,
        TokenProblem::Expired,
        TokenProblem::BadClaims,
        TokenProblem::SessionEnded,
    ] {
        let answer = app.get(Refused(problem), "/object/contents/a.png").await;
        assert_eq!(answer.refusal(), (400, "AccessDenied"));
        assert_eq!(
            (answer.string("statusCode"), answer.string("error")),
            ("403".into(), "Unauthorized".into())
        );
        assert!(answer.string("message").starts_with("jwt "), "{problem:?}");
    }
    assert_eq!(app.get(Refused(TokenProblem::Unavailable), "/object/contents/a.png").await.status, 503);
}

#[sqlite_test]
async fn a_body_that_is_not_json_is_refused(app: Harness) {
    for (path, body) in [
        ("/object/move", "{"),
        ("/object/sign/contents", "[]"),
        ("/object/list/contents", "\"a\""),
        ("/object/copy", ""),
    ] {
        assert_eq!(app.send(Admin, Request::post(path), body).await.code(), "InvalidRequest", "{path}");
    }
    app.send(Admin, Request::post("/object/list/contents"), "").await.ok();
}

#[sqlite_test]
async fn the_service_reports_status_and_version(app: Harness) {
    app.storage.ping().await.unwrap();
    assert_eq!(app.get(Nobody, "/status").await.ok().body.len(), 0);
    assert_eq!(app.get(Nobody, "/version").await.ok().text(), env!("CARGO_PKG_VERSION"));
    assert_eq!(*app.get(Nobody, "/health").await.ok().json(), json!({ "healthy": true }));
    for path in ["/", "/objects", "/object", "/bucket/a/b/c"] {
        assert_eq!(app.get(Nobody, path).await.refusal(), (404, "NoRoute"), "{path}");
    }
}

#[sqlite_test]
async fn the_sender_of_a_refused_body_gets_the_refusal(app: Harness) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = app.storage.router();
    let server = tokio::spawn(async move { axum::serve(listener, router).await });
    for path in ["/object/contents/%C3%A7.png", "/object/contents/a.png", "/nada"] {
        let mut line = tokio::net::TcpStream::connect(address).await.unwrap();
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 4000000\r\n\r\n"
        );
        line.write_all(head.as_bytes()).await.unwrap();
        line.write_all(&vec![7u8; 4_000_000]).await.unwrap();
        let mut answer = String::new();
        line.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 4"), "{path} {answer}");
        assert!(answer.ends_with('}'), "{path} {answer}");
    }
    server.abort();
}
