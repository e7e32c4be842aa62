//! Moves, copies and removals.

use ateneu_db::Db;
use ateneu_testkit::{TestResponse, db_test, sqlite_test};
use axum::http::Request;
use futures::future::join_all;
use serde_json::{Value as Json, json};

use crate::harness::{self, Harness, User::*, names, png, prefixes};

fn route(from: &str, to: &str) -> Json {
    harness::route("contents", from, to)
}

#[db_test]
async fn of_concurrent_moves_one_succeeds_and_the_rest_are_refused(app: Harness) {
    let names = |prefix: &'static str| (0..8).map(move |number| format!("thumbnails/{prefix}{number}.png"));
    for name in names("de") {
        app.png(&format!("contents/{name}")).await;
    }
    let to_one: Vec<Json> = names("de").map(|name| route(&name, "thumbnails/um.png")).collect();
    let from_one = names("para").map(|name| route("thumbnails/um.png", &name)).collect();
    for (routes, refused) in [(to_one, "KeyAlreadyExists"), (from_one, "NoSuchKey")] {
        let moves = routes.into_iter().map(|route| app.post(Admin, "/object/move", route));
        let responses = join_all(moves).await;
        let mut codes: Vec<_> = responses.iter().map(TestResponse::code).collect();
        codes.sort_unstable();
        assert_eq!((codes[0], &codes[1..]), ("", &[refused; 7][..]));
    }
    assert_eq!(app.stored(), 8);
}

#[sqlite_test]
async fn refused_moves_and_copies_have_no_effect(app: Harness) {
    app.png("contents/a.png").await;
    app.png("contents/b.png").await;
    app.bucket(json!({ "name": "textos", "allowed_mime_types": ["text/*"] })).await;
    app.bucket(json!({ "name": "curto", "file_size_limit": 5 })).await;
    let to = |bucket: &str| {
        let mut body = route("a.png", "c.png");
        body["destinationBucket"] = json!(bucket);
        body
    };
    for verb in ["/object/move", "/object/copy"] {
        for (user, body, code) in [
            (Admin, route("nunca.png", "c.png"), "NoSuchKey"),
            (Admin, route("a.png", "b.png"), "KeyAlreadyExists"),
            (Admin, route("a.png", "../b.png"), "InvalidKey"),
            (Admin, route("a.png", "ção.png"), "InvalidKey"),
            (Admin, json!({ "bucketId": "contents" }), "InvalidRequest"),
            (Service, to("nenhum"), "NoSuchBucket"),
            (Service, to("textos"), "InvalidMimeType"),
            (Service, to("curto"), "EntityTooLarge"),
            (Member, to("textos"), "NoSuchKey"),
        ] {
            app.post(user, verb, body).await.refused(code);
        }
    }
    let rows = app.post(Admin, "/object/list/contents", json!({})).await.ok().into_json();
    assert_eq!((names(&rows), app.stored()), (vec!["a.png".into(), "b.png".into()], 2));
}

#[sqlite_test]
async fn a_copy_does_not_depend_on_its_original(app: Harness) {
    app.png("contents/thumbnails/a.png").await;
    let body = route("thumbnails/a.png", "thumbnails/b.png");
    let copied = app.post(Admin, "/object/copy", body).await.ok();
    assert_eq!(copied.string("Key"), "contents/thumbnails/b.png");
    app.delete(Admin, "/object/contents/thumbnails/a.png", json!({})).await.ok();
    let read = app.public("contents/thumbnails/b.png").await.ok();
    assert_eq!(read.body, png("contents/thumbnails/a.png"));
    assert_eq!(app.info("contents/thumbnails/b.png").await["id"], copied.string("Id"));
    assert_eq!(app.stored(), 1);
}

#[sqlite_test]
async fn a_moved_file_keeps_its_id_and_bytes_under_its_new_key(app: Harness) {
    app.png("contents/thumbnails/a.png").await;
    let before = app.info("contents/thumbnails/a.png").await;
    let moved = app
        .post(Admin, "/object/move", route("thumbnails/a.png", "thumbnails/b/c.png"))
        .await
        .ok()
        .into_json();
    assert_eq!(
        moved,
        json!({ "message": "Successfully moved", "Id": before["id"], "Key": "contents/thumbnails/b/c.png" })
    );
    app.get(Admin, "/object/info/contents/thumbnails/a.png").await.refused("NoSuchKey");
    let read = app.public("contents/thumbnails/b/c.png").await.ok();
    assert_eq!(read.body, png("contents/thumbnails/a.png"));
    assert_eq!(app.stored(), 1);
}

