//! A page is rendered once, and never served after one of its dependencies has changed.

use std::{sync::Arc, time::Duration};

use ateneu_base::Verb;
use axum::http::StatusCode;

use crate::harness::{Harness, Page, article, change};

async fn two_articles() -> Harness {
    let app = Harness::open().await;
    app.rows.put(article("a1", "Um")).await;
    app.rows.put(article("b2", "Dois")).await;
    app
}

#[tokio::test]
async fn concurrent_and_later_visits_share_one_render() {
    let app = Arc::new(two_articles().await);
    app.rows.hold();
    let visits: Vec<_> = (0..20)
        .map(|_| {
            let app = Arc::clone(&app);
            tokio::spawn(async move { app.get("/blog").await.main() })
        })
        .collect();
    app.rows.reached().await;
    app.rows.release();
    for visit in visits {
        assert_eq!(visit.await.unwrap(), "Um (Gestão), Dois (Gestão)");
    }
    app.get("/blog").await;
    assert_eq!(app.rows.reads(), 1);
}

#[tokio::test]
async fn a_changed_article_drops_its_page_and_the_lists_only() {
    let app = two_articles().await;
    for path in ["/blog", "/blog/a1", "/blog/b2", "/rss.xml"] {
        app.get(path).await;
    }
    app.rows.put(article("a1", "Um novo")).await;
    app.pages.invalidate(&[change("contents", Verb::Update, "a1")]);
    let before = app.rows.reads();
    assert_eq!(app.get("/blog/b2").await.main(), "Dois (Gestão)");
    assert_eq!(app.rows.reads(), before, "the other article was kept");
    assert_eq!(app.get("/blog/a1").await.main(), "Um novo (Gestão)");
    assert_eq!(app.get("/blog").await.main(), "Dois (Gestão), Um novo (Gestão)");
    assert!(app.get("/rss.xml").await.text().contains("Um novo"));
    assert_eq!(app.rows.reads(), before + 3);
}

#[tokio::test]
async fn a_renamed_category_drops_every_page_that_shows_it() {
    let app = two_articles().await;
    app.get("/blog/a1").await;
    app.pages.invalidate(&[change("categories", Verb::Update, "c")]);
    app.get("/blog/a1").await;
    assert_eq!(app.rows.reads(), 2);
}

#[tokio::test]
async fn changes_to_unread_tables_keep_cached_pages() {
    let app = two_articles().await;
    app.get("/blog").await;
    app.pages.invalidate(&[change("auth_logs", Verb::Insert, "x")]);
    app.get("/blog").await;
    assert_eq!(app.rows.reads(), 1);
}

#[tokio::test]
async fn a_missing_article_appears_when_it_is_published() {
    let app = two_articles().await;
    assert_eq!(app.get("/blog/c3").await.status, StatusCode::NOT_FOUND);
    app.rows.put(article("c3", "Três")).await;
    app.pages.invalidate(&[change("contents", Verb::Insert, "c3")]);
    let reply = app.get("/blog/c3").await;
    assert_eq!((reply.status, reply.main().as_str()), (StatusCode::OK, "Três (Gestão)"));
    // The deleted row is gone.
    app.pages.invalidate(&[change("contents", Verb::Delete, "c3")]);
    let reads = app.rows.reads();
    app.get("/blog/c3").await;
    assert_eq!(app.rows.reads(), reads + 1);
}

#[tokio::test]
async fn a_render_begun_before_a_change_is_not_cached() {
    let app = Arc::new(two_articles().await);
    let visit = |path: &'static str| {
        let app = Arc::clone(&app);
        tokio::spawn(async move { app.get(path).await.main() })
    };
    app.rows.hold();
    let early = visit("/blog/a1");
    app.rows.reached().await;
    app.rows.put(article("a1", "Um novo")).await;
    app.pages.invalidate(&[change("contents", Verb::Update, "a1")]);
    let late = visit("/blog/a1");
    app.rows.release();
    assert_eq!(late.await.unwrap(), "Um novo (Gestão)");
    assert!(early.await.unwrap().starts_with("Um"));
    assert_eq!(app.get("/blog/a1").await.main(), "Um novo (Gestão)");
}

