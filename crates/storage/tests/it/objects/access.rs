//! Who may do what with which file. Hidden and missing are answered alike.

use ateneu_db::Db;
use ateneu_testkit::db_test;
use serde_json::{Value as Json, json};

use crate::harness::{ADMIN, EVERYONE, Harness, MEMBER, MODERATOR, OTHER, Who, names, png, prefixes};

/// A app with one file of each standing in the bucket of contents.
async fn furnished(db: &Db) -> Harness {
    let app = Harness::open(db).await;
    for key in ["aberto.png", "membros.png", "rascunho.png", "solto.png", "capa.png", "thumbnails/t.png"] {
        app.png(&format!("contents/{key}")).await;
    }
    app.content("01", Some("aberto.png"), Some("capa.png"), true, false).await;
    app.content("02", Some("membros.png"), None, true, true).await;
    app.content("03", Some("rascunho.png"), None, false, false).await;
    app
}

const FILES: [&str; 6] =
    ["aberto.png", "membros.png", "rascunho.png", "solto.png", "capa.png", "thumbnails/t.png"];

/// PRODUCT: thumbnails and files of published, open contents are for everyone; files of member-only contents for
/// subscribers and admins; the rest for admins.
fn may_read(who: Who, file: &str) -> bool {
    match file {
        "aberto.png" | "capa.png" | "thumbnails/t.png" => true,
        "membros.png" => matches!(who, Who::Subscriber | Who::Admin | Who::Service),
        _ => matches!(who, Who::Admin | Who::Service),
    }
}

#[db_test]
async fn every_way_of_reading_follows_the_same_rule(db: Db) {
    let app = furnished(&db).await;
    for who in EVERYONE {
        for file in FILES {
            let expected = if may_read(who, file) { "" } else { "NoSuchKey" };
            let said = format!("{who:?} {file}");
            for path in [
                "/object/contents",
                "/object/authenticated/contents",
                "/object/info/contents",
                "/object/info/authenticated/contents",
            ] {
                assert_eq!(app.get(who, &format!("{path}/{file}")).await.code(), expected, "{said} {path}");
            }
            let signed =
                app.post(who, &format!("/object/sign/contents/{file}"), json!({ "expiresIn": 60 })).await;
            assert_eq!(signed.code(), expected, "{said} sign");
            let batch = app
                .post(who, "/object/sign/contents", json!({ "expiresIn": 60, "paths": [file] }))
                .await
                .ok()
                .json()
                .clone();
            assert_eq!(batch[0]["signedURL"].is_string(), may_read(who, file), "{said} batch");
        }
    }
}

#[db_test]
async fn a_public_address_shows_everyone_what_a_visitor_may_see(db: Db) {
    let app = furnished(&db).await;
    for who in [Who::Nobody, Who::Visitor, Who::Subscriber, Who::Admin] {
        for file in FILES {
            let expected = if may_read(Who::Visitor, file) { "" } else { "NoSuchKey" };
            for path in ["/object/public/contents", "/object/info/public/contents"] {
                assert_eq!(app.get(who, &format!("{path}/{file}")).await.code(), expected, "{who:?} {file}");
            }
        }
    }
    let open = app.get(Who::Nobody, "/object/contents/aberto.png").await;
    assert_eq!(open.code(), "", "a public bucket asks for no token");
    app.get(Who::Nobody, "/object/contents/membros.png").await.refused("NoSuchKey");
}

