//! First views, counted as the pages are answered.

use ateneu_db::Db;
use ateneu_testkit::db_test;
use axum::http::Method;

use crate::house::{BROWSER, House};

#[db_test]
async fn a_page_that_a_browser_navigates_to_counts_once_per_visit(db: Db) {
    let house = House::open(db);
    house.visit("/", &[]).await;
    house.visit("/", &[]).await;
    house.visit("/sobre", &[]).await;
    // The browser still had it: the visitor sees it again.
    house.visit("/blog/um", &[]).await;
    assert_eq!(house.stored().await, ["2026-11-21 / 2", "2026-11-21 /blog/um 1", "2026-11-21 /sobre 1"]);
}

#[db_test]
async fn what_is_no_public_page_or_was_not_found_does_not_count(db: Db) {
    let house = House::open(db);
    for path in ["/admin", "/nada", "/blog/outro", "/blog/casca", "/sobre/x", "/Sobre%20"] {
        house.visit(path, &[]).await;
    }
    assert_eq!(house.stored().await, [""; 0]);
}

#[db_test]
async fn nobody_is_counted_who_asks_for_privacy_fetches_ahead_or_is_a_robot(db: Db) {
    let house = House::open(db);
    house.visit("/", &[("dnt", "1")]).await;
    house.visit("/", &[("sec-gpc", "1")]).await;
    house.visit("/", &[("sec-purpose", "prefetch")]).await;
    let robot = [("user-agent", "Googlebot/2.1"), ("accept", "text/html")];
    house.send(Method::GET, "/", &robot, "").await;
    let script = [("user-agent", BROWSER), ("sec-fetch-mode", "cors")];
    house.send(Method::GET, "/", &script, "").await;
    house.send(Method::HEAD, "/", &[("user-agent", BROWSER), ("accept", "text/html")], "").await;
    assert_eq!(house.stored().await, [""; 0]);
}
