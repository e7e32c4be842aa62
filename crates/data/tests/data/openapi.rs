//! The description of the root: what a caller may do, and nothing else.

use ateneu_db::Db;
use ateneu_testkit::{databases, db_test};
use axum::body::Body;
use serde_json::{Value as Json, json};

use crate::{
    fixtures::{Who, tables},
    harness::Harness,
};

async fn document(app: &Harness, who: Who) -> Json {
    let accept = [("accept", "application/openapi+json")];
    let reply = app.send(who, "GET /", &accept, Body::empty()).await;
    assert_eq!(
        (reply.status.as_u16(), reply.header("content-type")),
        (200, "application/openapi+json; charset=utf-8")
    );
    reply.json().clone()
}

fn operations(document: &Json, path: &str) -> Vec<String> {
    let path = document["paths"][path].as_object();
    path.map(|operations| operations.keys().cloned().collect()).unwrap_or_default()
}

#[db_test(databases::tables(tables()))]
async fn the_root_describes_what_its_caller_may_do(db: Db) {
    let app = Harness::new(db);
    for (who, path, expected) in [
        (Who::Visitor, "/books", vec!["get"]),
        (Who::Ana, "/books", vec!["delete", "get", "patch", "post"]),
        (Who::Visitor, "/wishes", vec!["post"]),
        (Who::Visitor, "/likes", vec![]),
        (Who::Ana, "/likes", vec!["delete", "get", "post"]),
        (Who::Ana, "/settings", vec![]),
        (Who::Admin, "/settings", vec!["delete", "get", "patch", "post"]),
        (Who::Service, "/vault", vec![]),
        (Who::Visitor, "/rpc/add", vec!["get", "post"]),
        (Who::Ana, "/rpc/empty_rooms", vec![]),
        (Who::Admin, "/rpc/empty_rooms", vec!["post"]),
        (Who::Visitor, "/", vec!["get"]),
    ] {
        let mut found = operations(&document(&app, who).await, path);
        found.sort_unstable();
        assert_eq!(found, expected, "{who:?} {path}");
    }
    let described = document(&app, Who::Visitor).await;
    assert_eq!(described["swagger"], "2.0");
    let text = described.to_string();
    for hidden in ["vault", "settings", "empty_rooms", "search_text", "likes.user_id"] {
        assert!(!text.contains(hidden), "{hidden}");
    }
    let books = &described["definitions"]["books"];
    let required = books["required"].as_array().unwrap();
    assert!(required.contains(&json!("title")) && !required.contains(&json!("pages")), "{required:?}");
    assert_eq!(books["properties"]["title"], json!({ "type": "string", "format": "text", "maxLength": 60 }));
    assert_eq!(books["properties"]["form"]["enum"], json!(["novel", "essay", "poem"]));
    assert_eq!(
        books["properties"]["is_open"],
        json!({ "type": "boolean", "format": "boolean", "default": true })
    );
    assert_eq!(books["properties"]["meta"], json!({ "format": "jsonb" }));
    let key = books["properties"]["shelf_id"]["description"].as_str().unwrap();
    assert!(key.contains("<fk table='shelves' column='id'/>"), "{key}");
    let arguments = &described["paths"]["/rpc/add"]["post"]["parameters"][0]["schema"];
    assert_eq!(arguments["required"], json!(["a"]));
    // Every reference leads somewhere.
    for reference in text.split("\"$ref\":\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        let found = reference.trim_start_matches('/').split('/').fold(&described, |part, key| &part[key]);
        assert!(found.is_object(), "{reference}");
    }
}

#[db_test(databases::tables(tables()))]
async fn the_root_is_read_only_and_knows_its_forms(db: Db) {
    let app = Harness::new(db);
    for (line, headers, status) in [
        ("GET /", vec![], 200),
        ("GET /", vec![("accept", "*/*")], 200),
        ("GET /", vec![("accept", "application/json"), ("accept-profile", "public")], 200),
        ("HEAD /", vec![], 200),
        ("GET /", vec![("accept", "text/csv")], 406),
        ("GET /", vec![("accept-profile", "private")], 406),
        ("DELETE /", vec![], 405),
    ] {
        let reply = app.send(Who::Visitor, line, &headers, Body::empty()).await;
        assert_eq!(reply.status.as_u16(), status, "{line} {headers:?}");
        assert_eq!(line.starts_with("HEAD"), reply.body.is_empty(), "{line}");
    }
}
