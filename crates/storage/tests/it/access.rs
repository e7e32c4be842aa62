//! Access matrix of callers and files. Hidden and missing files have the same response.

use ateneu_db::Db;
use ateneu_testkit::{db_test, sqlite_test};
use axum::http::Request;
use serde_json::json;

use crate::harness::{
    ADMIN, EDITOR, EVERYONE, Harness, MEMBER, MODERATOR, OTHER, User, User::*, content_id, mp4, names, png,
    prefixes, route,
};

/// Opens an app with one file of each kind in the bucket of contents.
async fn furnished(db: &Db) -> Harness {
    let app = Harness::open(db).await;
    for key in FILES {
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
fn may_read(user: User, file: &str) -> bool {
    match file {
        "aberto.png" | "capa.png" | "thumbnails/t.png" => true,
        "membros.png" => matches!(user, Subscriber | Admin | Service),
        _ => matches!(user, Admin | Service),
    }
}

#[db_test]
async fn every_way_of_reading_follows_the_same_rule(db: Db) {
    let app = furnished(&db).await;
    for user in EVERYONE {
        for file in FILES {
            let expected = if may_read(user, file) { "" } else { "NoSuchKey" };
            let said = format!("{user:?} {file}");
            for path in [
                "/object/contents",
                "/object/authenticated/contents",
                "/object/info/contents",
                "/object/info/authenticated/contents",
            ] {
                assert_eq!(app.get(user, &format!("{path}/{file}")).await.code(), expected, "{said} {path}");
            }
            let signed =
                app.post(user, &format!("/object/sign/contents/{file}"), json!({ "expiresIn": 60 })).await;
            assert_eq!(signed.code(), expected, "{said} sign");
            let batch = app
                .post(user, "/object/sign/contents", json!({ "expiresIn": 60, "paths": [file] }))
                .await
                .ok()
                .into_json();
            assert_eq!(batch[0]["signedURL"].is_string(), may_read(user, file), "{said} batch");
        }
    }
}

#[db_test]
async fn a_public_address_opens_as_to_a_visitor(db: Db) {
    let app = furnished(&db).await;
    for user in [Nobody, Visitor, Subscriber, Admin] {
        for file in FILES {
            let expected = if may_read(Visitor, file) { "" } else { "NoSuchKey" };
            for path in ["/object/public/contents", "/object/info/public/contents"] {
                assert_eq!(
                    app.get(user, &format!("{path}/{file}")).await.code(),
                    expected,
                    "{user:?} {file}"
                );
            }
        }
    }
    app.get(Nobody, "/object/contents/aberto.png").await.ok();
    app.get(Nobody, "/object/contents/membros.png").await.refused("NoSuchKey");
}

#[sqlite_test]
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
            let request = Request::builder().method(method).uri(format!("{path}/{file}"));
            let answer = app.send(Member, request, r#"{"expiresIn":60}"#).await;
            assert_eq!(answer.code(), "NoSuchKey", "{method} {path}");
            responses.push((answer.status.as_u16(), answer.headers, answer.body));
        }
        assert_eq!(responses[0], responses[1], "{method} {path}");
    }
}

#[db_test]
async fn only_writers_find_files_without_their_names(db: Db) {
    let app = furnished(&db).await;
    for user in EVERYONE {
        let mut expected = if matches!(user, Admin | Service) { FILES.to_vec() } else { Vec::new() };
        expected.sort_unstable();
        let page = app.post(user, "/object/list-v2/contents", json!({})).await.ok().into_json();
        assert_eq!(names(&page["objects"]), expected, "{user:?}");
        let rows = app.post(user, "/object/list/contents", json!({ "prefix": "" })).await.ok().into_json();
        let folded: Vec<&str> = expected.iter().map(|key| key.split('/').next().unwrap()).collect();
        assert_eq!(names(&rows), folded, "{user:?}");
    }
}

