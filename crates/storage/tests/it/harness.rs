//! A storage service with people, contents and files.

use std::{io::Error, path::Path, sync::Arc};

use ateneu_accounts::Accounts;
use ateneu_base::{Caller, Clock, Entitlement, Facts, Timestamp, TokenProblem, Value};
use ateneu_db::{Db, Tx};
use ateneu_publishing::Publishing;
use ateneu_storage::{Collected, Config, Deps, FindSigner, SignedBy, Storage, backend};
use ateneu_testkit::{
    TestApp, TestResponse,
    databases::{FromPlace, Place},
};
use axum::{
    body::{Body, Bytes},
    http::{Request, request::Builder},
};
use futures::channel::mpsc;
use serde_json::{Value as Json, json};

pub const MEMBER: &str = "00000000-0000-4000-8000-000000000001";
pub const OTHER: &str = "00000000-0000-4000-8000-000000000002";
pub const SUBSCRIBER: &str = "00000000-0000-4000-8000-000000000003";
pub const MODERATOR: &str = "00000000-0000-4000-8000-000000000005";
pub const EDITOR: &str = "00000000-0000-4000-8000-000000000006";
pub const ADMIN: &str = "00000000-0000-4000-8000-000000000004";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum User {
    /// Caller without an `Authorization` header.
    Nobody,
    Visitor,
    Member,
    Other,
    Subscriber,
    Moderator,
    Editor,
    Admin,
    /// The administrator's account after it lost its role.
    FormerAdmin,
    Service,
    /// Caller whose token was refused.
    Refused(TokenProblem),
}

/// All callers with a valid token.
pub const EVERYONE: [User; 5] = [User::Visitor, User::Member, User::Subscriber, User::Admin, User::Service];

impl User {
    fn caller(self) -> Result<Caller, TokenProblem> {
        let none = Facts::default();
        let (id, facts) = match self {
            User::Nobody | User::Visitor => return Ok(Caller::anonymous()),
            User::Service => return Ok(Caller::as_service("a test of the service key")),
            User::Refused(problem) => return Err(problem),
            User::Member => (MEMBER, none),
            User::Other => (OTHER, none),
            User::Subscriber => (SUBSCRIBER, Facts::subscriber_of(Entitlement::ALL)),
            User::Moderator => (MODERATOR, Facts { moderator: true, ..none }),
            User::Editor => (EDITOR, Facts { editor: true, publisher: true, ..none }),
            User::Admin => (ADMIN, Facts { admin: true, ..none }),
            User::FormerAdmin => (ADMIN, none),
        };
        Ok(Caller::person(id, facts))
    }
}

pub struct Harness {
    app: TestApp,
    pub storage: Storage,
}

impl FromPlace for Harness {
    async fn from_place(place: Place) -> Self {
        Self::open(&place.db).await
    }
}

ateneu_testkit::deref!(Harness, app: TestApp);

impl Harness {
    pub async fn open(db: &Db) -> Self {
        let app = TestApp::at(db.clone(), Timestamp::parse("2026-11-21T12:00:00Z").unwrap());
        let harness = Self::over(app, |_| {}).await;
        harness.people().await;
        harness
    }

    /// Opens the same app after a restart.
    pub async fn reopen(self) -> Self {
        self.reopen_with(|_| {}).await
    }

    /// Opens the same app after a restart with another configuration.
    pub async fn reopen_with(mut self, configure: impl FnOnce(&mut Config)) -> Self {
        self.app.unmount();
        Self::over(self.app, configure).await
    }

    /// Opens a second process over the same data.
    pub async fn open_again(&self) -> Storage {
        Storage::open(deps(&self.app)).await.unwrap()
    }

    async fn over(mut app: TestApp, configure: impl FnOnce(&mut Config)) -> Self {
        let mut deps = deps(&app);
        configure(&mut deps.config);
        let storage = Storage::open(deps).await.unwrap();
        app.mount("", storage.router());
        Self { app, storage }
    }

    async fn people(&self) {
        let now = self.clock.now();
        let user = "INSERT INTO users (id, email, email_confirmed_at, created_at, updated_at)
                    VALUES ($1, $1, $2, $2, $2)";
        for id in [MEMBER, OTHER, SUBSCRIBER, MODERATOR, EDITOR, ADMIN] {
            self.execute(user, &[id.into(), now.into()]).await;
        }
        let role = "INSERT INTO user_roles (id, user_id, role, created_at) VALUES ($1, $1, 'admin', $2)";
        self.execute(role, &[ADMIN.into(), now.into()]).await;
        let subscriber = "INSERT INTO subscribers (id, user_id, email, subscribed, plan, status, access_until, created_at, updated_at)
             VALUES ($1, $1, 'assinante@example.com', true, 'update', 'active', '9999-01-01T00:00:00.000000+00:00', $2, $2)";
        self.execute(subscriber, &[SUBSCRIBER.into(), now.into()]).await;
    }

