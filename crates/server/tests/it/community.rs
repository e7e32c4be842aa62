//! What members, moderators and administrators may do with each other's posts, over the declared tables.

use std::{collections::BTreeSet, sync::Arc};

use ateneu_base::{Caller, Facts};
use ateneu_db::Db;
use ateneu_testkit::{TestApp, db_test};
use serde_json::{Value, json};

/// The caller; each is an account of the same number.
#[derive(Clone, Copy, Debug)]
enum Who {
    Ana = 1,
    Bia = 2,
    Moderator = 3,
    Admin = 4,
    Service = 5,
}
use Who::{Admin, Ana, Bia, Moderator, Service};

fn id(number: usize) -> String {
    format!("00000000-0000-4000-8000-{number:012}")
}

const OPEN: usize = 11;
const LOCKED: usize = 12;
const HIDDEN: usize = 13;
const COMMENT: usize = 14;
const COURSE: usize = 15;

impl Who {
    fn caller(self) -> Caller {
        let facts = Facts {
            subscriber: matches!(self, Ana | Bia),
            moderator: matches!(self, Moderator),
            admin: matches!(self, Admin),
            channels: Arc::new(BTreeSet::from(["1".to_owned()])),
        };
        match self {
            Service => Caller::as_service("a test fills the tables"),
            person => Caller::person(id(person as usize), facts),
        }
    }
}

struct Community(TestApp);

impl Community {
    /// Bia's open, locked and hidden posts; Ana's comment under the open one; a course that is not published.
    async fn filled(db: Db) -> Self {
        let mut app = TestApp::new(db);
        for who in [Ana, Bia, Moderator, Admin] {
            let number = who as usize;
            let sql = "INSERT INTO users (id, email, created_at, updated_at) VALUES ($1, $2, $3, $3)";
            let email = format!("{number}@exemplo.com.br");
            app.execute(sql, &[id(number).into(), email.into(), app.clock.now().into()]).await;
        }
        let service = ateneu_data::router(ateneu_data::Deps {
            db: app.db.clone(),
            schema: Arc::new(ateneu_server::modules::schema()),
            procedures: ateneu_server::modules::procedures(),
            clock: app.clock.clone(),
        });
        app.mount("", service);
        let community = Self(app);
        let post = |number: usize| {
            json!({ "id": id(number), "title": "t", "content": "de Bia", "author_id": id(2), "channel_id": "1",
                "is_locked": number == LOCKED, "is_hidden": number == HIDDEN })
        };
        for (table, rows) in [
            (
                "user_roles",
                json!([{ "user_id": id(4), "role": "admin" }, { "user_id": id(3), "role": "moderator" }]),
            ),
            (
                "channels",
                json!([{ "id": "1", "name": "geral", "created_by": null }, { "id": "9", "name": "de Ana", "created_by": id(1) }]),
            ),
            ("community_posts", json!([post(OPEN), post(LOCKED), post(HIDDEN)])),
            (
                "community_comments",
                json!({ "id": id(COMMENT), "post_id": id(OPEN), "content": "de Ana", "author_id": id(1) }),
            ),
            (
                "courses",
                json!({ "id": id(COURSE), "title": "c", "level": "Iniciante", "is_published": false }),
            ),
            ("course_modules", json!({ "id": id(COURSE), "course_id": id(COURSE), "title": "m" })),
            (
                "lessons",
                json!({ "id": id(COURSE), "course_id": id(COURSE), "module_id": id(COURSE), "title": "l" }),
            ),
        ] {
            let (status, said) = community.send(Service, "POST", &format!("/{table}"), rows).await;
            assert_eq!(status, 201, "{table}: {said}");
        }
        community
    }

    async fn send(&self, who: Who, method: &str, path: &str, body: Value) -> (u16, Value) {
        let request = self.0.request(method, path).caller(Ok(who.caller()));
        let request = request.header("prefer", "return=representation");
        let response = if body.is_null() { request.await } else { request.json(&body).await };
        (response.status.as_u16(), response.into_json())
    }

    async fn change(&self, who: Who, table: &str, number: usize, body: Value) -> (u16, Value) {
        self.send(who, "PATCH", &format!("/{table}?id=eq.{}", id(number)), body).await
    }

    async fn row(&self, table: &str, number: usize) -> Value {
        let path = format!("/{table}?id=eq.{}", id(number));
        self.send(Service, "GET", &path, Value::Null).await.1[0].clone()
    }
}

