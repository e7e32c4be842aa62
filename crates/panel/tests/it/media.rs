//! The media library: data of files, their uses, and their removal.

use std::{collections::BTreeSet, time::Duration};

use ateneu_base::{Caller, Entitlement, Facts};
use ateneu_testkit::{db_test, sqlite_test};
use ateneu_testkit_app::no_signers;
use serde_json::{Value, json};

use super::{ANA, ARTICLE, BIA, CATEGORY, Library, admin, answered, content, id, refusal};

const SITE: &str = "https://casa.test";
pub(super) const COVER: &str = "thumbnails/1-1.png";
pub(super) const PICTURE: &str = "thumbnails/2-2.png";
pub(super) const GUIDE: &str = "pdf/3-3.pdf";

pub(super) fn address(key: &str) -> String {
    format!("{SITE}/storage/v1/object/public/contents/{key}")
}

/// Returns a text with a picture.
pub(super) fn showing(key: &str) -> String {
    format!("<p>Antes</p><img src=\"/storage/v1/object/public/contents/{key}\" alt=\"\"><p>Depois</p>")
}

/// Returns the fields of a new article with this cover.
pub(super) fn begun_with(cover: &str) -> Value {
    json!({ "title": "Começado", "content_type": "article", "tags": [], "body": "",
        "thumbnail_url": address(cover) })
}

impl Library {
    pub(super) async fn upload(&self, key: &str, mime: &str, metadata: Value) {
        answered(self.store(admin(ANA), &format!("contents/{key}"), mime, metadata).await, 200);
    }

    /// Stores a file at a place, replacing an existing one.
    pub(super) async fn store(
        &self,
        caller: Caller,
        place: &str,
        mime: &str,
        metadata: Value,
    ) -> (u16, Value) {
        let bytes: Vec<u8> = match mime {
            "application/pdf" => b"%PDF-1.7\n".to_vec(),
            "video/mp4" => b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom".to_vec(),
            _ => b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec(),
        };
        let metadata = base64::Engine::encode(&base64::prelude::BASE64_STANDARD, metadata.to_string());
        let request = self.app.upload(caller, place, mime).header("x-upsert", "true");
        let response = request.header("x-metadata", metadata).body(bytes).await;
        (response.status.as_u16(), response.into_json())
    }

    /// Calls a server function. Missing parameters of a list are null.
    pub(super) async fn call(&self, caller: Caller, name: &str, mut body: Value) -> (u16, Value) {
        if name == "list-files" {
            for field in ["search", "kind", "bucket", "unused", "after"] {
                let given = body[field].take();
                body[field] = given;
            }
        }
        self.app.call(caller, name, &body).await
    }

    pub(super) async fn done(&self, name: &str, body: Value) -> Value {
        answered(self.call(admin(ANA), name, body).await, 200)
    }

    /// Returns the keys that a caller finds, in the order of the list.
    pub(super) async fn keys_for(&self, caller: Caller, filters: Value) -> Vec<String> {
        let page = answered(self.call(caller, "list-files", filters).await, 200);
        page["files"].as_array().unwrap().iter().map(|file| file["key"].as_str().unwrap().into()).collect()
    }

    /// Returns the keys of the files that an administrator finds.
    pub(super) async fn keys(&self, filters: Value) -> Vec<String> {
        self.keys_for(admin(ANA), filters).await
    }

    pub(super) async fn uses(&self, key: &str) -> Value {
        self.done("read-file-uses", of(key)).await["uses"].clone()
    }

    /// Moves the clock by ten minutes, after which a save makes another revision.
    pub(super) async fn later(&self) {
        self.app.advance(Duration::from_mins(11));
    }
}

/// Returns a file of contents as a parameter of functions.
pub(super) fn of(key: &str) -> Value {
    json!({ "bucket": "contents", "key": key })
}

fn uses(parts: &[&str], in_draft: bool, revisions: i64, is_trashed: bool) -> Value {
    json!([{ "kind": "content", "id": id(ARTICLE), "title": "Um título", "course": null, "is_published": false,
        "is_trashed": is_trashed, "may_open": true, "parts": parts, "in_draft": in_draft, "revisions": revisions }])
}

