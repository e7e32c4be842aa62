//! Refusals of bodies and paths that are too large, too deep or broken.

use std::sync::atomic::Ordering;

use ateneu_testkit::{databases, db_test};
use proptest::{prelude::*, strategy::ValueTree};
use serde_json::json;

use crate::harness::{Empty, Harness, User::*, WORKED_TEXTS, book, library};

#[db_test(library())]
async fn malformed_and_oversized_bodies_are_refused(Empty(app): Empty) {
    let deep = format!("{{\"title\":\"a\",\"meta\":{}{}}}", "[".repeat(500), "]".repeat(500));
    let long = format!("{{\"title\":\"{}\"}}", "a".repeat(2 * 1024 * 1024));
    for (body, status, code) in [
        ("", 400, "PGRST102"),
        ("{", 400, "PGRST102"),
        ("nothing", 400, "PGRST102"),
        ("null", 400, "PGRST102"),
        ("[1]", 400, "PGRST102"),
        ("[[{}]]", 400, "PGRST102"),
        ("{\"title\":\"a\"} x", 400, "PGRST102"),
        ("{\"title\":\"a\",\"title\":\"b\"}", 400, "PGRST102"),
        ("{\"title\":1e999}", 400, "PGRST102"),
        ("{\"title\":\"\\u0000\"}", 400, "22P05"),
        ("{\"title\":\"\\ud800\"}", 400, "PGRST102"),
        (deep.as_str(), 400, "PGRST102"),
        (long.as_str(), 413, "PGRST102"),
    ] {
        let shown: String = body.chars().take(60).collect();
        let reply = app.send(Ana, "POST /books", &[], body.to_owned()).await;
        assert_eq!(reply.refusal(), (status, code), "{shown}");
    }
    assert_eq!(app.send(Ana, "POST /books", &[], vec![0xff, 0xfe]).await.refusal(), (400, "PGRST102"));
    let reply = app.send(Ana, "PATCH /books?pages=eq.1", &[], "[{\"pages\":1},{\"pages\":2}]").await;
    assert_eq!(reply.refusal(), (400, "PGRST102"));
    assert!(app.column(Service, "/books", "id").await.is_empty());
}

#[db_test(library())]
async fn a_body_that_breaks_off_is_not_too_large(Empty(app): Empty) {
    let pieces: [Result<&str, std::io::Error>; 2] =
        [Ok("{\"title\":"), Err(std::io::ErrorKind::ConnectionReset.into())];
    let body = axum::body::Body::from_stream(futures::stream::iter(pieces));
    assert_eq!(app.send(Ana, "POST /books", &[], body).await.refusal(), (400, "PGRST102"));
}

#[db_test(library())]
async fn oversized_addresses_are_refused(Empty(app): Empty) {
    for path in [
        format!("/books?title=eq.{}", "a".repeat(62_000)),
        format!("/books?select={}", vec!["id"; 200].join(",")),
        format!("/books?select={}id{}", "authors(".repeat(12), ")".repeat(12)),
        format!("/books?or=({})", vec!["pages.eq.1"; 300].join(",")),
        format!("/books?or={}pages.eq.1{}", "(and".repeat(20), ")".repeat(20)),
        format!("/books?pages=in.({})", vec!["1"; 3_000].join(",")),
        format!("/books?{}", vec!["pages=eq.1"; 150].join("&")),
        format!("/books?order={}", vec!["id"; 50].join(",")),
    ] {
        assert_eq!(app.get(Visitor, &path).await.refusal(), (400, "PGRST100"), "{}", &path[..60]);
    }
}

#[db_test(library())]
async fn a_bulk_insert_of_a_person_is_bounded(Empty(app): Empty) {
    let rows = |count| serde_json::Value::from(vec![json!({ "title": "a" }); count]).to_string();
    assert_eq!(app.send(Ana, "POST /books", &[], rows(1_001)).await.refusal(), (413, "PGRST102"));
    let reply = app.send(Ana, "POST /books", &[("prefer", "count=exact")], rows(1_000)).await;
    assert_eq!((reply.status.as_u16(), reply.header("content-range")), (201, "*/1000"));
}

#[db_test(library())]
async fn rights_and_sizes_are_checked_before_texts_are_read(app: Harness) {
    let worked = || WORKED_TEXTS.load(Ordering::Relaxed);
    let before = worked();
    let long = "a".repeat(61);
    let change = format!("PATCH /books?id=eq.{}", book(3));
    for (user, line, body, refusal) in [
        (Visitor, "POST /books", json!({ "title": "> ".repeat(14_000) }), (401, "42501")),
        (Visitor, "POST /books", json!({ "title": "a", "pages": "no number" }), (401, "42501")),
        (Visitor, "POST /books?on_conflict=id", json!([{ "title": "a" }]), (401, "42501")),
        (Ana, "POST /books", json!({ "title": &long }), (400, "23514")),
        (Ana, "POST /books", json!([{ "title": "a" }, { "title": &long }]), (400, "23514")),
        (Ana, "POST /books?on_conflict=id", json!({ "title": &long }), (400, "23514")),
        (Ana, &*change, json!({ "title": &long }), (400, "23514")),
        (Ana, "POST /books", json!({ "title": "a", "body": "b".repeat(600_000) }), (400, "54000")),
        (Ana, "POST /books", json!({ "title": "a", "tags": vec!["b"; 11] }), (400, "23514")),
        (Ana, "POST /books", json!({ "title": "a", "tags": vec!["b".repeat(41)] }), (400, "23514")),
        (Ana, "POST /books", json!({ "title": "a", "meta": vec!["b"; 600] }), (400, "23514")),
    ] {
        let merge = [("prefer", "resolution=merge-duplicates")];
        let headers = if line.contains("on_conflict") { &merge[..] } else { &[] };
        let reply = app.send(user, line, headers, body.to_string()).await;
        assert_eq!(reply.refusal(), refusal, "{user:?} {line}");
    }
    let reply = app.send_json(Visitor, "PATCH /books?pages=gt.0", json!({ "title": "b" })).await;
    assert_eq!((reply.status.as_u16(), reply.json()), (200, &json!([])));
    assert_eq!(worked(), before);
}

