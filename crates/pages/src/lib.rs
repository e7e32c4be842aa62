//! All GET responses for browsers and crawlers: server-rendered pages and their cache, the built front end, the content
//! files and the feeds. Also the posts of public forms without script.
//!
//! | path | answers |
//! | --- | --- |
//! | `/assets/{file}` and other built files | the front end, hashed and immutable |
//! | `/content/{name}.json` | a content file |
//! | `/rss.xml`, `/feed.json`, `/podcast.xml`, `/sitemap.xml`, `/robots.txt` | the feeds |
//! | `/share/{page}.png`, `/icon.svg` and other icons | pictures drawn by the server |
//! | anything else | the page at that address, rendered for the anonymous visitor; POST submits its forms |
//!
//! A page reads its data from the API in memory, by the same requests as a browser. Each response names its tables and
//! rows, so that a committed change invalidates exactly the pages that depend on it.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `error`: reasons why a page could not be rendered
//! - `security`: security headers
//! - `dependencies`: dependencies of a page
//! - `document`: response bodies in every encoding
//! - `assets`: the built front end
//! - `versions`: last changes of every table and row
//! - `cache`: documents, until a dependency changes
//! - `api`: the API called in memory, as a visitor
//! - `host`: functions for scripts in the engine
//! - `engine`: one JavaScript engine, which renders a page at a time
//! - `routes`: the route table of the application
//! - `public_routes`: addresses of public pages
//! - `template`: the built `index.html`, and its parts for each page
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

/// Concurrent renders of addresses that anyone can make up (searches, contents by their id, pictures of shared pages).
/// Fewer than may wait, so that the site's own pages are still rendered.
const TRANSIENT_RENDERS: usize = 16;

/// Concurrent posts of forms, limited separately from page views so that neither starves the other.
const POSTS: usize = 16;

/// The configuration of the pages.
#[derive(Clone, Debug)]
pub struct Config {
    /// URL of the site for visitors, without a slash at the end.
    pub public_url: String,
    /// URL of files. Empty for the same.
    pub files_url: String,
    /// Maximum time of a render, after which the visitor's browser renders.
    pub render_timeout: Duration,
}

impl Config {
    /// Returns the default limits for an installation at this URL.
    pub fn new(public_url: impl Into<String>) -> Self {
        let public_url = public_url.into().trim_end_matches('/').to_owned();
        Self { public_url, files_url: String::new(), render_timeout: Duration::from_secs(2) }
    }

    /// Sets another URL for files.
    #[must_use]
    pub fn with_files_at(self, files_url: &str) -> Self {
        Self { files_url: files_url.to_owned(), ..self }
    }
}

/// Dependencies of [`Pages`].
pub struct Deps {
    /// The whole API, called in memory as the anonymous visitor.
    pub api: Router,
    /// The API's tables, whose primary keys identify changed rows.
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

/// The pages. Clones share one cache.
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
    /// Responses from the cache.
    pub kept: u64,
    /// Rendered pages and feeds.
    pub made: u64,
    /// Pages and feeds that could not be rendered.
    pub failed: u64,
}

impl Pages {
    /// Loads the front end, compiles it for the engine and starts the rendering threads. Without a built front end the
    /// feeds and the content still work, and every page reports the missing build.
    ///
    /// # Errors
    /// Fails if the build is unusable.
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

    /// Returns all routes of the pages. The fallback handles every other address.
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

    /// Invalidates the pages that depend on these committed changes. Must be called before the writer gets its
    /// response.
    pub fn invalidate(&self, changes: &[Change]) {
        self.0.cache.invalidate(changes);
    }

    /// Returns `true` if [`Pages::invalidate`] distinguishes the rows of a table.
    pub fn follows_rows_of(&self, table: &str) -> bool {
        self.0.cache.follows_rows_of(table)
    }

    /// Invalidates all pages.
    pub fn invalidate_all(&self) {
        self.0.cache.invalidate_all();
    }

    /// Returns the content files in force: `pages.content().site.name`.
    fn content(&self) -> Arc<ContentFiles> {
        self.0.content.current()
    }

    /// Responds with a document for programs, cached until a dependency changes.
    async fn kept<F>(&self, key: &str, headers: &HeaderMap, make: impl Fn() -> F) -> Response
    where
        F: Future<Output = Result<(Document, Dependencies), Error>>,
    {
        // Repeated only after a dependency has changed.
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
