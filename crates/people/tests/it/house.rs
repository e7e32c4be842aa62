//! The room over a real database and a folder of files, and people who signed in.

use std::{io::Read, path::Path, time::Duration};

use ateneu_auth::{Auth, PasswordCost};
use ateneu_base::{Caller, Clock, Presented, Timestamp, Value};
use ateneu_db::{Db, Row};
use ateneu_mail::{Mail, Sender};
use ateneu_people::{Asker, Deps, Export, People};
use ateneu_settings::Settings;
use ateneu_storage::{Storage, backend};
use axum::{
    Router,
    body::Body,
    http::{Request, StatusCode},
};
use futures::TryStreamExt;
use http_body_util::BodyExt;
use serde_json::{Value as Json, json};
use tower::ServiceExt;
use zip::ZipArchive;

pub const PASSWORD: &str = "Ateneu-teste-2026";

pub struct House {
    pub db: Db,
    pub clock: Clock,
    pub people: People,
    auth: Auth,
    accounts: Router,
    files: Router,
    _folder: tempfile::TempDir,
}

/// Letters stay in the queue, where tests read them.
fn mail(db: &Db, clock: &Clock) -> Mail {
    let sender = || Sender {
        name: "Dona da Casa".into(),
        role: "Mentoria executiva".into(),
        email: "dona@casa.test".into(),
        office_hours: "De segunda a sexta.".into(),
        public_url: "https://casa.test".into(),
    };
    let deps = ateneu_mail::Deps {
        db: db.clone(),
        clock: clock.clone(),
        sender: Box::new(sender),
        config: ateneu_mail::Config::default(),
    };
    Mail::open(deps).unwrap()
}

async fn storage(db: &Db, clock: &Clock, folder: &Path) -> Storage {
    let deps = ateneu_storage::Deps {
        db: db.clone(),
        clock: clock.clone(),
        // Nobody signs links here.
        standing: std::sync::Arc::new(|_| Box::pin(async { Ok(Caller::anonymous()) })),
        store: backend::open(&backend::Place::Folder(folder.to_owned())).unwrap(),
        buckets: ateneu_tables::buckets::buckets(),
        config: ateneu_storage::Config {
            public_url: "https://casa.test".into(),
            signing_secret: "segredo".into(),
            max_file_size: 1024 * 1024,
        },
    };
    Storage::open(deps).await.unwrap()
}

impl House {
    pub async fn open(db: Db) -> Self {
        let clock = Clock::held_at(Timestamp::from_seconds(1_800_000_000));
        let settings = Settings::open(db.clone(), clock.clone()).await.unwrap();
        let mail = mail(&db, &clock);
        let deps = ateneu_auth::Deps {
            db: db.clone(),
            settings,
            mail: mail.clone(),
            clock: clock.clone(),
            config: ateneu_auth::Config {
                public_url: "https://casa.test".into(),
                password_cost: PasswordCost { memory_kib: 8, passes: 1 },
                ..ateneu_auth::Config::default()
            },
        };
        let auth = Auth::open(deps).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let storage = storage(&db, &clock, folder.path()).await;
        let people = People::new(Deps {
            db: db.clone(),
            clock: clock.clone(),
            auth: auth.clone(),
            mail,
            storage: storage.clone(),
        });
        Self { accounts: auth.router(), files: storage.router(), auth, db, clock, people, _folder: folder }
    }

    pub fn pass(&self, time: Duration) {
        self.clock.advance(time);
    }

    /// A request to the accounts.
    pub async fn account(&self, method: &str, path: &str, token: &str, body: &Json) -> (StatusCode, Json) {
        let presented =
            Presented { caller: Ok(Caller::anonymous()), bearer: None, address: Some("192.0.2.1".into()) };
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("authorization", format!("Bearer {token}"))
            .header("content-type", "application/json")
            .extension(presented)
            .body(Body::from(body.to_string()))
            .unwrap();
        let answer = self.accounts.clone().oneshot(request).await.unwrap();
        let status = answer.status();
        let bytes = answer.into_body().collect().await.unwrap().to_bytes();
        (status, serde_json::from_slice(&bytes).unwrap_or(Json::Null))
    }

    /// A confirmed person who has just signed in, and the access token.
    pub async fn person(&self, email: &str) -> (Asker, String) {
        let key = self.auth.api_keys().service_role;
        let body = json!({ "email": email, "password": PASSWORD, "email_confirm": true });
        let (status, made) = self.account("POST", "/admin/users", &key, &body).await;
        assert!(status.is_success(), "{made}");
        let grant = "/token?grant_type=password";
        let (_, session) = self.account("POST", grant, &key, &body).await;
        let token = session["access_token"].as_str().unwrap().to_owned();
        let claims = self.auth.verify(&token).unwrap();
        let asker = Asker {
            user_id: claims.sub.clone().unwrap(),
            session_id: claims.session_id.clone().unwrap(),
            address: Some("192.0.2.1".into()),
        };
        (asker, token)
    }

    /// The code that the person is sent to prove again who asks.
    pub async fn code(&self, token: &str) -> String {
        let (status, said) = self.account("GET", "/reauthenticate", token, &json!({})).await;
        assert!(status.is_success(), "{said}");
        let sql = "SELECT text FROM mail_messages ORDER BY created_at DESC, id DESC LIMIT 1";
        let text = self.rows(sql, vec![]).await[0].text("text").unwrap().to_owned();
        let digits = text.split("Código: ").nth(1).unwrap();
        digits.chars().take(6).collect()
    }

    /// A picture in the person's own folder.
    pub async fn upload(&self, caller: Caller, key: &str, bytes: &[u8]) -> StatusCode {
        let presented = Presented { caller: Ok(caller), bearer: Some("x".into()), address: None };
        let request = Request::builder()
            .method("POST")
            .uri(format!("/object/avatars/{key}"))
            .header("content-type", "image/png")
            .header("authorization", "Bearer x")
            .extension(presented)
            .body(Body::from(bytes.to_vec()))
            .unwrap();
        self.files.clone().oneshot(request).await.unwrap().status()
    }

    pub async fn rows(&self, sql: &str, parameters: Vec<Value>) -> Vec<Row> {
        let sql = sql.to_owned();
        self.db.read(move |tx| tx.query(&sql, &parameters)).await.unwrap()
    }

    pub async fn execute(&self, sql: &str, parameters: Vec<Value>) {
        let sql = sql.to_owned();
        self.db.write(move |tx| tx.execute(&sql, &parameters).map(drop)).await.unwrap();
    }

    /// Subjects of the letters to an address, the oldest first.
    pub async fn letters(&self, email: &str) -> Vec<String> {
        let sql = "SELECT subject FROM mail_messages WHERE recipient = $1 ORDER BY created_at, id";
        let rows = self.rows(sql, vec![email.into()]).await;
        rows.iter().map(|row| row.text("subject").unwrap().to_owned()).collect()
    }

    /// Action and failure of the last event of that kind.
    pub async fn last_event(&self, action: &str) -> Option<Option<String>> {
        let sql =
            "SELECT error_message FROM auth_logs WHERE action = $1 ORDER BY created_at DESC, id DESC LIMIT 1";
        let rows = self.rows(sql, vec![action.into()]).await;
        rows.first().map(|row| row.text("error_message").map(str::to_owned))
    }
}

/// The refusal's code.
pub fn code_of<T>(answer: Result<T, ateneu_people::Error>) -> &'static str {
    match answer {
        Err(ateneu_people::Error::Refused(refusal)) => refusal.code,
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
