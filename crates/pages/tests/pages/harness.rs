//! Pages over one table. The API delays its responses on demand, so that a test controls the events during a render.

use std::{
    collections::HashMap,
    fs,
    io::Write,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};

use ateneu_base::{Change, Clock, Read, Reads, Timestamp, Verb};
use ateneu_content::{Content, original};
use ateneu_pages::{Assets, Config, Deps, Pages};
use ateneu_schema::{
    OnDelete, Schema,
    table::{exposed, text, uuid},
};
use ateneu_testkit::{TestClient, TestRequest, TestResponse};
use axum::{
    Extension, Json, Router,
    body::Body,
    extract::{ConnectInfo, Path, Query, State},
    http::{Request, StatusCode},
    response::{IntoResponse, Response},
    routing::get,
};
use bytes::Bytes;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tokio::sync::{Mutex, Semaphore};

pub const INDEX: &str = "<!doctype html><html lang=\"pt-BR\"><head><!--head--></head>\
    <body><div id=\"root\"><!--body--></div><!--state--></body></html>";
/// Text on the first page of the test application.
pub const HOME: &str = "Mentoria para quem decide. Ana & Cia https://casa.test";
const APPLICATION: &str = include_str!("../fixtures/application.js");
const MANIFEST: &str = r#"{"src/routes/page.tsx": {"file": "assets/page-1.js"}}"#;

pub struct Harness {
    pub pages: Pages,
    pub rows: Rows,
    pub clock: Clock,
    pub words: OwnWords,
    client: TestClient,
}

/// The owner's folder, with a name and a description that need escaping.
pub struct OwnWords {
    pub content: Content,
    folder: tempfile::TempDir,
}

impl OwnWords {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("site.toml"), site("Ana & Cia")).unwrap();
        let content = Content::open(Some(folder.path())).unwrap();
        Self { content, folder }
    }

    /// Edits the file about the site.
    pub fn write_site(&self, text: &str) {
        fs::write(self.folder.path().join("site.toml"), text).unwrap();
    }
}