#[sqlite_test]
async fn a_copy_takes_the_named_metadata_and_keeps_the_rest(app: Harness) {
    let request = Request::post("/object/contents/thumbnails/a.png")
        .header("content-type", "image/png")
        .header("cache-control", "max-age=60")
        .header("x-metadata", "eyJhIjoxfQ==");
    app.send(Admin, request, png("a")).await.ok();
    let copy = async |body: Json, metadata: &str| {
        let mut copied = route("thumbnails/a.png", "thumbnails/b.png");
        copied.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
        let request = Request::post("/object/copy").header("x-upsert", "true");
        app.send(Admin, request.header("x-metadata", metadata), copied.to_string()).await
    };
    let known = async || {
        let info = app.info("contents/thumbnails/b.png").await;
        json!([info["content_type"], info["cache_control"], info["metadata"]])
    };
    let (none, b2, nul) = ("e30=", "eyJiIjoyfQ==", "eyJhIjoiXHUwMDAwIn0=");
    let own = |metadata: Json| json!({ "copyMetadata": false, "metadata": metadata });
    for (body, metadata, expected) in [
        (json!({}), b2, json!(["image/png", "max-age=60", { "a": 1 }])),
        (
            json!({ "copyMetadata": true, "metadata": { "cacheControl": "1" } }),
            b2,
            json!(["image/png", "max-age=60", { "a": 1 }]),
        ),
        (json!({ "copyMetadata": false }), b2, json!(["image/png", "max-age=60", { "b": 2 }])),
        (json!({ "copyMetadata": false }), none, json!(["image/png", "max-age=60", {}])),
        (
            own(json!({ "cacheControl": "max-age=9", "mimetype": "IMAGE/GIF;x" })),
            b2,
            json!(["image/gif", "max-age=9", { "b": 2 }]),
        ),
        (own(json!({ "contentEncoding": "" })), b2, json!(["image/png", "max-age=60", { "b": 2 }])),
    ] {
        copy(body.clone(), metadata).await.ok();
        assert_eq!(known().await, expected, "{body}");
    }
    let last = known().await;
    for (body, metadata, code) in [
        (json!({ "mimetype": "application/pdf" }), b2, "InvalidMimeType"),
        (json!({ "mimetype": "image/png,text/html" }), b2, "InvalidMimeType"),
        (json!({ "contentEncoding": "gzip" }), b2, "InvalidRequest"),
        (json!({}), "%%%", "InvalidRequest"),
        (json!({}), nul, "InvalidRequest"),
    ] {
        copy(own(body), metadata).await.refused(code);
    }
    assert_eq!((known().await, app.stored()), (last, 2));
}

#[sqlite_test]
async fn removing_answers_the_rows_really_removed(app: Harness) {
    for key in ["a.png", "b.png", "c%20d.png"] {
        app.png(&format!("contents/{key}")).await;
    }
    let body = json!({ "prefixes": ["b.png", "nunca.png", "ção", "b.png", { "path": "c d.png" }, "a"] });
    let removed = app.delete(Admin, "/object/contents", body).await.ok().into_json();
    assert_eq!(names(&removed), ["b.png", "c d.png"]);
    assert_eq!(removed[0]["bucket_id"], "contents");
    app.get(Admin, "/object/info/contents/a.png").await.ok();
    assert_eq!(app.stored(), 1);
    app.delete(Admin, "/object/contents/b.png", json!({})).await.refused("NoSuchKey");
    let removed = app.delete(Admin, "/object/contents/a.png", json!({})).await.ok();
    assert_eq!(removed.string("message"), "Successfully deleted");
    assert_eq!(app.stored(), 0);
    let many: Vec<String> = (0..1001).map(|index| index.to_string()).collect();
    app.delete(Admin, "/object/contents", json!({ "prefixes": many })).await.refused("InvalidRequest");
    app.delete(Admin, "/object/contents", json!({})).await.refused("InvalidRequest");
    app.delete(Admin, "/object/nenhum", prefixes(&["a"])).await.refused("NoSuchBucket");
}

#[sqlite_test]
async fn changes_of_files_are_published_after_their_commit(db: Db) {
    let app = Harness::open(&db).await;
    let mut changes = db.changes();
    app.png("contents/a.png").await;
    app.post(Admin, "/object/move", route("a.png", "b.png")).await.ok();
    app.delete(Admin, "/object/contents/b.png", json!({})).await.ok();
    let mut verbs = Vec::new();
    while verbs.len() < 3 {
        for change in changes.recv().await.unwrap().iter().filter(|change| change.table == "objects") {
            let row = change.new.as_ref().or(change.old.as_ref()).unwrap();
            verbs.push((change.verb, row["name"].as_str().unwrap().to_owned()));
        }
    }
    use ateneu_base::Verb::{Delete, Insert, Update};
    assert_eq!(verbs, [(Insert, "a.png".into()), (Update, "b.png".into()), (Delete, "b.png".into())]);
}
