//! Moving, copying, removing.

use ateneu_db::Db;
use ateneu_testkit::db_test;
use axum::http::Request;
use futures::future::join_all;
use serde_json::{Value as Json, json};

use crate::harness::{Harness, Who, names, png, prefixes};

fn route(from: &str, to: &str) -> Json {
    json!({ "bucketId": "contents", "sourceKey": from, "destinationKey": to })
}

#[db_test]
async fn a_moved_file_keeps_its_id_and_bytes_under_its_new_key(app: Harness) {
    app.png("contents/thumbnails/a.png").await;
    let before = app.get(Who::Admin, "/object/info/contents/thumbnails/a.png").await.ok().json().clone();
    let moved = app
        .post(Who::Admin, "/object/move", route("thumbnails/a.png", "thumbnails/b/c.png"))
        .await
        .ok()
        .json()
        .clone();
    assert_eq!(
        moved,
        json!({ "message": "Successfully moved", "Id": before["id"], "Key": "contents/thumbnails/b/c.png" })
    );
    app.get(Who::Admin, "/object/info/contents/thumbnails/a.png").await.refused("NoSuchKey");
    let read = app.get(Who::Nobody, "/object/public/contents/thumbnails/b/c.png").await.ok();
    assert_eq!(read.body, png("contents/thumbnails/a.png"));
    assert_eq!(app.stored(), 1);
}

#[db_test]
async fn of_moves_at_once_one_arrives_and_the_others_are_told(app: Harness) {
    let names =
        |prefix: &str| (0..8).map(|number| format!("thumbnails/{prefix}{number}.png")).collect::<Vec<_>>();
    for name in names("de") {
        app.png(&format!("contents/{name}")).await;
    }
    let moves = |routes: Vec<Json>| {
        let app = &app;
        async move {
            let moves = routes.into_iter().map(|route| app.post(Who::Admin, "/object/move", route));
            let responses = join_all(moves).await;
            let mut codes: Vec<_> = responses.iter().map(|response| response.code().to_owned()).collect();
            codes.sort_unstable();
            codes
        }
    };
    let to_one = names("de").iter().map(|name| route(name, "thumbnails/um.png")).collect();
    let mut expected = vec!["KeyAlreadyExists"; 7];
    expected.insert(0, "");
    assert_eq!(moves(to_one).await, expected);
    let from_one = names("para").iter().map(|name| route("thumbnails/um.png", name)).collect();
    let mut expected = vec!["NoSuchKey"; 7];
    expected.insert(0, "");
    assert_eq!(moves(from_one).await, expected);
    assert_eq!(app.stored(), 8);
}

#[db_test]
async fn moves_and_copies_that_cannot_be_change_nothing(app: Harness) {
    app.png("contents/a.png").await;
    app.png("contents/b.png").await;
    app.bucket(json!({ "name": "textos", "allowed_mime_types": ["text/*"] })).await;
    app.bucket(json!({ "name": "curto", "file_size_limit": 5 })).await;
    for verb in ["/object/move", "/object/copy"] {
        app.post(Who::Admin, verb, route("nunca.png", "c.png")).await.refused("NoSuchKey");
        app.post(Who::Admin, verb, route("a.png", "b.png")).await.refused("KeyAlreadyExists");
        app.post(Who::Admin, verb, route("a.png", "../b.png")).await.refused("InvalidKey");
        app.post(Who::Admin, verb, route("a.png", "ção.png")).await.refused("InvalidKey");
        app.post(Who::Admin, verb, json!({ "bucketId": "contents" })).await.refused("InvalidRequest");
        let to = |bucket: &str| {
            let mut body = route("a.png", "c.png");
            body["destinationBucket"] = json!(bucket);
            body
        };
        app.post(Who::Service, verb, to("nenhum")).await.refused("NoSuchBucket");
        app.post(Who::Service, verb, to("textos")).await.refused("InvalidMimeType");
        app.post(Who::Service, verb, to("curto")).await.refused("EntityTooLarge");
        app.post(Who::Member, verb, to("textos")).await.refused("NoSuchKey");
    }
    let rows = app.post(Who::Admin, "/object/list/contents", json!({})).await.ok().json().clone();
    assert_eq!(names(&rows), ["a.png", "b.png"]);
    assert_eq!(app.stored(), 2);
}

