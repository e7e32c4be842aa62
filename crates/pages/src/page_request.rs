//! A normalised request for a page: its route, its query parameters, and the caching of its response.

use axum::{
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

use crate::{
    FrontEnd,
    cache::Tier,
    document::{Document, Freshness},
    engine::{Rendered, RenderedBy, Route},
    error::Error,
};

/// Maximum length of an address in bytes.
pub const MAX_ADDRESS_LENGTH: usize = 2_048;

/// Responds to a post to a page without forms.
pub fn not_allowed() -> Response {
    (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response()
}

pub struct PageRequest<'a> {
    pub route: Option<&'a Route>,
    /// Path, with the query parameters that the page reads.
    pub url: String,
    /// Key in the cache.
    pub key: String,
    /// Tier of the cache.
    pub tier: Tier,
}

impl<'a> PageRequest<'a> {
    pub fn new(front_end: &'a FrontEnd, path: &str, query: &str) -> Self {
        let route = front_end.routes.find(path);
        let declared = route.and_then(|route| route.declared_query(query));
        let url = match &declared {
            Some(query) => format!("{path}?{query}"),
            None => path.to_owned(),
        };
        match route {
            // All addresses of a browser-rendered page share one response.
            Some(route) if route.render == RenderedBy::Client => {
                Self { key: format!("client {}", route.path), tier: Tier::Transient, route: Some(route), url }
            }
            Some(route) if declared.is_none() && !route.secret => {
                Self { key: url.clone(), tier: Tier::Main, route: Some(route), url }
            }
            _ => Self { key: url.clone(), tier: Tier::Transient, route, url },
        }
    }

    /// Returns the name for logs, without secrets of an address.
    pub fn name(&self) -> &str {
        match self.route {
            Some(route) if route.secret => &route.path,
            _ => &self.url,
        }
    }

    /// Returns `true` if anyone can make up more addresses like it.
    pub fn is_open_ended(&self) -> bool {
        self.tier == Tier::Transient || self.route.is_some_and(Route::has_parameters)
    }

    /// Returns `true` if browsers must not cache the page and crawlers must not list it.
    fn is_private(&self) -> bool {
        self.is_secret() || self.route.is_some_and(|route| route.render == RenderedBy::Client)
    }

    pub fn is_secret(&self) -> bool {
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
        Ok(self.with_robots(Document::html(front_end.template.fill(page)).with_status(status)))
    }

    /// Returns the unfilled template, with which the browser renders the page.
    pub fn fallback(&self, front_end: &FrontEnd) -> Document {
        let status = if self.route.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
        let document = Document::html(front_end.template.bare()).with_status(status);
        self.with_robots(document).with_freshness(Freshness::NoStore)
    }

    fn with_robots(&self, document: Document) -> Document {
        if !self.is_private() {
            return document;
        }
        let robots = HeaderName::from_static("x-robots-tag");
        document.with_header(robots, HeaderValue::from_static("noindex")).with_freshness(Freshness::NoStore)
    }
}
