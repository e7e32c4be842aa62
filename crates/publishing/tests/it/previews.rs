//! A draft is visible to administrators, and by a link to people without an account.

use ateneu_base::Caller;
use ateneu_testkit::{db_test, sqlite_test};
use serde_json::{Value, json};

use super::{
    ANA, ARTICLE, BIA, Desk, admin, answered, article, content,
    editors::{EDU, PIA, editor, publisher},
    id, others,
};

impl Desk {
    pub(super) async fn preview(&self, content: usize) -> Value {
        self.ok("GET", &format!("/rpc/preview_content?content_id={}", id(content)), Value::Null).await
    }

    /// Creates a link as Ana, an administrator also by the table of roles, like Bia.
    async fn link(&self, content: usize) -> String {
        let roles = self.ok("GET", "/user_roles", Value::Null).await;
        if roles == json!([]) {
            let rows = [ANA, BIA].map(|person| json!({ "user_id": id(person), "role": "admin" }));
            self.ok("POST", "/user_roles", json!(rows)).await;
        }
        let made = self.ok("POST", "/rpc/create_review_link", json!({ "content_id": id(content) })).await;
        made["token"].as_str().unwrap().to_owned()
    }

    async fn reviewed(&self, token: &str) -> Value {
        let path = format!("/rpc/reviewed_content?token={token}");
        let said = answered(self.send(Caller::anonymous(), "GET", &path, Value::Null).await, 200);
        said["content"].clone()
    }
}

#[sqlite_test]
async fn a_preview_shows_the_draft_over_the_content(desk: Desk) {
    desk.change(json!({ "is_published": true })).await;
    let before = desk.preview(ARTICLE).await;
    assert_eq!((&before["body"], &before["has_draft"]), (&json!("<p>Primeira versão.</p>"), &json!(false)));
    desk.draft(ANA, "## Parte\n\nTexto <script>x()</script>*novo*.", 0, 2).await;
    let after = desk.preview(ARTICLE).await;
    let body = after["body"].as_str().unwrap();
    assert!(body.starts_with("<h2>Parte</h2>") && body.contains("<em>novo</em>"), "{body}");
    assert!(!body.contains("script"), "{body}");
    assert_eq!(
        (&after["has_draft"], &after["is_published"], &after["category"]),
        (&json!(true), &json!(true), &json!("Gestão"))
    );
    assert_eq!(desk.preview(99).await, Value::Null);
}

#[sqlite_test]
async fn a_preview_of_a_content_that_does_not_exist_yet_is_shown(desk: Desk) {
    let fields = json!({ "title": "Ainda não criado", "content_type": "link", "body": "", "tags": [],
        "external_link": "javascript:alert(1)", "is_member_only": true });
    desk.save_draft(admin(ANA), 50, fields, [0, 0]).await;
    let shown = desk.preview(50).await;
    assert_eq!(
        (&shown["title"], &shown["external_link"], &shown["is_member_only"], &shown["is_published"]),
        (&json!("Ainda não criado"), &Value::Null, &json!(true), &json!(false))
    );
}

#[sqlite_test]
async fn a_review_link_shows_a_draft_for_seven_days(desk: Desk) {
    let token = desk.link(ARTICLE).await;
    assert!(token.len() >= 43);
    desk.draft(ANA, "<p>Para revisar.</p>", 0, 1).await;
    assert_eq!(desk.reviewed(&token).await["body"], "<p>Para revisar.</p>");
    for wrong in ["", "x", &token.to_uppercase()] {
        assert_eq!(desk.reviewed(wrong).await, Value::Null, "{wrong}");
    }
    desk.app.advance_secs(7 * 24 * 3_600 - 1);
    assert_eq!(desk.reviewed(&token).await["title"], "Um título");
    desk.app.advance_secs(1);
    assert_eq!(desk.reviewed(&token).await, Value::Null);
}

#[sqlite_test]
async fn a_review_link_opens_no_file_that_is_not_public(desk: Desk) {
    let video = json!({ "id": id(30), "title": "Vídeo", "content_type": "video", "category_id": id(10),
        "file_url": "/storage/v1/object/public/contents/video/a.mp4" });
    desk.ok("POST", "/contents", video).await;
    let token = desk.link(30).await;
    assert_eq!(desk.reviewed(&token).await["file_url"], Value::Null);
    let whole = desk.ok("POST", "/rpc/reviewed_content", json!({ "token": token })).await;
    assert_eq!(whole["has_file"], json!(true));
    assert!(desk.preview(30).await["file_url"].is_string());
    desk.ok("PATCH", &content(30), json!({ "is_published": true })).await;
    assert!(desk.reviewed(&token).await["file_url"].is_string());
}