#[db_test]
async fn a_hidden_file_is_answered_exactly_like_a_missing_one(db: Db) {
    let app = furnished(&db).await;
    for (method, path) in [
        ("GET", "/object/contents"),
        ("GET", "/object/public/contents"),
        ("GET", "/object/info/contents"),
        ("DELETE", "/object/contents"),
        ("POST", "/object/sign/contents"),
    ] {
        let mut responses = Vec::new();
        for file in ["membros.png", "nunca.png"] {
            let request = axum::http::Request::builder().method(method).uri(format!("{path}/{file}"));
            let answer = app.send(Who::Member, request, r#"{"expiresIn":60}"#).await;
            assert_eq!(answer.code(), "NoSuchKey", "{method} {path}");
            responses.push((answer.status.as_u16(), answer.headers, answer.body));
        }
        assert_eq!(responses[0], responses[1], "{method} {path}");
    }
}

#[db_test]
async fn listings_show_only_what_may_be_read(db: Db) {
    let app = furnished(&db).await;
    for who in EVERYONE {
        let mut expected: Vec<&str> = FILES.into_iter().filter(|file| may_read(who, file)).collect();
        expected.sort_unstable();
        let page = app.post(who, "/object/list-v2/contents", json!({})).await.ok().json().clone();
        assert_eq!(names(&page["objects"]), expected, "{who:?}");
        let rows = app.post(who, "/object/list/contents", json!({ "prefix": "" })).await.ok().json().clone();
        let folded: Vec<&str> = expected.iter().map(|key| key.split('/').next().unwrap()).collect();
        assert_eq!(names(&rows), folded, "{who:?}");
    }
}

#[db_test]
async fn only_admins_and_the_service_write_contents(db: Db) {
    let app = furnished(&db).await;
    for who in [Who::Visitor, Who::Member, Who::Subscriber] {
        app.upload(who, "contents/thumbnails/n.png", "image/png", png("n")).await.refused("AccessDenied");
        app.upload(who, "contents/aberto.png", "image/png", png("n")).await.refused("AccessDenied");
        let put = axum::http::Request::put("/object/contents/aberto.png").header("content-type", "image/png");
        app.send(who, put, png("n")).await.refused("AccessDenied");
        app.post(who, "/object/upload/sign/contents/n.png", json!({})).await.refused("AccessDenied");
        let route = json!({ "bucketId": "contents", "sourceKey": "aberto.png", "destinationKey": "n.png" });
        app.post(who, "/object/move", route.clone()).await.refused("AccessDenied");
        app.post(who, "/object/copy", route).await.refused("AccessDenied");
        app.delete(who, "/object/contents/aberto.png", json!({})).await.refused("AccessDenied");
        let removed = app.delete(who, "/object/contents", prefixes(&FILES)).await.ok().json().clone();
        assert_eq!(removed, json!([]), "{who:?}");
    }
    assert_eq!(app.stored(), FILES.len());
    for who in [Who::Admin, Who::Service] {
        app.upload(who, "contents/n.png", "image/png", png("n")).await.ok();
        let route =
            |from: &str, to: &str| json!({ "bucketId": "contents", "sourceKey": from, "destinationKey": to });
        app.post(who, "/object/move", route("n.png", "m.png")).await.ok();
        app.post(who, "/object/copy", route("m.png", "c.png")).await.ok();
        let removed = app.delete(who, "/object/contents", prefixes(&["m.png", "c.png", "nunca.png"])).await;
        assert_eq!(names(removed.ok().json()), ["m.png", "c.png"], "{who:?}");
    }
    assert_eq!(app.stored(), FILES.len());
}

#[db_test]
async fn an_avatar_is_for_all_to_see_and_for_its_owner_to_change(app: Harness) {
    let (mine, theirs) = (format!("{MEMBER}/eu.png"), format!("{OTHER}/eu.png"));
    for who in [Who::Visitor, Who::Other, Who::Admin] {
        app.upload(who, &format!("avatars/{mine}"), "image/png", png("a")).await.refused("AccessDenied");
    }
    app.upload(Who::Member, "avatars/eu.png", "image/png", png("a")).await.refused("AccessDenied");
    app.upload(Who::Member, &format!("avatars/{MEMBER}"), "image/png", png("a"))
        .await
        .refused("AccessDenied");
    app.upload(Who::Member, &format!("avatars/{mine}"), "image/png", png("a")).await.ok();
    app.get(Who::Nobody, &format!("/object/public/avatars/{mine}")).await.ok();

    let route =
        |from: &str, to: &str| json!({ "bucketId": "avatars", "sourceKey": from, "destinationKey": to });
    let tries: [(Who, Json); 2] = [(Who::Member, route(&mine, &theirs)), (Who::Other, route(&mine, &theirs))];
    for (who, body) in tries {
        app.post(who, "/object/move", body).await.refused("AccessDenied");
    }
    app.post(Who::Member, "/object/copy", route(&mine, &theirs)).await.refused("AccessDenied");
    app.delete(Who::Other, &format!("/object/avatars/{mine}"), json!({})).await.refused("AccessDenied");
    let copied = app.post(Who::Other, "/object/copy", route(&mine, &theirs)).await.ok().json().clone();
    assert_eq!(copied["owner"], OTHER);
    app.post(Who::Member, "/object/move", route(&mine, &format!("{MEMBER}/b.png"))).await.ok();
    app.delete(Who::Member, &format!("/object/avatars/{MEMBER}/b.png"), json!({})).await.ok();
    let into_contents = json!({ "bucketId": "avatars", "sourceKey": theirs, "destinationBucket": "contents",
        "destinationKey": "x.png" });
    app.post(Who::Other, "/object/move", into_contents).await.refused("AccessDenied");
    app.upload(Who::Admin, &format!("avatars/{ADMIN}/eu.png"), "video/mp4", crate::harness::mp4("a"))
        .await
        .refused("InvalidMimeType");
}

/// Every call that lists, with the names it answers.
async fn listed(app: &Harness, who: Who, folder: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for (path, body) in [
        ("/object/list/avatars", json!({ "prefix": folder })),
        ("/object/list/avatars", json!({ "prefix": folder, "search": "e", "limit": 1 })),
        ("/object/list/avatars", json!({ "prefix": folder, "sortBy": { "column": "created_at" } })),
    ] {
        found.push(names(app.post(who, path, body).await.ok().json()));
    }
    for body in [
        json!({ "prefix": folder }),
        json!({ "prefix": format!("{folder}/"), "with_delimiter": true, "limit": 1 }),
        json!({ "prefix": folder, "sortBy": { "column": "updated_at", "order": "desc" } }),
    ] {
        let page = app.post(who, "/object/list-v2/avatars", body).await.ok().json().clone();
        found.push([names(&page["objects"]), names(&page["folders"])].concat());
    }
    found
}

#[db_test]
async fn only_its_owner_and_staff_find_an_avatar_in_a_listing(app: Harness) {
    for (who, id) in [(Who::Member, MEMBER), (Who::Other, OTHER)] {
        app.upload(who, &format!("avatars/{id}/eu.png"), "image/png", png("a")).await.ok();
    }
    for who in
        [Who::Visitor, Who::Member, Who::Other, Who::Subscriber, Who::Moderator, Who::Admin, Who::Service]
    {
        let is_staff = matches!(who, Who::Moderator | Who::Admin | Who::Service);
        for (folder, owner) in [(MEMBER, Who::Member), (OTHER, Who::Other)] {
            for found in listed(&app, who, folder).await {
                assert_eq!(found.is_empty(), !is_staff && who != owner, "{who:?} {folder} {found:?}");
            }
        }
        // The root shows the folders of those whose files are found.
        for found in listed(&app, who, "").await {
            let own: Vec<_> = found
                .iter()
                .filter(|name| !name.starts_with(if who == Who::Member { MEMBER } else { OTHER }))
                .collect();
            assert!(is_staff || own.is_empty(), "{who:?} {found:?}");
        }
        app.get(who, &format!("/object/avatars/{MEMBER}/eu.png")).await.ok();
    }
}

#[db_test]
async fn staff_removes_an_abusive_avatar_and_changes_none(app: Harness) {
    let key = format!("{MEMBER}/eu.png");
    for (who, actor) in [(Who::Moderator, MODERATOR), (Who::Admin, ADMIN)] {
        for by_list in [true, false] {
            app.upload(Who::Member, &format!("avatars/{key}"), "image/png", png("a")).await.ok();
            let put = axum::http::Request::put(format!("/object/avatars/{key}"))
                .header("content-type", "image/png");
            app.send(who, put, png("b")).await.refused("AccessDenied");
            let route = json!({ "bucketId": "avatars", "sourceKey": key, "destinationKey": format!("{actor}/a.png") });
            app.post(who, "/object/move", route).await.refused("AccessDenied");
            app.delete(Who::Other, &format!("/object/avatars/{key}"), json!({}))
                .await
                .refused("AccessDenied");
            match by_list {
                true => {
                    let removed = app.delete(who, "/object/avatars", prefixes(&[&key])).await.ok();
                    assert_eq!(names(removed.json()), [key.as_str()], "{who:?}");
                }
                false => drop(app.delete(who, &format!("/object/avatars/{key}"), json!({})).await.ok()),
            }
            app.get(Who::Nobody, &format!("/object/public/avatars/{key}")).await.refused("NoSuchKey");
        }
        let sql = "SELECT id FROM audit_log WHERE action = 'delete-file' AND subject = $1 AND actor_id = $2";
        let acts = app.rows(sql, &[format!("avatars/{key}").into(), actor.into()]).await;
        assert_eq!(acts.len(), 2, "{who:?}");
    }
}

#[db_test]
async fn a_file_two_contents_name_opens_to_whom_either_opens_it(db: Db) {
    let app = furnished(&db).await;
    app.get(Who::Visitor, "/object/contents/membros.png").await.refused("NoSuchKey");
    app.content("04", Some("membros.png"), None, true, false).await;
    app.get(Who::Visitor, "/object/contents/membros.png").await.ok();
    app.content("05", Some("solto.png"), None, false, true).await;
    app.get(Who::Subscriber, "/object/contents/solto.png").await.refused("NoSuchKey");
}
