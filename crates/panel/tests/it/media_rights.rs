//! The media library for editors, without the files of lessons, which are for administrators.

use ateneu_base::Caller;
use ateneu_testkit::{db_test, sqlite_test};
use serde_json::{Value, json};

use super::{
    ANA, ARTICLE, EDU, Library, PIA, admin, answered, article, content, editor, id,
    media::{COVER, GUIDE, PICTURE, address, begun_with, of, showing},
    publisher, refusal,
};

const OTHER: &str = "thumbnails/9-9.png";
const FILM: &str = "video/curso/5-5.mp4";
const SHEET: &str = "pdf/curso/6-6.pdf";
const COURSE: usize = 60;
const LESSON: usize = 62;

/// Returns a file of lessons as a parameter of functions.
fn of_lessons(key: &str) -> Value {
    json!({ "bucket": "courses", "key": key })
}

impl Library {
    /// Adds a content of this person with this cover.
    async fn with_cover(&self, number: usize, author: usize, cover: &str) {
        let row = article(number, &json!({ "author_id": id(author), "thumbnail_url": address(cover) }));
        self.ok("POST", "/contents", row).await;
    }

    /// Adds a course with a lesson that has this file.
    async fn lesson(&self, file: &str, kind: &str) {
        let course = json!({ "id": id(COURSE), "title": "Um curso", "level": "Iniciante" });
        self.ok("POST", "/courses", course).await;
        let module = json!({ "id": id(61), "course_id": id(COURSE), "title": "Um módulo" });
        self.ok("POST", "/course_modules", module).await;
        let url = format!("https://casa.test/storage/v1/object/authenticated/courses/{file}");
        let lesson = json!({ "id": id(LESSON), "course_id": id(COURSE), "module_id": id(61), "title": "Uma aula",
            "kind": kind, "file_url": url });
        self.ok("POST", "/lessons", lesson).await;
    }

    /// Removes the cover and stores it as this person.
    async fn sent_anew(&self, by: Caller) {
        answered(self.call(admin(ANA), "remove-file", of(COVER)).await, 200);
        answered(self.store(by, &format!("contents/{COVER}"), "image/png", json!({})).await, 200);
    }

    /// Returns `true` if the caller may replace the cover. Compares the library's flag with an attempt.
    async fn replaces(&self, caller: Caller, why: &str) -> bool {
        let file = answered(self.call(caller.clone(), "read-file-uses", of(COVER)).await, 200);
        let said = file["may_replace"] == json!(true);
        let (status, answer) =
            self.store(caller, &format!("contents/{COVER}"), "image/png", json!({ "name": why })).await;
        let expected = if said { 200 } else { 400 };
        assert_eq!(status, expected, "{why}: {answer}");
        let name = self.done("read-file-uses", of(COVER)).await["name"].clone();
        assert_eq!(name == json!(why), said, "{why}: {name}");
        said
    }
}

#[db_test]
async fn an_editor_replaces_own_files_of_own_contents(library: Library) {
    library.upload(COVER, "image/png", json!({})).await;
    for caller in [editor(), publisher()] {
        assert!(!library.replaces(caller, "nothing uses what somebody else has sent").await);
    }
    library.with_cover(30, EDU, COVER).await;
    assert!(!library.replaces(editor(), "an own content shows what somebody else has sent").await);
    library.ok("DELETE", &content(30), Value::Null).await;

    library.sent_anew(editor()).await;
    assert!(library.replaces(editor(), "nothing uses what the editor has sent").await);
    assert!(!library.replaces(publisher(), "nothing uses what another editor has sent").await);
    library.with_cover(30, EDU, COVER).await;
    assert!(library.replaces(editor(), "an own content that is not published").await);
    assert!(!library.replaces(publisher(), "a content of another").await);
    let own = content(30);
    for (state, why) in [
        (json!({ "is_published": true }), "published"),
        (json!({ "is_published": false, "publish_at": "2027-02-01T00:00:00Z" }), "scheduled"),
    ] {
        library.ok("PATCH", &own, state).await;
        assert!(!library.replaces(editor(), why).await);
    }
    library.ok("PATCH", &own, json!({ "publish_at": null, "author_id": id(PIA) })).await;
    for caller in [editor(), publisher()] {
        assert!(!library.replaces(caller, "a content of one shows what the other has sent").await);
    }
    library.ok("PATCH", &own, json!({ "author_id": null })).await;
    for caller in [editor(), publisher()] {
        assert!(!library.replaces(caller, "a content of nobody").await);
    }
    assert!(library.replaces(admin(ANA), "an administrator").await);
    library.ok("DELETE", &own, Value::Null).await;

    library.sent_anew(publisher()).await;
    library.with_cover(31, PIA, COVER).await;
    library.ok("PATCH", &content(31), json!({ "is_published": true })).await;
    assert!(library.replaces(publisher(), "an own published content, with permission").await);
    let acts = "SELECT action AS text FROM audit_log WHERE action = 'replace-file' AND actor_id = $1";
    assert_eq!(library.app.texts(acts, &[id(EDU).into()]).await.len(), 2);
}

