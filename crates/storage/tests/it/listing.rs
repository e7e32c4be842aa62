//! Listings: folders, search, order, pages. All characters are literal.

use ateneu_db::Db;
use ateneu_testkit::db_test;
use serde_json::{Value as Json, json};

use crate::harness::{Harness, User::*, names};

/// Keys in the order of their creation.
const KEYS: [&str; 7] = ["a.png", "d/e/f.png", "d/g.png", "d/h_1.png", "d/hx1.png", "d.png", "z.png"];

async fn with_tree(db: &Db) -> Harness {
    let app = Harness::open(db).await;
    app.bucket(json!({ "name": "b" })).await;
    for key in KEYS {
        app.png(&format!("b/{key}")).await;
        app.advance_secs(1);
    }
    app
}

async fn list(app: &Harness, body: Json) -> Json {
    app.post(Service, "/object/list/b", body).await.ok().into_json()
}

async fn page(app: &Harness, body: Json) -> Json {
    app.post(Service, "/object/list-v2/b", body).await.ok().into_json()
}

#[db_test]
async fn a_folder_shows_its_files_and_folders_by_name(db: Db) {
    let app = with_tree(&db).await;
    let root = list(&app, json!({ "prefix": "" })).await;
    assert_eq!(names(&root), ["a.png", "d", "d.png", "z.png"]);
    assert_eq!(
        root[1],
        json!({ "name": "d", "id": null, "updated_at": null, "created_at": null,
        "last_accessed_at": null, "metadata": null })
    );
    let metadata = &root[0]["metadata"];
    assert_eq!(json!([metadata["mimetype"], metadata["cacheControl"]]), json!(["image/png", "max-age=3600"]));
    assert_eq!(metadata["size"], metadata["contentLength"]);
    assert_eq!(metadata["httpStatusCode"], 200);
    assert!(metadata["eTag"].as_str().unwrap().starts_with('"'));
    assert_eq!(root[0]["created_at"], "2026-11-21T12:00:00.000Z");
    for prefix in ["d", "d/", "/d/"] {
        assert_eq!(
            names(&list(&app, json!({ "prefix": prefix })).await),
            ["e", "g.png", "h_1.png", "hx1.png"]
        );
    }
    assert_eq!(names(&list(&app, json!({ "prefix": "d/e" })).await), ["f.png"]);
}

#[db_test]
async fn a_search_is_the_start_of_a_name_in_any_case_and_literal(db: Db) {
    let app = with_tree(&db).await;
    for (prefix, search, found) in [
        ("d", "H", vec!["h_1.png", "hx1.png"]),
        ("d", "h_", vec!["h_1.png"]),
        ("d", "%", vec![]),
        ("", "d", vec!["d", "d.png"]),
        ("", "png", vec![]),
        ("_", "", vec![]),
        ("%", "", vec![]),
        ("ção\0", "", vec![]),
    ] {
        let rows = list(&app, json!({ "prefix": prefix, "search": search })).await;
        assert_eq!(names(&rows), found, "{prefix} {search}");
    }
}

#[db_test]
async fn a_search_with_slashes_looks_into_the_named_folders(db: Db) {
    let app = with_tree(&db).await;
    for (prefix, search, found) in [
        ("", "d/e/f", vec!["d/e/f.png"]),
        ("d", "e/", vec!["e/f.png"]),
        ("d", "/E/F", vec!["e/f.png"]),
        ("", "D/h", vec!["d/h_1.png", "d/hx1.png"]),
        ("", "d/", vec!["d/e", "d/g.png", "d/h_1.png", "d/hx1.png"]),
        ("d", "g.png/", vec![]),
        ("", "x/y", vec![]),
        ("", "/", vec!["a.png", "d", "d.png", "z.png"]),
    ] {
        let rows = list(&app, json!({ "prefix": prefix, "search": search })).await;
        assert_eq!(names(&rows), found, "{prefix} {search}");
    }
    assert_eq!(
        names(&list(&app, json!({ "search": "d/h", "limit": "1", "offset": "1.0" })).await),
        ["d/hx1.png"]
    );
}

