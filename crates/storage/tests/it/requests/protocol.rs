//! Refusals in the protocol's own form.

use ateneu_base::TokenProblem;
use ateneu_testkit::db_test;
use axum::http::Request;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::harness::{Harness, Who};

#[db_test]
async fn a_refusal_is_http_400_with_the_true_status_inside(app: Harness) {
    let refusal = app.get(Who::Visitor, "/object/info/contents/nunca.png").await;
    assert_eq!(refusal.status, 400);
    assert_eq!(
        *refusal.json(),
        json!({ "statusCode": "404", "code": "NoSuchKey", "error": "not_found",
        "message": "Object not found" })
    );
    let refusal = app.get(Who::Visitor, "/object/info/nenhum/nunca.png").await;
    assert_eq!(
        *refusal.json(),
        json!({ "statusCode": "404", "code": "NoSuchBucket", "error": "Bucket not found",
        "message": "Bucket not found" })
    );
}

#[db_test]
async fn the_service_says_that_it_runs_and_its_version(app: Harness) {
    let status = app.get(Who::Nobody, "/status").await.ok();
    assert_eq!(status.body.len(), 0);
    assert_eq!(app.get(Who::Nobody, "/version").await.ok().text(), env!("CARGO_PKG_VERSION"));
    assert_eq!(*app.get(Who::Nobody, "/health").await.ok().json(), json!({ "healthy": true }));
    let root = app.get(Who::Nobody, "/").await;
    assert_eq!((root.status.as_u16(), root.code()), (404, "NoRoute"));
}

#[db_test]
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
        let answer = app.send(Who::Nobody, Request::builder().method(method).uri(path), "{}").await;
        assert_eq!(
            (answer.status.as_u16(), &answer.json()["statusCode"]),
            (400, &json!("400")),
            "{method} {path}"
        );
        assert!(answer.json()["message"].as_str().unwrap().contains("authorization"), "{method} {path}");
        assert_eq!(answer.json()["error"], "Error");
    }
}

#[db_test]
async fn a_refused_token_is_answered_in_storage_words(app: Harness) {
    for problem in [
        TokenProblem::Malformed,
        TokenProblem::BadSignature,
        TokenProblem::Expired,
        TokenProblem::BadClaims,
        TokenProblem::SessionEnded,
    ] {
        let answer = app.get(Who::Refused(problem), "/object/contents/a.png").await;
        assert_eq!((answer.status.as_u16(), &answer.json()["statusCode"]), (400, &json!("403")));
        assert_eq!(answer.json()["error"], "Unauthorized");
        assert!(answer.json()["message"].as_str().unwrap().starts_with("jwt "), "{problem:?}");
        answer.refused("AccessDenied");
    }
    let answer = app.get(Who::Refused(TokenProblem::Unavailable), "/object/contents/a.png").await;
    assert_eq!(answer.status, 503);
}

#[db_test]
async fn what_is_not_served_says_so(app: Harness) {
    for path in ["/", "/objects", "/object", "/bucket/a/b/c"] {
        let answer = app.get(Who::Admin, path).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (404, "NoRoute"), "{path}");
    }
}

#[db_test]
async fn a_body_that_is_not_json_is_refused(app: Harness) {
    for (path, body) in [
        ("/object/move", "{"),
        ("/object/sign/contents", "[]"),
        ("/object/list/contents", "\"a\""),
        ("/object/copy", ""),
    ] {
        let answer = app.send(Who::Admin, Request::post(path), body).await;
        assert_eq!(answer.code(), "InvalidRequest", "{path}");
    }
    app.send(Who::Admin, Request::post("/object/list/contents"), "").await.ok();
}

#[db_test]
async fn the_store_can_be_asked_whether_it_is_there(app: Harness) {
    app.storage.ping().await.unwrap();
}

#[db_test]
async fn a_sender_of_a_refused_body_hears_why(app: Harness) {
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
