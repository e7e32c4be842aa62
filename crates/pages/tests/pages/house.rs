//! A house with one table and a caller. The API holds back its answers on demand, so that a test decides what happens
//! while a page is being made.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};

use ateneu_base::{
    Change, Clock, OnDelete, Schema, Timestamp, Verb,
    table::{exposed, text, uuid},
};
use ateneu_pages::{Assets, Config, Content, Deps, Pages};
use axum::{
    Json, Router,
    body::Body,
    extract::{Query, State},
    http::{HeaderMap, Method, Request, StatusCode},
    response::{IntoResponse, Response},
    routing::get,
};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tokio::sync::{Mutex, Semaphore};
use tower::ServiceExt;

pub const INDEX: &str = "<!doctype html><html lang=\"pt-BR\"><head><!--head--></head>\
    <body><div id=\"root\"><!--body--></div><!--state--></body></html>";
const MANIFEST: &str = r#"{"src/routes/page.tsx": {"file": "assets/page-1.js"}}"#;

pub struct House {
    pub pages: Pages,
    pub rows: Rows,
    pub clock: Clock,
    router: Router,
}

/// The table behind the API, and the door that holds back answers.
#[derive(Clone)]
pub struct Rows {
    rows: Arc<Mutex<Vec<Value>>>,
    reads: Arc<AtomicU32>,
    broken: Arc<AtomicBool>,
    /// While true, an answer already read waits for a permit of `door`.
    held: Arc<AtomicBool>,
    reached: Arc<Semaphore>,
    door: Arc<Semaphore>,
}

pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

impl Reply {
    pub fn text(&self) -> String {
        String::from_utf8(self.bytes.clone()).unwrap()
    }
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
    /// What stands in the page's `<main>`; empty for the plain shell.
    pub fn main(&self) -> String {
        let text = self.text();
        let inside = text
            .split_once("<main>")
            .and_then(|(_, rest)| rest.split_once("</main>"));
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
        let limit: usize = query
            .get("limit")
            .map_or(usize::MAX, |limit| limit.parse().unwrap());
        let rows = this.rows.lock().await.clone();
        let rows = rows
            .into_iter()
            .filter(|row| wanted.is_none_or(|id| row["id"] == id));
        let rows: Vec<Value> = rows.skip(offset).take(limit).collect();
        if this.held.load(Ordering::SeqCst) {
            this.reached.add_permits(1);
            this.door.acquire().await.unwrap().forget();
        }
        Json(rows).into_response()
    }

    /// How often the API was asked.
    pub fn reads(&self) -> u32 {
        self.reads.load(Ordering::SeqCst)
    }

    pub fn break_down(&self, broken: bool) {
        self.broken.store(broken, Ordering::SeqCst);
    }

    /// From now on answers wait, with what they read.
    pub fn hold(&self) {
        self.held.store(true, Ordering::SeqCst);
    }

    /// Until one more answer waits.
    pub async fn reached(&self) {
        self.reached.acquire().await.unwrap().forget();
    }

    pub fn release(&self) {
        self.held.store(false, Ordering::SeqCst);
        self.door.add_permits(1_000);
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
    Change {
        table: table.into(),
        verb,
        old,
        new,
    }
}

impl House {
    /// A house with the test application.
    pub async fn open() -> Self {
        let application = include_str!("../fixtures/application.js");
        Self::with(Config::new("https://casa.test"), assets(application)).await
    }

    /// With an application that gives up soon.
    pub async fn impatient() -> Self {
        let application = include_str!("../fixtures/application.js");
        let config = Config {
            render_timeout: Duration::from_millis(150),
            ..Config::new("https://casa.test")
        };
        Self::with(config, assets(application)).await
    }

    pub async fn with(config: Config, assets: Assets) -> Self {
        let clock = Clock::held_at(Timestamp::parse("2026-11-21T12:00:00Z").unwrap());
        let rows = Rows {
            rows: Arc::default(),
            reads: Arc::default(),
            broken: Arc::default(),
            held: Arc::default(),
            reached: Arc::new(Semaphore::new(0)),
            door: Arc::new(Semaphore::new(0)),
        };
        let api = Router::new().route(
            "/rest/v1/contents",
            get(Rows::answer).post(|| async { "written" }),
        );
        let content = [
            ("site", "name = 'Ana & Cia'\ndescription = 'Sobre <gente>'"),
            ("home", "title = 'Olá'"),
        ];
        let deps = Deps {
            api: api.with_state(rows.clone()),
            schema: Arc::new(schema()),
            content: Content::from_texts(content).unwrap(),
            assets,
            clock: clock.clone(),
            config,
        };
        let pages = Pages::open(deps).await.unwrap();
        Self {
            router: pages.router(),
            pages,
            rows,
            clock,
        }
    }

    pub async fn get(&self, url: &str) -> Reply {
        self.send(Method::GET, url, &[]).await
    }

    pub async fn send(&self, method: Method, url: &str, headers: &[(&str, &str)]) -> Reply {
        let mut request = Request::builder().method(method).uri(url);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = self
            .router
            .clone()
            .oneshot(request.body(Body::empty()).unwrap())
            .await
            .unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes().to_vec();
        Reply {
            status: parts.status,
            headers: parts.headers,
            bytes,
        }
    }
}

pub fn assets(application: &str) -> Assets {
    let script = "console.log('page');".repeat(100);
    let files = [
        ("index.html", INDEX),
        (".vite/manifest.json", MANIFEST),
        ("server/entry-server.js", application),
        ("assets/page-1.js", &script),
        ("assets/packed-1.js", &script),
        ("assets/packed-1.js.br", "packed when it was built"),
        ("assets/font-1.woff2", &script),
        ("icon.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
    ];
    Assets::from_files(files.map(|(path, text)| (path.to_owned(), text.to_owned().into())))
}
