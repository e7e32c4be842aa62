//! Test support of the subjects: their declared tables, files and functions over one database, for callers set by the
//! test. A whole application takes two seconds to open, these parts a twentieth of one.
//!
//! ```text
//! let server = TestServer::with(db, &[&Community, &Membership]);
//! server.add_people([1, 2]).await;
//! let answer = server.send(Caller::person(id(1), facts), "POST", "/community_posts", post).await;
//! assert_eq!(refusal(&answer), (400, "post_too_long"));
//! ```

#![expect(clippy::expect_used, reason = "a test that cannot open its services must stop")]

use std::{ops::DerefMut, sync::Arc};

use ateneu_base::{Caller, TokenProblem};
use ateneu_db::Db;
use ateneu_functions::BoundFunction;
use ateneu_module::{Declared, Subject};
use ateneu_storage::{Config, Deps, FindSigner, Storage, backend};
use ateneu_testkit::{TestApp, TestRequest, app::PUBLIC_URL};
use serde_json::Value;

/// The data service of some subjects at `/rest/v1`, with parts that the test opens.
pub struct TestServer {
    app: TestApp,
    /// The declarations of the protocols and of these subjects.
    pub declared: Declared,
}

ateneu_testkit::deref!(TestServer, app: TestApp);

impl From<TestServer> for TestApp {
    fn from(server: TestServer) -> Self {
        server.app
    }
}

impl DerefMut for TestServer {
    fn deref_mut(&mut self) -> &mut TestApp {
        &mut self.app
    }
}

impl TestServer {
    /// Serves the tables and procedures of these subjects.
    pub fn with(db: Db, subjects: &[&'static dyn Subject]) -> Self {
        let (mut app, declared) = (TestApp::new(db), ateneu_app::declared(subjects));
        let data = ateneu_data::router(ateneu_data::Deps {
            db: app.db.clone(),
            schema: declared.schema.clone(),
            procedures: declared.procedures.clone(),
            triggers: declared.triggers.clone(),
            clock: app.clock.clone(),
        });
        app.mount("/rest/v1", data);
        Self { app, declared }
    }

    /// Opens files in a folder, with the declared buckets, and serves them at `/storage/v1`.
    pub async fn open_storage(&mut self, find_signer: FindSigner) -> Storage {
        let storage = self.storage(find_signer).await;
        self.mount("/storage/v1", storage.router());
        storage
    }

    /// Opens the same files without serving them.
    pub async fn storage(&self, find_signer: FindSigner) -> Storage {
        let storage = Storage::open(Deps {
            schema: self.declared.schema.clone(),
            db: self.db.clone(),
            clock: self.clock.clone(),
            find_signer,
            store: backend::open(&backend::Place::Folder(self.folder().join("files"))).expect("a folder"),
            buckets: self.declared.buckets.clone(),
            file_facts: self.declared.file_facts.clone(),
            config: Config {
                public_url: PUBLIC_URL.into(),
                signing_secret: "segredo".into(),
                max_file_size: 1024 * 1024,
                min_free_disk: 0,
                picture_burst: Config::PICTURE_BURST,
            },
        });
        storage.await.expect("the storage opens")
    }

    /// Serves functions at `/functions/v1`.
    pub fn serve_functions(&mut self, functions: Vec<BoundFunction>) {
        self.mount("/functions/v1", ateneu_functions::router(functions));
    }

    /// Adds accounts of these numbers.
    pub async fn add_people(&self, people: impl IntoIterator<Item = usize>) {
        for number in people {
            let sql = "INSERT INTO users (id, email, created_at, updated_at) VALUES ($1, $2, $3, $3)";
            let email = format!("{number}@exemplo.com.br");
            self.execute(sql, &[id(number).into(), email.into(), self.clock.now().into()]).await;
        }
    }

    /// Sends a request to the data service that returns the written rows. Returns status and body.
    pub async fn send(&self, caller: Caller, method: &str, path: &str, body: Value) -> (u16, Value) {
        let request = self.request(method, &format!("/rest/v1{path}")).caller(Ok(caller));
        let request = request.header("prefer", "return=representation");
        let response = if body.is_null() { request.await } else { request.json(&body).await };
        (response.status.as_u16(), response.into_json())
    }

    /// Begins an upload to a place, given as bucket and key.
    pub fn upload(&self, caller: Caller, place: &str, mime: &str) -> TestRequest {
        let request = self.post(&format!("/storage/v1/object/{place}"));
        request.caller(Ok(caller)).token("x").header("content-type", mime)
    }

    /// Reads a file at a place as a signed-in caller.
    pub fn read_file(&self, caller: Caller, place: &str) -> TestRequest {
        self.get(&format!("/storage/v1/object/authenticated/{place}")).caller(Ok(caller)).token("x")
    }

    /// Calls a function. Returns status and body.
    pub async fn call(&self, caller: Caller, name: &str, body: &Value) -> (u16, Value) {
        let request = self.post(&format!("/functions/v1/{name}")).caller(Ok(caller));
        let response = request.json(body).await;
        (response.status.as_u16(), response.into_json())
    }
}

/// Returns a lookup without signers, for tests in which no account signs links.
pub fn no_signers() -> FindSigner {
    Arc::new(|_| Box::pin(async { Err(TokenProblem::SessionEnded) }))
}

/// Returns the id of an account or a row by its number.
pub fn id(number: usize) -> String {
    format!("00000000-0000-4000-8000-{number:012}")
}

/// Returns the body of a response, after a check of its status.
#[track_caller]
pub fn answered((status, said): (u16, Value), expected: u16) -> Value {
    assert_eq!(status, expected, "{said}");
    said
}

/// Returns status and code of a refusal. A trigger's code is its message.
#[track_caller]
pub fn refusal((status, said): &(u16, Value)) -> (u16, &str) {
    let word = said["message"].as_str().filter(|message| !message.contains(' '));
    (*status, word.or(said["code"].as_str()).unwrap_or_else(|| panic!("no code: {status} {said}")))
}