#[db_test]
async fn a_copy_lives_on_its_own(app: Harness) {
    let request = Request::post("/object/contents/thumbnails/a.png")
        .header("content-type", "image/png")
        .header("x-metadata", "eyJhIjoxfQ==");
    app.send(Who::Admin, request, png("a")).await.ok();
    let copied = app
        .post(Who::Admin, "/object/copy", route("thumbnails/a.png", "thumbnails/b.png"))
        .await
        .ok()
        .json()
        .clone();
    assert_eq!(copied["Key"], "contents/thumbnails/b.png");
    app.delete(Who::Admin, "/object/contents/thumbnails/a.png", json!({})).await.ok();
    let read = app.get(Who::Nobody, "/object/public/contents/thumbnails/b.png").await.ok();
    assert_eq!(read.body, png("a"));
    let info = app.get(Who::Admin, "/object/info/contents/thumbnails/b.png").await.ok().json().clone();
    assert_eq!((&info["id"], &info["metadata"]), (&copied["Id"], &json!({ "a": 1 })));
    let mut bare = route("thumbnails/b.png", "thumbnails/c.png");
    bare["copyMetadata"] = json!(false);
    app.post(Who::Admin, "/object/copy", bare).await.ok();
    let info = app.get(Who::Admin, "/object/info/contents/thumbnails/c.png").await.ok().json().clone();
    assert_eq!(info["metadata"], json!({}));
    let over = Request::post("/object/copy").header("x-upsert", "true");
    app.send(Who::Admin, over, route("thumbnails/b.png", "thumbnails/c.png").to_string()).await.ok();
    assert_eq!(app.stored(), 2);
}

#[db_test]
async fn a_copy_takes_what_it_is_told_and_keeps_the_rest(app: Harness) {
    let request = Request::post("/object/contents/thumbnails/a.png")
        .header("content-type", "image/png")
        .header("cache-control", "max-age=60")
        .header("x-metadata", "eyJhIjoxfQ==");
    app.send(Who::Admin, request, png("a")).await.ok();
    let copy = async |body: Json, metadata: &str| {
        let mut ask = route("thumbnails/a.png", "thumbnails/b.png");
        ask.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
        let request = Request::post("/object/copy").header("x-upsert", "true");
        app.send(Who::Admin, request.header("x-metadata", metadata), ask.to_string()).await
    };
    let known = async || {
        let info = app.get(Who::Admin, "/object/info/contents/thumbnails/b.png").await.ok().json().clone();
        json!([info["content_type"], info["cache_control"], info["metadata"]])
    };
    let (b2, nul) = ("eyJiIjoyfQ==", "eyJhIjoiXHUwMDAwIn0=");
    for (body, expected) in [
        (json!({}), json!(["image/png", "max-age=60", { "a": 1 }])),
        (
            json!({ "copyMetadata": true, "metadata": { "cacheControl": "1" } }),
            json!(["image/png", "max-age=60", { "a": 1 }]),
        ),
        (json!({ "copyMetadata": false }), json!(["image/png", "max-age=60", { "b": 2 }])),
        (
            json!({ "copyMetadata": false, "metadata": { "cacheControl": "max-age=9", "mimetype": "IMAGE/GIF;x" } }),
            json!(["image/gif", "max-age=9", { "b": 2 }]),
        ),
        (
            json!({ "copyMetadata": false, "metadata": { "contentEncoding": "" } }),
            json!(["image/png", "max-age=60", { "b": 2 }]),
        ),
    ] {
        copy(body.clone(), b2).await.ok();
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
        copy(json!({ "copyMetadata": false, "metadata": body }), metadata).await.refused(code);
    }
    assert_eq!((known().await, app.stored()), (last, 2));
}

#[db_test]
async fn removing_answers_the_rows_really_removed(app: Harness) {
    for key in ["a.png", "b.png", "c%20d.png"] {
        app.png(&format!("contents/{key}")).await;
    }
    let body = json!({ "prefixes": ["b.png", "nunca.png", "ção", "b.png", { "path": "c d.png" }, "a"] });
    let removed = app.delete(Who::Admin, "/object/contents", body).await.ok().json().clone();
    assert_eq!(names(&removed), ["b.png", "c d.png"]);
    assert_eq!(removed[0]["bucket_id"], "contents");
    app.get(Who::Admin, "/object/info/contents/a.png").await.ok();
    assert_eq!(app.stored(), 1);
    app.delete(Who::Admin, "/object/contents/b.png", json!({})).await.refused("NoSuchKey");
    let removed = app.delete(Who::Admin, "/object/contents/a.png", json!({})).await.ok().json().clone();
    assert_eq!(removed, json!({ "message": "Successfully deleted" }));
    assert_eq!(app.stored(), 0);
    let many: Vec<String> = (0..1001).map(|index| index.to_string()).collect();
    app.delete(Who::Admin, "/object/contents", json!({ "prefixes": many })).await.refused("InvalidRequest");
    app.delete(Who::Admin, "/object/contents", json!({})).await.refused("InvalidRequest");
    app.delete(Who::Admin, "/object/nenhum", prefixes(&["a"])).await.refused("NoSuchBucket");
}

#[db_test]
async fn changes_of_files_are_published_after_their_commit(db: Db) {
    let app = Harness::open(&db).await;
    let mut changes = db.changes();
    app.png("contents/a.png").await;
    app.post(Who::Admin, "/object/move", route("a.png", "b.png")).await.ok();
    app.delete(Who::Admin, "/object/contents/b.png", json!({})).await.ok();
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