    /// Adds a content with that id (two digits), a file and a thumbnail.
    pub async fn content(
        &self,
        id: &str,
        file: Option<&str>,
        thumbnail: Option<&str>,
        published: bool,
        members: bool,
    ) {
        let url = |key: &str| format!("http://localhost/storage/v1/object/public/contents/{key}");
        let keys = [file, thumbnail].map(Value::from);
        let urls = [file, thumbnail].map(|key| key.map(url).into());
        let others = [content_id(id).into(), published.into(), members.into(), self.clock.now().into()];
        let sql = "INSERT INTO contents (id, title, content_type, is_published, is_member_only, created_at, updated_at,
                 file_key, thumbnail_key, file_url, thumbnail_url)
             VALUES ($1, 'Um título', 'video', $2, $3, $4, $4, $5, $6, $7, $8)";
        self.execute(sql, &[&others[..], &keys, &urls].concat()).await;
    }

    /// Records that a row shows a file in its text.
    pub async fn shown_in_text(&self, key: &str, source: &str, row: &str) {
        let sql = "INSERT INTO file_uses (source, row_id, bucket_id, file_key, part, holder_id)
             VALUES ($1, $2, 'contents', $3, 'text', $2)";
        self.execute(sql, &[source.into(), row.into(), key.into()]).await;
    }

    /// Opens the contents to everyone, or to members only.
    pub async fn set_members_only(&self, members: bool) {
        self.execute("UPDATE contents SET is_member_only = $1", &[members.into()]).await;
    }

    pub async fn send(&self, user: User, request: Builder, body: impl Into<Body>) -> TestResponse {
        let request = self.prepared(request).caller(user.caller()).body(body);
        match user {
            User::Nobody => request.await,
            _ => request.header("authorization", "Bearer checked-by-the-server").await,
        }
    }

    pub async fn get(&self, user: User, path: &str) -> TestResponse {
        self.send(user, Request::get(path), Body::empty()).await
    }

    pub async fn post(&self, user: User, path: &str, body: Json) -> TestResponse {
        self.send(user, Request::post(path), body.to_string()).await
    }

    pub async fn put(&self, user: User, path: &str, body: Json) -> TestResponse {
        self.send(user, Request::put(path), body.to_string()).await
    }

    pub async fn delete(&self, user: User, path: &str, body: Json) -> TestResponse {
        self.send(user, Request::delete(path), body.to_string()).await
    }

    /// Sends `POST /object/{path}` with these bytes.
    pub async fn upload(&self, user: User, path: &str, mime: &str, bytes: impl Into<Body>) -> TestResponse {
        let request = Request::post(format!("/object/{path}"))
            .header("content-type", mime)
            .header("cache-control", "max-age=3600");
        self.send(user, request, bytes).await
    }

    /// Sends `PUT /object/{path}` with a PNG of that text.
    pub async fn replace(&self, user: User, path: &str, text: &str) -> TestResponse {
        let request = Request::put(format!("/object/{path}")).header("content-type", "image/png");
        self.send(user, request, png(text)).await
    }

    /// Sends `GET /object/public/{path}` without a token.
    pub async fn public(&self, path: &str) -> TestResponse {
        self.get(User::Nobody, &format!("/object/public/{path}")).await
    }

    /// Returns the description of a file.
    pub async fn info(&self, path: &str) -> Json {
        self.get(User::Service, &format!("/object/info/{path}")).await.ok().into_json()
    }

    /// Returns a signed URL of a file, valid for `seconds`.
    pub async fn sign(&self, user: User, path: &str, seconds: i64) -> String {
        let body = json!({ "expiresIn": seconds });
        self.post(user, &format!("/object/sign/{path}"), body).await.ok().string("signedURL")
    }

    /// Signs an upload. The response has `url` and `token`.
    pub async fn sign_upload(&self, user: User, path: &str, upsert: bool) -> TestResponse {
        let request = Request::post(format!("/object/upload/sign/{path}"));
        self.send(user, request.header("x-upsert", upsert.to_string()), "").await
    }

    /// Stores a PNG as the service.
    pub async fn png(&self, path: &str) {
        self.upload(User::Service, path, "image/png", png(path)).await.ok();
    }

    pub async fn bucket(&self, body: Json) {
        self.post(User::Service, "/bucket", body).await.ok();
    }

    pub async fn collect_orphans(&self) -> Collected {
        self.storage.collect_orphans().await.unwrap()
    }

    /// Returns the number of all files in the store, including staged ones.
    pub fn stored(&self) -> usize {
        count(self.folder())
    }

    /// Waits until the store contains that number of files, for work that outlives a request.
    pub async fn until_stored(&self, files: usize) {
        while self.stored() != files {
            tokio::task::yield_now().await;
        }
    }
}

/// Dependencies with the buckets of two subjects.
fn deps(app: &TestApp) -> Deps {
    let declared = ateneu_app::declared(&[&Accounts, &Publishing]);
    Deps {
        schema: declared.schema,
        db: app.db.clone(),
        clock: app.clock.clone(),
        find_signer: accounts(app.db.clone(), app.clock.clone()),
        store: backend::open(&backend::Place::Folder(app.folder().join("files"))).unwrap(),
        buckets: declared.buckets,
        file_facts: declared.file_facts,
        config: Config {
            public_url: "http://localhost".into(),
            signing_secret: "um segredo de teste".into(),
            max_file_size: 64 * 1024 * 1024,
            min_free_disk: 0,
            picture_burst: Config::PICTURE_BURST,
        },
    }
}

