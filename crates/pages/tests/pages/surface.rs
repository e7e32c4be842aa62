//! Statuses, headers, files and redirects as a browser receives them.

use ateneu_pages::{Assets, Config};
use axum::http::StatusCode;

use crate::harness::{HOME, Harness, Page, assets, brotli};

#[tokio::test]
async fn a_page_is_complete_html_with_its_data_and_scripts() {
    let app = Harness::open().await;
    let reply = app.get("/").await;
    assert_eq!(reply.status, StatusCode::OK);
    assert_eq!(reply.header("content-type"), "text/html; charset=utf-8");
    let text = reply.text();
    assert!(text.contains("<title>Página</title></head>"), "{text}");
    assert!(text.contains("id=\"__boot\" data-scripts=\"/assets/page-1.js\">"), "{text}");
    let root = format!("<div id=\"root\"><main>{HOME}</main></div>");
    assert!(text.contains(&root), "{text}");
    assert_eq!(text.matches("</script>").count(), 1, "data cannot end its element: {text}");
    assert!(text.contains(r"\u003c/script>\u003cscript>alert(1)"), "{text}");
}

#[tokio::test]
async fn the_engine_reaches_urls_text_and_timers_through_its_host() {
    let app = Harness::open().await;
    let text = app.get("/host").await.text().to_owned();
    let (_, boot) = text.split_once("id=\"__boot\"").unwrap();
    let (_, state) = boot.split_once('>').unwrap();
    let (state, _) = state.split_once("</script>").unwrap();
    let state: serde_json::Value = serde_json::from_str(state).unwrap();
    let expected = serde_json::json!({
        "text": "ação", "bytes": 6, "broken": "\u{fffd}a",
        "url": ["https://a.test:8443/b?x=1#y", "a.test:8443", "/b", "?x=1", "#y", "https://a.test:8443"],
        "searched": "https://a.test:8443/b?q=%C3%A9#y", "unfit": "https://a.test:8443/b?x=1#y", "invalid": null,
    });
    assert_eq!(state, expected);
}

