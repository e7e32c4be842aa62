//! Drafts, versions, revisions, schedule, trash and the list of the panel.

use std::time::Duration;

use ateneu_jobs::Jobs;
use ateneu_testkit::{db_test, sqlite_test};
use serde_json::{Value, json};

use super::{ANA, ARTICLE, BIA, Desk, admin, article, content, id, others};

#[db_test]
async fn a_draft_does_not_change_the_public_text(desk: Desk) {
    desk.change(json!({ "is_published": true })).await;
    let saved = desk.draft(ANA, "<p>Ainda não.</p>", 0, 2).await;
    assert_eq!((&saved["clash"], &saved["content_version"]), (&json!(false), &json!(2)));
    let article = desk.article().await;
    assert_eq!(article["body"], "<p>Primeira versão.</p>");
    let seen = desk.seen(&format!("{}&select=body", content(ARTICLE))).await;
    assert_eq!(seen[0]["body"], "<p>Primeira versão.</p>");
}

#[sqlite_test]
async fn a_draft_on_an_outdated_version_is_not_saved(desk: Desk) {
    let ana = desk.draft(ANA, "<p>De Ana.</p>", 0, 1).await;
    let clash = desk.draft(BIA, "<p>De Bia.</p>", 0, 1).await;
    assert_eq!((&clash["clash"], &clash["author_id"]), (&json!(true), &json!(id(ANA))));
    assert_eq!(clash["fields"]["body"], "<p>De Ana.</p>");
    let kept = desk.ok("GET", "/content_drafts", Value::Null).await;
    assert_eq!(
        (&kept[0]["fields"]["body"], &kept[0]["version"]),
        (&json!("<p>De Ana.</p>"), &ana["version"])
    );
    // Bia saves hers over the versions in the response.
    let version = clash["version"].as_i64().unwrap();
    let bia = desk.draft(BIA, "<p>De Bia.</p>", version, 1).await;
    assert_eq!(bia["clash"], json!(false));
    let late = desk.draft(ANA, "<p>De Ana, depois.</p>", version, 1).await;
    assert_eq!((&late["clash"], &late["fields"]["body"]), (&json!(true), &json!("<p>De Bia.</p>")));
    // A saved content counts as another version, too, and the response names its author.
    desk.change(json!({ "body": "<p>No site.</p>" })).await;
    let stale = desk.draft(BIA, "<p>De Bia.</p>", bia["version"].as_i64().unwrap(), 1).await;
    assert_eq!((&stale["clash"], &stale["content_version"]), (&json!(true), &json!(2)));
    assert_eq!((&stale["fields"]["body"], &stale["author_id"]), (&json!("<p>No site.</p>"), &json!(id(ANA))));
}

#[db_test]
async fn a_content_names_its_last_changer_to_writers(desk: Desk) {
    assert_eq!(desk.article().await["changed_by"], json!(id(ANA)));
    let (_, changed) =
        desk.send(admin(BIA), "PATCH", &content(ARTICLE), json!({ "is_published": true })).await;
    assert_eq!(changed[0]["changed_by"], json!(id(BIA)));
    assert_eq!(desk.seen(&content(ARTICLE)).await[0]["changed_by"], Value::Null);
    desk.refuses(admin(ANA), "PATCH", &content(ARTICLE), json!({ "changed_by": id(ANA) }), (403, "42501"))
        .await;
    // The scheduled step runs by itself.
    let soon = (desk.app.clock.now() + Duration::from_secs(60)).to_string();
    assert_eq!(desk.change(json!({ "unpublish_at": soon })).await["changed_by"], json!(id(ANA)));
    desk.app.advance_secs(61);
    desk.work().await;
    let article = desk.article().await;
    assert_eq!((&article["is_published"], &article["changed_by"]), (&json!(false), &Value::Null));
    let clash = desk.draft(BIA, "<p>De Bia.</p>", 0, 1).await;
    assert_eq!((&clash["clash"], &clash["author_id"]), (&json!(true), &Value::Null));
}

