//! Rights of editors with and without the permission to publish.

use ateneu_base::{Caller, Entitlement, Facts};
use ateneu_testkit::db_test;
use serde_json::{Value, json};

use super::{ANA, ARTICLE, BIA, Desk, admin, article, content, id, refusal};

/// Two accounts of the desk that are not administrators here.
pub(super) const EDU: usize = 3;
pub(super) const PIA: usize = 4;

/// An editor without the permission to publish.
pub(super) fn editor() -> Caller {
    Caller::person(id(EDU), Facts { editor: true, ..Facts::default() })
}

/// An editor with the permission to publish.
pub(super) fn publisher() -> Caller {
    Caller::person(id(PIA), Facts { editor: true, publisher: true, ..Facts::default() })
}

fn member() -> Caller {
    Caller::person(id(EDU), Facts::subscriber_of(Entitlement::ALL))
}

fn moderator() -> Caller {
    Caller::person(id(EDU), Facts { moderator: true, ..Facts::default() })
}

impl Desk {
    async fn asks_review(&self) -> (u16, Value) {
        self.send(editor(), "POST", "/rpc/request_content_review", json!({ "content_id": id(ARTICLE) })).await
    }

    /// Returns the states of all requests for review.
    async fn reviews(&self) -> Vec<String> {
        let rows = self.ok("GET", "/content_reviews?order=content_id", Value::Null).await;
        rows.as_array().unwrap().iter().map(|row| row["state"].as_str().unwrap().to_owned()).collect()
    }

    /// Sends a PATCH of the article as `caller`.
    async fn changed_by(&self, caller: Caller, body: Value) -> (u16, Value) {
        self.send(caller, "PATCH", &content(ARTICLE), body).await
    }

    async fn comment(&self, caller: Caller, body: &str) -> (u16, Value) {
        self.send(caller, "POST", "/content_comments", json!({ "content_id": id(ARTICLE), "body": body }))
            .await
    }
}

#[db_test]
async fn an_editor_writes_unpublished_contents(desk: Desk) {
    let (status, made) = desk.send(editor(), "POST", "/contents", article(40, json!({}))).await;
    assert_eq!(
        (status, &made[0]["author_id"], &made[0]["is_published"]),
        (201, &json!(id(EDU)), &json!(false))
    );
    let (status, said) =
        desk.changed_by(editor(), json!({ "body": "<p>Outra.</p>", "is_featured": true })).await;
    assert_eq!((status, &said[0]["body"]), (200, &json!("<p>Outra.</p>")), "also what others began");
    let fields = json!({ "title": "T", "body": "<p>R</p>" });
    let saved = desk.save_draft(editor(), ARTICLE, fields, [0, 2]).await;
    assert_eq!(saved["clash"], json!(false));
    for path in
        ["content_drafts", "content_revisions", "contents", "content_addresses", "content_review_links"]
    {
        let (status, _) = desk.send(editor(), "GET", &format!("/{path}"), Value::Null).await;
        assert_eq!(status, 200, "{path}");
    }
    let revision = desk.revisions().await[0]["id"].clone();
    for (name, arguments) in [
        ("panel_contents", json!({})),
        ("preview_content", json!({ "content_id": id(ARTICLE) })),
        ("create_review_link", json!({ "content_id": id(ARTICLE) })),
        (
            "restore_content_revision",
            json!({ "revision_id": revision, "version": saved["version"], "content_version": 2 }),
        ),
    ] {
        let (status, said) = desk.send(editor(), "POST", &format!("/rpc/{name}"), arguments).await;
        assert_eq!(status, 200, "{name}: {said}");
    }
    // A trip to the trash before publication is allowed.
    for at in [json!("2027-01-01T00:00:00Z"), Value::Null] {
        let (status, said) = desk.changed_by(editor(), json!({ "trashed_at": at })).await;
        assert_eq!((status, said.as_array().map(Vec::len)), (200, Some(1)), "{said}");
    }
    let acts = "SELECT action AS text FROM audit_log WHERE actor_id = $1 AND action = 'update-contents'";
    assert_eq!(desk.app.texts(acts, &[id(EDU).into()]).await.len(), 3, "recorded as of any role");
}