#[sqlite_test]
async fn a_file_of_others_or_of_a_course_cannot_be_replaced(library: Library) {
    library.upload(COVER, "image/png", json!({})).await;
    // Used by another's content, first in its draft and then in a version.
    library.draft(&showing(COVER), [0, 1]).await;
    assert!(!library.replaces(publisher(), "a draft of another").await);
    library.ok("DELETE", &format!("/content_drafts?content_id=eq.{}", id(ARTICLE)), Value::Null).await;
    assert!(!library.replaces(publisher(), "a version of another").await);
    library.ok("DELETE", &content(ARTICLE), Value::Null).await;
    // An own draft may name any file, even one in another's open form.
    library.save_draft(editor(), 76, begun_with(COVER), [0, 0]).await;
    assert!(!library.replaces(editor(), "an own draft names what somebody else has sent").await);
    let course =
        json!({ "id": id(COURSE), "title": "Um curso", "level": "Iniciante", "thumbnail": address(COVER) });
    library.ok("POST", "/courses", course).await;
    assert!(!library.replaces(editor(), "a course").await);
}

#[sqlite_test]
async fn an_editor_may_replace_files_of_the_own_first_draft(library: Library) {
    answered(library.store(editor(), &format!("contents/{COVER}"), "image/png", json!({})).await, 200);
    library.save_draft(editor(), 77, begun_with(COVER), [0, 0]).await;
    assert!(library.replaces(editor(), "an own draft").await);
    assert!(!library.replaces(publisher(), "the first draft of another").await);
}

#[sqlite_test]
async fn an_unrecorded_use_still_keeps_a_file(library: Library) {
    library.upload(COVER, "image/png", json!({})).await;
    library.with_cover(30, ANA, COVER).await;
    library.app.execute("DELETE FROM file_uses", &[]).await;
    assert!(!library.replaces(editor(), "a cover of another").await);
}

#[db_test]
async fn an_editor_removes_only_own_unused_files(library: Library) {
    for key in [COVER, OTHER] {
        library.upload(key, "image/png", json!({})).await;
    }
    answered(library.store(editor(), &format!("contents/{PICTURE}"), "image/png", json!({})).await, 200);
    library.with_cover(30, EDU, COVER).await;
    for (caller, key) in [(editor(), OTHER), (publisher(), OTHER), (publisher(), PICTURE)] {
        let removed = library.call(caller, "remove-file", of(key)).await;
        assert_eq!(refusal(&removed), (403, "not_uploader"), "{key}");
    }
    assert_eq!(library.call(admin(ANA), "remove-file", of(OTHER)).await.0, 200);
    assert_eq!(
        refusal(&library.call(editor(), "remove-file", of(COVER)).await),
        (409, "file_in_use"),
        "an own content shows it"
    );
    assert_eq!(library.call(editor(), "remove-file", of(PICTURE)).await.0, 200);
    let acts = "SELECT subject AS text FROM audit_log WHERE action = 'delete-file' AND actor_id = $1";
    assert_eq!(library.app.texts(acts, &[id(EDU).into()]).await, [format!("contents/{PICTURE}")]);
    for caller in [editor(), publisher()] {
        for name in ["count-unused-files", "remove-unused-files"] {
            assert_eq!(
                refusal(&library.call(caller.clone(), name, json!({})).await),
                (403, "not_admin"),
                "{name}"
            );
        }
        // A stored file can be neither removed nor moved without the library.
        let path = format!("/storage/v1/object/contents/{COVER}");
        let request = library.app.request("DELETE", &path).caller(Ok(caller.clone()));
        let removed = request.header("authorization", "Bearer checked-by-the-server").await;
        assert!(!removed.status.is_success());
        let route =
            json!({ "bucketId": "contents", "sourceKey": COVER, "destinationKey": "thumbnails/x.png" });
        let request = library.app.request("POST", "/storage/v1/object/move").caller(Ok(caller));
        let moved = request.header("authorization", "Bearer checked-by-the-server").json(&route).await;
        assert!(!moved.status.is_success());
    }
    assert_eq!(library.keys(json!({})).await, [COVER]);
}