#[db_test]
async fn staff_pin_hide_and_lock_but_do_not_edit_texts(db: Db) {
    let community = Community::filled(db).await;
    for who in [Moderator, Admin] {
        for words in [
            json!({ "title": "outro" }),
            json!({ "content": "outro" }),
            json!({ "tags": ["outro"] }),
            json!({ "channel_id": "9" }),
            json!({ "author_id": id(who as usize) }),
            json!({ "author_id": id(1) }),
            json!({ "id": id(99) }),
            json!({ "is_pinned": true, "content": "outro" }),
        ] {
            let (status, said) = community.change(who, "community_posts", OPEN, words.clone()).await;
            assert_eq!((status, said["code"].as_str()), (403, Some("42501")), "{who:?} {words}");
        }
        let (status, said) =
            community.change(who, "community_comments", COMMENT, json!({ "content": "outro" })).await;
        assert_eq!((status, said["code"].as_str()), (403, Some("42501")), "{who:?}");
        // The same words are no change.
        let marks = json!({ "is_pinned": true, "is_hidden": false, "is_locked": false, "content": "de Bia" });
        assert_eq!(community.change(who, "community_posts", OPEN, marks).await.0, 200);
        let hidden = json!({ "is_hidden": false });
        assert_eq!(community.change(who, "community_comments", COMMENT, hidden).await.0, 200);
    }
    let post = community.row("community_posts", OPEN).await;
    assert_eq!(
        (&post["content"], &post["author_id"], &post["is_pinned"]),
        (&json!("de Bia"), &json!(id(2)), &json!(true))
    );
    let (status, said) =
        community.change(Bia, "community_posts", OPEN, json!({ "content": "de novo" })).await;
    assert_eq!((status, &said[0]["content"]), (200, &json!("de novo")));
}

#[db_test]
async fn a_comment_stays_under_its_post(db: Db) {
    let community = Community::filled(db).await;
    for post in [LOCKED, HIDDEN] {
        let (status, said) =
            community.change(Ana, "community_comments", COMMENT, json!({ "post_id": id(post) })).await;
        assert_eq!((status, said["code"].as_str()), (403, Some("42501")));
        let new = json!({ "post_id": id(post), "content": "x" });
        assert_eq!(community.send(Ana, "POST", "/community_comments", new).await.0, 403);
    }
    assert_eq!(community.row("community_comments", COMMENT).await["post_id"], id(OPEN));
    let (status, _) =
        community.change(Ana, "community_comments", COMMENT, json!({ "content": "melhor" })).await;
    assert_eq!(status, 200);
}

#[db_test]
async fn a_hidden_post_is_neither_liked_nor_seen_by_members(db: Db) {
    let community = Community::filled(db).await;
    for table in ["/community_likes", "/community_views"] {
        let missing = community.send(Ana, "POST", table, json!({ "post_id": id(99) })).await;
        assert_eq!(community.send(Ana, "POST", table, json!({ "post_id": id(HIDDEN) })).await, missing);
        assert_eq!((missing.0, missing.1["code"].as_str()), (403, Some("42501")));
        assert_eq!(community.send(Ana, "POST", table, json!({ "post_id": id(OPEN) })).await.0, 201);
        assert_eq!(community.send(Moderator, "POST", table, json!({ "post_id": id(HIDDEN) })).await.0, 201);
    }
}

#[db_test]
async fn a_channel_keeps_its_id_and_goes_only_by_an_administrator(db: Db) {
    let community = Community::filled(db).await;
    let named = json!({ "id": "10", "name": "outra" });
    assert_eq!(community.send(Ana, "POST", "/channels", named).await.0, 403);
    let (status, made) = community.send(Ana, "POST", "/channels", json!({ "name": "outra" })).await;
    assert_eq!((status, &made[0]["created_by"]), (201, &json!(id(1))));
    assert_eq!(community.send(Ana, "PATCH", "/channels?id=eq.9", json!({ "id": "8" })).await.0, 403);
    assert_eq!(community.send(Ana, "PATCH", "/channels?id=eq.9", json!({ "name": "nova" })).await.0, 200);
    for (who, removed) in [(Bia, 0), (Ana, 0), (Moderator, 0), (Admin, 1)] {
        let (status, rows) = community.send(who, "DELETE", "/channels?id=eq.9", Value::Null).await;
        assert_eq!((status, rows.as_array().unwrap().len()), (200, removed), "{who:?}");
    }
}

#[db_test]
async fn the_lessons_of_an_unpublished_course_are_for_administrators(db: Db) {
    let community = Community::filled(db).await;
    for (who, seen) in [(Ana, 0), (Moderator, 0), (Admin, 1)] {
        let (_, rows) = community.send(who, "GET", "/lessons", Value::Null).await;
        assert_eq!(rows.as_array().unwrap().len(), seen, "{who:?}");
    }
    community.change(Admin, "courses", COURSE, json!({ "is_published": true })).await;
    let (_, rows) = community.send(Ana, "GET", "/lessons", Value::Null).await;
    assert_eq!(rows.as_array().unwrap().len(), 1);
}

#[db_test]
async fn function_only_columns_refuse_even_an_administrator(db: Db) {
    let community = Community::filled(db).await;
    for (method, path, body) in [
        ("PATCH", "/security_settings?setting_key=eq.allow_signup", json!({ "setting_value": "false" })),
        ("POST", "/security_settings", json!({ "setting_key": "x", "setting_value": "y" })),
        ("DELETE", "/security_settings?setting_key=eq.allow_signup", Value::Null),
        ("DELETE", "/auth_logs?success=is.true", Value::Null),
        ("PATCH", "/job_execution_logs?status=eq.error", json!({ "status": "success" })),
        ("PATCH", "/subscribers?status=eq.unpaid", json!({ "status": "active" })),
    ] {
        let (status, said) = community.send(Admin, method, path, body).await;
        assert_eq!((status, said["code"].as_str()), (403, Some("42501")), "{method} {path}: {said}");
    }
}
