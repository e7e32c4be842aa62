//! First views, counted with the responses of pages.

use ateneu_testkit::{db_test, sqlite_test};

use crate::fixture::Fixture;

#[db_test]
async fn missing_and_private_pages_are_not_counted(app: Fixture) {
    for path in ["/admin", "/nada", "/blog/outro", "/blog/casca", "/sobre/x", "/Sobre%20"] {
        app.visit(path).await;
    }
    assert_eq!(app.stored().await, [""; 0]);
}

#[db_test]
async fn privacy_signals_prefetches_and_robots_are_not_counted(app: Fixture) {
    app.visit("/").header("dnt", "1").await;
    app.visit("/").header("sec-gpc", "1").await;
    app.visit("/").header("sec-purpose", "prefetch").await;
    app.browser("GET", "/").header("user-agent", "Googlebot/2.1").header("accept", "text/html").await;
    app.browser("GET", "/").header("sec-fetch-mode", "cors").await;
    app.browser("HEAD", "/").header("accept", "text/html").await;
    assert_eq!(app.stored().await, [""; 0]);
}

#[sqlite_test]
async fn a_page_that_a_browser_navigates_to_counts_once_per_visit(app: Fixture) {
    app.visit("/").await;
    app.visit("/").await;
    app.visit("/sobre").await;
    // A 304 counts as another view.
    app.visit("/blog/um").await;
    assert_eq!(app.stored().await, ["2026-11-21 / 2", "2026-11-21 /blog/um 1", "2026-11-21 /sobre 1"]);
}
