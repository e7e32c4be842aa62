//! People who signed in, over a real database and a folder of files.

use std::{io::Read, sync::Arc};

use ateneu_accounts::{Deps, Export, People};
use ateneu_auth::Auth;
use ateneu_base::Caller;
use ateneu_db::Db;
use ateneu_functions::InSession;
use ateneu_passwords::PasswordCost;
use ateneu_server::subjects::declared;
use ateneu_storage::{Storage, backend};
use ateneu_testkit::{
    Panel, TestApp, TestRequest,
    app::PUBLIC_URL,
    databases::{FromPlace, Place},
};
use axum::http::StatusCode;
use futures::TryStreamExt;
use serde_json::json;
use zip::ZipArchive;

pub const PASSWORD: &str = "Ateneu-teste-2026";
const ADDRESS: &str = "192.0.2.1";

pub struct Harness {
    app: TestApp,
    pub people: People,
    auth: Auth,
}

ateneu_testkit::deref!(Harness, app: TestApp);

async fn storage(app: &TestApp) -> Storage {
    let deps = ateneu_storage::Deps {
        schema: declared().schema,
        db: app.db.clone(),
        clock: app.clock.clone(),
        // Nobody signs links here.
        find_signer: Arc::new(|_| Box::pin(async { Ok(Caller::anonymous()) })),
        store: backend::open(&backend::Place::Folder(app.folder().to_owned())).unwrap(),
        buckets: declared().buckets,
        file_facts: declared().file_facts,
        config: ateneu_storage::Config {
            public_url: PUBLIC_URL.into(),
            signing_secret: "segredo".into(),
            max_file_size: 1024 * 1024,
            min_free_disk: 0,
            picture_burst: ateneu_storage::Config::PICTURE_BURST,
        },
    };
    Storage::open(deps).await.unwrap()
}

ateneu_testkit::opened_by!(Harness::open);

impl Harness {
    pub async fn open(db: Db) -> Self {
        let mut app = TestApp::new(db);
        let mail = app.mail();
        let auth = Auth::open(ateneu_auth::Deps {
            schema: declared().schema,
            db: app.db.clone(),
            settings: app.settings().await,
            mail: mail.clone(),
            clock: app.clock.clone(),
            config: ateneu_auth::Config {
                public_url: PUBLIC_URL.into(),
                password_cost: PasswordCost::MIN,
                ..ateneu_auth::Config::default()
            },
        })
        .await
        .unwrap();
        let storage = storage(&app).await;
        app.mount("/auth/v1", auth.router());
        app.mount("/storage/v1", storage.router());
        let people = People::new(Deps {
            db: app.db.clone(),
            clock: app.clock.clone(),
            auth: auth.clone(),
            mail,
            storage,
            schema: declared().schema,
            audit_labels: declared().audit_labels,
            audit_subjects: declared().audit_subjects,
        });
        Self { app, people, auth }
    }

    /// A request to the accounts service.
    pub fn account(&self, method: &str, path: &str, token: &str) -> TestRequest {
        self.request(method, &format!("/auth/v1{path}")).token(token).address(ADDRESS)
    }

    /// A confirmed person who has just signed in, and the access token.
    pub async fn person(&self, email: &str) -> (InSession, String) {
        let key = self.auth.api_keys().service_role;
        let body = json!({ "email": email, "password": PASSWORD, "email_confirm": true });
        self.account("POST", "/admin/users", &key).json(&body).await.ok();
        let session = self.account("POST", "/token?grant_type=password", &key).json(&body).await;
        let token = session.string("access_token");
        let claims = self.auth.verify(&token).unwrap();
        let user = InSession {
            user_id: claims.sub.clone().unwrap(),
            session_id: claims.session_id.clone().unwrap(),
            email: Some(email.to_owned()),
            address: Some(ADDRESS.into()),
        };
        (user, token)
    }

    /// The code that the person is sent to prove their identity again.
    pub async fn code(&self, email: &str, token: &str) -> String {
        self.account("GET", "/reauthenticate", token).await.ok();
        self.email(email).await.code().chars().take(6).collect()
    }

    /// Uploads a picture, named by bucket and key.
    pub async fn upload(&self, caller: Caller, file: &str, bytes: &[u8]) -> StatusCode {
        let request = self.request("POST", &format!("/storage/v1/object/{file}"));
        let request = request.caller(Ok(caller)).token("x").header("content-type", "image/png");
        request.body(bytes.to_vec()).await.status
    }

    /// The subjects of the emails to an address, the oldest first.
    pub async fn subjects(&self, recipient: &str) -> Vec<String> {
        self.emails(recipient).await.into_iter().map(|email| email.subject).collect()
    }

    /// The failure of the last event of that kind.
    pub async fn last_event(&self, action: &str) -> Option<Option<String>> {
        let sql =
            "SELECT error_message FROM auth_logs WHERE action = $1 ORDER BY created_at DESC, id DESC LIMIT 1";
        Some(self.row(sql, &[action.into()]).await?.read().unwrap())
    }
}

/// The server functions, and an administrator.
pub struct InPanel(pub Panel);

impl FromPlace for InPanel {
    async fn from_place(place: Place) -> Self {
        let Harness { app, people, .. } = Harness::open(place.db).await;
        Self(
            Panel::open(
                app,
                ateneu_functions::router(ateneu_functions::bind(ateneu_accounts::functions(), &people)),
            )
            .await,
        )
    }
}

pub fn code_of<T>(answer: Result<T, ateneu_accounts::Error>) -> &'static str {
    match answer {
        Err(ateneu_accounts::Error::Refused(refusal)) => refusal.code,
        Err(error) => panic!("failed: {error}"),
        Ok(_) => "done",
    }
}

/// Name and bytes of every file of an export.
pub async fn unpacked(export: Export) -> Vec<(String, Vec<u8>)> {
    let pieces: Vec<bytes::Bytes> = export.into_stream().try_collect().await.unwrap();
    let mut archive = ZipArchive::new(std::io::Cursor::new(pieces.concat())).unwrap();
    (0..archive.len())
        .map(|index| {
            let mut file = archive.by_index(index).unwrap();
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).unwrap();
            (file.name().unwrap().to_string(), bytes)
        })
        .collect()
}
