//! Pictures of shared pages and the site's icons: drawn once, current, and only of public pages.

use ateneu_base::Verb;
use ateneu_testkit::TestResponse;
use axum::http::StatusCode;
use serde_json::Value;

use crate::harness::{Harness, article, change};

/// Returns width and height from a PNG's header.
fn size(reply: &TestResponse) -> (u32, u32) {
    assert_eq!(reply.body.get(..8), Some(b"\x89PNG\r\n\x1a\n".as_slice()));
    let number = |at: usize| u32::from_be_bytes(reply.body[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[tokio::test]
async fn a_published_contents_picture_is_drawn_once_per_change() {
    let app = Harness::open().await;
    app.rows.put(article("a1", "Uma pauta curta")).await;
    let first = app.get("/share/blog/a1.png?v=1").await;
    assert_eq!((first.status, first.header("content-type")), (StatusCode::OK, "image/png"));
    assert_eq!(size(&first), (1_200, 630));
    assert_eq!(first.header("x-content-type-options"), "nosniff");
    let made = app.pages.counts().made;
    for url in ["/share/blog/a1.png", "/share/blog/a1.png?v=2", "/share/Blog/A1.png"] {
        let again = app.get(url).await;
        assert_eq!(again.header("etag"), first.header("etag"), "{url}");
    }
    assert_eq!(app.pages.counts().made, made);

    app.rows.put(article("a1", "Uma pauta ainda mais curta")).await;
    app.pages.invalidate(&[change("contents", Verb::Update, "a1")]);
    let second = app.get("/share/blog/a1.png").await;
    assert_ne!(second.header("etag"), first.header("etag"));
}

#[tokio::test]
async fn unlisted_or_misspelled_addresses_are_not_rendered() {
    let app = Harness::open().await;
    app.rows.put(article("a1", "Um")).await;
    for url in [
        "/share/carta.png",
        "/share/admin.png",
        "/share/nada.png",
        "/share//blog/a1.png",
        "/share/blog//a1.png",
        "/share/blog/a1/.png",
        "/share/blog/.png",
        "/share/blog/a.1.png",
        &format!("/share/blog/{}.png", "a".repeat(3_000)),
    ] {
        assert_eq!(app.get(url).await.status, StatusCode::NOT_FOUND, "{url}");
    }
    assert_eq!(app.pages.counts().made, 0);
}

#[tokio::test]
async fn an_address_without_a_page_has_no_picture() {
    let app = Harness::open().await;
    for url in [
        "/share/blog/none.png",
        "/share/blog/a1",
        "/share/blog/a1.jpg",
        "/share/blog%2F..%2Fa%22.png",
        "/share/.png",
    ] {
        assert_eq!(app.get(url).await.status, StatusCode::NOT_FOUND, "{url}");
    }
    // It may be published a moment later.
    app.rows.put(article("none", "Agora sim")).await;
    app.pages.invalidate(&[change("contents", Verb::Insert, "none")]);
    assert_eq!(app.get("/share/blog/none.png").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_failed_drawing_answers_503_uncached() {
    let app = Harness::open().await;
    for url in ["/share/throws.png", "/share/nonsense.png"] {
        let reply = app.get(url).await;
        assert_eq!((reply.status, reply.text()), (StatusCode::SERVICE_UNAVAILABLE, "try again later\n"));
    }
    app.rows.put(article("a1", "Um")).await;
    app.rows.break_down(true);
    assert_eq!(app.get("/share/blog/a1.png").await.status, StatusCode::SERVICE_UNAVAILABLE);
    app.rows.break_down(false);
    assert_eq!(app.get("/share/blog/a1.png").await.status, StatusCode::OK);
}

#[tokio::test]
async fn titles_of_every_length_and_script_are_drawn() {
    let app = Harness::open().await;
    for (id, title) in [
        ("empty", String::new()),
        ("long", "Reajustar o preço sem perder o cliente que paga. ".repeat(6)),
        ("wide", "indivisível".repeat(30)),
        ("foreign", "Łódź 東京 \u{1f642} \u{202e}اب".to_owned()),
    ] {
        app.rows.put(article(id, &title)).await;
        assert_eq!(size(&app.get(&format!("/share/blog/{id}.png")).await), (1_200, 630), "{id}");
    }
}

#[tokio::test]
async fn podcast_directories_get_a_square_cover() {
    let cover = Harness::open().await.get("/share/podcast.png").await;
    assert_eq!(size(&cover), (1_500, 1_500));
}

#[tokio::test]
async fn the_icons_that_pages_and_manifest_name_are_there() {
    let app = Harness::open().await;
    let manifest = app.get("/manifest.webmanifest").await;
    assert_eq!(manifest.header("content-type"), "application/manifest+json");
    let manifest: Value = serde_json::from_str(manifest.text()).unwrap();
    assert_eq!(manifest["name"], "Ana & Cia");
    let icons = manifest["icons"].as_array().unwrap();
    assert_eq!(icons.len(), 3);
    for icon in icons {
        let (width, height) = size(&app.get(icon["src"].as_str().unwrap()).await);
        assert_eq!(icon["sizes"], format!("{width}x{height}"));
    }
    assert_eq!(size(&app.get("/apple-touch-icon.png").await), (180, 180));

    let drawing = app.get("/icon.svg").await;
    assert_eq!(drawing.header("content-type"), "image/svg+xml");
    let text = drawing.text();
    let svg = roxmltree::Document::parse(text).unwrap();
    let paths = svg.descendants().filter(|node| node.has_tag_name("path"));
    assert!(paths.clone().all(|path| path.attribute("d").is_some_and(|data| data.starts_with('M'))));
    assert_eq!(paths.count(), 3);

    let old = app.get("/favicon.ico").await;
    assert_eq!(old.header("content-type"), "image/x-icon");
    let offset = u32::from_le_bytes(old.body[18..22].try_into().unwrap()) as usize;
    let length = u32::from_le_bytes(old.body[14..18].try_into().unwrap()) as usize;
    assert_eq!(offset + length, old.body.len());
    assert!(old.body[offset..].starts_with(b"\x89PNG"));
}
