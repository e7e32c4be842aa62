//! First views, counted as the pages are answered.

use ateneu_testkit::db_test;

use crate::harness::Harness;

#[db_test]
async fn only_navigations_to_public_pages_are_counted(app: Harness) {
    for path in ["/admin", "/nada", "/blog/outro", "/blog/casca", "/sobre/x", "/Sobre%20"] {
        app.visit(path).await;
    }
    assert_eq!(app.stored().await, [""; 0]);
    // Privacy signals, prefetches and robots are not counted.
    app.visit("/").header("dnt", "1").await;
    app.visit("/").header("sec-gpc", "1").await;
    app.visit("/").header("sec-purpose", "prefetch").await;
    app.browser("GET", "/").header("user-agent", "Googlebot/2.1").header("accept", "text/html").await;
    app.browser("GET", "/").header("sec-fetch-mode", "cors").await;
    app.browser("HEAD", "/").header("accept", "text/html").await;
    assert_eq!(app.stored().await, [""; 0]);
    // A page that a browser navigates to counts once per visit.
    app.visit("/").await;
    app.visit("/").await;
    app.visit("/sobre").await;
    // The browser still had it: the visitor sees it again.
    app.visit("/blog/um").await;
    assert_eq!(app.stored().await, ["2026-11-21 / 2", "2026-11-21 /blog/um 1", "2026-11-21 /sobre 1"]);
}
