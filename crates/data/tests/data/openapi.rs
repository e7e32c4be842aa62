//! The description of the root, limited to the caller's rights.

use ateneu_testkit::db_test;
use serde_json::{Value as Json, json};

use crate::harness::{Empty, Harness, User, User::*, library};

async fn document(app: &Harness, user: User) -> Json {
    let accept = [("accept", "application/openapi+json")];
    let reply = app.send(user, "GET /", &accept, "").await;
    let kind = "application/openapi+json; charset=utf-8";
    assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, kind));
    reply.into_json()
}

fn operations(document: &Json, path: &str) -> Vec<String> {
    let path = document["paths"][path].as_object();
    path.map(|operations| operations.keys().cloned().collect()).unwrap_or_default()
}

#[db_test(library())]
async fn the_root_describes_the_callers_rights(Empty(app): Empty) {
    for (user, path, expected) in [
        (Visitor, "/books", vec!["get"]),
        (Ana, "/books", vec!["delete", "get", "patch", "post"]),
        (Visitor, "/suggestions", vec!["post"]),
        (Visitor, "/likes", vec![]),
        (Ana, "/likes", vec!["delete", "get", "post"]),
        (Ana, "/settings", vec![]),
        (Admin, "/settings", vec!["delete", "get", "patch", "post"]),
        (Service, "/vault", vec![]),
        (Visitor, "/rpc/add", vec!["get", "post"]),
        (Ana, "/rpc/empty_rooms", vec![]),
        (Admin, "/rpc/empty_rooms", vec!["post"]),
        (Visitor, "/", vec!["get"]),
    ] {
        let mut found = operations(&document(&app, user).await, path);
        found.sort_unstable();
        assert_eq!(found, expected, "{user:?} {path}");
    }
    let described = document(&app, Visitor).await;
    assert_eq!(described["swagger"], "2.0");
    let text = described.to_string();
    for hidden in ["vault", "settings", "empty_rooms", "search_text", "likes.user_id"] {
        assert!(!text.contains(hidden), "{hidden}");
    }
    let books = &described["definitions"]["books"];
    let required = books["required"].as_array().unwrap();
    assert!(required.contains(&json!("title")) && !required.contains(&json!("pages")), "{required:?}");
    let properties = &books["properties"];
    assert_eq!(properties["title"], json!({ "type": "string", "format": "text", "maxLength": 60 }));
    assert_eq!(properties["form"]["enum"], json!(["novel", "essay", "poem"]));
    assert_eq!(properties["is_open"], json!({ "type": "boolean", "format": "boolean", "default": true }));
    assert_eq!(properties["meta"], json!({ "format": "jsonb" }));
    let key = properties["shelf_id"]["description"].as_str().unwrap();
    assert!(key.contains("<fk table='shelves' column='id'/>"), "{key}");
    let arguments = &described["paths"]["/rpc/add"]["post"]["parameters"][0]["schema"];
    assert_eq!(arguments["required"], json!(["a"]));
    assert!(!text.contains("\"required\":[]"), "a list of none is no valid schema");
}

#[db_test(library())]
async fn every_reference_of_the_root_leads_somewhere(Empty(app): Empty) {
    let described = document(&app, Visitor).await;
    let text = described.to_string();
    for reference in text.split("\"$ref\":\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        let found = reference.trim_start_matches('/').split('/').fold(&described, |part, key| &part[key]);
        assert!(found.is_object(), "{reference}");
    }
}

#[db_test(library())]
async fn the_root_is_read_only_and_has_its_forms(Empty(app): Empty) {
    for (line, headers, status) in [
        ("GET /", vec![], 200),
        ("GET /", vec![("accept", "*/*")], 200),
        ("GET /", vec![("accept", "application/json"), ("accept-profile", "public")], 200),
        ("HEAD /", vec![], 200),
        ("GET /", vec![("accept", "text/csv")], 406),
        ("GET /", vec![("accept-profile", "private")], 406),
        ("DELETE /", vec![], 405),
    ] {
        let reply = app.send(Visitor, line, &headers, "").await;
        assert_eq!(reply.status.as_u16(), status, "{line} {headers:?}");
        assert_eq!(line.starts_with("HEAD"), reply.body.is_empty(), "{line}");
    }
}