#[sqlite_test]
async fn only_admins_and_the_service_write_contents(db: Db) {
    let app = furnished(&db).await;
    for user in [Visitor, Member, Subscriber] {
        app.upload(user, "contents/thumbnails/n.png", "image/png", png("n")).await.refused("AccessDenied");
        app.upload(user, "contents/aberto.png", "image/png", png("n")).await.refused("AccessDenied");
        app.replace(user, "contents/aberto.png", "n").await.refused("AccessDenied");
        app.post(user, "/object/upload/sign/contents/n.png", json!({})).await.refused("AccessDenied");
        for verb in ["/object/move", "/object/copy"] {
            let body = route("contents", "aberto.png", "n.png");
            app.post(user, verb, body).await.refused("AccessDenied");
        }
        app.delete(user, "/object/contents/aberto.png", json!({})).await.refused("AccessDenied");
        let removed = app.delete(user, "/object/contents", prefixes(&FILES)).await.ok().into_json();
        assert_eq!(removed, json!([]), "{user:?}");
    }
    assert_eq!(app.stored(), FILES.len());
    for user in [Admin, Service] {
        app.upload(user, "contents/n.png", "image/png", png("n")).await.ok();
        app.post(user, "/object/move", route("contents", "n.png", "m.png")).await.ok();
        app.post(user, "/object/copy", route("contents", "m.png", "c.png")).await.ok();
        let removed = app.delete(user, "/object/contents", prefixes(&["m.png", "c.png", "nunca.png"])).await;
        assert_eq!(names(removed.ok().json()), ["m.png", "c.png"], "{user:?}");
    }
    assert_eq!(app.stored(), FILES.len());
}

#[sqlite_test]
async fn a_file_of_two_contents_opens_as_the_more_open_of_them(db: Db) {
    let app = furnished(&db).await;
    app.get(Visitor, "/object/contents/membros.png").await.refused("NoSuchKey");
    app.content("04", Some("membros.png"), None, true, false).await;
    app.get(Visitor, "/object/contents/membros.png").await.ok();
    app.content("05", Some("solto.png"), None, false, true).await;
    app.get(Subscriber, "/object/contents/solto.png").await.refused("NoSuchKey");
}

/// Returns the names in the response of every listing call.
async fn listed(app: &Harness, user: User, folder: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for body in [
        json!({ "prefix": folder }),
        json!({ "prefix": folder, "search": "e", "limit": 1 }),
        json!({ "prefix": folder, "sortBy": { "column": "created_at" } }),
    ] {
        found.push(names(app.post(user, "/object/list/avatars", body).await.ok().json()));
    }
    for body in [
        json!({ "prefix": folder }),
        json!({ "prefix": format!("{folder}/"), "with_delimiter": true, "limit": 1 }),
        json!({ "prefix": folder, "sortBy": { "column": "updated_at", "order": "desc" } }),
    ] {
        let page = app.post(user, "/object/list-v2/avatars", body).await.ok().into_json();
        found.push([names(&page["objects"]), names(&page["folders"])].concat());
    }
    found
}

#[db_test]
async fn only_its_owner_and_staff_find_an_avatar_in_a_listing(app: Harness) {
    for (user, id) in [(Member, MEMBER), (Other, OTHER)] {
        app.upload(user, &format!("avatars/{id}/eu.png"), "image/png", png("a")).await.ok();
    }
    for user in [Visitor, Member, Other, Subscriber, Moderator, Editor, Admin, Service] {
        let is_staff = matches!(user, Moderator | Admin | Service);
        for (folder, owner) in [(MEMBER, Member), (OTHER, Other)] {
            for found in listed(&app, user, folder).await {
                assert_eq!(found.is_empty(), !is_staff && user != owner, "{user:?} {folder} {found:?}");
            }
        }
        // The root shows the folders of the files that the caller may find.
        let own = if user == Member { MEMBER } else { OTHER };
        for found in listed(&app, user, "").await {
            let is_own = found.iter().all(|name| name.starts_with(own));
            assert!(is_staff || is_own, "{user:?} {found:?}");
        }
        app.get(user, &format!("/object/avatars/{MEMBER}/eu.png")).await.ok();
    }
}

#[db_test]
async fn staff_remove_an_abusive_avatar_and_change_none(app: Harness) {
    let key = format!("{MEMBER}/eu.png");
    let (path, url) = (format!("avatars/{key}"), format!("/object/avatars/{key}"));
    app.upload(Member, &path, "image/png", png("a")).await.ok();
    for (user, actor) in [(Moderator, MODERATOR), (Admin, ADMIN), (Other, OTHER)] {
        app.replace(user, &path, "b").await.refused("AccessDenied");
        let body = route("avatars", &key, &format!("{actor}/a.png"));
        app.post(user, "/object/move", body).await.refused("AccessDenied");
        app.delete(user, &url, json!({})).await.refused("AccessDenied");
        let removed = app.delete(user, "/object/avatars", prefixes(&[&key])).await.ok();
        assert_eq!(names(removed.json()), Vec::<String>::new(), "{user:?}");
        app.public(&path).await.ok();
    }
    app.delete(Member, &url, json!({})).await.ok();
}