#[db_test]
async fn a_save_over_another_version_finds_no_row(desk: Desk) {
    let path = format!("{}&version=eq.1", content(ARTICLE));
    let first = desk.ok("PATCH", &path, json!({ "title": "De Ana" })).await;
    assert_eq!(first[0]["version"], json!(2));
    assert_eq!(desk.ok("PATCH", &path, json!({ "title": "De Bia" })).await, json!([]));
    assert_eq!(desk.article().await["title"], "De Ana");
    let (status, _) = desk.send(admin(ANA), "PATCH", &path, json!({ "version": 9 })).await;
    assert_eq!(status, 403);
}

#[db_test]
async fn editing_within_ten_minutes_is_one_revision(desk: Desk) {
    let mut version = 0;
    for text in ["um", "um dois", "um dois três"] {
        let saved = desk.draft(ANA, &format!("<p>{text}</p>"), version, 1).await;
        version = saved["version"].as_i64().unwrap();
        desk.app.advance_secs(60);
    }
    let [only] = &desk.revisions().await[..] else { panic!("one revision") };
    assert_eq!((&only["fields"]["body"], &only["words"]), (&json!("<p>um dois três</p>"), &json!(3)));
    desk.app.advance_secs(600);
    desk.draft(ANA, "<p>mais tarde</p>", version, 1).await;
    assert_eq!(desk.kinds().await, ["edit", "edit"]);
    desk.change(json!({ "is_published": true, "body": "<p>mais tarde</p>" })).await;
    desk.change(json!({ "is_featured": true })).await;
    assert_eq!(desk.kinds().await, ["publish", "edit"]);
    desk.change(json!({ "body": "<p>outra vez</p>" })).await;
    assert_eq!(desk.kinds().await, ["publish", "publish", "edit"]);
}

#[db_test]
async fn any_of_500_published_texts_comes_back_exactly(desk: Desk) {
    desk.change(json!({ "is_published": true })).await;
    let text =
        |number: usize| format!("<p>Versão {number}: “ação”, 1&nbsp;&lt;&nbsp;2\u{2009}…</p>\n<p>🙂</p>");
    let mut stored = Vec::new();
    for number in 0..500 {
        stored.push(desk.change(json!({ "body": text(number) })).await["body"].clone());
    }
    let revisions = desk.revisions().await;
    assert!(revisions.len() > 500);
    for number in [0, 7, 250, 499] {
        let wanted = revisions.iter().find(|row| row["fields"]["body"] == stored[number]).unwrap();
        let drafts = desk.ok("GET", "/content_drafts", Value::Null).await;
        let version = drafts[0]["version"].as_i64().unwrap_or_default();
        let arguments = json!({ "revision_id": wanted["id"], "version": version, "content_version": 502 });
        let restored = desk.ok("POST", "/rpc/restore_content_revision", arguments).await;
        assert_eq!((&restored["clash"], &restored["fields"]["body"]), (&json!(false), &stored[number]));
        desk.app.advance_secs(1);
    }
    assert_eq!(desk.kinds().await[0], "restore");
    assert_eq!(desk.article().await["body"], stored[499], "the public text stays until it is saved");
    let saved = desk.change(json!({ "body": stored[7] })).await;
    assert_eq!(saved["body"], stored[7]);
}

#[sqlite_test]
async fn the_last_50_revisions_are_kept(desk: Desk) {
    desk.change(json!({ "is_published": true })).await;
    let mut version = 0;
    for number in 0..60 {
        desk.app.advance_secs(601);
        let saved = desk.draft(ANA, &format!("<p>{number}</p>"), version, 2).await;
        version = saved["version"].as_i64().unwrap();
    }
    let kinds = desk.kinds().await;
    assert_eq!(kinds.iter().filter(|kind| *kind == "edit").count(), 50);
    assert_eq!(kinds.last().unwrap(), "publish");
}

#[db_test]
async fn a_content_is_published_and_withdrawn_in_time(desk: Desk) {
    let at = |seconds: u64| json!((desk.app.clock.now() + Duration::from_secs(seconds)).to_string());
    let (from, until) = (at(3_600), at(7_200));
    desk.change(json!({ "publish_at": from, "unpublish_at": until })).await;
    desk.work().await;
    assert_eq!(desk.article().await["is_published"], json!(false));
    // No server runs meanwhile.
    desk.app.advance_secs(4_000);
    desk.work().await;
    desk.work().await;
    let article = desk.article().await;
    assert_eq!((&article["is_published"], &article["publish_at"]), (&json!(true), &Value::Null));
    assert_eq!(article["published_at"], json!(desk.app.clock.now().to_string()));
    assert_eq!(desk.kinds().await, ["publish", "edit"], "once");
    desk.app.advance_secs(4_000);
    desk.work().await;
    assert_eq!(desk.article().await["is_published"], json!(false));
}

