//! A page: found in the cache or rendered; and the plain shell when it cannot be rendered in time.

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};

use crate::{
    FrontEnd, Pages,
    cache::Shelf,
    document::{Document, Freshness},
    engine::{Rendered, RenderedBy, Route},
    error::Error,
    forms,
    reads::Reads,
};

/// Longer addresses are nobody's.
pub const LONGEST_ADDRESS: usize = 2_048;

/// Answers every address that no other route takes.
pub async fn answer(State(pages): State<Pages>, request: Request) -> Response {
    match *request.method() {
        Method::GET | Method::HEAD => show(&pages, request.uri(), request.headers()).await,
        Method::POST => forms::answer(&pages, request).await,
        _ => not_allowed(),
    }
}

/// The page takes nothing.
pub fn not_allowed() -> Response {
    (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response()
}

async fn show(pages: &Pages, uri: &Uri, headers: &HeaderMap) -> Response {
    let (path, query) = (uri.path(), uri.query().unwrap_or_default());
    if path.len() + query.len() > LONGEST_ADDRESS {
        return StatusCode::URI_TOO_LONG.into_response();
    }
    if let Some(elsewhere) = without_slash(path, query) {
        return elsewhere.respond(headers).await;
    }
    if let Some(file) = pages.0.assets.file(path.trim_start_matches('/')) {
        return file.respond(headers).await;
    }
    let Some(front_end) = &pages.0.front_end else {
        return not_built().respond(headers).await;
    };
    let visit = Visit::new(front_end, path, query);
    if visit.is_secret() {
        return match make(pages, front_end, &visit).await {
            Ok((document, _)) => document.respond(headers).await,
            Err(error) => {
                error.tell(visit.name());
                visit.fallback(front_end).respond(headers).await
            }
        };
    }
    let made = pages
        .0
        .cache
        .get(&visit.key, visit.shelf, || make(pages, front_end, &visit))
        .await;
    match made {
        Ok(document) => document.respond(headers).await,
        Err(_) => visit.fallback(front_end).respond(headers).await,
    }
}

/// One address, reduced to what makes a difference.
pub struct Visit<'a> {
    pub route: Option<&'a Route>,
    /// Path and the query parameters that count.
    pub url: String,
    key: String,
    shelf: Shelf,
}

impl<'a> Visit<'a> {
    pub fn new(front_end: &'a FrontEnd, path: &str, query: &str) -> Self {
        let route = front_end.routes.find(path);
        let declared = route.and_then(|route| route.declared_query(query));
        let url = match &declared {
            Some(query) => format!("{path}?{query}"),
            None => path.to_owned(),
        };
        match route {
            // The server sends the same for all addresses of a page that the browser renders.
            Some(route) if route.render == RenderedBy::Client => Self {
                key: format!("client {}", route.path),
                shelf: Shelf::Passing,
                route: Some(route),
                url,
            },
            Some(route) if declared.is_none() && !route.secret && route.is_spelled(path) => Self {
                key: url.clone(),
                shelf: Shelf::Lasting,
                route: Some(route),
                url,
            },
            _ => Self {
                key: url.clone(),
                shelf: Shelf::Passing,
                route,
                url,
            },
        }
    }

    /// What the log calls it: whoever reads a log learns no secret address.
    pub fn name(&self) -> &str {
        match self.route {
            Some(route) if route.secret => &route.path,
            _ => &self.url,
        }
    }

    /// Whether anybody can make up more addresses like it.
    fn is_open_ended(&self) -> bool {
        self.shelf == Shelf::Passing || self.route.is_some_and(Route::has_parameters)
    }

    /// Nobody keeps or lists it.
    fn is_private(&self) -> bool {
        self.is_secret() || self.route.is_some_and(|route| route.render == RenderedBy::Client)
    }

    fn is_secret(&self) -> bool {
        self.route.is_some_and(|route| route.secret)
    }

    pub fn document(&self, front_end: &FrontEnd, page: &Rendered) -> Result<Document, Error> {
        let unusable = |what: &str| Error::BadBuild(format!("{} answered {what}", self.name()));
        let status = StatusCode::from_u16(page.status).map_err(|_| unusable("an impossible status"))?;
        if let Some(location) = &page.location {
            let location = HeaderValue::try_from(location).map_err(|_| unusable("an impossible location"))?;
            let document = Document::html(String::new()).with_status(status);
            return Ok(document.with_header(header::LOCATION, location));
        }
        Ok(self.marked(Document::html(front_end.shell.fill(page)).with_status(status)))
    }

    /// The plain shell: the browser renders the page by itself.
    fn fallback(&self, front_end: &FrontEnd) -> Document {
        let status = if self.route.is_some() {
            StatusCode::OK
        } else {
            StatusCode::NOT_FOUND
        };
        let document = Document::html(front_end.shell.bare()).with_status(status);
        self.marked(document).with_freshness(Freshness::NoStore)
    }

    fn marked(&self, document: Document) -> Document {
        if !self.is_private() {
            return document;
        }
        let robots = HeaderName::from_static("x-robots-tag");
        document
            .with_header(robots, HeaderValue::from_static("noindex"))
            .with_freshness(Freshness::NoStore)
    }
}

async fn make(pages: &Pages, front_end: &FrontEnd, visit: &Visit<'_>) -> Result<(Document, Reads), Error> {
    let _room = if visit.is_open_ended() {
        Some(pages.0.passing.try_acquire().map_err(|_| Error::Busy)?)
    } else {
        None
    };
    let page = front_end.pool.render(&visit.url).await?;
    Ok((visit.document(front_end, &page)?, page.reads))
}

/// Where an address with a slash at the end lives.
fn without_slash(path: &str, query: &str) -> Option<Document> {
    if path.len() < 2 || !path.ends_with('/') {
        return None;
    }
    // `//elsewhere` and `/\elsewhere` would lead to another site.
    let trimmed = path.trim_end_matches('/').trim_start_matches(['/', '\\']);
    let mut location = format!("/{trimmed}");
    if !query.is_empty() {
        location = format!("{location}?{query}");
    }
    let location = HeaderValue::try_from(location).ok()?;
    let document = Document::html(String::new()).with_status(StatusCode::MOVED_PERMANENTLY);
    Some(document.with_header(header::LOCATION, location))
}

fn not_built() -> Document {
    let text = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Front end not built</title>\
        <h1>Front end not built</h1><p>This server was built without its pages. Run <code>cargo xtask build</code>.</p>";
    Document::html(text.to_owned())
        .with_status(StatusCode::SERVICE_UNAVAILABLE)
        .with_freshness(Freshness::NoStore)
}
