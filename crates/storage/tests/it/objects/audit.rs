//! The audit trail of files: what an office did is in it, what people do in their own folder is not.

use ateneu_db::Db;
use ateneu_testkit::db_test;
use serde_json::json;

use crate::harness::{ADMIN, Harness, MEMBER, Who, prefixes};

/// Action, subject, actor and new value of every act.
async fn acts(db: &Db) -> Vec<[Option<String>; 4]> {
    let sql = "SELECT action, subject, actor_id, new_value FROM audit_log ORDER BY action, subject";
    let rows = db.read(move |tx| tx.query(sql, &[])).await.unwrap();
    rows.iter()
        .map(|row| {
            ["action", "subject", "actor_id", "new_value"].map(|column| row.text(column).map(str::to_owned))
        })
        .collect()
}

fn act(action: &str, subject: &str, actor: Option<&str>, new: Option<&str>) -> [Option<String>; 4] {
    [Some(action), Some(subject), actor, new].map(|text| text.map(str::to_owned))
}

#[db_test]
async fn what_an_administrator_does_to_files_is_kept(db: Db) {
    let app = Harness::open(&db).await;
    let (path, admin) = ("contents/thumbnails/a.png", Some(ADMIN));
    app.upload(Who::Admin, path, "image/png", crate::harness::png("a")).await.ok();
    app.send(
        Who::Admin,
        axum::http::Request::put(format!("/object/{path}")).header("content-type", "image/png"),
        crate::harness::png("b"),
    )
    .await
    .ok();
    let route = json!({ "bucketId": "contents", "sourceKey": "thumbnails/a.png", "destinationKey": "thumbnails/b.png" });
    app.post(Who::Admin, "/object/move", route).await.ok();
    app.delete(Who::Admin, "/object/contents", prefixes(&["thumbnails/b.png"])).await.ok();
    assert_eq!(
        acts(&db).await,
        [
            act("delete-file", "contents/thumbnails/b.png", admin, None),
            act("move-file", path, admin, Some("contents/thumbnails/b.png")),
            act("replace-file", path, admin, None),
            act("upload-file", path, admin, None),
        ]
    );
}

#[db_test]
async fn the_service_key_leaves_its_trace_without_a_name(db: Db) {
    let app = Harness::open(&db).await;
    app.bucket(json!({ "name": "textos" })).await;
    app.upload(Who::Service, "textos/a.txt", "text/plain", "a").await.ok();
    app.post(Who::Service, "/bucket/textos/empty", json!({})).await.ok();
    app.delete(Who::Service, "/bucket/textos", json!({})).await.ok();
    assert_eq!(
        acts(&db).await,
        [
            act("create-bucket", "textos", None, None),
            act("delete-bucket", "textos", None, None),
            act("empty-bucket", "textos", None, None),
            act("upload-file", "textos/a.txt", None, None),
        ]
    );
}

#[db_test]
async fn the_own_picture_and_refused_deeds_leave_none(db: Db) {
    let app = Harness::open(&db).await;
    for (who, id) in [(Who::Member, MEMBER), (Who::Admin, ADMIN)] {
        let path = format!("avatars/{id}/eu.png");
        app.upload(who, &path, "image/png", crate::harness::png("eu")).await.ok();
        app.delete(who, &format!("/object/{path}"), json!({})).await.ok();
    }
    app.upload(Who::Member, "contents/a.png", "image/png", crate::harness::png("a"))
        .await
        .refused("AccessDenied");
    assert_eq!(acts(&db).await, Vec::<[Option<String>; 4]>::new());
}