#[db_test]
async fn an_editor_without_permission_cannot_publish(desk: Desk) {
    let soon = "2027-02-01T00:00:00Z";
    for (more, refusal) in [
        (json!({ "is_published": true }), "42501"),
        (json!({ "publish_at": soon }), "publishing_not_allowed"),
        (json!({ "unpublish_at": soon }), "publishing_not_allowed"),
        (json!({ "published_at": soon }), "publishing_not_allowed"),
        (json!({ "author_id": id(ANA) }), "author_not_allowed"),
        (json!({ "author_id": null }), "author_not_allowed"),
    ] {
        let before = desk.article().await;
        for (status, said) in [
            desk.send(editor(), "POST", "/contents", article(41, more.clone())).await,
            desk.changed_by(
                editor(),
                if more["author_id"].is_null() { more.clone() } else { json!({ "author_id": id(EDU) }) },
            )
            .await,
        ] {
            let named = [&said["message"], &said["code"]].contains(&&json!(refusal));
            assert!(status >= 400 && named, "{more}: {status} {said}");
        }
        assert_eq!(desk.article().await, before, "{more}");
    }
    // An upsert of the whole row is refused, too.
    let whole = article(ARTICLE, json!({ "is_published": true }));
    let request = desk.app.request("POST", "/rest/v1/contents").caller(Ok(editor()));
    assert_eq!(request.header("prefer", "resolution=merge-duplicates").json(&whole).await.status, 403);
    assert_eq!(desk.article().await["is_published"], json!(false));
    // A published or scheduled content is closed to the editor, but not its draft.
    for state in [json!({ "is_published": true }), json!({ "is_published": false, "publish_at": soon })] {
        desk.change(state.clone()).await;
        let before = desk.article().await;
        for change in [
            json!({ "body": "<p>X</p>" }),
            json!({ "is_published": false, "publish_at": null }),
            json!({ "trashed_at": soon }),
            json!({ "slug": "outro" }),
        ] {
            let (status, said) = desk.changed_by(editor(), change).await;
            let is_refused = said == json!([]) || said["message"] == "publishing_not_allowed";
            assert!(is_refused, "{state}: {status} {said}");
        }
        assert_eq!(desk.article().await, before, "{state}");
    }
    let (_, said) = desk.send(editor(), "DELETE", &content(ARTICLE), Value::Null).await;
    assert_eq!(said, json!([]), "nothing is removed for good");
    desk.article().await;
    let back = json!({ "content_id": id(ARTICLE), "comment": "Não." });
    assert_eq!(desk.send(editor(), "POST", "/rpc/return_content_review", back).await.0, 403);
}

#[db_test]
async fn a_draft_of_an_editor_asks_for_no_publication(desk: Desk) {
    let asked = json!({ "title": "T", "is_published": true, "publish_at": "2027-02-01T00:00:00Z" });
    for (content, version, caller, expected) in [
        (ARTICLE, 1, editor(), json!({ "title": "T", "is_published": false, "publish_at": "" })),
        (50, 0, editor(), json!({ "title": "T", "is_published": false, "publish_at": "" })),
        (51, 0, publisher(), asked.clone()),
    ] {
        desk.save_draft(caller, content, asked.clone(), [0, version]).await;
        let kept =
            desk.ok("GET", &format!("/content_drafts?content_id=eq.{}", id(content)), Value::Null).await;
        assert_eq!(kept[0]["fields"], expected);
    }
}

#[db_test]
async fn an_editor_with_permission_publishes(desk: Desk) {
    for change in [
        json!({ "is_published": true, "published_at": "2027-01-01T00:00:00Z" }),
        json!({ "body": "<p>Corrigida.</p>", "slug": "outro" }),
        json!({ "is_published": false }),
        json!({ "publish_at": "2027-02-01T00:00:00Z" }),
        json!({ "trashed_at": "2027-01-01T00:00:00Z" }),
    ] {
        let (status, said) = desk.changed_by(publisher(), change.clone()).await;
        assert_eq!((status, said.as_array().map(Vec::len)), (200, Some(1)), "{change}: {said}");
    }
    let (_, said) = desk.send(publisher(), "DELETE", &content(ARTICLE), Value::Null).await;
    assert_eq!(said, json!([]), "what is removed for good is an administrator's");
}

