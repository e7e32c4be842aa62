//! The product's tables with some accounts, behind the data service.

use ateneu_base::Caller;
use ateneu_db::Db;
use ateneu_storage::{Config, FindSigner, Storage, backend};
use ateneu_testkit::{TestApp, app::PUBLIC_URL};
use serde_json::Value;

/// The id of an account or a row by its number.
pub fn id(number: usize) -> String {
    format!("00000000-0000-4000-8000-{number:012}")
}

/// The data service at a path, and the accounts of these numbers.
pub async fn product(db: Db, path: &str, people: impl IntoIterator<Item = usize>) -> TestApp {
    let mut app = TestApp::new(db);
    add_people(&app, people).await;
    app.sell_plans().await;
    let data = ateneu_data::router(ateneu_data::Deps {
        db: app.db.clone(),
        schema: ateneu_server::subjects::declared().schema,
        procedures: ateneu_server::subjects::declared().procedures,
        triggers: ateneu_server::subjects::declared().triggers,
        clock: app.clock.clone(),
    });
    app.mount(path, data);
    app
}

/// Files in a folder, with the declared buckets.
pub async fn storage_of(app: &TestApp, find_signer: FindSigner) -> Storage {
    let deps = ateneu_storage::Deps {
        schema: ateneu_server::subjects::declared().schema,
        db: app.db.clone(),
        clock: app.clock.clone(),
        find_signer,
        store: backend::open(&backend::Place::Folder(app.folder().join("files"))).unwrap(),
        buckets: ateneu_server::subjects::declared().buckets,
        file_facts: ateneu_server::subjects::declared().file_facts,
        config: Config {
            public_url: PUBLIC_URL.into(),
            signing_secret: "segredo".into(),
            max_file_size: 1024 * 1024,
            min_free_disk: 0,
            picture_burst: Config::PICTURE_BURST,
        },
    };
    Storage::open(deps).await.unwrap()
}

/// Accounts of these numbers.
pub async fn add_people(app: &TestApp, people: impl IntoIterator<Item = usize>) {
    for number in people {
        let sql = "INSERT INTO users (id, email, created_at, updated_at) VALUES ($1, $2, $3, $3)";
        let email = format!("{number}@exemplo.com.br");
        app.execute(sql, &[id(number).into(), email.into(), app.clock.now().into()]).await;
    }
}

/// A request that wants the written rows back.
pub async fn send(app: &TestApp, caller: Caller, method: &str, path: &str, body: Value) -> (u16, Value) {
    let request = app.request(method, path).caller(Ok(caller)).header("prefer", "return=representation");
    let response = if body.is_null() { request.await } else { request.json(&body).await };
    (response.status.as_u16(), response.into_json())
}

/// The body of an answer with this status.
#[track_caller]
pub fn answered((status, said): (u16, Value), expected: u16) -> Value {
    assert_eq!(status, expected, "{said}");
    said
}

/// Status and code of a refusal: the word that a trigger gives as its message, otherwise the code.
#[track_caller]
pub fn refusal((status, said): &(u16, Value)) -> (u16, &str) {
    let word = said["message"].as_str().filter(|message| !message.contains(' '));
    (*status, word.or(said["code"].as_str()).unwrap_or_else(|| panic!("no code: {status} {said}")))
}
