//! Addresses of public pages, for the page view counts.

use axum::{
    body::Body,
    http::{HeaderMap, Request, StatusCode, header},
};
use tower::ServiceExt;

use crate::{Pages, engine::RenderedBy};

/// Returns `true` for the unfilled template: it is never cacheable, a public page always is.
fn is_fallback(headers: &HeaderMap) -> bool {
    headers.get(header::CACHE_CONTROL).is_some_and(|directive| directive == "no-store")
}

impl Pages {
    /// Returns the pattern (`/blog/:id`) of a path, if its page is rendered for everybody and has not moved.
    pub fn public_route(&self, path: &str) -> Option<&str> {
        let route = self.0.front_end.as_ref()?.routes.find(path)?;
        (route.render == RenderedBy::Server).then_some(route.path.as_str())
    }

    /// Returns `true` if visitors get a page at this path, mostly from the cache. Returns `false` also if the page
    /// cannot be rendered just now.
    pub async fn exists(&self, path: &str) -> bool {
        let Ok(request) = Request::get(path).body(Body::empty()) else {
            return false;
        };
        let Ok(response) = self.router().oneshot(request).await;
        response.status() == StatusCode::OK && !is_fallback(response.headers())
    }
}