#[sqlite_test]
async fn an_avatar_is_public_and_changed_by_its_owner_only(app: Harness) {
    let (mine, theirs) = (format!("{MEMBER}/eu.png"), format!("{OTHER}/eu.png"));
    let path = format!("avatars/{mine}");
    for user in [Visitor, Other, Admin] {
        app.upload(user, &path, "image/png", png("a")).await.refused("AccessDenied");
    }
    for path in ["avatars/eu.png", &format!("avatars/{MEMBER}")] {
        app.upload(Member, path, "image/png", png("a")).await.refused("AccessDenied");
    }
    app.upload(Member, &path, "image/png", png("a")).await.ok();
    app.public(&path).await.ok();

    for (user, verb) in [(Member, "move"), (Other, "move"), (Member, "copy")] {
        let body = route("avatars", &mine, &theirs);
        app.post(user, &format!("/object/{verb}"), body).await.refused("AccessDenied");
    }
    app.delete(Other, &format!("/object/{path}"), json!({})).await.refused("AccessDenied");
    let copied = app.post(Other, "/object/copy", route("avatars", &mine, &theirs)).await.ok();
    assert_eq!(copied.string("owner"), OTHER);
    app.post(Member, "/object/move", route("avatars", &mine, &format!("{MEMBER}/b.png"))).await.ok();
    app.delete(Member, &format!("/object/avatars/{MEMBER}/b.png"), json!({})).await.ok();
    let mut into_contents = route("avatars", &theirs, "x.png");
    into_contents["destinationBucket"] = json!("contents");
    app.post(Other, "/object/move", into_contents).await.refused("AccessDenied");
    let film = app.upload(Admin, &format!("avatars/{ADMIN}/eu.png"), "video/mp4", mp4("a")).await;
    film.refused("InvalidMimeType");
}

#[db_test]
async fn an_editor_sends_files_and_replaces_no_others(app: Harness) {
    let (path, url) = ("contents/pdf/a.pdf", "/object/contents/pdf/a.pdf");
    app.content("01", Some("pdf/b.pdf"), None, false, false).await;
    app.upload(Admin, "contents/pdf/b.pdf", "application/pdf", "%PDF-1.4 b").await.ok();
    app.get(Editor, "/object/authenticated/contents/pdf/b.pdf").await.ok();
    app.upload(Editor, path, "application/pdf", "%PDF-1.4 a").await.ok();
    let sql = "SELECT id FROM audit_log WHERE action = 'upload-file' AND subject = $1 AND actor_id = $2";
    assert_eq!(app.rows(sql, &[path.into(), EDITOR.into()]).await.len(), 1);
    // The first is unused and the editor's own, the second of a content without an author, the third unused and an
    // administrator's.
    app.upload(Admin, "contents/pdf/z.pdf", "application/pdf", "%PDF-1.4 z").await.ok();
    let put = |path: &str| Request::put(format!("/object/{path}")).header("content-type", "application/pdf");
    app.send(Editor, put(path), "%PDF-1.4 c").await.ok();
    for other in ["contents/pdf/b.pdf", "contents/pdf/z.pdf"] {
        app.send(Editor, put(other), "%PDF-1.4 c").await.refused("AccessDenied");
    }
    app.post(Editor, "/object/move", route("contents", "pdf/a.pdf", "pdf/c.pdf"))
        .await
        .refused("AccessDenied");
    app.delete(Editor, url, json!({})).await.refused("AccessDenied");
    app.upload(Editor, &format!("avatars/{MEMBER}/a.png"), "image/png", png("a"))
        .await
        .refused("AccessDenied");
    app.get(Admin, &format!("/object/authenticated/{path}")).await.ok();
}

