//! Three pages with counting around them, on a clock that stands still.

use std::{sync::Arc, time::Duration};

use ateneu_analytics::{Analytics, Deps, Pages};
use ateneu_base::{Caller, Clock, Presented, Timestamp};
use ateneu_db::Db;
use axum::{
    Router,
    body::Body,
    http::{Method, Request, StatusCode, header},
    middleware,
    response::Response,
    routing::get,
};
use futures::future::BoxFuture;
use tower::ServiceExt;

pub const BROWSER: &str = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36";

/// `/`, `/sobre` and `/blog/um` exist; `/blog/…` has the form of a page.
struct Site;

impl Pages for Site {
    fn is_public(&self, path: &str) -> bool {
        matches!(path, "/" | "/sobre") || path.starts_with("/blog/")
    }

    fn exists(&self, path: String) -> BoxFuture<'static, bool> {
        Box::pin(async move { matches!(path.as_str(), "/" | "/sobre" | "/blog/um") })
    }
}

pub struct House {
    pub db: Db,
    pub clock: Clock,
    pub analytics: Analytics,
    router: Router,
}

impl House {
    pub fn open(db: Db) -> Self {
        let clock = Clock::held_at(Timestamp::parse("2026-11-21T12:00:00Z").unwrap());
        let deps = Deps { db: db.clone(), clock: clock.clone(), pages: Arc::new(Site) };
        let analytics = Analytics::new(deps);
        let pages = Router::new()
            .route("/", get(|| async { "home" }))
            .route("/sobre", get(|| async { "about" }))
            .route("/blog/um", get(|| async { StatusCode::NOT_MODIFIED }))
            // What stands in for a page that cannot be made just now.
            .route("/blog/casca", get(|| async { ([(header::CACHE_CONTROL, "no-store")], "shell") }))
            .route("/admin", get(|| async { "shell" }))
            .fallback(|| async { StatusCode::NOT_FOUND });
        let router = analytics
            .router()
            .layer(middleware::map_request(addressed))
            .fallback_service(analytics.counting(pages));
        Self { db, clock, analytics, router }
    }

    pub async fn send(&self, method: Method, path: &str, headers: &[(&str, &str)], body: &str) -> Response {
        let mut request = Request::builder().method(method).uri(path).header("host", "casa.test");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::from(body.to_owned())).unwrap();
        self.router.clone().oneshot(request).await.unwrap()
    }

    /// A browser navigates.
    pub async fn visit(&self, path: &str, more: &[(&str, &str)]) {
        let headers = [&[("user-agent", BROWSER), ("sec-fetch-mode", "navigate")], more].concat();
        self.send(Method::GET, path, &headers, "").await;
    }

    /// A page of this site reports; the answer's status.
    pub async fn report(&self, body: &str) -> StatusCode {
        let headers = [("user-agent", BROWSER), ("sec-fetch-site", "same-origin")];
        self.send(Method::POST, "/eventos", &headers, body).await.status()
    }

    /// Everything stored, as `day path views` and `day category/label count`.
    pub async fn stored(&self) -> Vec<String> {
        self.analytics.flush().await.unwrap();
        stored(&self.db).await
    }

    pub fn advance(&self, seconds: u64) {
        self.clock.advance(Duration::from_secs(seconds));
    }
}

/// The rows of both tables, sorted.
pub async fn stored(db: &Db) -> Vec<String> {
    let rows = db.read(|tx| {
        let mut rows = tx.query("SELECT day, path AS what, views AS count FROM page_views ORDER BY day, path", &[])?;
        rows.extend(tx.query(
            "SELECT day, category || '/' || label AS what, count FROM analytics_events ORDER BY day, category, label",
            &[],
        )?);
        Ok::<_, ateneu_db::Error>(rows)
    });
    let line = |row: &ateneu_db::Row| {
        let text = |name| row.text(name).unwrap_or_default().to_owned();
        format!("{} {} {}", text("day"), text("what"), row.int("count").unwrap_or_default())
    };
    rows.await.unwrap().iter().map(line).collect()
}

/// The visitor's address, as the server tells it.
async fn addressed(mut request: Request<Body>) -> Request<Body> {
    let address = request.headers().get("x-test-address");
    let address = address.and_then(|value| value.to_str().ok()).unwrap_or("192.0.2.1");
    let presented =
        Presented { caller: Ok(Caller::anonymous()), bearer: None, address: Some(address.into()) };
    request.extensions_mut().insert(presented);
    request
}