#[sqlite_test]
async fn files_of_lessons_and_avatars_are_no_editors(library: Library) {
    library.upload(GUIDE, "application/pdf", json!({ "name": "Guia.pdf" })).await;
    let avatar = format!("avatars/{}/eu.png", id(ANA));
    let film = format!("courses/{FILM}");
    for (place, mime, name) in [(&film, "video/mp4", "Guia.mp4"), (&avatar, "image/png", "Guia.png")] {
        answered(library.store(admin(ANA), place, mime, json!({ "name": name })).await, 200);
    }
    for caller in [editor(), publisher()] {
        for filters in [json!({}), json!({ "search": "guia" }), json!({ "unused": true })] {
            assert_eq!(library.keys_for(caller.clone(), filters).await, [GUIDE]);
        }
        assert_eq!(library.keys_for(caller.clone(), json!({ "bucket": "courses" })).await, [] as [&str; 0]);
        assert_eq!(library.call(caller.clone(), "list-files", json!({ "bucket": "avatars" })).await.0, 400);
        for name in ["read-file-uses", "remove-file"] {
            assert_eq!(
                refusal(&library.call(caller.clone(), name, of_lessons(FILM)).await),
                (404, "file_not_found"),
                "{name}"
            );
        }
        for (place, mime) in [(&film, "video/mp4"), (&avatar, "image/png")] {
            assert_eq!(
                refusal(&library.store(caller.clone(), place, mime, json!({})).await),
                (400, "AccessDenied"),
                "{place}"
            );
        }
    }
    let both = library.keys(json!({})).await;
    assert!(both.len() == 2 && both.iter().any(|key| key == FILM), "an administrator sees both: {both:?}");
}

#[db_test]
async fn an_editor_reads_no_title_of_a_hidden_course(library: Library) {
    library.upload(COVER, "image/png", json!({})).await;
    library.lesson(SHEET, "pdf").await;
    let path = format!("/courses?id=eq.{}", id(COURSE));
    library.ok("PATCH", &path, json!({ "thumbnail": address(COVER) })).await;
    library.ok("PATCH", &format!("/lessons?id=eq.{}", id(LESSON)), json!({ "body": showing(COVER) })).await;
    let seen = async || {
        let (_, file) = library.call(editor(), "read-file-uses", of(COVER)).await;
        let uses = file["uses"].as_array().unwrap().iter();
        uses.map(|used| (used["title"].clone(), used["course"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(seen().await, [(json!(""), Value::Null), (json!(""), Value::Null)]);
    library.ok("PATCH", &path, json!({ "is_published": true })).await;
    let course = json!({ "id": id(COURSE), "title": "Um curso" });
    assert_eq!(seen().await, [(json!("Um curso"), Value::Null), (json!("Uma aula"), course)]);
    let (_, file) = library.call(editor(), "read-file-uses", of(COVER)).await;
    assert!(file["uses"].as_array().unwrap().iter().all(|used| used["may_open"] == json!(false)));
}

#[db_test]
async fn a_file_of_a_lesson_is_listed_with_its_lesson(library: Library) {
    for (key, mime, name) in [(FILM, "video/mp4", "Filme.mp4"), (SHEET, "application/pdf", "Ficha.pdf")] {
        answered(
            library.store(admin(ANA), &format!("courses/{key}"), mime, json!({ "name": name })).await,
            200,
        );
        library.app.advance_secs(1);
    }
    library.upload(GUIDE, "application/pdf", json!({ "name": "Guia.pdf" })).await;
    library.lesson(FILM, "video").await;
    // All buckets share one order.
    assert_eq!(library.keys(json!({})).await, [GUIDE, SHEET, FILM]);
    assert_eq!(library.keys(json!({ "bucket": "courses" })).await, [SHEET, FILM]);
    assert_eq!(library.keys(json!({ "search": "filme" })).await, [FILM]);
    assert_eq!(library.keys(json!({ "unused": true })).await, [GUIDE, SHEET]);
    let film = library.done("read-file-uses", of_lessons(FILM)).await;
    let used = json!([{ "kind": "lesson", "id": id(LESSON), "title": "Uma aula",
        "course": { "id": id(COURSE), "title": "Um curso" }, "is_published": false, "is_trashed": false,
        "may_open": true, "parts": ["file"], "in_draft": false, "revisions": 0 }]);
    assert_eq!((&film["uses"], &film["bucket"]), (&used, &json!("courses")));
    // A recording is replaced in its lesson's form.
    assert_eq!(film["may_replace"], json!(false));
    assert_eq!(library.done("read-file-uses", of_lessons(SHEET)).await["may_replace"], json!(true));
    assert_eq!(
        refusal(&library.call(admin(ANA), "remove-file", of_lessons(FILM)).await),
        (409, "file_in_use")
    );
    assert_eq!(library.call(admin(ANA), "remove-file", of_lessons(SHEET)).await.0, 200);
    library.app.advance(std::time::Duration::from_mins(61));
    library.ok("DELETE", &format!("/lessons?id=eq.{}", id(LESSON)), Value::Null).await;
    assert_eq!(library.done("count-unused-files", json!({})).await["files"], json!(2));
    let removed = library.done("remove-unused-files", json!({})).await;
    assert_eq!(removed, json!({ "removed": 2, "has_more": false }));
    assert_eq!(library.keys(json!({})).await, [] as [&str; 0]);
}