/// Returns content/site.toml with this name of the owner.
pub fn site(name: &str) -> String {
    let original = String::from_utf8(original("site").unwrap()).unwrap();
    let lines = original.lines().map(|line| match line.split_once(" = ") {
        Some(("name", _)) => format!("name = '{name}'"),
        Some(("description", _)) => "description = 'Sobre <gente>'".to_owned(),
        _ => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The table behind the API, which can delay its responses.
#[derive(Clone)]
pub struct Rows {
    rows: Arc<Mutex<Vec<Value>>>,
    files: Arc<Mutex<HashMap<String, Value>>>,
    reads: Arc<AtomicU32>,
    broken: Arc<AtomicBool>,
    /// While true, a finished response waits for a permit of `permits`.
    held: Arc<AtomicBool>,
    reached: Arc<Semaphore>,
    permits: Arc<Semaphore>,
    written: Arc<Mutex<Vec<Written>>>,
    full: Arc<AtomicBool>,
}

/// A written row, with the client's address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub body: String,
    pub forwarded: Vec<String>,
    pub peer: Option<String>,
}

/// A response that is a page.
pub trait Page {
    /// Returns the content of the page's `<main>`, empty for the plain shell.
    fn main(&self) -> String;
}

impl Page for TestResponse {
    fn main(&self) -> String {
        let inside = self.text().split_once("<main>").and_then(|(_, rest)| rest.split_once("</main>"));
        inside.map_or(String::new(), |(inside, _)| inside.to_owned())
    }
}

fn schema() -> Schema {
    Schema::new(vec![
        exposed("categories", "").columns([uuid("id"), text("name")]),
        exposed("contents", "").columns([
            uuid("id"),
            text("title"),
            text("category").lookup("category_id", "categories", "name"),
            uuid("category_id").references("categories", "id", OnDelete::Restrict),
        ]),
    ])
}

impl Rows {
    async fn answer(State(this): State<Rows>, Query(query): Query<HashMap<String, String>>) -> Response {
        this.reads.fetch_add(1, Ordering::SeqCst);
        if this.broken.load(Ordering::SeqCst) {
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        }
        let wanted = query.get("id").and_then(|filter| filter.strip_prefix("eq."));
        let offset: usize = query.get("offset").map_or(0, |offset| offset.parse().unwrap());
        let limit: usize = query.get("limit").map_or(usize::MAX, |limit| limit.parse().unwrap());
        let rows = this.rows.lock().await.clone();
        let rows = rows.into_iter().filter(|row| wanted.is_none_or(|id| row["id"] == id));
        let kind = query.get("content_type").and_then(|filter| filter.strip_prefix("eq."));
        let rows = rows.filter(|row| kind.is_none_or(|kind| row["content_type"] == kind));
        let mut rows: Vec<Value> = rows.collect();
        if query.get("order").is_some_and(|order| order.starts_with("published_at.desc")) {
            rows.sort_by_key(|row| std::cmp::Reverse(row["published_at"].as_str().map(str::to_owned)));
        }
        let rows: Vec<Value> = rows.into_iter().skip(offset).take(limit).collect();
        if this.held.load(Ordering::SeqCst) {
            this.reached.add_permits(1);
            this.permits.acquire().await.unwrap().forget();
        }
        let own = match wanted {
            Some(id) => Read::Row("contents".into(), id.to_owned()),
            None => Read::Table("contents".into()),
        };
        // Tells the API that the category was looked up.
        (Extension(Reads(vec![own, Read::Table("categories".into())])), Json(rows)).into_response()
    }

    /// Responds as the file service, which serves only public files to visitors.
    async fn file(State(this): State<Rows>, Path(key): Path<String>) -> Response {
        match this.files.lock().await.get(&key) {
            Some(info) => Json(info.clone()).into_response(),
            None => StatusCode::BAD_REQUEST.into_response(),
        }
    }

    /// Stores a public file: its key with the bucket, its size, type and metadata.
    pub async fn store(&self, key: &str, size: u64, content_type: &str, metadata: Value) {
        let info = json!({ "size": size, "content_type": content_type, "metadata": metadata });
        self.files.lock().await.insert(key.to_owned(), info);
    }

    async fn take(State(this): State<Rows>, request: Request<Body>) -> StatusCode {
        if this.full.load(Ordering::SeqCst) {
            return StatusCode::TOO_MANY_REQUESTS;
        }
        let (parts, body) = request.into_parts();
        let lines = parts.headers.get_all("x-forwarded-for").iter();
        let written = Written {
            forwarded: lines.map(|line| line.to_str().unwrap().to_owned()).collect(),
            peer: parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0.ip().to_string()),
            body: String::from_utf8(body.collect().await.unwrap().to_bytes().to_vec()).unwrap(),
        };
        this.written.lock().await.push(written);
        StatusCode::CREATED
    }

    /// Returns all writes.
    pub async fn written(&self) -> Vec<Written> {
        self.written.lock().await.clone()
    }

    /// Refuses further writes as over the limit.
    pub fn fill_up(&self) {
        self.full.store(true, Ordering::SeqCst);
    }

    /// Returns the number of requests to the API.
    pub fn reads(&self) -> u32 {
        self.reads.load(Ordering::SeqCst)
    }

    pub fn break_down(&self, broken: bool) {
        self.broken.store(broken, Ordering::SeqCst);
    }

    /// Delays further responses, after their reads.
    pub fn hold(&self) {
        self.held.store(true, Ordering::SeqCst);
    }

    /// Waits until another response waits.
    pub async fn reached(&self) {
        self.reached.acquire().await.unwrap().forget();
    }

    pub fn release(&self) {
        self.held.store(false, Ordering::SeqCst);
        self.permits.add_permits(1_000);
    }

    pub async fn put(&self, row: Value) {
        let mut rows = self.rows.lock().await;
        rows.retain(|held| held["id"] != row["id"]);
        rows.push(row);
    }
}

pub fn article(id: &str, title: &str) -> Value {
    json!({
        "id": id, "title": title, "category": "Gestão", "description": "Uma & outra", "tags": ["<tag>"],
        "body": "<p>Olá <a href=\"/blog\">aqui</a></p>", "thumbnail_url": "/storage/v1/x.png?a=1&b=2",
        "published_at": null, "created_at": "2026-01-02T03:04:05.000000+00:00",
        "updated_at": "2026-02-02T03:04:05.000000+00:00",
    })
}

pub fn change(table: &str, verb: Verb, id: &str) -> Change {
    let row = json!({ "id": id }).as_object().cloned();
    let (old, new) = match verb {
        Verb::Insert => (None, row),
        Verb::Update => (row.clone(), row),
        Verb::Delete => (row, None),
    };
    Change { table: table.into(), verb, old, new }
}

/// Returns one published course.
async fn courses() -> impl IntoResponse {
    let reads = Reads(vec![Read::Table("courses".into())]);
    (Extension(reads), Json(json!([{ "id": "c1", "updated_at": "2026-11-21T12:00:00.000000+00:00" }])))
}

impl Harness {
    /// Opens the test application.
    pub async fn open() -> Self {
        Self::with(Config::new("https://casa.test"), assets(APPLICATION)).await
    }

    /// Opens the test application with a short limit for rendering.
    pub async fn impatient() -> Self {
        let config =
            Config { render_timeout: Duration::from_millis(150), ..Config::new("https://casa.test") };
        Self::with(config, assets(APPLICATION)).await
    }

    pub async fn with(config: Config, assets: Assets) -> Self {
        let clock = Clock::held_at(Timestamp::parse("2026-11-21T12:00:00Z").unwrap());
        let rows = Rows {
            rows: Arc::default(),
            files: Arc::default(),
            reads: Arc::default(),
            broken: Arc::default(),
            held: Arc::default(),
            reached: Arc::new(Semaphore::new(0)),
            permits: Arc::new(Semaphore::new(0)),
            written: Arc::default(),
            full: Arc::default(),
        };
        let contents = get(Rows::answer).post(Rows::take).patch(Rows::take).delete(Rows::take);
        let api = Router::new()
            .route("/rest/v1/contents", contents)
            .route("/storage/v1/object/info/public/{*key}", get(Rows::file))
            .route("/rest/v1/courses", get(courses));
        let words = OwnWords::new();
        let deps = Deps {
            api: api.with_state(rows.clone()),
            schema: Arc::new(schema()),
            content: words.content.clone(),
            assets,
            clock: clock.clone(),
            config,
        };
        let pages = Pages::open(deps).await.unwrap();
        Self { client: TestClient::new(pages.router()), pages, rows, clock, words }
    }

    pub async fn get(&self, url: &str) -> TestResponse {
        self.send("GET", url, &[]).await
    }

    pub async fn send(&self, method: &str, url: &str, headers: &[(&str, &str)]) -> TestResponse {
        self.request(method, url, headers).await
    }

    /// Returns a request from the address 192.0.2.7.
    pub fn request(&self, method: &str, url: &str, headers: &[(&str, &str)]) -> TestRequest {
        let peer = ConnectInfo(SocketAddr::from(([192, 0, 2, 7], 4_000)));
        self.client.request(method, url).extension(peer).headers(headers)
    }
}

pub fn assets(application: &str) -> Assets {
    let script = "console.log('page');".repeat(100);
    let files = [
        ("index.html", INDEX),
        (".vite/manifest.json", MANIFEST),
        ("server/entry-server.js", application),
        ("assets/page-1.js", &script),
        ("assets/font-1.woff2", &script),
        ("drawing.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
    ];
    let files = files.map(|(path, text)| (path.to_owned(), text.to_owned().into()));
    let packed = ("assets/packed-1.js.br".to_owned(), brotli(&script).into());
    Assets::from_files(files.into_iter().chain([packed]).chain(fonts()))
}

/// Returns the font packages of the front end, named as in the build.
fn fonts() -> impl Iterator<Item = (String, Bytes)> {
    let packages = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/node_modules/@fontsource-variable");
    let families = ["stix-two-text", "instrument-sans"];
    families
        .into_iter()
        .flat_map(|family| ["core", "rest", "latin-ext-wght-normal"].map(|part| (family, part)))
        .map(move |(family, part)| {
            let whole = if part.starts_with("latin-ext") { part } else { "latin-wght-normal" };
            let bytes = fs::read(format!("{packages}/{family}/files/{family}-{whole}.woff2")).unwrap();
            (format!("assets/{family}-{part}-1.woff2"), bytes.into())
        })
}

/// Compresses a text with brotli at the highest level.
pub fn brotli(text: &str) -> Vec<u8> {
    let mut packer = brotli::CompressorWriter::new(Vec::new(), 4_096, 11, 22);
    packer.write_all(text.as_bytes()).unwrap();
    packer.into_inner()
}