#[db_test]
async fn a_listing_is_sorted_and_paged(db: Db) {
    let app = with_tree(&db).await;
    let sorted = async |column: &str, order: &str| {
        names(&list(&app, json!({ "prefix": "", "sortBy": { "column": column, "order": order } })).await)
    };
    assert_eq!(sorted("name", "desc").await, ["z.png", "d.png", "d", "a.png"]);
    assert_eq!(sorted("created_at", "asc").await, ["d", "a.png", "d.png", "z.png"]);
    assert_eq!(sorted("updated_at", "desc").await, ["d", "z.png", "d.png", "a.png"]);
    assert_eq!(names(&list(&app, json!({ "limit": 2, "offset": 1 })).await), ["d", "d.png"]);
    assert_eq!(names(&list(&app, json!({ "limit": "2", "offset": " 1 " })).await), ["d", "d.png"]);
    assert_eq!(names(&list(&app, json!({ "offset": 9, "limit": null })).await), [""; 0]);
    for bad in [
        json!({ "limit": 0 }),
        json!({ "limit": -1 }),
        json!({ "offset": -1 }),
        json!({ "limit": "x" }),
        json!({ "sortBy": { "column": "version; drop table objects" } }),
        json!({ "sortBy": { "order": "up" } }),
    ] {
        app.post(Service, "/object/list/b", bad).await.refused("InvalidRequest");
    }
    app.post(Service, "/object/list/nenhum", json!({})).await.refused("NoSuchBucket");
}

#[db_test]
async fn pages_of_the_second_listing_hold_every_file_once(db: Db) {
    let app = with_tree(&db).await;
    for (column, order) in [("name", "asc"), ("name", "desc"), ("created_at", "asc"), ("updated_at", "desc")]
    {
        for limit in 1..9 {
            let (mut seen, mut cursor) = (Vec::new(), Json::Null);
            loop {
                let sort = json!({ "column": column, "order": order });
                let page = page(&app, json!({ "limit": limit, "cursor": cursor, "sortBy": sort })).await;
                seen.extend(names(&page["objects"]));
                if page["hasNext"] == json!(false) {
                    assert!(page.get("nextCursor").is_none());
                    break;
                }
                cursor = page["nextCursor"].clone();
            }
            let mut expected = KEYS;
            if column == "name" {
                expected.sort_unstable();
            }
            if order == "desc" {
                expected.reverse();
            }
            assert_eq!(seen, expected, "{column} {order} {limit}");
        }
    }
}

#[db_test]
async fn the_second_listing_folds_folders_when_asked(db: Db) {
    let app = with_tree(&db).await;
    let ask = async |body: Json| page(&app, body).await;
    let root = ask(json!({ "with_delimiter": true })).await;
    assert_eq!(root["folders"], json!([{ "key": "d", "name": "d/" }]));
    assert_eq!(names(&root["objects"]), ["a.png", "d.png", "z.png"]);
    assert_eq!(root["objects"][0]["key"], "a.png");
    let inside = ask(json!({ "with_delimiter": true, "prefix": "d/" })).await;
    assert_eq!(
        (names(&inside["folders"]), names(&inside["objects"])),
        (vec!["d/e/".into()], vec!["d/g.png".into(), "d/h_1.png".into(), "d/hx1.png".into()])
    );
    let first = ask(json!({ "with_delimiter": true, "prefix": "d/", "limit": 1 })).await;
    assert_eq!(
        (names(&first["folders"]), first["nextCursorKey"].as_str()),
        (vec!["d/e/".into()], Some("d/e/"))
    );
    let rest = ask(json!({ "with_delimiter": true, "prefix": "d/", "cursor": first["nextCursor"] })).await;
    assert_eq!((names(&rest["folders"]).len(), names(&rest["objects"]).len()), (0, 3));
    assert_eq!(names(&ask(json!({ "prefix": "d/h_" })).await["objects"]), ["d/h_1.png"]);
    assert_eq!(names(&ask(json!({ "prefix": "a.png" })).await["objects"]), ["a.png"]);
    for bad in [json!({ "limit": 0 }), json!({ "cursor": "%%" }), json!({ "cursor": "e30" })] {
        app.post(Service, "/object/list-v2/b", bad).await.refused("InvalidRequest");
    }
}

#[db_test]
async fn a_folder_larger_than_a_batch_is_listed_whole(db: Db) {
    let app = with_tree(&db).await;
    app.execute("DELETE FROM objects", &[]).await;
    let now = app.clock.now();
    app.db.write(move |tx| {
        for index in 0..1203 {
            let name = format!("p{}/f{index:04}.png", index % 3);
            tx.execute(
                "INSERT INTO objects (id, bucket_id, name, version, size, mimetype, etag, created_at, updated_at)
                 VALUES ($1, 'b', $1, $1, 1, 'image/png', 'x', $2, $2)",
                &[name.into(), now.into()],
            )?;
        }
        Ok::<_, ateneu_db::Error>(())
    }).await.unwrap();
    assert_eq!(names(&list(&app, json!({})).await), ["p0", "p1", "p2"]);
    assert_eq!(names(&list(&app, json!({ "prefix": "p1", "limit": 1000 })).await).len(), 401);
    let page = page(&app, json!({})).await;
    assert_eq!((names(&page["objects"]).len(), &page["hasNext"]), (1000, &json!(true)));
}
