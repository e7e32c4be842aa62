//! A page is made once, and never served once something it was made from has changed.

use std::{sync::Arc, time::Duration};

use ateneu_base::Verb;
use axum::http::{Method, StatusCode};

use crate::house::{House, article, change};

async fn two_articles() -> House {
    let house = House::open().await;
    house.rows.put(article("a1", "Um")).await;
    house.rows.put(article("b2", "Dois")).await;
    house
}

#[tokio::test]
async fn a_page_is_made_once_for_all_who_ask_together_and_after() {
    let house = Arc::new(two_articles().await);
    house.rows.hold();
    let visits: Vec<_> = (0..20)
        .map(|_| {
            let house = Arc::clone(&house);
            tokio::spawn(async move { house.get("/blog").await.main() })
        })
        .collect();
    house.rows.reached().await;
    house.rows.release();
    for visit in visits {
        assert_eq!(visit.await.unwrap(), "Um (Gestão), Dois (Gestão)");
    }
    house.get("/blog").await;
    assert_eq!(house.rows.reads(), 1);
}

#[tokio::test]
async fn a_changed_article_drops_its_page_and_the_lists_but_no_other_article() {
    let house = two_articles().await;
    for path in ["/blog", "/blog/a1", "/blog/b2", "/rss.xml"] {
        house.get(path).await;
    }
    house.rows.put(article("a1", "Um novo")).await;
    house.pages.invalidate(&[change("contents", Verb::Update, "a1")]);
    let before = house.rows.reads();
    assert_eq!(house.get("/blog/b2").await.main(), "Dois (Gestão)");
    assert_eq!(house.rows.reads(), before, "the other article was kept");
    assert_eq!(house.get("/blog/a1").await.main(), "Um novo (Gestão)");
    assert_eq!(house.get("/blog").await.main(), "Dois (Gestão), Um novo (Gestão)");
    assert!(house.get("/rss.xml").await.text().contains("Um novo"));
    assert_eq!(house.rows.reads(), before + 3);
}

#[tokio::test]
async fn a_renamed_category_drops_every_page_that_shows_it() {
    let house = two_articles().await;
    house.get("/blog/a1").await;
    house.pages.invalidate(&[change("categories", Verb::Update, "c")]);
    house.get("/blog/a1").await;
    assert_eq!(house.rows.reads(), 2);
}

#[tokio::test]
async fn changes_to_tables_no_page_reads_drop_nothing() {
    let house = two_articles().await;
    house.get("/blog").await;
    house.pages.invalidate(&[change("auth_logs", Verb::Insert, "x")]);
    house.get("/blog").await;
    assert_eq!(house.rows.reads(), 1);
}

#[tokio::test]
async fn a_missing_article_appears_when_it_is_published() {
    let house = two_articles().await;
    assert_eq!(house.get("/blog/c3").await.status, StatusCode::NOT_FOUND);
    house.rows.put(article("c3", "Três")).await;
    house.pages.invalidate(&[change("contents", Verb::Insert, "c3")]);
    let reply = house.get("/blog/c3").await;
    assert_eq!((reply.status, reply.main().as_str()), (StatusCode::OK, "Três (Gestão)"));
    // And is gone when it is not.
    house.pages.invalidate(&[change("contents", Verb::Delete, "c3")]);
    let reads = house.rows.reads();
    house.get("/blog/c3").await;
    assert_eq!(house.rows.reads(), reads + 1);
}

#[tokio::test]
async fn a_render_that_began_before_a_change_is_not_kept_nor_given_to_later_visitors() {
    let house = Arc::new(two_articles().await);
    let visit = |path: &'static str| {
        let house = Arc::clone(&house);
        tokio::spawn(async move { house.get(path).await.main() })
    };
    house.rows.hold();
    let early = visit("/blog/a1");
    house.rows.reached().await;
    house.rows.put(article("a1", "Um novo")).await;
    house.pages.invalidate(&[change("contents", Verb::Update, "a1")]);
    let late = visit("/blog/a1");
    house.rows.release();
    assert_eq!(late.await.unwrap(), "Um novo (Gestão)");
    assert!(early.await.unwrap().starts_with("Um"));
    assert_eq!(house.get("/blog/a1").await.main(), "Um novo (Gestão)");
}

