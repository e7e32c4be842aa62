//! The newsletter with mail kept in the outbox, and its procedures over HTTP.

use ateneu_base::{Caller, Value};
use ateneu_db::Db;
use ateneu_mail::{Config, Mail};
use ateneu_newsletter::{Newsletter, emails};
use ateneu_testkit::{TestRequest, TestResponse, app::OutboxEmail};
use ateneu_testkit_app::TestServer;
use serde_json::json;

pub struct Fixture {
    app: TestServer,
    pub mail: Mail,
}

ateneu_testkit::deref!(Fixture, app: TestServer);

impl Fixture {
    pub async fn open(db: Db, double_opt_in: bool) -> Self {
        let mut app = TestServer::with(db, &[&Newsletter]);
        app.row_emails(match double_opt_in {
            true => || vec![emails(true)],
            false => || vec![emails(false)],
        });
        let mail = app.mail_with(Config { outbox: true, ..Config::default() });
        Self { app, mail }
    }

    /// Returns a visitor's request to the data service.
    pub fn client(&self, method: &str, path: &str) -> TestRequest {
        self.request(method, &format!("/rest/v1{path}")).caller(Ok(Caller::anonymous()))
    }

    /// Opens a link of an email.
    pub async fn follow(&self, name: &str, token: &str) -> TestResponse {
        self.client("POST", &format!("/rpc/{name}")).json(&json!({ "token": token })).await
    }

    /// Returns the emails since the last call.
    pub async fn written(&self) -> Vec<OutboxEmail> {
        self.outbox(&self.mail).await
    }

    pub async fn subscribe(&self, id: &str, email: &str) {
        let now = Value::from(self.clock.now());
        self.execute("INSERT INTO newsletter_subscriptions (id, email, created_at, updated_at) VALUES ($1, $2, $3, $3)", &[id.into(), email.into(), now])
            .await;
    }

    /// Returns `is_active`, confirmation and token of a subscription.
    pub async fn subscription(&self, id: &str) -> (bool, bool, String) {
        let sql = "SELECT is_active, confirmed_at IS NOT NULL, coalesce(token, '')
                   FROM newsletter_subscriptions WHERE id = $1";
        self.rows(sql, &[id.into()]).await[0].read().unwrap()
    }
}
