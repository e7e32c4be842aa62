//! The audit log of files: acts that need staff rights, but not those of people in their own folder.

use ateneu_testkit::db_test;
use serde_json::json;

use crate::harness::{ADMIN, Harness, MEMBER, User::*, png, prefixes, route};

/// Returns action, subject, actor and new value of every entry.
async fn acts(app: &Harness) -> Vec<[Option<String>; 4]> {
    let sql = "SELECT action, subject, actor_id, new_value FROM audit_log ORDER BY action, subject";
    app.rows(sql, &[]).await.iter().map(|row| row.read().unwrap()).collect()
}

fn act(action: &str, subject: &str, actor: Option<&str>, new: Option<&str>) -> [Option<String>; 4] {
    [Some(action), Some(subject), actor, new].map(|text| text.map(str::to_owned))
}

#[db_test]
async fn own_pictures_and_refused_actions_are_not_recorded(app: Harness) {
    for (user, id) in [(Member, MEMBER), (Admin, ADMIN)] {
        let path = format!("avatars/{id}/eu.png");
        app.upload(user, &path, "image/png", png("eu")).await.ok();
        app.delete(user, &format!("/object/{path}"), json!({})).await.ok();
    }
    app.upload(Member, "contents/a.png", "image/png", png("a")).await.refused("AccessDenied");
    assert!(acts(&app).await.is_empty());
}

#[db_test]
async fn an_administrators_changes_of_files_are_recorded(app: Harness) {
    let (path, admin) = ("contents/thumbnails/a.png", Some(ADMIN));
    app.upload(Admin, path, "image/png", png("a")).await.ok();
    app.replace(Admin, path, "b").await.ok();
    let body = route("contents", "thumbnails/a.png", "thumbnails/b.png");
    app.post(Admin, "/object/move", body).await.ok();
    app.delete(Admin, "/object/contents", prefixes(&["thumbnails/b.png"])).await.ok();
    let expected = [
        act("delete-file", "contents/thumbnails/b.png", admin, None),
        act("move-file", path, admin, Some("contents/thumbnails/b.png")),
        act("replace-file", path, admin, None),
        act("upload-file", path, admin, None),
    ];
    assert_eq!(acts(&app).await, expected);
}

#[db_test]
async fn the_service_keys_changes_of_files_have_no_actor(app: Harness) {
    app.bucket(json!({ "id": "textos", "name": "Os textos" })).await;
    app.upload(Service, "textos/a.txt", "text/plain", "a").await.ok();
    app.post(Service, "/bucket/textos/empty", json!({})).await.ok();
    app.delete(Service, "/bucket/textos", json!({})).await.ok();
    let bucket = |action: &str| act(action, "textos", None, None);
    let upload = act("upload-file", "textos/a.txt", None, None);
    let expected = [bucket("create-bucket"), bucket("delete-bucket"), bucket("empty-bucket"), upload];
    assert_eq!(acts(&app).await, expected);
}
