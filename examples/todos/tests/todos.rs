//! The server with the module: rights, the procedure and the bucket, over HTTP.

use anyhow::Result;
use ateneu_app::App;
use ateneu_base::Clock;
use ateneu_module::Subject;
use ateneu_schema::ddl;
use ateneu_server::config::load_with;
use ateneu_testkit::{TestClient, TestRequest};
use serde_json::{Value, json};

use todos::Todos;

/// The token of the webhook.
const TOKEN: &str = "segredo";

struct Server {
    app: App,
    client: TestClient,
    _folder: tempfile::TempDir,
}

impl Server {
    async fn start() -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let variable = |name: &str| (name == "ATENEU_TODOS_WEBHOOK_TOKEN").then(|| TOKEN.to_owned());
        let config = load_with(vec![&Todos], folder.path(), variable)?;
        let app = App::open(config, Clock::system()).await?;
        let client = TestClient::new(app.router.clone());
        Ok(Self { app, client, _folder: folder })
    }

    fn request(&self, method: &str, path: &str, token: &str) -> TestRequest {
        self.client.request(method, path).token(token)
    }

    async fn rows(&self, token: &str) -> Vec<Value> {
        let path = "/rest/v1/todos?select=task,is_complete&order=task";
        self.request("GET", path, token).await.json().as_array().cloned().unwrap_or_default()
    }

    /// Returns the token of a newly signed-in person.
    async fn person(&self, email: &str) -> String {
        let account = json!({ "email": email, "password": "Ateneu-teste-2026", "email_confirm": true });
        let service = self.app.auth.api_keys().service_role;
        self.request("POST", "/auth/v1/admin/users", &service).json(&account).await.ok();
        let path = "/auth/v1/token?grant_type=password";
        self.request("POST", path, &service).json(&account).await.ok().string("access_token")
    }
}

#[test]
fn the_migration_matches_the_declaration() {
    let tables = Todos.declare().tables;
    assert_eq!(ddl::create(&tables[0]), include_str!("../migrations/0001_todos.sql"));
}

#[tokio::test(flavor = "multi_thread")]
async fn visitors_add_rows_and_accounts_own_theirs() -> Result<()> {
    let server = Server::start().await?;
    let visitor = server.app.auth.api_keys().anon;
    let ana = server.person("ana@exemplo.com.br").await;
    let bia = server.person("bia@exemplo.com.br").await;
    for (token, task) in [(&visitor, "a visitor's"), (&ana, "Ana's")] {
        let added = server.request("POST", "/rest/v1/todos", token).json(&json!({ "task": task })).await;
        assert_eq!(added.status.as_u16(), 201, "{task}");
    }
    assert_eq!(server.rows(&visitor).await.len(), 2);
    assert_eq!(server.rows(&ana).await, [json!({ "task": "Ana's", "is_complete": false })]);
    assert!(server.rows(&bia).await.is_empty());

    let done = json!({ "is_complete": true });
    for token in [&visitor, &bia] {
        server.request("PATCH", "/rest/v1/todos?task=not.is.null", token).json(&done).await;
    }
    assert!(server.rows(&visitor).await.iter().all(|row| row["is_complete"] == json!(false)));
    server.request("PATCH", "/rest/v1/todos?task=not.is.null", &ana).json(&done).await.ok();
    assert_eq!(server.rows(&ana).await, [json!({ "task": "Ana's", "is_complete": true })]);
    server.request("DELETE", "/rest/v1/todos?task=not.is.null", &bia).await;
    assert_eq!(server.rows(&visitor).await.len(), 2);
    server.request("DELETE", "/rest/v1/todos?task=not.is.null", &visitor).await;
    assert!(server.rows(&visitor).await.is_empty());
    server.app.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_procedure_answers_the_trace_and_the_bucket_takes_files() -> Result<()> {
    let server = Server::start().await?;
    let visitor = server.app.auth.api_keys().anon;
    let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    let call = server.request("POST", "/rest/v1/rpc/get_req_trace_headers", &visitor);
    let answer = call.header("traceparent", trace).body("{}").await.ok();
    assert_eq!(*answer.json(), json!({ "traceparent": trace, "tracestate": null, "baggage": null }));
    let path = "/storage/v1/object/test-bucket/folder/a.txt";
    let upload = server.request("POST", path, &visitor).header("content-type", "text/plain").body("oi");
    upload.await.ok();
    let read = server.request("GET", path, &visitor).await.ok();
    assert_eq!(read.text(), "oi");
    server.app.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn todos_of_another_program_arrive_once_and_with_its_token_only() -> Result<()> {
    let server = Server::start().await?;
    let visitor = server.app.auth.api_keys().anon;
    let mut changes = server.app.db.changes();
    let sent = json!({ "id": "00000000-0000-4000-8000-000000000001", "task": "from outside" });
    for (token, status) in [("wrong", 401), (TOKEN, 202), (TOKEN, 202)] {
        let answer = server.request("POST", "/webhooks/todos", token).json(&sent).await;
        assert_eq!(answer.status.as_u16(), status, "{token}");
    }
    while !changes.recv().await?.iter().any(|change| change.table == "todos") {}
    assert_eq!(server.rows(&visitor).await, [json!({ "task": "from outside", "is_complete": false })]);
    server.app.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_function_counts_own_todos_and_the_job_removes_old_ones() -> Result<()> {
    let server = Server::start().await?;
    let service = server.app.auth.api_keys().service_role;
    let ana = server.person("ana@exemplo.com.br").await;
    let todos = json!([
        { "task": "new", "is_complete": true },
        { "task": "old", "is_complete": true, "created_at": "2020-01-01T00:00:00Z" },
        { "task": "open", "is_complete": false, "created_at": "2020-01-01T00:00:00Z" },
    ]);
    for todo in todos.as_array().into_iter().flatten() {
        server.request("POST", "/rest/v1/todos", &ana).json(todo).await.ok();
    }
    let counts = async || server.request("POST", "/functions/v1/count-todos", &ana).json(&json!({})).await;
    assert_eq!(*counts().await.ok().json(), json!({ "open": 1, "finished": 2 }));
    let visitor = server.app.auth.api_keys().anon;
    let refused = server.request("POST", "/functions/v1/count-todos", &visitor).json(&json!({})).await;
    assert_eq!(refused.status.as_u16(), 401);

    let run = server.request("POST", "/functions/v1/run-job", &service);
    run.json(&json!({ "job_name": "remove_finished_todos" })).await.ok();
    assert_eq!(*counts().await.ok().json(), json!({ "open": 1, "finished": 1 }));
    server.app.close().await
}