#[db_test]
async fn a_content_is_dated_at_its_publication(desk: Desk) {
    let old = "2025-01-01T12:00:00.000000+00:00";
    let published =
        async |number: usize| desk.ok("GET", &content(number), Value::Null).await[0]["published_at"].clone();
    // A content created as published keeps its creation time, and a draft has no date.
    let row = |published: bool| json!({ "created_at": old, "is_published": published });
    desk.ok("POST", "/contents", article(31, row(true))).await;
    desk.ok("POST", "/contents", article(32, row(false))).await;
    assert_eq!((published(31).await, published(32).await), (json!(old), Value::Null));
    let now = json!(desk.app.clock.now().to_string());
    desk.ok("PATCH", &content(32), json!({ "is_published": true })).await;
    assert_eq!(published(32).await, now);
    // A withdrawn and republished content keeps its date.
    desk.app.advance_secs(60);
    desk.ok("PATCH", &content(32), json!({ "is_published": false })).await;
    desk.ok("PATCH", &content(32), json!({ "is_published": true })).await;
    assert_eq!(published(32).await, now);
}

#[db_test]
async fn a_changed_schedule_cancels_the_former(desk: Desk) {
    let at = |seconds: u64| json!((desk.app.clock.now() + Duration::from_secs(seconds)).to_string());
    let (soon, later) = (at(60), at(7_200));
    desk.change(json!({ "publish_at": soon })).await;
    desk.change(json!({ "publish_at": later })).await;
    desk.app.advance_secs(61);
    desk.work().await;
    assert_eq!(desk.article().await["is_published"], json!(false));
    desk.change(json!({ "publish_at": null })).await;
    desk.app.advance_secs(7_200);
    desk.work().await;
    assert_eq!(desk.article().await["is_published"], json!(false));
    desk.refuses(
        admin(ANA),
        "PATCH",
        &content(ARTICLE),
        json!({ "publish_at": soon }),
        (400, "schedule_in_the_past"),
    )
    .await;
}

#[db_test]
async fn a_trashed_content_is_hidden_and_restorable(desk: Desk) {
    desk.change(json!({ "is_published": true })).await;
    let at = (desk.app.clock.now() + Duration::from_secs(60)).to_string();
    desk.change(json!({ "unpublish_at": at })).await;
    let trashed = desk.change(json!({ "trashed_at": "2001-01-01T00:00:00Z" })).await;
    assert_eq!((&trashed["is_published"], &trashed["unpublish_at"]), (&json!(false), &Value::Null));
    assert!(trashed["trashed_at"].as_str().unwrap().starts_with("2027"), "the server says when");
    assert_eq!(desk.seen(&content(ARTICLE)).await, json!([]));
    assert_eq!(desk.listed(json!({})).await, [] as [&str; 0]);
    assert_eq!(desk.listed(json!({ "state": "trash" })).await, ["Um título"]);
    assert_eq!(desk.change(json!({ "is_published": true })).await["is_published"], json!(false));
    let back = desk.change(json!({ "trashed_at": null, "is_published": true })).await;
    assert_eq!((&back["is_published"], &back["body"]), (&json!(true), &json!("<p>Primeira versão.</p>")));
}

#[db_test]
async fn after_30_days_the_trash_is_emptied(desk: Desk) {
    desk.draft(ANA, "<p>Rascunho.</p>", 0, 1).await;
    desk.change(json!({ "trashed_at": "2027-01-01T00:00:00Z" })).await;
    let (db, clock) = (desk.app.db.clone(), desk.app.clock.clone());
    let jobs = Jobs::new(ateneu_jobs::Deps { db: db.clone(), clock: clock.clone() });
    jobs.add(vec![ateneu_publishing::trash_job(&db, &clock)]).await.unwrap();
    desk.app.advance_days(29);
    jobs.run_now("empty_content_trash", None).await.unwrap();
    assert_eq!(desk.listed(json!({ "state": "trash" })).await.len(), 1);
    desk.app.advance_days(2);
    jobs.run_now("empty_content_trash", None).await.unwrap();
    for table in ["contents", "content_drafts", "content_revisions"] {
        assert_eq!(desk.ok("GET", &format!("/{table}"), Value::Null).await, json!([]), "{table}");
    }
}

