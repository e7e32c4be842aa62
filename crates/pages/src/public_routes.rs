//! Addresses of public pages, for the page view counts.

use axum::{
    body::Body,
    http::{HeaderMap, Request, StatusCode, header},
};
use tower::ServiceExt;

use crate::{Pages, engine::RenderedBy};

/// The unfilled template is never cached, a public page always may be.
fn is_fallback(headers: &HeaderMap) -> bool {
    headers.get(header::CACHE_CONTROL).is_some_and(|directive| directive == "no-store")
}

impl Pages {
    /// The pattern (`/blog/:id`) a path fits, if its page is rendered for everybody and has not moved.
    pub fn public_route(&self, path: &str) -> Option<&str> {
        let route = self.0.front_end.as_ref()?.routes.find(path)?;
        (route.render == RenderedBy::Server).then_some(route.path.as_str())
    }

    /// Returns `true` if a visitor gets a page at this path, mostly answered by the cache. False also where the page
    /// cannot be rendered at the moment.
    pub async fn exists(&self, path: &str) -> bool {
        let Ok(request) = Request::get(path).body(Body::empty()) else {
            return false;
        };
        let Ok(response) = self.router().oneshot(request).await;
        response.status() == StatusCode::OK && !is_fallback(response.headers())
    }
}
