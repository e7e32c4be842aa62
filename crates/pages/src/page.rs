//! A page: cached or rendered, or the plain shell if it cannot be rendered in time.

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};

use crate::{
    FrontEnd, Pages,
    dependencies::Dependencies,
    document::{Document, Freshness},
    engine::Route,
    error::Error,
    forms,
    page_request::{MAX_ADDRESS_LENGTH, PageRequest, not_allowed},
};

/// Handles every address without another route.
pub async fn answer(State(pages): State<Pages>, request: Request) -> Response {
    match *request.method() {
        Method::GET | Method::HEAD => show(&pages, request.uri(), request.headers()).await,
        Method::POST => forms::answer(&pages, request).await,
        _ => not_allowed(),
    }
}

async fn show(pages: &Pages, uri: &Uri, headers: &HeaderMap) -> Response {
    let (path, query) = (uri.path(), uri.query().unwrap_or_default());
    if path.len() + query.len() > MAX_ADDRESS_LENGTH {
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
    let page_request = PageRequest::new(front_end, path, query);
    if let Some(elsewhere) = page_request.route.and_then(|route| as_spelled(route, path, query)) {
        return elsewhere.respond(headers).await;
    }
    if page_request.is_secret() {
        return match make(pages, front_end, &page_request).await {
            Ok((document, _)) => document.respond(headers).await,
            Err(error) => {
                error.log(page_request.name());
                page_request.fallback(front_end).respond(headers).await
            }
        };
    }
    let made = pages
        .0
        .cache
        .get(&page_request.key, page_request.tier, || make(pages, front_end, &page_request))
        .await;
    match made {
        Ok(document) => document.respond(headers).await,
        Err(_) => page_request.fallback(front_end).respond(headers).await,
    }
}

async fn make(
    pages: &Pages,
    front_end: &FrontEnd,
    page_request: &PageRequest<'_>,
) -> Result<(Document, Dependencies), Error> {
    let _permit = if page_request.is_open_ended() {
        Some(pages.0.transient.try_acquire().map_err(|_| Error::Busy)?)
    } else {
        None
    };
    let page = front_end.pool.render(&page_request.url).await?;
    Ok((page_request.document(front_end, &page)?, page.reads))
}

/// Redirects an address that ends with a slash.
fn without_slash(path: &str, query: &str) -> Option<Document> {
    if path.len() < 2 || !path.ends_with('/') {
        return None;
    }
    // `//elsewhere` and `/\elsewhere` would redirect to another site.
    let trimmed = path.trim_end_matches('/').trim_start_matches(['/', '\\']);
    moved(format!("/{trimmed}"), query)
}

/// Redirects an address in another spelling than the route's.
fn as_spelled(route: &Route, path: &str, query: &str) -> Option<Document> {
    (!route.is_spelled(path)).then(|| moved(route.spelled(path), query)).flatten()
}

fn moved(mut location: String, query: &str) -> Option<Document> {
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