#[db_test]
async fn the_list_is_searched_filtered_and_ordered(desk: Desk) {
    for (number, title, content_type, body, members) in [
        (21, "Ética à mesa", "article", "<p>Reunião de bem-estar</p>", false),
        (22, "zelo", "video", "<p>Reuniões</p>", true),
        (23, "Balanço", "audio", "", false),
    ] {
        desk.app.advance_secs(1);
        let columns = json!({ "title": title, "content_type": content_type, "body": body,
            "is_member_only": members, "is_published": number == 23 });
        desk.ok("POST", "/contents", article(number, columns)).await;
    }
    let all = ["Balanço", "zelo", "Ética à mesa", "Um título"];
    for (filters, expected) in [
        (json!({}), all.to_vec()),
        (json!({ "sort": "oldest" }), all.iter().copied().rev().collect()),
        (json!({ "sort": "title" }), vec!["Balanço", "Ética à mesa", "Um título", "zelo"]),
        (json!({ "search": "REUNIAO" }), vec!["Ética à mesa"]),
        (json!({ "search": "reuni" }), vec!["zelo", "Ética à mesa"]),
        (json!({ "search": "bem estar etica" }), vec!["Ética à mesa"]),
        (json!({ "search": "foco" }), vec!["Um título"]),
        (json!({ "search": "reuni", "content_type": "video", "audience": "members" }), vec!["zelo"]),
        (json!({ "search": "reuni", "sort": "title" }), vec!["Ética à mesa", "zelo"]),
        (json!({ "content_type": "audio" }), vec!["Balanço"]),
        (json!({ "audience": "everybody", "state": "draft" }), vec!["Ética à mesa", "Um título"]),
        (json!({ "state": "published" }), vec!["Balanço"]),
        (json!({ "category_id": id(99) }), vec![]),
        (json!({ "search": "' OR ¤ \" *" }), vec![]),
    ] {
        assert_eq!(desk.listed(filters.clone()).await, expected, "{filters}");
    }
    desk.ok("DELETE", &content(21), Value::Null).await;
    assert_eq!(desk.listed(json!({ "search": "etica" })).await, [] as [&str; 0]);
}

#[db_test]
async fn other_callers_cannot_read_or_write_drafts(desk: Desk) {
    desk.draft(ANA, "<p>Segredo.</p>", 0, 1).await;
    let revision = desk.revisions().await[0]["id"].clone();
    for caller in others() {
        for table in ["content_drafts", "content_revisions"] {
            let (status, said) = desk.send(caller.clone(), "GET", &format!("/{table}"), Value::Null).await;
            assert!(status >= 400 || said == json!([]), "{table}: {said}");
            let path = format!("/{table}?content_id=eq.{}", id(ARTICLE));
            let (_, said) = desk.send(caller.clone(), "DELETE", &path, Value::Null).await;
            assert!(!said.is_array() || said == json!([]), "{table}: {said}");
        }
    }
    let draft = json!({ "content_id": id(ARTICLE), "fields": {}, "version": 0, "content_version": 1 });
    desk.is_closed("save_content_draft", draft).await;
    let restored = json!({ "revision_id": revision, "version": 0, "content_version": 1 });
    desk.is_closed("restore_content_revision", restored).await;
    desk.is_closed("panel_contents", json!({})).await;
    // Even an administrator cannot write them directly.
    let row = json!({ "content_id": id(9), "fields": {}, "version": 1, "content_version": 0,
        "saved_at": "2027-01-01T00:00:00Z" });
    let (status, _) = desk.send(admin(ANA), "POST", "/content_drafts", row).await;
    assert_eq!(status, 403);
    assert_eq!(desk.ok("GET", "/content_drafts", Value::Null).await.as_array().unwrap().len(), 1);
}
