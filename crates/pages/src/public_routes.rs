//! Which addresses are pages for everybody, for whoever counts or lists them.

use axum::{
    body::Body,
    http::{HeaderMap, Request, StatusCode, header},
};
use tower::ServiceExt;

use crate::{Pages, engine::RenderedBy};

/// Nobody keeps the shell, and everybody may keep a public page.
fn is_stand_in(headers: &HeaderMap) -> bool {
    headers.get(header::CACHE_CONTROL).is_some_and(|directive| directive == "no-store")
}

impl Pages {
    /// The pattern (`/blog/:id`) a path fits, if its page is rendered for everybody and has not moved.
    pub fn public_route(&self, path: &str) -> Option<&str> {
        let route = self.0.front_end.as_ref()?.routes.find(path)?;
        (route.render == RenderedBy::Server).then_some(route.path.as_str())
    }

    /// Whether a visitor who asks for this path gets a page: asked as the visitor would, mostly answered by the cache. The
    /// shell that stands in for a page that cannot be made just now tells nothing of whether there is one.
    pub async fn exists(&self, path: &str) -> bool {
        let Ok(request) = Request::get(path).body(Body::empty()) else {
            return false;
        };
        let Ok(response) = self.router().oneshot(request).await;
        response.status() == StatusCode::OK && !is_stand_in(response.headers())
    }
}