#[db_test]
async fn a_file_says_where_it_is_used(library: Library) {
    library
        .upload(COVER, "image/png", json!({ "name": "Praça São João.png", "width": 800, "height": 600 }))
        .await;
    library.upload(PICTURE, "image/png", json!({})).await;
    let before = library.done("read-file-uses", of(COVER)).await;
    assert_eq!((&before["uses"], &before["name"]), (&json!([]), &json!("Praça São João.png")));
    let known = ["width", "height", "mime_type", "owner_id"].map(|field| &before[field]);
    assert_eq!(known, [&json!(800), &json!(600), &json!("image/png"), &json!(id(ANA))]);
    library.change(json!({ "thumbnail_url": address(COVER), "body": showing(PICTURE) })).await;
    assert_eq!(library.uses(COVER).await, uses(&["cover"], false, 1, false));
    assert_eq!(library.uses(PICTURE).await, uses(&["text"], false, 1, false));
    library.later().await;
    library.draft(&showing(PICTURE), [0, 2]).await;
    library.later().await;
    library.change(json!({ "body": "<p>Sem imagem.</p>" })).await;
    assert_eq!(library.uses(PICTURE).await, uses(&[], true, 2, false));
    library.change(json!({ "trashed_at": "2027-01-01T00:00:00Z" })).await;
    assert_eq!(library.uses(COVER).await[0]["is_trashed"], json!(true));
    library.ok("DELETE", &content(ARTICLE), Value::Null).await;
    assert_eq!((library.uses(COVER).await, library.uses(PICTURE).await), (json!([]), json!([])));
}

#[sqlite_test]
async fn a_draft_that_was_never_saved_uses_its_files(library: Library) {
    library.upload(COVER, "image/png", json!({})).await;
    library.save_draft(admin(ANA), 77, begun_with(COVER), [0, 0]).await;
    let used = library.uses(COVER).await;
    assert_eq!((&used[0]["title"], &used[0]["in_draft"]), (&json!("Começado"), &json!(true)));
}

#[sqlite_test]
async fn courses_use_files_too(library: Library) {
    library.upload(COVER, "image/png", json!({})).await;
    let course =
        json!({ "id": id(60), "title": "Um curso", "level": "Iniciante", "thumbnail": address(COVER) });
    library.ok("POST", "/courses", course).await;
    let used = library.uses(COVER).await;
    let shown = ["kind", "title", "parts"].map(|field| &used[0][field]);
    assert_eq!(shown, [&json!("course"), &json!("Um curso"), &json!(["cover"])]);
}

#[db_test]
async fn rows_from_before_the_library_are_known(library: Library) {
    library.upload(COVER, "image/png", json!({ "name": "Ação.png" })).await;
    library.change(json!({ "thumbnail_url": address(COVER) })).await;
    for sql in [
        "DELETE FROM file_uses",
        "DELETE FROM file_use_scans",
        "UPDATE objects SET search_name = NULL, is_used = false",
    ] {
        library.app.execute(sql, &[]).await;
    }
    assert_eq!(library.uses(COVER).await, json!([]));
    library.app.storage(no_signers()).await;
    assert_eq!(library.uses(COVER).await, uses(&["cover"], false, 1, false));
    assert_eq!(library.keys(json!({ "search": "acao" })).await, [COVER]);
    assert_eq!(library.keys(json!({ "unused": true })).await, [] as [&str; 0]);
}

#[db_test]
async fn files_are_found_by_name_kind_and_use(library: Library) {
    library.upload(COVER, "image/png", json!({ "name": "Praça São João.png" })).await;
    library.app.advance_secs(1);
    library.upload(GUIDE, "application/pdf", json!({ "name": "Guia da praça.pdf" })).await;
    library.app.advance_secs(1);
    library.upload("video/4-4.mp4", "video/mp4", json!({ "name": "Aula.mp4", "duration": 90 })).await;
    library.change(json!({ "thumbnail_url": address(COVER) })).await;
    let all = ["video/4-4.mp4", GUIDE, COVER];
    assert_eq!(library.keys(json!({})).await, all);
    for (filters, expected) in [
        (json!({ "search": "praca" }), &[GUIDE, COVER][..]),
        (json!({ "search": "JOÃO praca" }), &[COVER]),
        (json!({ "search": "%" }), &all),
        (json!({ "search": "inexistente" }), &[]),
        (json!({ "kind": "image" }), &[COVER]),
        (json!({ "kind": "video" }), &["video/4-4.mp4"]),
        (json!({ "kind": "audio" }), &[]),
        (json!({ "kind": "document" }), &[GUIDE]),
        (json!({ "unused": true }), &["video/4-4.mp4", GUIDE]),
        (json!({ "unused": true, "search": "guia" }), &[GUIDE]),
    ] {
        assert_eq!(library.keys(filters.clone()).await, expected, "{filters}");
    }
}

