//! Everything a browser or crawler gets by GET: server-rendered pages and their cache, the built front end, the owner's
//! words and the feeds.
//!
//! | path | answers |
//! | --- | --- |
//! | `/assets/{file}` and other built files | the front end, hashed and immutable |
//! | `/content/{name}.json` | a file of the owner's words |
//! | `/rss.xml`, `/sitemap.xml`, `/robots.txt` | the feeds |
//! | anything else | the page at that address, rendered for the anonymous visitor |
//!
//! A page reads its data from the API it is handed, in memory, by the same requests a browser would send. What it read is
//! noted, so that a committed change drops exactly the pages made from it.

mod api;
mod assets;
mod cache;
mod content;
mod document;
mod engine;
mod error;
mod feeds;
mod host;
mod page;
mod pool;
mod reads;
mod routes;
mod security;
mod shell;
mod versions;

use std::{
    collections::BTreeMap,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use ateneu_base::{Change, Clock, Schema};
use axum::{
    Router,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    middleware,
    response::Response,
    routing::get,
};
use serde_json::Value as Json;
use tokio::sync::Semaphore;

use crate::{
    api::Api,
    cache::Cache,
    document::{Document, Freshness},
    engine::Surroundings,
    pool::Pool,
    routes::Routes,
    shell::Shell,
};
pub use crate::{
    assets::Assets,
    content::{Content, ContentError},
    error::Error,
};

/// Renders of made-up addresses and searches that may be under way at once: they leave room for the site's own pages.
const PASSING_RENDERS: usize = 16;

/// How this room is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address visitors use, without a slash at the end.
    pub public_url: String,
    /// How long a render may take before the visitor's browser has to do it.
    pub render_timeout: Duration,
}

impl Config {
    /// The usual limits for an installation at this address.
    pub fn new(public_url: impl Into<String>) -> Self {
        let public_url = public_url.into().trim_end_matches('/').to_owned();
        Self {
            public_url,
            render_timeout: Duration::from_secs(2),
        }
    }
}

/// What this room is handed.
pub struct Deps {
    /// The whole API. It is called in memory, as the anonymous visitor.
    pub api: Router,
    /// The tables behind it: from them follows which page depends on which change.
    pub schema: Arc<Schema>,
    /// The owner's words.
    pub content: Content,
    /// The built front end.
    pub assets: Assets,
    /// The time.
    pub clock: Clock,
    /// How to run.
    pub config: Config,
}

/// The pages. Cloning is cheap and shares one cache.
#[derive(Clone)]
pub struct Pages(Arc<Inner>);

struct Inner {
    api: Api,
    cache: Cache,
    assets: Assets,
    content: Arc<ContentFiles>,
    site: Arc<Json>,
    front_end: Option<FrontEnd>,
    passing: Semaphore,
    config: Config,
}

/// The application, ready to render.
struct FrontEnd {
    pool: Pool,
    routes: Routes,
    shell: Shell,
}

type ContentFiles = BTreeMap<String, Document>;

/// How often what happened since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Answers taken from the cache.
    pub kept: u64,
    /// Pages and feeds made.
    pub made: u64,
    /// Pages and feeds that could not be made.
    pub failed: u64,
}

impl Pages {
    /// Loads the front end, compiles it for the engine and starts the rendering threads. Without a built front end the
    /// feeds and the content still answer, and every page says what is missing.
    ///
    /// # Errors
    /// When there is a build but it cannot be used.
    pub async fn open(deps: Deps) -> Result<Self, Error> {
        let Deps {
            api,
            schema,
            content,
            mut assets,
            clock,
            config,
        } = deps;
        let site = Arc::new(content.get("site").cloned().unwrap_or_default());
        let content = Arc::new(content_files(&content));
        let inside = api.merge(content_router(Arc::clone(&content)));
        let api = Api::new(inside, tokio::runtime::Handle::current());
        let surroundings = Surroundings {
            api: api.clone(),
            schema: Arc::clone(&schema),
            origin: config.public_url.as_str().into(),
            site: Arc::clone(&site),
            budget: config.render_timeout,
        };
        let front_end = match (assets.index.take(), assets.application.take()) {
            (Some(index), Some(application)) => {
                let manifest = assets.manifest.take().unwrap_or_else(|| "{}".into());
                let shell = Shell::read(&index, &manifest)?;
                let (pool, routes) = Pool::start(application, surroundings).await?;
                Some(FrontEnd {
                    pool,
                    routes: Routes::new(routes),
                    shell,
                })
            }
            _ => {
                tracing::warn!("the front end is not built: every page answers 503");
                None
            }
        };
        Ok(Self(Arc::new(Inner {
            api,
            cache: Cache::new(schema, clock),
            assets,
            content,
            site,
            front_end,
            passing: Semaphore::new(PASSING_RENDERS),
            config,
        })))
    }

    /// Everything this room answers; it takes every address that nobody else does.
    pub fn router(&self) -> Router {
        let headers = security::headers(&self.0.config.public_url);
        Router::new()
            .route("/assets/{*file}", get(asset))
            .route("/rss.xml", get(feeds::rss::answer))
            .route("/sitemap.xml", get(feeds::sitemap::answer))
            .route("/robots.txt", get(feeds::robots::answer))
            .fallback(page::answer)
            .with_state(self.clone())
            .merge(content_router(Arc::clone(&self.0.content)))
            .layer(middleware::map_response_with_state(headers, secured))
    }

    /// Committed changes: no page made from what changed is served again. To be called before the writer is answered.
    pub fn invalidate(&self, changes: &[Change]) {
        self.0.cache.note(changes);
    }

    /// Everything may have changed.
    pub fn invalidate_all(&self) {
        self.0.cache.note_everything();
    }

    /// How often what happened since the start.
    pub fn counts(&self) -> Counts {
        let counters = &self.0.cache.counters;
        Counts {
            kept: counters.kept.load(Ordering::Relaxed),
            made: counters.made.load(Ordering::Relaxed),
            failed: counters.failed.load(Ordering::Relaxed),
        }
    }
}

async fn secured(State(headers): State<HeaderMap>, mut response: Response) -> Response {
    response.headers_mut().extend(headers);
    response
}

async fn asset(State(pages): State<Pages>, Path(file): Path<String>, headers: HeaderMap) -> Response {
    match pages.0.assets.file(&format!("assets/{file}")) {
        Some(document) => document.respond(&headers).await,
        None => not_found().respond(&headers).await,
    }
}

fn content_files(content: &Content) -> ContentFiles {
    let file = |(name, json): (&str, &Json)| {
        (
            format!("{name}.json"),
            Document::new("application/json", json.to_string()),
        )
    };
    content.iter().map(file).collect()
}

fn content_router(files: Arc<ContentFiles>) -> Router {
    async fn answer(
        State(files): State<Arc<ContentFiles>>,
        Path(file): Path<String>,
        headers: HeaderMap,
    ) -> Response {
        match files.get(&file) {
            Some(document) => document.respond(&headers).await,
            None => not_found().respond(&headers).await,
        }
    }
    Router::new()
        .route("/content/{file}", get(answer))
        .with_state(files)
}

/// For addresses that only programs ask for.
fn not_found() -> Document {
    Document::new("text/plain; charset=utf-8", "not found\n")
        .with_status(StatusCode::NOT_FOUND)
        .with_freshness(Freshness::NoStore)
}