/// Returns a mock of the accounts service that reads only the tables.
fn accounts(db: Db, clock: Clock) -> FindSigner {
    Arc::new(move |SignedBy { user_id, session_id }| {
        let (db, now) = (db.clone(), clock.now());
        Box::pin(async move {
            let read = db.read(move |tx| stands(tx, &user_id, session_id.as_deref(), now));
            read.await.unwrap().ok_or(TokenProblem::SessionEnded)
        })
    })
}

fn stands(
    tx: &mut Tx<'_>,
    user_id: &str,
    session_id: Option<&str>,
    now: Timestamp,
) -> Result<Option<Caller>, ateneu_db::Error> {
    let mut has = |sql, parameters: &[Value]| tx.query_optional(sql, parameters).map(|row| row.is_some());
    let account = "SELECT id FROM users
        WHERE id = $1 AND deleted_at IS NULL AND (banned_until IS NULL OR banned_until <= $2)";
    let session = "SELECT id FROM sessions WHERE id = $1";
    let is_open = session_id.map_or(Ok(true), |id| has(session, &[id.into()]))?;
    if !is_open || !has(account, &[user_id.into(), now.into()])? {
        return Ok(None);
    }
    let admin = "SELECT id FROM user_roles WHERE user_id = $1 AND role = 'admin'";
    let subscriber = "SELECT id FROM subscribers WHERE user_id = $1 AND access_until IS NOT NULL";
    let (admin, subscriber) = (has(admin, &[user_id.into()])?, has(subscriber, &[user_id.into()])?);
    let facts = if subscriber { Facts::subscriber_of(Entitlement::ALL) } else { Facts::default() };
    Ok(Some(Caller::person(user_id, Facts { admin, ..facts })))
}

/// Returns the number of files below a folder, 0 if a job has removed it.
fn count(folder: &Path) -> usize {
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return 0,
        entries => entries.unwrap(),
    };
    entries.map(|entry| entry.unwrap().path()).map(|path| if path.is_dir() { count(&path) } else { 1 }).sum()
}

/// Returns the id of a test's content.
pub fn content_id(two_digits: &str) -> String {
    format!("00000000-0000-4000-9000-0000000000{two_digits}")
}

/// Returns the beginning of a PNG whose pixels begin with some text, so that files differ.
pub fn png(text: &str) -> Vec<u8> {
    [b"\x89PNG\r\n\x1a\n\0\xFF\xFF\xFFIDAT", text.as_bytes()].concat()
}

/// Returns the beginning of an MP4 film.
pub fn mp4(text: &str) -> Vec<u8> {
    [b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom", text.as_bytes()].concat()
}

/// Returns a body of these pieces, without a declared length.
pub fn streamed(pieces: Vec<Bytes>) -> Body {
    Body::from_stream(futures::stream::iter(pieces.into_iter().map(Ok::<_, Error>)))
}

/// Returns a body that ends with an error after these pieces.
pub fn broken_off(pieces: Vec<Bytes>) -> Body {
    let pieces = pieces.into_iter().map(Ok).chain([Err(Error::other("the connection was closed"))]);
    Body::from_stream(futures::stream::iter(pieces))
}

/// Returns a body whose pieces are sent through a channel with that capacity.
pub fn channel(pieces: usize) -> (mpsc::Sender<Result<Bytes, Error>>, Body) {
    let (sender, receiver) = mpsc::channel(pieces);
    (sender, Body::from_stream(receiver))
}

/// Returns the names of a listing's rows.
pub fn names(rows: &Json) -> Vec<String> {
    rows.as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect()
}

/// Returns a form as from storage-js 2.119: text fields first, the file under an empty name.
pub fn form(fields: &[(&str, &str)], mime: &str, bytes: &[u8]) -> (String, Vec<u8>) {
    let mut body = Vec::new();
    for (name, text) in fields {
        let head = format!("--limite\r\nContent-Disposition: form-data; name=\"{name}\"");
        body.extend(format!("{head}\r\n\r\n{text}\r\n").bytes());
    }
    body.extend(b"--limite\r\nContent-Disposition: form-data; name=\"\"; filename=\"blob\"\r\n");
    body.extend(format!("Content-Type: {mime}\r\n\r\n").bytes());
    body.extend(bytes);
    body.extend(b"\r\n--limite--\r\n");
    ("multipart/form-data; boundary=limite".into(), body)
}

/// Returns the body of a move or a copy.
pub fn route(bucket: &str, from: &str, to: &str) -> Json {
    json!({ "bucketId": bucket, "sourceKey": from, "destinationKey": to })
}

/// Returns `{prefixes: [...]}`.
pub fn prefixes(keys: &[&str]) -> Json {
    json!({ "prefixes": keys })
}