#[db_test]
async fn paging_neither_skips_nor_repeats_files(library: Library) {
    // They have one instant, so the id decides.
    for number in 0..45 {
        library.upload(&format!("thumbnails/{number}.png"), "image/png", json!({})).await;
    }
    let first = library.done("list-files", json!({})).await;
    assert_eq!(first["files"].as_array().unwrap().len(), 40);
    library.app.advance_secs(1);
    library.upload("thumbnails/nova.png", "image/png", json!({})).await;
    let second = library.done("list-files", json!({ "after": first["next"] })).await;
    assert_eq!((second["files"].as_array().unwrap().len(), &second["next"]), (5, &Value::Null));
    assert_eq!(
        refusal(&library.call(admin(ANA), "list-files", json!({ "after": "ontem" })).await),
        (400, "invalid_payload")
    );
}

#[sqlite_test]
async fn only_writers_see_the_library(library: Library) {
    library.upload(GUIDE, "application/pdf", json!({ "name": "Segredo.pdf" })).await;
    for caller in [
        Caller::anonymous(),
        Caller::person(id(3), Facts::default()),
        Caller::person(id(3), Facts::subscriber_of(Entitlement::ALL)),
        Caller::person(id(4), Facts { moderator: true, ..Facts::default() }),
    ] {
        for (name, body) in [
            ("list-files", json!({})),
            ("read-file-uses", of(GUIDE)),
            ("remove-file", of(GUIDE)),
            ("count-unused-files", json!({})),
            ("remove-unused-files", json!({})),
        ] {
            let (status, said) = library.call(caller.clone(), name, body).await;
            assert!(status == 401 || status == 403, "{name}: {status} {said}");
            assert!(!said.to_string().contains("Segredo"), "{said}");
        }
    }
    assert_eq!(library.keys(json!({})).await, [GUIDE]);
}

#[db_test]
async fn a_file_in_use_is_not_removed(library: Library) {
    library.upload(COVER, "image/png", json!({})).await;
    let refused = async |why: &str| {
        assert_eq!(
            refusal(&library.call(admin(BIA), "remove-file", of(COVER)).await),
            (409, "file_in_use"),
            "{why}"
        );
    };
    library.draft(&showing(COVER), [0, 1]).await;
    refused("a draft shows it").await;
    library.ok("DELETE", &format!("/content_drafts?content_id=eq.{}", id(ARTICLE)), Value::Null).await;
    refused("a revision shows it").await;
    library.change(json!({ "body": showing(COVER) })).await;
    refused("a content shows it").await;
    library.change(json!({ "trashed_at": "2027-01-01T00:00:00Z" })).await;
    refused("a content in the trash shows it").await;
    library.ok("DELETE", &content(ARTICLE), Value::Null).await;
    answered(library.call(admin(BIA), "remove-file", of(COVER)).await, 200);
    assert_eq!(refusal(&library.call(admin(BIA), "remove-file", of(COVER)).await), (404, "file_not_found"));
    let sql = "SELECT subject FROM audit_log WHERE action = 'delete-file' AND actor_id = $1";
    assert_eq!(library.app.texts(sql, &[id(BIA).into()]).await, [format!("contents/{COVER}")]);
}

#[db_test]
async fn an_unrecorded_use_still_protects_a_file(library: Library) {
    let storage = &library.storage;
    library.upload(COVER, "image/png", json!({})).await;
    library.change(json!({ "body": showing(COVER) })).await;
    library.app.execute("DELETE FROM file_uses", &[]).await;
    library.app.execute("UPDATE objects SET is_used = false", &[]).await;
    assert!(!storage.remove_unused("contents", COVER, None).await.unwrap());
    assert_eq!(library.keys(json!({ "unused": true })).await, [COVER]);
}

#[db_test]
async fn unused_files_go_together_after_an_hour(library: Library) {
    for key in [COVER, PICTURE, GUIDE] {
        let mime = if key == GUIDE { "application/pdf" } else { "image/png" };
        library.upload(key, mime, json!({})).await;
    }
    library.change(json!({ "thumbnail_url": address(COVER) })).await;
    assert_eq!(library.done("count-unused-files", json!({})).await, json!({ "files": 0, "bytes": 0 }));
    library.app.advance(Duration::from_mins(61));
    library.upload("thumbnails/aberto.png", "image/png", json!({})).await;
    assert_eq!(library.done("count-unused-files", json!({})).await, json!({ "files": 2, "bytes": 25 }));
    let removed = library.done("remove-unused-files", json!({})).await;
    assert_eq!(removed, json!({ "removed": 2, "has_more": false }));
    assert_eq!(library.keys(json!({})).await, ["thumbnails/aberto.png", COVER]);
}

