//! Contents as writers, visitors and subscribers use them, over the declared tables.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod addresses;
mod categories;
mod drafts;
mod early_access;
mod editors;
mod entitlements;
mod letters;
mod member_parts;
mod open_pictures;
mod previews;
mod read_time;
mod search;
mod weekly;

use ateneu_base::{Caller, Entitlement, Facts};
use ateneu_db::Db;
use ateneu_publishing::{Publishing, Schedule};
use ateneu_testkit_app::{TestServer, answered, id, refusal};
use serde_json::{Value, json};

/// Administrators, the first two accounts.
const ANA: usize = 1;
const BIA: usize = 2;
/// A content and its category.
const ARTICLE: usize = 20;
const CATEGORY: usize = 10;

fn admin(number: usize) -> Caller {
    Caller::person(id(number), Facts { admin: true, ..Facts::default() })
}

/// Callers who do not work on contents: a visitor, a subscriber and a moderator.
fn others() -> [Caller; 3] {
    [
        Caller::anonymous(),
        Caller::person(id(3), Facts::subscriber_of(Entitlement::ALL)),
        Caller::person(id(4), Facts { moderator: true, ..Facts::default() }),
    ]
}

/// Returns the path of a content.
fn content(number: usize) -> String {
    format!("/contents?id=eq.{}", id(number))
}

/// Returns a new article in the category of the desk, with these additional columns.
fn article(number: usize, columns: Value) -> Value {
    let mut row = json!({ "id": id(number), "title": "Um título", "content_type": "article",
        "category_id": id(CATEGORY) });
    let Value::Object(columns) = columns else { panic!("no columns: {columns}") };
    row.as_object_mut().unwrap().extend(columns);
    row
}

struct Desk {
    app: TestServer,
    schedule: Schedule,
}

ateneu_testkit::opened_by!(Desk::open);

impl Desk {
    /// Opens a desk with two administrators, a category and an article of version 1.
    async fn open(db: Db) -> Self {
        let app = TestServer::with(
            db,
            &[
                &Publishing,
                &ateneu_accounts::Accounts,
                &ateneu_community::Community,
                &ateneu_learning::Learning,
                &ateneu_membership::Membership,
            ],
        );
        app.add_people([ANA, BIA, 3, 4]).await;
        app.sell_plans().await;
        app.db.register(app.declared.schema.clone());
        let schedule = Schedule {
            db: app.db.clone(),
            clock: app.clock.clone(),
            triggers: app.declared.triggers_of("contents").collect(),
        };
        let desk = Self { app, schedule };
        desk.ok("POST", "/categories", json!({ "id": id(CATEGORY), "name": "Gestão" })).await;
        let columns = json!({ "body": "<p>Primeira versão.</p>", "tags": ["foco"] });
        desk.ok("POST", "/contents", article(ARTICLE, columns)).await;
        desk
    }

    /// Runs the due tasks.
    async fn work(&self) {
        ateneu_queue::work(&self.app.db, &self.app.clock, &self.schedule).await.unwrap();
    }

    async fn send(&self, caller: Caller, method: &str, path: &str, body: Value) -> (u16, Value) {
        self.app.send(caller, method, path, body).await
    }

    /// Sends a request as Ana, an administrator. Returns the body of its success.
    async fn ok(&self, method: &str, path: &str, body: Value) -> Value {
        let (status, said) = self.send(admin(ANA), method, path, body).await;
        assert!((200..300).contains(&status), "{method} {path}: {status} {said}");
        said
    }

    /// Asserts that a request is refused with this status and code.
    async fn refuses(&self, caller: Caller, method: &str, path: &str, body: Value, expected: (u16, &str)) {
        let case = format!("{method} {path} {body}");
        assert_eq!(refusal(&self.send(caller, method, path, body).await), expected, "{case}");
    }

    /// Asserts that only people who work on contents may call a procedure.
    async fn is_closed(&self, procedure: &str, arguments: Value) {
        for caller in others() {
            let path = format!("/rpc/{procedure}");
            let (status, said) = self.send(caller, "POST", &path, arguments.clone()).await;
            assert!([401, 403, 404].contains(&status), "{procedure}: {status} {said}");
        }
    }

    /// Returns the data that a visitor reads.
    async fn seen(&self, path: &str) -> Value {
        self.send(Caller::anonymous(), "GET", path, Value::Null).await.1
    }

    async fn article(&self) -> Value {
        self.ok("GET", &content(ARTICLE), Value::Null).await[0].clone()
    }

    async fn change(&self, body: Value) -> Value {
        self.ok("PATCH", &content(ARTICLE), body).await[0].clone()
    }

    async fn draft(&self, person: usize, body: &str, version: i64, content_version: i64) -> Value {
        let fields = json!({ "title": "Um título", "content_type": "article", "category_id": id(CATEGORY),
            "tags": ["foco"], "body": body });
        self.save_draft(admin(person), ARTICLE, fields, [version, content_version]).await
    }

    /// Saves the draft of a content over these versions of draft and content.
    async fn save_draft(&self, caller: Caller, content: usize, fields: Value, over: [i64; 2]) -> Value {
        let arguments = json!({ "content_id": id(content), "fields": fields, "version": over[0],
            "content_version": over[1] });
        answered(self.send(caller, "POST", "/rpc/save_content_draft", arguments).await, 200)
    }

    async fn revisions(&self) -> Vec<Value> {
        let path = format!("/content_revisions?content_id=eq.{}&order=created_at.desc,id.desc", id(ARTICLE));
        self.ok("GET", &path, Value::Null).await.as_array().unwrap().clone()
    }

    async fn kinds(&self) -> Vec<String> {
        self.revisions().await.iter().map(|row| row["kind"].as_str().unwrap().to_owned()).collect()
    }

    /// Returns the titles of a list, in order.
    async fn listed(&self, filters: Value) -> Vec<String> {
        let page = self.ok("POST", "/rpc/panel_contents", filters).await;
        let rows = page["contents"].as_array().unwrap();
        assert_eq!(page["total"], json!(rows.len()));
        rows.iter().map(|row| row["title"].as_str().unwrap().to_owned()).collect()
    }
}
