//! Everything a browser or crawler gets by GET: server-rendered pages and their cache, the built front end, the content
//! files and the feeds; and the posts of the pages' public forms without script.
//!
//! | path | answers |
//! | --- | --- |
//! | `/assets/{file}` and other built files | the front end, hashed and immutable |
//! | `/content/{name}.json` | a content file |
//! | `/rss.xml`, `/feed.json`, `/podcast.xml`, `/sitemap.xml`, `/robots.txt` | the feeds |
//! | `/share/{page}.png`, `/icon.svg` and other icons | pictures drawn by the server |
//! | anything else | the page at that address, rendered for the anonymous visitor; POST answers its forms |
//!
//! A page reads its data from the API in memory, by the same requests a browser would send. Each response says which
//! tables and rows it was made from, so that a committed change makes exactly the pages stale that depend on it.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `error`: reasons why a page could not be made
//! - `security`: security headers
//! - `dependencies`: what a page was made from
//! - `document`: bytes ready to be sent, in every encoding
//! - `assets`: the built front end
//! - `versions`: last changes of every table and row
//! - `cache`: documents, until what they were made from changes
//! - `api`: the API called in memory, as a visitor
//! - `host`: functions that scripts in the engine may call
//! - `engine`: one JavaScript engine, which renders a page at a time
//! - `routes`: the route table of the application
//! - `public_routes`: addresses of public pages
//! - `template`: the built `index.html`, and what is put into it
//! - `pool`: the threads that render
//! - `page_request`: a request for a page, normalised
//! - `forms`: public forms posted without script
//! - `page`: a page, from the cache or rendered
//! - `content_files`: `/content/{name}.json`
//! - `feeds`: `/rss.xml`, `/feed.json`, `/podcast.xml`, `/sitemap.xml`, `/robots.txt`
//! - `og_image`: pictures drawn by the server

mod api;
mod assets;
mod cache;
mod content_files;
mod dependencies;
mod document;
mod engine;
mod error;
mod feeds;
mod forms;
mod host;
mod og_image;
mod page;
mod page_request;
mod pool;
mod public_routes;
mod routes;
mod security;
mod template;
mod versions;

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use ateneu_base::{Change, Clock};
use ateneu_content::{Content, ContentFiles};
use ateneu_schema::Schema;
use axum::{
    Router,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    middleware,
    response::{IntoResponse, Response},
    routing::get,
};
use tokio::sync::Semaphore;

use crate::{
    api::Api,
    cache::{Cache, Tier},
    content_files::ContentDocuments,
    dependencies::Dependencies,
    document::{Document, Freshness},
    engine::EngineConfig,
    pool::Pool,
    routes::Routes,
    template::Template,
};
pub use crate::{assets::Assets, error::Error};

/// Concurrent renders of addresses that anybody can make up (searches, contents by their id, pictures of shared pages).
/// Fewer than may wait, so that the site's own pages are still rendered.
const TRANSIENT_RENDERS: usize = 16;

/// Concurrent posts of forms, limited apart from page views so that neither starves the other.
const POSTS: usize = 16;

/// The configuration of the pages.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address visitors use, without a slash at the end.
    pub public_url: String,
    /// The address files are opened at; empty: the same.
    pub files_url: String,
    /// Time that a render may take before the visitor's browser has to do it.
    pub render_timeout: Duration,
}

impl Config {
    /// The usual limits for an installation at this address.
    pub fn new(public_url: impl Into<String>) -> Self {
        let public_url = public_url.into().trim_end_matches('/').to_owned();
        Self { public_url, files_url: String::new(), render_timeout: Duration::from_secs(2) }
    }

    /// The same where files are opened at another address.
    #[must_use]
    pub fn with_files_at(self, files_url: &str) -> Self {
        Self { files_url: files_url.to_owned(), ..self }
    }
}

/// Dependencies of [`Pages`].
pub struct Deps {
    /// The whole API. It is called in memory, as the anonymous visitor.
    pub api: Router,
    /// The tables behind it: their primary keys tell which row changed.
    pub schema: Arc<Schema>,
    /// The content files.
    pub content: Content,
    /// The built front end.
    pub assets: Assets,
    /// The time.
    pub clock: Clock,
    /// Configuration of the installation.
    pub config: Config,
}

/// The pages. Cloning is cheap and shares one cache.
#[derive(Clone)]
pub struct Pages(Arc<Inner>);