#[db_test]
async fn a_kept_file_stays_unused_until_it_is_removed_by_name(library: Library) {
    let storage = &library.storage;
    let kept = json!({ "name": "Praça.png", "kept": true });
    for key in [COVER, PICTURE] {
        library.upload(key, "image/png", kept.clone()).await;
    }
    library.upload("thumbnails/solta.png", "image/png", json!({})).await;
    library.upload("thumbnails/falsa.png", "image/png", json!({ "kept": "true" })).await;
    // A replacing file is kept, too.
    library.upload(COVER, "image/png", json!({ "name": "Outra.png" })).await;
    library.app.advance(Duration::from_hours(25));
    storage.collect_orphans().await.unwrap();
    let left: BTreeSet<_> = library.keys(json!({})).await.into_iter().collect();
    assert_eq!(left, [PICTURE, COVER].map(str::to_owned).into());
    let page = library.done("list-files", json!({ "search": "outra" })).await;
    assert_eq!(page["files"][0]["is_kept"], json!(true));
    assert_eq!(library.done("count-unused-files", json!({})).await, json!({ "files": 0, "bytes": 0 }));
    let removed = library.done("remove-unused-files", json!({})).await;
    assert_eq!(removed, json!({ "removed": 0, "has_more": false }));
    library.done("remove-file", of(COVER)).await;
    assert_eq!(library.keys(json!({})).await, [PICTURE]);
}

#[db_test]
async fn uses_of_cascaded_deletions_are_removed(library: Library) {
    let storage = &library.storage;
    library.upload(PICTURE, "image/png", json!({})).await;
    library.ok("POST", "/courses", json!({ "id": id(60), "title": "Um curso", "level": "Iniciante" })).await;
    let module = json!({ "id": id(61), "course_id": id(60), "title": "Um módulo" });
    library.ok("POST", "/course_modules", module).await;
    let lesson = json!({ "id": id(62), "course_id": id(60), "module_id": id(61), "title": "Uma aula",
        "body": showing(PICTURE) });
    library.ok("POST", "/lessons", lesson).await;
    assert_eq!(library.uses(PICTURE).await[0]["id"], json!(id(62)));
    library.ok("DELETE", &format!("/courses?id=eq.{}", id(60)), Value::Null).await;
    storage.collect_orphans().await.unwrap();
    assert_eq!(library.uses(PICTURE).await, json!([]));
    assert_eq!(library.keys(json!({ "unused": true })).await, [PICTURE]);
}

#[db_test]
async fn contents_share_a_file_with_those_of_the_same_readers(library: Library) {
    library.upload(GUIDE, "application/pdf", json!({})).await;
    let document = |number: usize, is_exclusive: bool, file: &str, cover: &str| {
        json!({ "id": id(number), "title": "Um documento", "content_type": "pdf", "category_id": id(CATEGORY),
            "is_member_only": is_exclusive, "file_url": address(file), "thumbnail_url": address(cover) })
    };
    let refused = async |method: &str, path: String, body: Value, code: &str| {
        assert_eq!(
            refusal(&library.app.send(admin(ANA), method, &path, body).await),
            (400, code),
            "{method} {path}"
        );
    };
    let insert = || "/contents".to_owned();
    library.ok("POST", "/contents", document(30, true, GUIDE, COVER)).await;
    library.ok("POST", "/contents", document(31, true, GUIDE, COVER)).await;
    refused("POST", insert(), document(32, false, GUIDE, COVER), "file_is_exclusive").await;
    refused("POST", insert(), document(32, false, "pdf/outro.pdf", GUIDE), "cover_is_exclusive").await;
    refused("POST", insert(), document(32, true, GUIDE, GUIDE), "cover_is_exclusive").await;
    // Otherwise each would open the other's file.
    let one = content(30);
    refused("PATCH", one.clone(), json!({ "is_member_only": false }), "file_is_exclusive").await;
    library.ok("PATCH", &one, json!({ "title": "Outro título" })).await;
    library.ok("DELETE", &content(31), Value::Null).await;
    library.ok("PATCH", &one, json!({ "is_member_only": false })).await;
    refused("POST", insert(), document(33, true, GUIDE, COVER), "file_is_public").await;
    refused("POST", insert(), document(33, true, COVER, "thumbnails/outra.png"), "file_is_public").await;
    library.ok("POST", "/contents", document(34, false, GUIDE, COVER)).await;
}