#[db_test]
async fn a_review_is_requested_returned_and_settled(desk: Desk) {
    assert_eq!(desk.asks_review().await.0, 204);
    assert_eq!(desk.asks_review().await.0, 204, "twice is once");
    assert_eq!(desk.reviews().await, ["waiting"]);
    assert_eq!(desk.listed(json!({ "state": "waiting" })).await, ["Um título"]);
    assert_eq!(desk.listed(json!({ "state": "returned" })).await, [] as [&str; 0]);
    for (comment, word) in [("  ", "comment_missing"), (&*"a".repeat(2_001), "comment_too_long")] {
        let arguments = json!({ "content_id": id(ARTICLE), "comment": comment });
        desk.refuses(admin(ANA), "POST", "/rpc/return_content_review", arguments, (400, word)).await;
    }
    let back = json!({ "content_id": id(ARTICLE), "comment": " Falta a fonte. " });
    desk.ok("POST", "/rpc/return_content_review", back.clone()).await;
    assert_eq!(desk.reviews().await, ["returned"]);
    let (_, read) = desk.send(editor(), "GET", "/content_comments?select=body,author_id", Value::Null).await;
    assert_eq!(read, json!([{ "body": "Falta a fonte.", "author_id": id(ANA) }]));
    desk.refuses(admin(ANA), "POST", "/rpc/return_content_review", back, (400, "review_not_waiting")).await;
    // The second request is published.
    desk.asks_review().await;
    desk.change(json!({ "is_featured": true })).await;
    assert_eq!(desk.reviews().await, ["waiting"], "other changes settle nothing");
    desk.change(json!({ "is_published": true })).await;
    assert_eq!(desk.reviews().await, [] as [&str; 0]);
    assert_eq!(refusal(&desk.asks_review().await), (400, "nothing_to_review"));
    // A draft over a published content can be proposed.
    let version = desk.article().await["version"].as_i64().unwrap();
    let draft = desk.draft(BIA, "<p>Proposta.</p>", 0, version).await;
    desk.asks_review().await;
    desk.change(json!({ "is_featured": false })).await;
    assert_eq!(desk.reviews().await, ["waiting"]);
    let path = format!("/content_drafts?content_id=eq.{}&version=eq.{}", id(ARTICLE), draft["version"]);
    desk.ok("DELETE", &path, Value::Null).await;
    assert_eq!(desk.reviews().await, [] as [&str; 0], "the draft is saved or discarded");
}

#[db_test]
async fn a_review_request_expires_or_is_withdrawn(desk: Desk) {
    for settling in
        [json!({ "publish_at": "2027-02-01T00:00:00Z" }), json!({ "trashed_at": "2027-01-01T00:00:00Z" })]
    {
        desk.asks_review().await;
        desk.change(settling.clone()).await;
        assert_eq!(desk.reviews().await, [] as [&str; 0], "{settling}");
        desk.change(json!({ "publish_at": null, "trashed_at": null })).await;
    }
    desk.asks_review().await;
    let path = format!("/content_reviews?content_id=eq.{}", id(ARTICLE));
    let other = Caller::person(id(PIA), Facts { editor: true, ..Facts::default() });
    assert_eq!(desk.send(other, "DELETE", &path, Value::Null).await.1, json!([]));
    assert_eq!(desk.reviews().await, ["waiting"], "not another editor's");
    assert_eq!(desk.send(editor(), "DELETE", &path, Value::Null).await.1.as_array().unwrap().len(), 1);
    assert_eq!(desk.reviews().await, [] as [&str; 0]);
    desk.refuses(
        editor(),
        "POST",
        "/rpc/request_content_review",
        json!({ "content_id": id(99) }),
        (400, "content_not_found"),
    )
    .await;
}

#[db_test]
async fn comments_are_written_resolved_and_go_with_their_content(desk: Desk) {
    let (status, made) = desk.comment(editor(), " Está bom? ").await;
    assert_eq!((status, &made[0]["body"]), (201, &json!("Está bom?")));
    assert_eq!(desk.comment(admin(ANA), "Sim.").await.0, 201);
    for wrong in ["", "   ", &"a".repeat(2_001)] {
        assert_eq!(desk.comment(editor(), wrong).await.0, 400, "{} characters", wrong.len());
    }
    let own = made[0]["id"].as_str().unwrap();
    let path = format!("/content_comments?id=eq.{own}");
    let (status, said) =
        desk.send(admin(BIA), "PATCH", &path, json!({ "resolved_at": "1999-01-01T00:00:00Z" })).await;
    assert_eq!((status, &said[0]["resolved_by"]), (200, &json!(id(BIA))));
    assert_eq!(said[0]["resolved_at"], json!(desk.app.clock.now().to_string()), "the server's time");
    let (_, said) = desk.send(editor(), "PATCH", &path, json!({ "resolved_at": null })).await;
    assert_eq!((&said[0]["resolved_at"], &said[0]["resolved_by"]), (&Value::Null, &Value::Null));
    for change in [
        json!({ "body": "Outra coisa" }),
        json!({ "author_id": id(ANA) }),
        json!({ "resolved_by": id(ANA) }),
        json!({ "created_at": "1999-01-01T00:00:00Z" }),
    ] {
        assert_eq!(desk.send(admin(ANA), "PATCH", &path, change.clone()).await.0, 403, "{change}");
    }
    let as_other = json!({ "content_id": id(ARTICLE), "body": "Eu", "author_id": id(ANA) });
    assert_eq!(desk.send(editor(), "POST", "/content_comments", as_other).await.0, 403);
    let (_, removed) = desk.send(editor(), "DELETE", "/content_comments?body=neq.x", Value::Null).await;
    assert_eq!(removed.as_array().unwrap().len(), 1, "only the own one");
    desk.ok("DELETE", &content(ARTICLE), Value::Null).await;
    assert_eq!(desk.ok("GET", "/content_comments", Value::Null).await, json!([]));
}

