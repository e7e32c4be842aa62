//! The panel's pages over several subjects, as administrators and editors use them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod media;
mod media_rights;

use ateneu_base::{Caller, Facts};
use ateneu_db::Db;
use ateneu_panel::{Media, Panel, media_functions};
use ateneu_storage::Storage;
use ateneu_testkit_app::{TestServer, answered, id, no_signers, refusal};
use serde_json::{Value, json};

/// Administrators, the first two accounts.
const ANA: usize = 1;
const BIA: usize = 2;
/// Editors: one without the permission to publish, one with it.
const EDU: usize = 3;
const PIA: usize = 4;
/// A content and its category.
const ARTICLE: usize = 20;
const CATEGORY: usize = 10;

fn admin(number: usize) -> Caller {
    Caller::person(id(number), Facts { admin: true, ..Facts::default() })
}

fn editor() -> Caller {
    Caller::person(id(EDU), Facts { editor: true, ..Facts::default() })
}

fn publisher() -> Caller {
    Caller::person(id(PIA), Facts { editor: true, publisher: true, ..Facts::default() })
}

/// Returns the path of a content.
fn content(number: usize) -> String {
    format!("/contents?id=eq.{}", id(number))
}

/// Returns a new article with these additional columns.
fn article(number: usize, columns: &Value) -> Value {
    let mut row = json!({ "id": id(number), "title": "Um título", "content_type": "article",
        "category_id": id(CATEGORY) });
    row.as_object_mut().unwrap().extend(columns.as_object().unwrap().clone());
    row
}

/// The media library over files, contents and courses.
struct Library {
    app: TestServer,
    storage: Storage,
}

ateneu_testkit::opened_by!(Library::open);

impl Library {
    /// Opens a library with a category and an article of version 1.
    async fn open(db: Db) -> Self {
        let mut app = TestServer::with(
            db,
            &[
                &Panel,
                &ateneu_accounts::Accounts,
                &ateneu_community::Community,
                &ateneu_learning::Learning,
                &ateneu_membership::Membership,
                &ateneu_publishing::Publishing,
            ],
        );
        app.db.register(app.declared.schema.clone());
        app.add_people([ANA, BIA, EDU, PIA]).await;
        app.sell_plans().await;
        let storage = app.open_storage(no_signers()).await;
        let (db, clock) = (app.db.clone(), app.clock.clone());
        let media = Media { db, clock, storage: storage.clone() };
        app.serve_functions(ateneu_functions::bind(media_functions(), &media));
        let library = Self { app, storage };
        library.ok("POST", "/categories", json!({ "id": id(CATEGORY), "name": "Gestão" })).await;
        let columns = json!({ "body": "<p>Primeira versão.</p>", "tags": ["foco"] });
        library.ok("POST", "/contents", article(ARTICLE, &columns)).await;
        library
    }

    /// Sends a request as Ana, an administrator. Returns the body of its success.
    async fn ok(&self, method: &str, path: &str, body: Value) -> Value {
        let (status, said) = self.app.send(admin(ANA), method, path, body).await;
        assert!((200..300).contains(&status), "{method} {path}: {status} {said}");
        said
    }

    async fn change(&self, body: Value) {
        self.ok("PATCH", &content(ARTICLE), body).await;
    }

    /// Saves Ana's draft of the article over these versions of draft and content.
    async fn draft(&self, body: &str, over: [i64; 2]) {
        let fields = json!({ "title": "Um título", "content_type": "article", "category_id": id(CATEGORY),
            "tags": ["foco"], "body": body });
        self.save_draft(admin(ANA), ARTICLE, fields, over).await;
    }

    async fn save_draft(&self, caller: Caller, content: usize, fields: Value, over: [i64; 2]) {
        let arguments = json!({ "content_id": id(content), "fields": fields, "version": over[0],
            "content_version": over[1] });
        answered(self.app.send(caller, "POST", "/rpc/save_content_draft", arguments).await, 200);
    }
}