struct Inner {
    api: Api,
    cache: Cache,
    assets: Assets,
    content: Content,
    content_documents: ContentDocuments,
    front_end: Option<FrontEnd>,
    transient: Semaphore,
    posts: Semaphore,
    og_renderer: og_image::OgRenderer,
    config: Config,
}

/// The application, ready to render.
struct FrontEnd {
    pool: Pool,
    routes: Routes,
    template: Template,
}

/// Numbers of outcomes since the start.
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
    /// Fails if there is a build but it cannot be used.
    pub async fn open(deps: Deps) -> Result<Self, Error> {
        let Deps { api, schema, content, mut assets, clock, config } = deps;
        let content_documents = ContentDocuments::new(content.clone())?;
        let inside = api.merge(content_documents.router());
        let api = Api::new(inside, tokio::runtime::Handle::current());
        let engine_config = EngineConfig {
            api: api.clone(),
            origin: config.public_url.as_str().into(),
            content: content.clone(),
            budget: config.render_timeout,
        };
        let front_end = match (assets.index.take(), assets.application.take()) {
            (Some(index), Some(application)) => {
                let manifest = assets.manifest.take().unwrap_or_else(|| "{}".into());
                let template = Template::read(&index, &manifest)?;
                let (pool, routes) = Pool::start(application, engine_config).await?;
                Some(FrontEnd { pool, routes: Routes::new(routes), template })
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
            content_documents,
            front_end,
            transient: Semaphore::new(TRANSIENT_RENDERS),
            posts: Semaphore::new(POSTS),
            og_renderer: og_image::OgRenderer::default(),
            config,
        })))
    }

    /// Every route of the pages; the fallback takes every other address.
    pub fn router(&self) -> Router {
        let headers = security::Headers::new(&self.0.config);
        Router::new()
            .route("/assets/{*file}", get(asset))
            .route("/rss.xml", get(feeds::rss::answer))
            .route("/feed.json", get(feeds::json_feed::answer))
            .route("/podcast.xml", get(feeds::podcast::answer))
            .route("/sitemap.xml", get(feeds::sitemap::answer))
            .route("/robots.txt", get(feeds::robots::answer))
            .merge(og_image::router())
            .fallback(page::answer)
            .with_state(self.clone())
            .merge(self.0.content_documents.router())
            .layer(middleware::map_response_with_state(headers, secured))
    }

    /// Makes pages stale that depend on these committed changes. Must be called before the writer gets its response.
    pub fn invalidate(&self, changes: &[Change]) {
        self.0.cache.invalidate(changes);
    }

    /// Returns `true` if [`Pages::invalidate`] distinguishes the rows of a table.
    pub fn follows_rows_of(&self, table: &str) -> bool {
        self.0.cache.follows_rows_of(table)
    }

    /// Makes every page stale.
    pub fn invalidate_all(&self) {
        self.0.cache.invalidate_all();
    }

    /// The content files now in force: `pages.content().site.name`.
    fn content(&self) -> Arc<ContentFiles> {
        self.0.content.current()
    }

    /// A document for programs, made once and kept until something it was made from changes.
    async fn kept<F>(&self, key: &str, headers: &HeaderMap, make: impl Fn() -> F) -> Response
    where
        F: Future<Output = Result<(Document, Dependencies), Error>>,
    {
        // Made again only after something it was made from has changed.
        let make = || async {
            let at = self.0.cache.now();
            let (document, reads) = make().await?;
            Ok((document.with_last_modified(at), reads))
        };
        match self.0.cache.get(key, Tier::Main, make).await {
            Ok(document) => document.respond(headers).await,
            Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "try again later\n").into_response(),
        }
    }

    /// Returns the numbers of outcomes since the start.
    pub fn counts(&self) -> Counts {
        let counters = &self.0.cache.counters;
        Counts {
            kept: counters.kept.load(Ordering::Relaxed),
            made: counters.made.load(Ordering::Relaxed),
            failed: counters.failed.load(Ordering::Relaxed),
        }
    }
}

async fn secured(State(headers): State<security::Headers>, mut response: Response) -> Response {
    headers.add_to(response.headers_mut());
    response
}

async fn asset(State(pages): State<Pages>, Path(file): Path<String>, headers: HeaderMap) -> Response {
    match pages.0.assets.file(&format!("assets/{file}")) {
        Some(document) => document.respond(&headers).await,
        None => not_found().respond(&headers).await,
    }
}

/// Returns the response to an unknown address that only programs request.
fn not_found() -> Document {
    Document::new("text/plain; charset=utf-8", "not found\n")
        .with_status(StatusCode::NOT_FOUND)
        .with_freshness(Freshness::NoStore)
}
