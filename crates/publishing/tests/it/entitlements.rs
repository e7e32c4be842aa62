//! Changes of the entitlements of many contents.

use ateneu_testkit::db_test;
use serde_json::{Value, json};

use super::{ANA, ARTICLE, Desk, admin, answered, article, content, editors::editor, id};

#[db_test]
async fn proposed_entitlements_are_applied_and_undone(desk: Desk) {
    desk.ok("PATCH", &content(ARTICLE), json!({ "entitlement": "updates", "is_member_only": true })).await;
    let film = json!({ "content_type": "video", "is_member_only": true, "file_url": "/f.mp4" });
    desk.ok("POST", "/contents", article(31, film)).await;
    let draft = json!({ "title": "Um título", "entitlement": "updates" });
    desk.save_draft(admin(ANA), ARTICLE, draft, [0, 2]).await;
    let set = async |from: &str, to: &str| {
        let changes =
            json!([{ "id": id(ARTICLE), "from": from, "to": to }, { "id": id(31), "from": from, "to": to }]);
        let path = "/rest/v1/rpc/set_content_entitlements";
        let answer =
            desk.app.request("POST", path).caller(Ok(admin(ANA))).json(&json!({ "changes": changes }));
        answered((200, answer.await.into_json()), 200)
    };
    // The film has another entitlement than the list says.
    assert_eq!(set("updates", "articles").await, json!([id(ARTICLE)]));
    let rows = desk.ok("GET", "/contents?select=entitlement&order=id", Value::Null).await;
    assert_eq!(rows, json!([{ "entitlement": "articles" }, { "entitlement": "masterclasses" }]));
    let draft = format!("/content_drafts?content_id=eq.{}&select=fields", id(ARTICLE));
    assert_eq!(desk.ok("GET", &draft, Value::Null).await[0]["fields"]["entitlement"], "articles");
    assert_eq!(set("articles", "updates").await, json!([id(ARTICLE)]));
    assert_eq!(desk.article().await["entitlement"], "updates");
}

#[db_test]
async fn only_administrators_change_many_entitlements(desk: Desk) {
    let changes = json!({ "changes": [{ "id": id(ARTICLE), "from": "articles", "to": "updates" }] });
    desk.is_closed("set_content_entitlements", changes.clone()).await;
    let (status, _) = desk.send(editor(), "POST", "/rpc/set_content_entitlements", changes).await;
    assert!([401, 403, 404].contains(&status), "{status}");
    for wrong in [json!({ "id": "x" }), json!([{ "id": id(ARTICLE), "from": "articles", "to": "gold" }])] {
        let body = json!({ "changes": wrong });
        let expected = (400, "invalid_entitlements");
        desk.refuses(admin(ANA), "POST", "/rpc/set_content_entitlements", body, expected).await;
    }
    assert_eq!(desk.article().await["entitlement"], "articles");
}