#[db_test]
async fn a_content_has_two_hundred_comments_at_most(desk: Desk) {
    let rows: Vec<Value> =
        (0..200).map(|number| json!({ "content_id": id(ARTICLE), "body": format!("{number}") })).collect();
    assert_eq!(desk.send(admin(ANA), "POST", "/content_comments", json!(rows)).await.0, 201);
    assert_eq!(refusal(&desk.comment(editor(), "Mais um").await), (400, "too_many_comments"));
    // A return always has room for its comment.
    desk.asks_review().await;
    desk.app.advance_secs(1);
    let back = json!({ "content_id": id(ARTICLE), "comment": "Ainda não." });
    desk.ok("POST", "/rpc/return_content_review", back).await;
    let rows = desk.ok("GET", "/content_comments?order=created_at.desc&select=body", Value::Null).await;
    assert_eq!((rows.as_array().unwrap().len(), &rows[0]["body"]), (200, &json!("Ainda não.")));
}

#[db_test]
async fn writer_names_include_only_administrators_and_editors(desk: Desk) {
    for (person, role) in [(ANA, "admin"), (EDU, "editor"), (BIA, "moderator")] {
        desk.ok("POST", "/user_roles", json!({ "user_id": id(person), "role": role })).await;
    }
    let sql = "UPDATE users SET user_metadata = '{\"full_name\":\"Edu Lima\"}' WHERE id = $1";
    desk.app.execute(sql, &[id(EDU).into()]).await;
    for person in [ANA, BIA] {
        let card = json!({ "user_id": id(person), "display_name": "Ana" });
        assert_eq!(desk.send(admin(person), "POST", "/member_profiles", card).await.0, 201);
    }
    let asked = json!({ "ids": [id(ANA), id(BIA), id(EDU), id(99), "x"] });
    let (status, names) = desk.send(editor(), "POST", "/rpc/writer_names", asked).await;
    assert_eq!((status, names), (200, json!({ id(ANA): "Ana", id(EDU): "Edu Lima" })));
    for wrong in [json!({ "ids": "x" }), json!({ "ids": [1] })] {
        desk.refuses(editor(), "POST", "/rpc/writer_names", wrong, (400, "invalid_ids")).await;
    }
}

#[db_test]
async fn other_callers_cannot_review_or_comment(desk: Desk) {
    desk.comment(editor(), "Segredo").await;
    desk.asks_review().await;
    for caller in [Caller::anonymous(), member(), moderator()] {
        for table in ["content_reviews", "content_comments"] {
            let (status, said) = desk.send(caller.clone(), "GET", &format!("/{table}"), Value::Null).await;
            assert!(status >= 400 || said == json!([]), "{table}: {said}");
            let path = format!("/{table}?content_id=eq.{}", id(ARTICLE));
            for method in ["DELETE", "PATCH"] {
                let body = if method == "PATCH" { json!({ "content_id": id(ARTICLE) }) } else { Value::Null };
                let (_, said) = desk.send(caller.clone(), method, &path, body).await;
                assert!(!said.is_array() || said == json!([]), "{method} {table}: {said}");
            }
        }
        assert!([401, 403].contains(&desk.comment(caller.clone(), "Eu").await.0));
        for (name, arguments) in [
            ("request_content_review", json!({ "content_id": id(ARTICLE) })),
            ("return_content_review", json!({ "content_id": id(ARTICLE), "comment": "Não" })),
            ("writer_names", json!({ "ids": [id(ANA)] })),
        ] {
            let (status, _) = desk.send(caller.clone(), "POST", &format!("/rpc/{name}"), arguments).await;
            assert!([401, 403].contains(&status), "{name}: {status}");
        }
    }
    // Direct writes of requests are refused.
    let row = json!({ "content_id": id(ARTICLE), "state": "returned", "requested_at": "2027-01-01T00:00:00Z", "changed_at": "2027-01-01T00:00:00Z" });
    for caller in [editor(), publisher(), admin(ANA)] {
        let (status, _) = desk.send(caller, "POST", "/content_reviews", row.clone()).await;
        assert_eq!(status, 403);
    }
    assert_eq!(desk.reviews().await, ["waiting"]);
}
