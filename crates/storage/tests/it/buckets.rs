//! Buckets: the service's own beside the declared ones.

use ateneu_testkit::{db_test, sqlite_test};
use serde_json::json;

use crate::harness::{Harness, User::*, names, png};

#[db_test]
async fn the_service_makes_changes_and_removes_buckets(app: Harness) {
    let body = json!({ "id": "b", "name": "b", "public": false, "file_size_limit": "20MB", "allowed_mime_types": ["image/*"] });
    assert_eq!(*app.post(Service, "/bucket", body.clone()).await.ok().json(), json!({ "name": "b" }));
    app.post(Service, "/bucket", body).await.refused("BucketAlreadyExists");
    let bucket = app.get(Service, "/bucket/b").await.ok().into_json();
    let facts = ["public", "file_size_limit", "allowed_mime_types", "created_at"].map(|name| &bucket[name]);
    assert_eq!(json!(facts), json!([false, 20_000_000, ["image/*"], "2026-11-21T12:00:00.000Z"]));

    app.public("b/a.png").await.refused("NoSuchBucket");
    app.get(Nobody, "/object/b/a.png").await.refused("InvalidRequest");
    app.png("b/a.png").await;
    app.get(Admin, "/object/b/a.png").await.refused("NoSuchKey");
    app.upload(Admin, "b/b.png", "image/png", png("b")).await.refused("AccessDenied");
    app.upload(Service, "b/b.txt", "text/plain", "b").await.refused("InvalidMimeType");

    let change = json!({ "id": "b", "name": "b", "public": true, "file_size_limit": null, "allowed_mime_types": null });
    let changed = app.put(Service, "/bucket/b", change).await.ok();
    assert_eq!(changed.string("message"), "Successfully updated");
    app.public("b/a.png").await.ok();
    app.get(Visitor, "/object/b/a.png").await.ok();
    app.upload(Service, "b/b.txt", "text/plain", "b").await.ok();

    app.delete(Service, "/bucket/b", json!({})).await.refused("ResourceNotEmpty");
    app.post(Service, "/bucket/b/empty", json!({})).await.ok();
    assert_eq!(app.stored(), 0);
    let gone = app.delete(Service, "/bucket/b", json!({})).await.ok();
    assert_eq!(gone.string("message"), "Successfully deleted");
    for answer in [
        app.get(Service, "/bucket/b").await,
        app.delete(Service, "/bucket/b", json!({})).await,
        app.put(Service, "/bucket/b", json!({})).await,
    ] {
        answer.refused("NoSuchBucket");
    }
}

#[sqlite_test]
async fn other_callers_cannot_touch_buckets(app: Harness) {
    for user in [Visitor, Member, Subscriber, Admin] {
        for (method, path) in [
            ("GET", "/bucket"),
            ("POST", "/bucket"),
            ("GET", "/bucket/contents"),
            ("PUT", "/bucket/contents"),
            ("DELETE", "/bucket/contents"),
            ("POST", "/bucket/contents/empty"),
        ] {
            let request = axum::http::Request::builder().method(method).uri(path);
            let answer = app.send(user, request, r#"{"name":"x"}"#).await;
            assert_eq!(answer.code(), "AccessDenied", "{user:?} {method} {path}");
            assert_eq!(answer.json()["statusCode"], "403");
        }
    }
}

#[sqlite_test]
async fn declared_buckets_stay_as_declared(app: Harness) {
    for id in ["contents", "avatars"] {
        app.delete(Service, &format!("/bucket/{id}"), json!({})).await.refused("AccessDenied");
        app.put(Service, &format!("/bucket/{id}"), json!({ "public": false })).await.refused("AccessDenied");
        app.post(Service, "/bucket", json!({ "name": id })).await.refused("BucketAlreadyExists");
        assert_eq!(app.get(Service, &format!("/bucket/{id}")).await.ok().json()["public"], true);
    }
}

#[sqlite_test]
async fn names_sizes_and_types_of_buckets_are_checked(app: Harness) {
    let long = "a".repeat(101);
    for name in ["", " a", "a/b", "ção", "..", "sign", "public", long.as_str()] {
        app.post(Service, "/bucket", json!({ "name": name })).await.refused("InvalidBucketName");
    }
    app.post(Service, "/bucket", json!({})).await.refused("InvalidBucketName");
    for (field, value, code) in [
        ("file_size_limit", json!("muito"), "InvalidRequest"),
        ("file_size_limit", json!(-1), "InvalidRequest"),
        ("file_size_limit", json!("100GB"), "EntityTooLarge"),
        ("allowed_mime_types", json!("image/png"), "InvalidRequest"),
        ("allowed_mime_types", json!(["imagem"]), "InvalidMimeType"),
        ("public", json!("sim"), "InvalidRequest"),
    ] {
        app.post(Service, "/bucket", json!({ "name": "b", field: value })).await.refused(code);
    }
    app.get(Service, "/bucket/b").await.refused("NoSuchBucket");
}

#[sqlite_test]
async fn buckets_are_listed_in_pages(app: Harness) {
    app.bucket(json!({ "name": "zebra" })).await;
    let all = app.get(Service, "/bucket").await.ok().into_json();
    assert_eq!(names(&all), ["avatars", "contents", "zebra"]);
    assert_eq!(all[0]["type"], "STANDARD");
    let page =
        app.get(Service, "/bucket?limit=1&offset=1&sortColumn=name&sortOrder=desc").await.ok().into_json();
    assert_eq!(names(&page), ["contents"]);
    assert_eq!(names(app.get(Service, "/bucket?search=ZEB").await.ok().json()), ["zebra"]);
    app.get(Service, "/bucket?limit=muitos").await.refused("InvalidRequest");
    app.get(Service, "/bucket?sortColumn=owner").await.refused("InvalidRequest");
}

#[db_test]
async fn a_bucket_with_a_stored_file_is_never_removed(app: Harness) {
    for round in 0..12 {
        let bucket = format!("b{round}");
        app.bucket(json!({ "name": bucket })).await;
        let (file, gone) = (format!("{bucket}/a"), format!("/bucket/{bucket}"));
        let (kept, removed) = futures::join!(
            app.upload(Service, &file, "text/plain", "a"),
            app.delete(Service, &gone, json!({})),
        );
        match kept.code() {
            "" => assert_eq!(removed.code(), "ResourceNotEmpty"),
            code => assert_eq!((code, removed.code()), ("NoSuchBucket", "")),
        }
        let read = app.get(Service, &format!("/object/{file}")).await;
        assert_eq!(read.status == 200, kept.status == 200);
    }
}