#[tokio::test]
async fn every_response_carries_the_security_headers() {
    let app = Harness::open().await;
    for url in ["/", "/nada", "/throws", "/assets/none", "/rss.xml", "/content/home.json", "/blog/"] {
        let reply = app.get(url).await;
        let policy = reply.header("content-security-policy");
        for part in [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
        ] {
            assert!(policy.split("; ").any(|directive| directive == part), "{url}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{url}");
        assert_eq!(reply.header("x-content-type-options"), "nosniff", "{url}");
        assert_eq!(reply.header("referrer-policy"), "strict-origin-when-cross-origin", "{url}");
        assert_eq!(reply.header("cross-origin-opener-policy"), "same-origin", "{url}");
        assert!(reply.header("permissions-policy").contains("camera=()"), "{url}");
        assert_eq!(reply.header("strict-transport-security"), "max-age=31536000", "{url}");
    }
    let plain = Harness::with(Config::new("http://casa.test"), Assets::default()).await;
    let home = plain.get("/").await;
    let policy = home.header("content-security-policy");
    for kind in ["img-src", "media-src"] {
        let stored = policy.split("; ").find(|directive| directive.starts_with(kind));
        assert!(
            stored.is_some_and(|sources| sources.split(' ').any(|source| source == "http://casa.test")),
            "what is stored names the public address: {policy}"
        );
    }
    assert_eq!(plain.get("/robots.txt").await.header("strict-transport-security"), "");
}

#[tokio::test]
async fn a_script_or_font_that_is_opened_alone_cannot_act() {
    let app = Harness::open().await;
    for url in ["/assets/page-1.js", "/assets/font-1.woff2"] {
        let reply = app.get(url).await;
        assert_eq!(reply.header("content-security-policy"), "default-src 'none'", "{url}");
        assert_eq!(reply.header("x-content-type-options"), "nosniff", "{url}");
        assert_eq!(reply.header("strict-transport-security"), "max-age=31536000", "{url}");
    }
}

#[tokio::test]
async fn built_files_are_immutable_packed_and_of_the_right_type() {
    let app = Harness::open().await;
    let script = app.send("GET", "/assets/page-1.js", &[("accept-encoding", "gzip, br")]).await;
    assert_eq!(script.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!((script.header("content-type"), script.header("etag")), ("text/javascript", ""));
    assert_eq!(script.header("content-encoding"), "br");
    let font = app.send("GET", "/assets/font-1.woff2", &[("accept-encoding", "gzip, br")]).await;
    assert_eq!((font.header("content-type"), font.header("content-encoding")), ("font/woff2", ""));
    let drawing = app.get("/drawing.svg").await;
    let headers = (drawing.header("content-type"), drawing.header("cache-control"));
    assert_eq!(headers, ("image/svg+xml", "no-cache"));
    for url in ["/assets/none.js", "/assets/../index.html", "/content/none.json"] {
        assert_eq!(app.get(url).await.status, StatusCode::NOT_FOUND, "{url}");
    }
    for url in ["/index.html", "/.vite/manifest.json", "/server/entry-server.js"] {
        let reply = app.get(url).await;
        let found = (reply.status, &*reply.main());
        assert_eq!(found, (StatusCode::NOT_FOUND, "Página não encontrada"), "{url}");
    }
}

#[tokio::test]
async fn compressed_assets_are_sent_as_built_under_one_address() {
    let app = Harness::open().await;
    let url = "/assets/packed-1.js";
    let packed = app.send("GET", url, &[("accept-encoding", "br")]).await;
    assert_eq!(packed.header("content-encoding"), "br");
    assert_eq!(*packed.body, *brotli(&"console.log('page');".repeat(100)));
    let plain = app.get(url).await;
    assert_eq!(plain.header("content-encoding"), "");
    assert!(plain.text().starts_with("console.log"));
    assert_eq!(app.get("/assets/packed-1.js.br").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn signed_in_pages_are_an_uncached_unindexed_shell() {
    let app = Harness::open().await;
    for url in ["/admin", "/admin/conteudos"] {
        let reply = app.get(url).await;
        assert_eq!(reply.status, StatusCode::OK);
        let headers = (reply.header("cache-control"), reply.header("x-robots-tag"));
        assert_eq!(headers, ("no-store", "noindex"), "{url}");
        assert!(reply.text().contains("<div id=\"root\"></div>"));
    }
    assert_eq!(app.get("/").await.header("x-robots-tag"), "");
}

#[tokio::test]
async fn a_slash_too_many_is_redirected_within_the_site() {
    let app = Harness::open().await;
    for (url, location) in [
        ("/blog/", "/blog"),
        ("/blog/?busca=a%20b", "/blog?busca=a%20b"),
        ("/blog///", "/blog"),
        ("//evil.test/", "/evil.test"),
        ("/\\evil.test/", "/evil.test"),
        ("//", "/"),
        // Another spelling of a page redirects too.
        ("/BLOG?busca=a%20b", "/blog?busca=a%20b"),
        ("//blog", "/blog"),
        ("/Blog//A-1", "/blog/A-1"),
        ("/Admin", "/admin"),
    ] {
        let reply = app.get(url).await;
        let found = (reply.status, reply.header("location"));
        assert_eq!(found, (StatusCode::MOVED_PERMANENTLY, location), "{url}");
    }
    let own = app.get("/old").await;
    assert_eq!((own.status, own.header("location")), (StatusCode::FOUND, "/blog"), "a page's own redirect");
}

#[tokio::test]
async fn other_methods_and_endless_addresses_are_refused() {
    let app = Harness::open().await;
    for url in ["/", "/nada", "/rss.xml", "/assets/page-1.js", "/content/home.json"] {
        let reply = app.send("POST", url, &[]).await;
        assert_eq!(reply.status, StatusCode::METHOD_NOT_ALLOWED, "{url}");
        assert!(reply.header("allow").contains("GET"), "{url}");
    }
    let head = app.send("HEAD", "/", &[]).await;
    assert_eq!((head.status, head.body.len()), (StatusCode::OK, 0));
    assert_eq!(head.header("etag"), app.get("/").await.header("etag"));
    assert_eq!(app.get(&format!("/{}", "x".repeat(3_000))).await.status, StatusCode::URI_TOO_LONG);
}

#[tokio::test]
async fn an_unknown_address_is_404_even_when_it_cannot_be_rendered() {
    let application = "export const routes = []; export const render = () => { throw 1 };";
    let app = Harness::with(Config::new("http://casa.test"), assets(application)).await;
    let reply = app.get("/nada").await;
    assert_eq!((reply.status, reply.header("cache-control")), (StatusCode::NOT_FOUND, "no-store"));
    assert!(reply.text().contains("<div id=\"root\"></div>"));
}
