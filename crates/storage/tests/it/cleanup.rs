//! Unreferenced files.

use std::time::Duration;

use ateneu_base::{Change, Record, Verb};
use ateneu_storage::{Collected, hold_bytes};
use ateneu_testkit::{db_test, sqlite_test};
use serde_json::json;

use crate::harness::{Harness, User::*, content_id, names};

const DAY: Duration = Duration::from_secs(24 * 60 * 60 + 1);

fn content_row(file: Option<&str>, thumbnail: Option<&str>) -> Record {
    let row = json!({ "id": content_id("01"), "file_key": file, "thumbnail_key": thumbnail });
    row.as_object().cloned().unwrap()
}

fn change(verb: Verb, old: Option<Record>, new: Option<Record>) -> Change {
    Change { table: "contents".into(), verb, old, new }
}

async fn left(app: &Harness) -> Vec<String> {
    let page = app.post(Service, "/object/list-v2/contents", json!({})).await.ok();
    names(&page.json()["objects"])
}

#[db_test]
async fn bytes_without_a_row_go_after_a_day(app: Harness) {
    app.png("contents/a.png").await;
    app.png("contents/b.png").await;
    app.content("01", Some("a.png"), Some("b.png"), true, false).await;
    // A crash between the removals of row and bytes leaves this.
    app.execute("DELETE FROM objects WHERE name = 'b.png'", &[]).await;
    assert_eq!(app.collect_orphans().await, Collected::default());
    assert_eq!(app.stored(), 2);
    app.advance(DAY);
    app.png("contents/c.png").await;
    assert_eq!(app.collect_orphans().await, Collected { versions: 1, ..Collected::default() });
    assert_eq!(app.stored(), 2);
    app.get(Admin, "/object/contents/a.png").await.ok();
    app.get(Admin, "/object/contents/c.png").await.ok();
}

#[db_test]
async fn the_bytes_of_a_removed_file_stay_while_a_backup_holds_them(app: Harness) {
    app.png("contents/a.png").await;
    app.png("contents/b.png").await;
    let until = app.clock.now() + 2 * DAY;
    app.db.write(move |tx| hold_bytes(tx, "copia", until)).await.unwrap();
    app.delete(Service, "/object/contents", json!({ "prefixes": ["a.png"] })).await.ok();
    app.execute("DELETE FROM objects WHERE name = 'b.png'", &[]).await;
    app.advance(DAY);
    app.collect_orphans().await;
    assert_eq!(app.stored(), 2);

    // A backup that was killed holds them no longer than it said.
    app.advance(2 * DAY);
    assert_eq!(app.collect_orphans().await, Collected { versions: 2, ..Collected::default() });
    assert_eq!(app.stored(), 0);
}

#[db_test]
async fn files_no_content_names_go_after_a_day_and_others_stay(app: Harness) {
    for key in ["arquivo.png", "capa.png", "no%20texto.png", "aula.png", "solto.png", "thumbnails/velha.png"]
    {
        app.png(&format!("contents/{key}")).await;
    }
    app.bucket(json!({ "name": "meus" })).await;
    app.png("meus/solto.png").await;
    app.content("01", Some("arquivo.png"), Some("capa.png"), false, false).await;
    app.content("02", None, None, true, false).await;
    let text = "UPDATE contents SET body = '<img src=\"/storage/v1/object/public/contents/no%20texto.png\">',
            external_link = 'https://a.example/object/public/contents/aula.png' WHERE file_key IS NULL";
    app.execute(text, &[]).await;
    app.advance(DAY);
    app.png("contents/recente.png").await;
    assert_eq!(app.collect_orphans().await, Collected { files: 2, ..Collected::default() });
    assert_eq!(left(&app).await, ["arquivo.png", "aula.png", "capa.png", "no texto.png", "recente.png"]);
    app.get(Service, "/object/meus/solto.png").await.ok();
    assert_eq!(app.stored(), 6);
}

