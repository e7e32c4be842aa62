//! Three pages with counting around them.

use std::sync::Arc;

use ateneu_analytics::{Deps, Visits};
use ateneu_base::Timestamp;
use ateneu_db::Db;
use ateneu_module::PublicPages;
use ateneu_testkit::{
    TestApp, TestRequest,
    databases::{FromPlace, Place},
};
use axum::{
    Router,
    http::{StatusCode, header},
    routing::get,
};
use futures::future::BoxFuture;

pub const BROWSER: &str = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36";

/// `/`, `/sobre` and `/blog/um` exist; `/blog/…` has the form of a page.
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

pub struct Harness {
    app: TestApp,
    pub visits: Visits,
}

ateneu_testkit::deref!(Harness, app: TestApp);

impl FromPlace for Harness {
    async fn from_place(place: Place) -> Self {
        Self::open(place.db)
    }
}

impl Harness {
    pub fn open(db: Db) -> Self {
        let mut app = TestApp::at(db, Timestamp::parse("2026-11-21T12:00:00Z").unwrap());
        let deps = Deps { db: app.db.clone(), clock: app.clock.clone(), pages: Arc::new(Site) };
        let visits = Visits::new(deps);
        let pages = Router::new()
            .route("/", get(|| async { "home" }))
            .route("/sobre", get(|| async { "about" }))
            .route("/blog/um", get(|| async { StatusCode::NOT_MODIFIED }))
            // The shell in place of a page that cannot be rendered.
            .route("/blog/casca", get(|| async { ([(header::CACHE_CONTROL, "no-store")], "shell") }))
            .route("/admin", get(|| async { "shell" }))
            .fallback(|| async { StatusCode::NOT_FOUND });
        app.mount("", visits.router().fallback_service(visits.counting(pages)));
        Self { app, visits }
    }

    /// A request of a browser.
    pub fn browser(&self, method: &str, path: &str) -> TestRequest {
        let request = self.request(method, path).header("host", "casa.test");
        request.header("user-agent", BROWSER).address("192.0.2.1")
    }

    pub fn visit(&self, path: &str) -> TestRequest {
        self.browser("GET", path).header("sec-fetch-mode", "navigate")
    }

    /// A page of this site reports.
    pub fn report(&self, body: &str) -> TestRequest {
        self.browser("POST", "/eventos").header("sec-fetch-site", "same-origin").body(body.to_owned())
    }

    /// Everything stored, as `day path views` and `day category/label count`.
    pub async fn stored(&self) -> Vec<String> {
        self.visits.flush().await.unwrap();
        self.rows_of_both_tables().await
    }

    /// Everything stored of sources, as `kind source what count`, of all days.
    pub async fn sources(&self) -> Vec<String> {
        self.visits.flush().await.unwrap();
        let sql = "SELECT kind || ' ' || source || ' ' || what || ' ' || count FROM visit_sources
                   ORDER BY day, kind, source, what";
        self.texts(sql, &[]).await
    }

    /// Returns the rows stored before, without storing the counts in memory.
    pub async fn rows_of_both_tables(&self) -> Vec<String> {
        let views = "SELECT day || ' ' || path || ' ' || views FROM page_views ORDER BY day, path";
        let events = "SELECT day || ' ' || category || '/' || label || ' ' || count FROM analytics_events
                      ORDER BY day, category, label";
        [self.texts(views, &[]).await, self.texts(events, &[]).await].concat()
    }
}
