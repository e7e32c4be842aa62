//! Pictures drawn by the server: those of shared links, the podcast's cover and the site's icons.
//!
//! | path | answers |
//! | --- | --- |
//! | `/share/{page}.png` | the picture of the page at that path; `/share/inicio.png` is the home page's |
//! | `/share/podcast.png` | the podcast's square cover |
//! | `/icon.svg`, `/favicon.ico`, `/apple-touch-icon.png`, `/icon-192.png`, `/icon-512.png` | the monogram |
//! | `/manifest.webmanifest` | name and icons |
//!
//! The content of a page's picture comes from rendering that page, so a picture is cached as long as its page, and
//! callers that may not read the page get no picture.

mod card;
mod fonts;
mod icons;

use std::sync::{Arc, OnceLock};

use ateneu_drawing::Error as DrawingError;
use axum::{
    Router,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::Response,
    routing::get,
};
use tokio::sync::Semaphore;

use self::{card::Drawing, fonts::Typefaces};
use crate::{
    FrontEnd, Pages,
    dependencies::{CONTENT, Dependencies, Dependency},
    document::Document,
    engine::RenderedBy,
    error::Error,
    not_found,
    page_request::MAX_ADDRESS_LENGTH,
};

/// Name of the podcast's cover, beside the pictures of pages.
const PODCAST: &str = "podcast";
/// Name of the home page's picture.
const HOME: &str = "inicio";

/// Maximum number of concurrent drawings, which take one core for some milliseconds each. Others wait.
const AT_ONCE: usize = 2;

/// The typefaces, read on first use, and the limit on concurrent drawings.
pub struct OgRenderer {
    faces: Arc<OnceLock<Typefaces>>,
    seats: Semaphore,
}

impl Default for OgRenderer {
    fn default() -> Self {
        Self { faces: Arc::default(), seats: Semaphore::new(AT_ONCE) }
    }
}

/// Returns the routes of this service.
pub fn router() -> Router<Pages> {
    Router::new()
        .route("/share/{*file}", get(shared))
        .route("/icon.svg", get(icon_svg))
        .route("/favicon.ico", get(favicon))
        .route("/apple-touch-icon.png", get(async |pages, headers| icon(pages, headers, 180).await))
        .route("/icon-192.png", get(async |pages, headers| icon(pages, headers, 192).await))
        .route("/icon-512.png", get(async |pages, headers| icon(pages, headers, 512).await))
        .route("/manifest.webmanifest", get(manifest))
}

async fn shared(State(pages): State<Pages>, Path(file): Path<String>, headers: HeaderMap) -> Response {
    // Paths of pages are lower case. Other spellings would only duplicate a picture.
    let file = file.to_ascii_lowercase();
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '-');
    let front_end = pages.0.front_end.as_ref();
    let page = file.strip_suffix(".png").filter(|page| page.chars().all(plain));
    let Some(page) = page.filter(|page| front_end.is_some_and(|front_end| has_picture(front_end, page)))
    else {
        return not_found().respond(&headers).await;
    };
    let path = format!("/share/{page}.png");
    pages.kept(&path, &headers, || draw_page(&pages, &path)).await
}

/// Returns `true` if the path, in its canonical form, is a page that crawlers may list. No other page is rendered for a
/// picture.
fn has_picture(front_end: &FrontEnd, page: &str) -> bool {
    let path = match page {
        PODCAST => return true,
        HOME => "/".to_owned(),
        page => format!("/{page}"),
    };
    let route = front_end.routes.find(&path).filter(|_| path.len() <= MAX_ADDRESS_LENGTH);
    route.is_some_and(|route| {
        let public = route.render == RenderedBy::Server && route.indexed && !route.secret;
        public && route.is_spelled(&path)
    })
}

/// Draws the picture that the application describes for an address. A page without a picture responds with its status.
async fn draw_page(pages: &Pages, path: &str) -> Result<(Document, Dependencies), Error> {
    let front_end = pages.0.front_end.as_ref().ok_or(Error::NotBuilt)?;
    let _room = pages.0.transient.try_acquire().map_err(|_| Error::Busy)?;
    let page = front_end.pool.render(path).await?;
    if page.status != StatusCode::OK.as_u16() {
        return Ok((not_found(), page.reads));
    }
    let drawing: Drawing = serde_json::from_str(&page.body)
        .map_err(|error| Error::BadBuild(format!("what it wants drawn at {path}: {error}")))?;
    let picture = draw(pages, move |faces| drawing.draw(faces)).await?;
    Ok((Document::new("image/png", picture), page.reads))
}

async fn icon_svg(State(pages): State<Pages>, headers: HeaderMap) -> Response {
    let make = || async {
        let words = pages.content();
        let text = draw(&pages, move |faces| Ok(icons::svg(faces, &words.site.monogram))).await?;
        Ok((Document::new("image/svg+xml", text), owners_words()))
    };
    pages.kept("/icon.svg", &headers, make).await
}

async fn favicon(State(pages): State<Pages>, headers: HeaderMap) -> Response {
    let make = || async {
        let words = pages.content();
        let file = draw(&pages, move |faces| icons::ico(faces, &words.site.monogram)).await?;
        Ok((Document::new("image/x-icon", file), owners_words()))
    };
    pages.kept("/favicon.ico", &headers, make).await
}

async fn icon(State(pages): State<Pages>, headers: HeaderMap, side: u32) -> Response {
    let make = || async {
        let words = pages.content();
        let picture = draw(&pages, move |faces| icons::png(faces, &words.site.monogram, side)).await?;
        Ok((Document::new("image/png", picture), owners_words()))
    };
    pages.kept(&format!("/icon-{side}.png"), &headers, make).await
}

async fn manifest(State(pages): State<Pages>, headers: HeaderMap) -> Response {
    let site = &pages.content().site;
    let text = icons::manifest(&site.name, &site.monogram, &site.description);
    let document = Document::new("application/manifest+json", text);
    document.respond(&headers).await
}

fn owners_words() -> Dependencies {
    let mut reads = Dependencies::default();
    reads.add(Dependency::Table(CONTENT.to_owned()));
    reads
}

/// Draws on a blocking thread.
async fn draw<T: Send + 'static>(
    pages: &Pages,
    drawing: impl FnOnce(&Typefaces) -> Result<T, DrawingError> + Send + 'static,
) -> Result<T, Error> {
    let og_renderer = &pages.0.og_renderer;
    let _seat = og_renderer.seats.acquire().await.map_err(|_| Error::Busy)?;
    if og_renderer.faces.get().is_none() {
        let faces = Typefaces::read(&pages.0.assets)?;
        // Concurrent requests read the same files.
        og_renderer.faces.get_or_init(|| faces);
    }
    let faces = Arc::clone(&og_renderer.faces);
    let work = tokio::task::spawn_blocking(move || {
        let faces = faces.get().ok_or_else(|| DrawingError("no typefaces".into()))?;
        drawing(faces)
    });
    Ok(work.await.map_err(|panicked| DrawingError(panicked.to_string()))??)
}
