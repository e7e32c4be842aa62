//! Three pages behind the counting layer.

use std::sync::Arc;

use ateneu_analytics::{Deps, Visits};
use ateneu_base::Timestamp;
use ateneu_db::Db;
use ateneu_module::PublicPages;
use ateneu_testkit::{TestApp, TestRequest};
use axum::{
    Router,
    http::{StatusCode, header},
    routing::get,
};
use futures::future::BoxFuture;

pub const BROWSER: &str = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36";

/// Site in which `/`, `/sobre` and `/blog/um` exist, and `/blog/…` is a page's pattern.
struct Site;

impl PublicPages for Site {
    fn public_route(&self, path: &str) -> Option<&str> {
        match path {
            "/" => Some("/"),
            "/sobre" => Some("/sobre"),
            path => path.starts_with("/blog/").then_some("/blog/:id"),
        }
    }

    fn exists(&self, path: String) -> BoxFuture<'static, bool> {
        Box::pin(async move { matches!(path.as_str(), "/" | "/sobre" | "/blog/um") })
    }
}

pub struct Fixture {
    app: TestApp,
    pub visits: Visits,
}

ateneu_testkit::deref!(Fixture, app: TestApp);

ateneu_testkit::opened_by!(Fixture::open);

impl Fixture {
    pub async fn open(db: Db) -> Self {
        let mut app = TestApp::at(db, Timestamp::parse("2026-11-21T12:00:00Z").unwrap());
        let (db, clock) = (app.db.clone(), app.clock.clone());
        let visits = Visits::new(Deps { db, clock, pages: Arc::new(Site) });
        let pages = Router::new()
            .route("/", get(|| async { "home" }))
            .route("/sobre", get(|| async { "about" }))
            .route("/blog/um", get(|| async { StatusCode::NOT_MODIFIED }))
            // The shell in place of a page that cannot be rendered.
            .route("/blog/casca", get(async || ([(header::CACHE_CONTROL, "no-store")], "shell")))
            .route("/admin", get(|| async { "shell" }))
            .fallback(|| async { StatusCode::NOT_FOUND });
        app.mount("", visits.router().fallback_service(visits.counting(pages)));
        Self { app, visits }
    }

    /// Returns a request of a browser.
    pub fn browser(&self, method: &str, path: &str) -> TestRequest {
        let request = self.request(method, path).header("host", "casa.test");
        request.header("user-agent", BROWSER).address("192.0.2.1")
    }

    pub fn visit(&self, path: &str) -> TestRequest {
        self.browser("GET", path).header("sec-fetch-mode", "navigate")
    }

    /// Returns a report of a page of this site.
    pub fn report(&self, body: &str) -> TestRequest {
        self.browser("POST", "/eventos").header("sec-fetch-site", "same-origin").body(body.to_owned())
    }
}
