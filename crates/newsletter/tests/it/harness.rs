//! The newsletter with mail that stays in the outbox, and its procedures over HTTP.

use std::sync::Arc;

use ateneu_base::{Caller, Value};
use ateneu_db::Db;
use ateneu_mail::{Config, Mail};
use ateneu_module::Subject;
use ateneu_newsletter::{Newsletter, emails};
use ateneu_schema::Schema;
use ateneu_testkit::{TestApp, TestRequest, TestResponse, app::OutboxEmail};
use serde_json::json;

pub struct Harness {
    app: TestApp,
    pub mail: Mail,
}

ateneu_testkit::deref!(Harness, app: TestApp);

impl Harness {
    pub async fn open(db: Db, double_opt_in: bool) -> Self {
        let mut app = TestApp::new(db);
        app.row_emails(match double_opt_in {
            true => || vec![emails(true)],
            false => || vec![emails(false)],
        });
        let mail = app.mail_with(Config { outbox: true, ..Config::default() });
        let module = Newsletter.declare();
        let data = ateneu_data::router(ateneu_data::Deps {
            db: app.db.clone(),
            schema: Arc::new(Schema::new(module.tables)),
            triggers: Vec::new(),
            procedures: module.procedures,
            clock: app.clock.clone(),
        });
        app.mount("", data);
        Self { app, mail }
    }

    /// A visitor's request to the data service.
    pub fn client(&self, method: &str, path: &str) -> TestRequest {
        self.request(method, path).caller(Ok(Caller::anonymous()))
    }

    /// Opens a link of an email.
    pub async fn follow(&self, name: &str, token: &str) -> TestResponse {
        self.client("POST", &format!("/rpc/{name}")).json(&json!({ "token": token })).await
    }

    /// The emails since the last call.
    pub async fn written(&self) -> Vec<OutboxEmail> {
        self.outbox(&self.mail).await
    }

    pub async fn subscribe(&self, id: &str, email: &str) {
        let now = Value::from(self.clock.now());
        self.execute("INSERT INTO newsletter_subscriptions (id, email, created_at, updated_at) VALUES ($1, $2, $3, $3)", &[id.into(), email.into(), now])
            .await;
    }

    /// `is_active`, whether it is confirmed, and the token.
    pub async fn subscription(&self, id: &str) -> (bool, bool, String) {
        let sql = "SELECT is_active, confirmed_at IS NOT NULL, coalesce(token, '')
                   FROM newsletter_subscriptions WHERE id = $1";
        self.rows(sql, &[id.into()]).await[0].read().unwrap()
    }
}