#[tokio::test]
async fn cached_pages_end_when_invalidated_or_at_midnight() {
    let app = two_articles().await;
    app.get("/blog").await;
    app.pages.invalidate_all();
    app.get("/blog").await;
    assert_eq!(app.rows.reads(), 2);
    // The clock is at noon UTC. The Brazilian day ends fifteen hours later.
    app.clock.advance(Duration::from_secs(14 * 3600));
    app.get("/blog").await;
    assert_eq!(app.rows.reads(), 2);
    app.clock.advance(Duration::from_secs(3600));
    app.get("/blog").await;
    assert_eq!(app.rows.reads(), 3);
}

#[tokio::test]
async fn only_declared_parameters_make_another_page() {
    let app = two_articles().await;
    for url in ["/blog", "/blog?utm_source=x", "/blog?a=1&b=2", "/blog?busca="] {
        assert!(app.get(url).await.main().ends_with("(Gestão)"), "{url}");
    }
    assert_eq!(app.rows.reads(), 1);
    assert!(app.get("/blog?x=1&busca=um%20dois").await.main().ends_with("[busca=um+dois]"));
    assert!(app.get("/blog?busca=um+dois&y=1").await.main().ends_with("[busca=um+dois]"));
    assert_eq!(app.rows.reads(), 2);
}

#[tokio::test]
async fn a_browser_that_holds_the_page_gets_304_until_it_changes() {
    let app = two_articles().await;
    let first = app.get("/blog").await;
    let tag = first.header("etag").to_owned();
    assert_eq!(first.header("cache-control"), "no-cache");
    let again = app.send("GET", "/blog", &[("if-none-match", &tag)]).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    assert_eq!((again.body.len(), again.header("etag")), (0, tag.as_str()));

    app.pages.invalidate(&[change("contents", Verb::Update, "a1")]);
    let same = app.send("GET", "/blog", &[("if-none-match", &tag)]).await;
    assert_eq!(same.status, StatusCode::NOT_MODIFIED, "the same bytes have the same tag");
    app.rows.put(article("a1", "Um novo")).await;
    app.pages.invalidate(&[change("contents", Verb::Update, "a1")]);
    let other = app.send("GET", "/blog", &[("if-none-match", &tag)]).await;
    assert_eq!(other.status, StatusCode::OK);
    assert_ne!(other.header("etag"), tag);
}

#[tokio::test]
async fn every_encoding_unpacks_to_the_same_page_and_has_its_own_tag() {
    use std::io::Read;
    let app = Harness::open().await;
    let long = "Título muito repetido ".repeat(60);
    app.rows.put(article("a1", &long)).await;
    let plain = app.get("/blog").await;
    assert_eq!(plain.header("content-encoding"), "");
    let mut tags = vec![plain.header("etag").to_owned()];
    for name in ["br", "gzip"] {
        let reply = app.send("GET", "/blog", &[("accept-encoding", name)]).await;
        assert_eq!((reply.header("content-encoding"), reply.header("vary")), (name, "accept-encoding"));
        assert!(reply.body.len() < plain.body.len() / 2, "{name}");
        let mut unpacked = Vec::new();
        let bytes = &*reply.body;
        match name {
            "br" => brotli::Decompressor::new(bytes, 4_096).read_to_end(&mut unpacked).unwrap(),
            _ => flate2::read::GzDecoder::new(bytes).read_to_end(&mut unpacked).unwrap(),
        };
        assert_eq!(unpacked, plain.body, "{name}");
        tags.push(reply.header("etag").to_owned());
    }
    tags.dedup();
    assert_eq!(tags.len(), 3);
    assert_eq!(app.rows.reads(), 1);
}

#[tokio::test]
async fn many_addresses_that_do_not_exist_do_not_push_out_the_pages() {
    let app = two_articles().await;
    app.get("/blog").await;
    for n in 0..300 {
        let reply = app.get(&format!("/wp-admin/{n}")).await;
        assert_eq!(reply.status, StatusCode::NOT_FOUND);
        assert_eq!(reply.header("etag"), "");
    }
    app.get("/blog").await;
    assert_eq!(app.rows.reads(), 1);
}