#[tokio::test]
async fn everything_can_be_dropped_and_each_day_begins_anew() {
    let house = two_articles().await;
    house.get("/blog").await;
    house.pages.invalidate_all();
    house.get("/blog").await;
    assert_eq!(house.rows.reads(), 2);
    // Held at noon UTC; the Brazilian day ends fifteen hours later.
    house.clock.advance(Duration::from_secs(14 * 3600));
    house.get("/blog").await;
    assert_eq!(house.rows.reads(), 2);
    house.clock.advance(Duration::from_secs(3600));
    house.get("/blog").await;
    assert_eq!(house.rows.reads(), 3);
}

#[tokio::test]
async fn only_declared_parameters_make_another_page() {
    let house = two_articles().await;
    for url in ["/blog", "/blog?utm_source=x", "/blog?a=1&b=2", "/blog?busca="] {
        assert!(house.get(url).await.main().ends_with("(Gestão)"), "{url}");
    }
    assert_eq!(house.rows.reads(), 1);
    assert!(house.get("/blog?x=1&busca=um%20dois").await.main().ends_with("[busca=um+dois]"));
    assert!(house.get("/blog?busca=um+dois&y=1").await.main().ends_with("[busca=um+dois]"));
    assert_eq!(house.rows.reads(), 2);
}

#[tokio::test]
async fn a_browser_that_holds_the_page_gets_304_until_it_changes() {
    let house = two_articles().await;
    let first = house.get("/blog").await;
    let tag = first.header("etag").to_owned();
    assert_eq!(first.header("cache-control"), "no-cache");
    let again = house.send(Method::GET, "/blog", &[("if-none-match", &tag)]).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    assert_eq!((again.bytes.len(), again.header("etag")), (0, tag.as_str()));

    house.pages.invalidate(&[change("contents", Verb::Update, "a1")]);
    let same = house.send(Method::GET, "/blog", &[("if-none-match", &tag)]).await;
    assert_eq!(same.status, StatusCode::NOT_MODIFIED, "the same bytes have the same tag");
    house.rows.put(article("a1", "Um novo")).await;
    house.pages.invalidate(&[change("contents", Verb::Update, "a1")]);
    let other = house.send(Method::GET, "/blog", &[("if-none-match", &tag)]).await;
    assert_eq!(other.status, StatusCode::OK);
    assert_ne!(other.header("etag"), tag);
}

#[tokio::test]
async fn every_encoding_unpacks_to_the_same_page_and_has_its_own_tag() {
    use std::io::Read;
    let house = House::open().await;
    let long = "Título muito repetido ".repeat(60);
    house.rows.put(article("a1", &long)).await;
    let plain = house.get("/blog").await;
    assert_eq!(plain.header("content-encoding"), "");
    let mut tags = vec![plain.header("etag").to_owned()];
    for name in ["br", "gzip"] {
        let reply = house.send(Method::GET, "/blog", &[("accept-encoding", name)]).await;
        assert_eq!((reply.header("content-encoding"), reply.header("vary")), (name, "accept-encoding"));
        assert!(reply.bytes.len() < plain.bytes.len() / 2, "{name}");
        let mut unpacked = Vec::new();
        let bytes = reply.bytes.as_slice();
        match name {
            "br" => brotli::Decompressor::new(bytes, 4_096).read_to_end(&mut unpacked).unwrap(),
            _ => flate2::read::GzDecoder::new(bytes).read_to_end(&mut unpacked).unwrap(),
        };
        assert_eq!(unpacked, plain.bytes, "{name}");
        tags.push(reply.header("etag").to_owned());
    }
    tags.dedup();
    assert_eq!(tags.len(), 3);
    assert_eq!(house.rows.reads(), 1);
}

#[tokio::test]
async fn many_addresses_that_do_not_exist_do_not_push_out_the_pages() {
    let house = two_articles().await;
    house.get("/blog").await;
    for n in 0..300 {
        let reply = house.get(&format!("/wp-admin/{n}")).await;
        assert_eq!(reply.status, StatusCode::NOT_FOUND);
        assert_eq!(reply.header("etag"), "");
    }
    house.get("/blog").await;
    assert_eq!(house.rows.reads(), 1);
}