#[db_test]
async fn a_link_ends_with_revocation_trash_or_loss_of_the_role(desk: Desk) {
    let (revoked, kept) = (desk.link(ARTICLE).await, desk.link(ARTICLE).await);
    let links = desk.ok("GET", "/content_review_links?order=created_at,id", Value::Null).await;
    assert!(links[0].get("digest").is_none(), "{links}");
    let path = format!("/content_review_links?id=eq.{}", links[0]["id"].as_str().unwrap());
    desk.ok("DELETE", &path, Value::Null).await;
    let shown = [desk.reviewed(&revoked).await, desk.reviewed(&kept).await];
    assert_eq!(shown.iter().filter(|content| content.is_null()).count(), 1, "one of two was revoked");
    let last = if shown[0].is_null() { kept } else { revoked };
    // A trip to the trash.
    desk.change(json!({ "trashed_at": "2027-01-01T00:00:00Z" })).await;
    assert_eq!(desk.reviewed(&last).await, Value::Null);
    desk.change(json!({ "trashed_at": null })).await;
    assert_eq!(desk.reviewed(&last).await["title"], "Um título");
    // Its author is no administrator any more.
    desk.ok("DELETE", &format!("/user_roles?user_id=eq.{}", id(ANA)), Value::Null).await;
    assert_eq!(desk.reviewed(&last).await, Value::Null);
}

#[db_test]
async fn a_content_has_twenty_links_at_most(desk: Desk) {
    let first = desk.link(ARTICLE).await;
    for _ in 0..20 {
        desk.app.advance_secs(1);
        desk.link(ARTICLE).await;
    }
    let links = async || desk.ok("GET", "/content_review_links", Value::Null).await.as_array().unwrap().len();
    assert_eq!(links().await, 20);
    assert_eq!(desk.reviewed(&first).await, Value::Null);
    desk.ok("DELETE", &content(ARTICLE), Value::Null).await;
    assert_eq!(links().await, 0, "gone with the content");
}

#[db_test]
async fn other_callers_cannot_see_or_create_previews(desk: Desk) {
    desk.link(ARTICLE).await;
    for procedure in ["preview_content", "create_review_link"] {
        desk.is_closed(procedure, json!({ "content_id": id(ARTICLE) })).await;
    }
    for caller in others() {
        for (method, path) in [("GET", "/content_review_links"), ("DELETE", "/content_review_links?id=neq.x")]
        {
            let (_, said) = desk.send(caller.clone(), method, path, Value::Null).await;
            assert!(!said.is_array() || said == json!([]), "{method}: {said}");
        }
        let row = json!({ "content_id": id(ARTICLE), "expires_at": "2099-01-01T00:00:00Z" });
        let (status, _) = desk.send(caller, "POST", "/content_review_links", row).await;
        assert!(status >= 400);
    }
    desk.refuses(
        admin(ANA),
        "POST",
        "/rpc/create_review_link",
        json!({ "content_id": id(99) }),
        (400, "content_not_found"),
    )
    .await;
    assert_eq!(desk.ok("GET", "/content_review_links", Value::Null).await.as_array().unwrap().len(), 1);
}

#[db_test]
async fn a_link_to_published_exclusive_text_needs_a_publisher(desk: Desk) {
    let roles = [(ANA, "admin"), (BIA, "admin"), (EDU, "editor"), (PIA, "editor"), (PIA, "publisher")];
    let rows = roles.map(|(person, role)| json!({ "user_id": id(person), "role": role }));
    desk.ok("POST", "/user_roles", json!(rows)).await;
    for (number, author) in [(30, EDU), (31, PIA)] {
        let row = article(
            number,
            json!({ "author_id": id(author), "is_member_only": true, "body": "<p>Pago</p>" }),
        );
        desk.ok("POST", "/contents", row).await;
    }
    let link = async |caller: Caller, number: usize| {
        let asked = json!({ "content_id": id(number) });
        let made = answered(desk.send(caller, "POST", "/rpc/create_review_link", asked).await, 200);
        made["token"].as_str().unwrap().to_owned()
    };
    let (of_editor, of_publisher) = (link(editor(), 30).await, link(publisher(), 31).await);
    for (number, token) in [(30, &of_editor), (31, &of_publisher)] {
        assert_eq!(desk.reviewed(token).await["body"], "<p>Pago</p>", "not published");
        desk.ok("PATCH", &content(number), json!({ "is_published": true })).await;
    }
    assert_eq!(desk.reviewed(&of_editor).await, Value::Null, "published since");
    assert_eq!(desk.reviewed(&of_publisher).await["body"], "<p>Pago</p>");
    let asked = json!({ "content_id": id(30) });
    let refused = (400, "publishing_not_allowed");
    desk.refuses(editor(), "POST", "/rpc/create_review_link", asked, refused).await;
    // A draft that would open the content shows its text.
    let fields = json!({ "title": "t", "content_type": "article", "tags": [], "body": "<p>Pago</p>",
        "is_member_only": false, "is_published": true });
    desk.save_draft(editor(), 30, fields, [0, 2]).await;
    assert_eq!(desk.reviewed(&of_editor).await, Value::Null, "with a draft over it");
    desk.ok("DELETE", &format!("/content_drafts?content_id=eq.{}", id(30)), Value::Null).await;
    desk.ok("PATCH", &content(30), json!({ "is_member_only": false })).await;
    assert_eq!(desk.reviewed(&of_editor).await["body"], "<p>Pago</p>", "everybody reads it");
    // The permission is checked at each use.
    let path = format!("/user_roles?user_id=eq.{}&role=eq.publisher", id(PIA));
    desk.ok("DELETE", &path, Value::Null).await;
    assert_eq!(desk.reviewed(&of_publisher).await, Value::Null);
}