#[db_test]
async fn a_file_is_kept_if_any_encoding_of_its_address_is_used(app: Harness) {
    // Addresses in the notations of the sanitiser, JavaScript, and people.
    let named = [
        ("a&b.png", "a&amp;b.png"),
        ("c(1).png", "c%281%29.png"),
        ("d'e.png", "d%27e.png"),
        ("f@g.png", "f%40g.png"),
        ("h i+j.png", "h%20i%2Bj.png"),
        ("k&l (2)/m,n.png", "k&amp;l%20(2)/m&#44;n.png"),
        ("(&).png", "%28%26%29.png"),
    ];
    for (key, _) in named {
        let path: String = url::form_urlencoded::byte_serialize(key.as_bytes()).collect();
        app.png(&format!("contents/{}", path.replace('+', "%20").replace("%2F", "/"))).await;
    }
    app.png("contents/solto%20(9).png").await;
    let image =
        |(_, written): &(&str, &str)| format!("<img src=\"/storage/v1/object/public/contents/{written}\">");
    let body: String = named.iter().map(image).collect();
    app.content("01", None, None, true, false).await;
    app.execute("UPDATE contents SET body = $1", &[body.into()]).await;
    app.advance(DAY);
    assert_eq!(app.collect_orphans().await, Collected { files: 1, ..Collected::default() });
    let mut kept: Vec<&str> = named.iter().map(|(key, _)| *key).collect();
    kept.sort_unstable();
    assert_eq!(left(&app).await, kept);
}

#[db_test]
async fn a_file_stays_while_a_draft_or_revision_names_it(app: Harness) {
    for key in ["rascunho.png", "antiga.png", "solto.png"] {
        app.png(&format!("contents/{key}")).await;
    }
    let fields = |key: &str| {
        format!("{{\"file_url\": \"https://casa.test/storage/v1/object/public/contents/{key}\"}}")
    };
    let at = "2027-01-15T08:00:00.000000+00:00";
    app.execute(
        "INSERT INTO content_drafts (content_id, fields, version, content_version, created_at, saved_at)
         VALUES ($1, $2, 1, 0, $3, $3)",
        &[content_id("01").into(), fields("rascunho.png").into(), at.into()],
    )
    .await;
    app.execute(
        "INSERT INTO content_revisions (id, content_id, kind, fields, words, created_at, changed_at)
         VALUES ($1, $2, 'edit', $3, 0, $4, $4)",
        &[content_id("02").into(), content_id("01").into(), fields("antiga.png").into(), at.into()],
    )
    .await;
    app.advance(DAY);
    assert_eq!(app.collect_orphans().await, Collected { files: 1, ..Collected::default() });
    assert_eq!(left(&app).await, ["antiga.png", "rascunho.png"]);
}

#[db_test]
async fn a_removed_or_replaced_file_stays_where_a_content_names_it(app: Harness) {
    for key in ["velho.png", "novo.png", "comum.png", "a.mp4.png", "t.png"] {
        app.png(&format!("contents/{key}")).await;
    }
    app.content("01", Some("novo.png"), None, true, false).await;
    app.content("02", Some("comum.png"), None, true, false).await;
    let update = |from: &str, to: &str| {
        change(Verb::Update, Some(content_row(Some(from), None)), Some(content_row(Some(to), None)))
    };
    for change in [
        update("velho.png", "novo.png"),
        update("comum.png", "novo.png"),
        update("novo.png", "novo.png"),
        change(Verb::Delete, Some(content_row(Some("a.mp4.png"), Some("t.png"))), None),
    ] {
        app.storage.on_content_change(&change).await.unwrap();
    }
    assert_eq!(left(&app).await, ["comum.png", "novo.png"]);
    assert_eq!(app.stored(), 2);
}

#[sqlite_test]
async fn a_deleted_content_known_by_its_urls_frees_its_files(app: Harness) {
    app.png("contents/a.png").await;
    let old = json!({ "id": content_id("01"), "file_url": "https://x.example/storage/v1/object/public/contents/a.png" });
    let other_table =
        Change { table: "courses".into(), ..change(Verb::Delete, old.as_object().cloned(), None) };
    app.storage.on_content_change(&other_table).await.unwrap();
    assert_eq!(left(&app).await, ["a.png"]);
    app.storage.on_content_change(&change(Verb::Delete, Some(Record::new()), None)).await.unwrap();
    app.storage.on_content_change(&change(Verb::Delete, old.as_object().cloned(), None)).await.unwrap();
    assert_eq!(left(&app).await, [""; 0]);
}