#[db_test(library())]
async fn white_space_that_is_removed_does_not_count(app: Harness) {
    let worked = || WORKED_TEXTS.load(Ordering::Relaxed);
    let before = worked();
    let reply = app.send_json(Ana, "POST /books", json!({ "title": format!("{} ", "a".repeat(60)) })).await;
    assert_eq!((reply.status.as_u16(), worked()), (201, before + 2));
}

#[db_test(library())]
async fn a_change_derives_only_the_columns_that_depend_on_it(app: Harness) {
    let worked = || WORKED_TEXTS.load(Ordering::Relaxed);
    let before = worked();
    let change = format!("PATCH /books?id=eq.{}", book(3));
    app.must(Admin, &change, json!({ "pages": 9 })).await;
    assert_eq!(worked(), before);
    app.must(Admin, &change, json!({ "title": " Outro " })).await;
    assert_eq!(worked(), before + 2);
    let found = app.column(Admin, "/books?search_text=eq.outro", "title").await;
    assert_eq!(found, ["Outro"]);
}

#[db_test(library())]
async fn no_payload_is_a_server_error(app: Harness) {
    let columns = "id title form shelf_id author_id pages price is_published body meta tags owner_id created_at \
                   published_at site";
    let values = r#"null true "" "a" 0 -1 9223372036854775807 9223372036854775808 -9223372036854775809 1.5 1e308 -0.0
        5e-324 "1e400" "NaN" "infinity" [] {} [[]] [null] [""] ["a,b","{}","\""] {"a":{"b":[1,2.5,null]}} "{a,b}" "{"
        "2026-02-30" "9999-12-31T23:59:59Z" "-0001-01-01" "0001-01-01T00:00:00Z" "$1" "\\" "https://a.b/c"
        "10000000-0000-4000-8000-000000000001""#;
    let spaced = ["\"\u{feff}\u{202e}\u{10ffff}\"", "\"'; DROP TABLE books; --\""];
    for column in columns.split(' ') {
        for value in values.split_whitespace().chain(spaced) {
            let title = if column == "title" { "" } else { "\"title\":\"a\"," };
            let body = format!("{{{title}\"{column}\":{value}}}");
            let line = "POST /books?select=*,authors(*)";
            let reply = app.send(Admin, line, &[("prefer", "return=representation")], body.clone()).await;
            assert!(reply.status.as_u16() < 500, "{body}: {reply:?}");
            if reply.status.as_u16() < 300 {
                let id = reply.json()[0]["id"].as_str().unwrap().to_owned();
                let again = app.get(Admin, &format!("/books?id=eq.{id}")).await;
                assert_eq!(again.json()[0][column], reply.json()[0][column], "{body}");
                app.send(Admin, &format!("DELETE /books?id=eq.{id}"), &[], "").await;
            } else {
                reply.code();
            }
            let body = format!("{{\"{column}\":{value}}}");
            let line = format!("PATCH /books?id=eq.{}", book(2));
            let reply = app.send(Admin, &line, &[("prefer", "tx=rollback")], body.clone()).await;
            assert!(reply.status.as_u16() < 500, "{body}: {reply:?}");
        }
    }
}

#[test]
fn no_address_is_a_server_error_or_shows_sql() {
    databases::on_sqlite(library(), |place| async move {
        let app = Harness::filled(place.db).await;
        let keys = "title pages tags meta->>a select order or limit on_conflict shelves.name not.and";
        let keys: Vec<&str> = keys.split(' ').collect();
        let pieces = [
            "eq.", "'", "\"", ";--", "(", ")", "{", "}", ",", "*", "any", "->", "::", "1", "a", "\\", "$1",
            "not.", "in.",
        ];
        let mut runner = proptest::test_runner::TestRunner::deterministic();
        let address = (0..keys.len(), prop::collection::vec(0..pieces.len(), 0..8));
        for _ in 0..500 {
            let (key, parts) = address.new_tree(&mut runner).unwrap().current();
            let value: String = parts.iter().map(|part| pieces[*part]).collect();
            let value = value.replace('%', "%25").replace('&', "%26").replace('#', "%23").replace('+', "%2B");
            let reply = app.get(Visitor, &format!("/books?{}={value}", keys[key].replace('>', "%3E"))).await;
            assert!(reply.status.as_u16() < 500, "{} = {value}: {reply:?}", keys[key]);
            assert!(!reply.text().contains("SELECT"), "{reply:?}");
            if reply.status.as_u16() >= 400 {
                reply.code();
            }
        }
    });
}