/// Opens an app with a picture of an exclusive text, one of an open text, one of a draft, and covers of all three.
async fn illustrated(db: &Db) -> Harness {
    let app = Harness::open(db).await;
    for (number, published, members) in [("01", true, false), ("02", true, true), ("03", false, false)] {
        let cover = format!("thumbnails/c{number}.png");
        app.png(&format!("contents/{cover}")).await;
        app.content(number, None, Some(&cover), published, members).await;
        for folder in ["thumbnails", "pictures"] {
            let key = format!("{folder}/{number}.png");
            app.png(&format!("contents/{key}")).await;
            app.shown_in_text(&key, "contents", &content_id(number)).await;
        }
    }
    app
}

#[db_test]
async fn a_picture_is_as_open_as_the_texts_that_show_it(db: Db) {
    let app = illustrated(&db).await;
    for folder in ["thumbnails", "pictures"] {
        for (number, readers) in [
            ("01", vec![Visitor, Member, Subscriber, Editor, Admin]),
            ("02", vec![Subscriber, Editor, Admin]),
            ("03", vec![Editor, Admin]),
        ] {
            let key = format!("contents/{folder}/{number}.png");
            for user in [Visitor, Member, Subscriber, Editor, Admin] {
                let expected = if readers.contains(&user) { "" } else { "NoSuchKey" };
                let read = app.get(user, &format!("/object/authenticated/{key}")).await;
                assert_eq!(read.code(), expected, "{user:?} {key}");
            }
            let expected = if number == "01" { "" } else { "NoSuchKey" };
            assert_eq!(app.public(&key).await.code(), expected, "{key}");
        }
    }
    // Covers are open, as are unused pictures in their folder.
    for cover in ["c01", "c02", "c03"] {
        app.public(&format!("contents/thumbnails/{cover}.png")).await.ok();
    }
    for (folder, code) in [("thumbnails", ""), ("pictures", "NoSuchKey")] {
        app.png(&format!("contents/{folder}/nova.png")).await;
        assert_eq!(app.public(&format!("contents/{folder}/nova.png")).await.code(), code, "{folder}");
    }
    // A picture of a closed text is open if it is a published content's cover.
    app.content("04", None, Some("pictures/03.png"), true, true).await;
    app.public("contents/pictures/03.png").await.ok();
}

#[db_test]
async fn a_copy_has_no_more_readers_than_its_source(db: Db) {
    let app = illustrated(&db).await;
    app.content("05", Some("files/m.png"), None, true, true).await;
    app.content("06", Some("pdf/m.pdf"), None, true, true).await;
    for key in ["contents/files/m.png", "contents/files/a.png"] {
        app.png(key).await;
    }
    app.content("07", Some("pdf/o.pdf"), None, true, false).await;
    for key in ["contents/pdf/m.pdf", "contents/pdf/o.pdf"] {
        app.upload(Admin, key, "application/pdf", "%PDF-1.4").await.ok();
    }
    let cover = "thumbnails/y.png";
    for user in [Editor, Admin] {
        for source in ["files/m.png", "files/a.png", "pictures/02.png", "pictures/03.png"] {
            let copied = app.post(user, "/object/copy", route("contents", source, cover)).await;
            copied.refused("AccessDenied");
        }
        app.post(user, "/object/copy", route("contents", "files/m.png", "files/n.png")).await.ok();
        app.post(user, "/object/copy", route("contents", "pictures/01.png", cover)).await.ok();
        app.delete(Service, "/object/contents", prefixes(&["files/n.png", cover])).await.ok();
        // No document can be a cover, in any way.
        for (source, code) in [("pdf/m.pdf", "AccessDenied"), ("pdf/o.pdf", "InvalidMimeType")] {
            app.post(user, "/object/copy", route("contents", source, "thumbnails/y.pdf")).await.refused(code);
        }
        let sent = app.upload(user, "contents/thumbnails/y.pdf", "application/pdf", "%PDF-1.4").await;
        sent.refused("InvalidMimeType");
    }
    for source in ["files/m.png", "pictures/03.png"] {
        let moved = app.post(Admin, "/object/move", route("contents", source, cover)).await;
        moved.refused("AccessDenied");
    }
    let mut avatar = route("contents", "files/m.png", &format!("{EDITOR}/eu.png"));
    avatar["destinationBucket"] = json!("avatars");
    app.post(Editor, "/object/copy", avatar).await.refused("AccessDenied");
    assert_eq!(app.public(&format!("contents/{cover}")).await.code(), "NoSuchKey");
}
