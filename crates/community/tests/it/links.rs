//! Cards of links: fetched pages, and requests that are never sent.

use std::{
    net::Ipv4Addr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use ateneu_community::LinkCards;
use ateneu_queue::Handler;
use ateneu_testkit::{db_test, sqlite_test};
use axum::{
    Router,
    http::StatusCode,
    response::{Html, Redirect},
    routing::get,
};
use serde_json::json;

use super::{
    COMMENT, Community, OPEN, OUTSIDE,
    Who::{Ana, Bia, Service},
    outbound,
    picture_rights::{WEBP, open_storage},
    serve,
};

/// Pages at a public address and an internal service, each with its number of requests.
struct Web {
    port: u16,
    asked: Arc<AtomicUsize>,
    inside: Arc<AtomicUsize>,
    links: LinkCards,
}

/// Counts the requests of pages.
fn counted(router: Router, asked: &Arc<AtomicUsize>) -> Router {
    let asked = Arc::clone(asked);
    router.layer(axum::middleware::from_fn(move |request, next: axum::middleware::Next| {
        asked.fetch_add(1, Ordering::Relaxed);
        next.run(request)
    }))
}

impl Web {
    async fn open(community: &mut Community) -> Self {
        let (asked, inside) = <(Arc<AtomicUsize>, Arc<AtomicUsize>)>::default();
        let hidden = Router::new().fallback(async || Html("<title>segredo</title>"));
        let hidden = serve(Ipv4Addr::LOCALHOST, counted(hidden, &inside)).await;
        let page = |head: String| get(async move || Html(format!("<html><head>{head}</head><body>x")));
        let with_picture = |address: &str| {
            page(format!("<title>Com imagem</title><meta property='og:image' content='{address}'>"))
        };
        let router = Router::new()
            .route(
                "/artigo",
                page(
                    "<title>Gestão &amp; <calma></title><meta name=description content='Um texto'>
                <meta property='og:image' content='/foto.webp'>"
                        .to_owned(),
                ),
            )
            .route("/foto.webp", get(async || ([("content-type", "image/webp")], WEBP)))
            .route("/texto.png", get(async || ([("content-type", "image/png")], "<svg onload=alert(1)>")))
            .route(
                "/tricks",
                page("<meta property='og:title' content='&quot;><script>alert(1)</script>'>".into()),
            )
            .route("/empty", page("<title> </title>".into()))
            .route("/file", get(async || ([("content-type", "application/pdf")], "<title>x</title>")))
            .route("/gone", get(async || (StatusCode::GONE, Html("<title>x</title>"))))
            .route("/broken", get(async || (StatusCode::BAD_GATEWAY, Html("<title>x</title>"))))
            .route("/inside", get(async move || Redirect::to(&format!("http://127.0.0.1:{hidden}/"))))
            .route("/picture-inside", with_picture(&format!("http://127.0.0.1:{hidden}/a.png")))
            .route("/picture-none", with_picture("/texto.png"));
        let port = serve(OUTSIDE, counted(router, &asked)).await;
        let storage = open_storage(&mut community.0).await;
        let deps = LinkCards {
            db: community.0.db.clone(),
            clock: community.0.clock.clone(),
            storage,
            outbound: outbound(vec![port, hidden]),
        };
        deps.queue_recurring().await.unwrap();
        Self { port, asked, inside, links: deps }
    }

    /// Fetches every due link.
    async fn work(&self) {
        ateneu_queue::work(&self.links.db, &self.links.clock, &self.links).await.unwrap();
    }

    fn url(&self, path: &str) -> String {
        format!("http://pagina.test:{}{path}", self.port)
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }
}

impl Community {
    async fn html(&self, table: &str, number: usize) -> String {
        self.row(table, number).await["content_html"].as_str().unwrap().to_owned()
    }

    /// Changes a post to this address alone. Returns its HTML after the link was fetched.
    async fn shown(&self, web: &Web, path: &str) -> String {
        let content = json!({ "content": web.url(path) });
        assert_eq!(self.change(Bia, "community_posts", OPEN, content).await.0, 200);
        web.work().await;
        self.html("community_posts", OPEN).await
    }

    async fn cards(&self) -> i64 {
        self.0.count("SELECT count(*) FROM link_cards", &[]).await
    }
}

#[db_test]
async fn a_link_with_its_own_line_becomes_a_card(mut community: Community) {
    let web = Web::open(&mut community).await;
    let url = web.url("/artigo");
    let content = json!({ "content": format!("Leiam:\n\n{url}\n\nVale a pena.") });
    assert_eq!(community.change(Bia, "community_posts", OPEN, content).await.0, 200);
    let before = community.html("community_posts", OPEN).await;
    assert!(before.contains(&format!("<a href=\"{url}\"")) && !before.contains("link-card"), "{before}");
    web.work().await;
    let html = community.html("community_posts", OPEN).await;
    for part in [
        "<p>Leiam:</p>",
        &format!(
            "<a class=\"link-card\" href=\"{url}\" rel=\"noopener noreferrer\"><img src=\"/storage/v1/object/public/link-cards/"
        ),
        "<strong>Gestão &amp; &lt;calma&gt;</strong><span>Um texto</span><small>pagina.test</small>",
        "<p>Vale a pena.</p>",
    ] {
        assert!(html.contains(part), "{part} in {html}");
    }
    let picture = html.split('"').find(|part| part.starts_with("/storage/")).unwrap();
    let answer = community.0.request("GET", picture).await;
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, "image/webp"));
    // The card is known now: another text shows it at once, without a request.
    let asked = web.asked();
    let comment = json!({ "content": url });
    assert_eq!(community.change(Ana, "community_comments", COMMENT, comment).await.0, 200);
    assert!(community.html("community_comments", COMMENT).await.starts_with("<a class=\"link-card\""));
    web.work().await;
    // Other writes keep it, and an edit removes it.
    community.change(Service, "community_posts", OPEN, json!({ "is_pinned": true })).await;
    assert_eq!(community.html("community_posts", OPEN).await, html);
    let without = json!({ "content": format!("Veja {url}") });
    community.change(Bia, "community_posts", OPEN, without).await;
    assert!(!community.html("community_posts", OPEN).await.contains("link-card"));
    assert_eq!(web.asked(), asked);
}

#[sqlite_test]
async fn links_are_not_fetched_where_that_is_switched_off(mut community: Community) {
    let web = Web::open(&mut community).await;
    community.set("link_cards", "false").await;
    let html = community.shown(&web, "/artigo").await;
    assert!(!html.contains("link-card"), "{html}");
    assert_eq!((web.asked(), community.cards().await), (0, 0));
}

#[sqlite_test]
async fn an_unavailable_page_stays_a_plain_link(mut community: Community) {
    let web = Web::open(&mut community).await;
    community.set("link_cards", "true").await;
    for path in ["/empty", "/file", "/gone", "/none", "/inside", "/broken"] {
        let html = community.shown(&web, path).await;
        assert!(html.starts_with("<p><a href=") && !html.contains("link-card"), "{path}: {html}");
    }
    for url in ["http://127.0.0.1/", "http://[::1]/", "http://localhost/", "https://u:p@pagina.test/"] {
        community.change(Bia, "community_posts", OPEN, json!({ "content": url })).await;
        web.work().await;
        assert!(!community.html("community_posts", OPEN).await.contains("link-card"), "{url}");
    }
    for path in ["/picture-inside", "/picture-none"] {
        let html = community.shown(&web, path).await;
        assert!(html.contains("<strong>Com imagem</strong>") && !html.contains("<img"), "{path}: {html}");
    }
    let html = community.shown(&web, "/tricks").await;
    assert!(html.contains("<strong>&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;</strong>"), "{html}");
    assert_eq!(web.inside.load(Ordering::Relaxed), 0, "nothing inside was asked");
    // A temporary failure is retried a few times.
    let asked = web.asked();
    for (passed, more) in [(61, 1), (901, 1), (100_000, 0)] {
        community.0.advance_secs(passed);
        let before = web.asked();
        web.work().await;
        assert_eq!(web.asked() - before, more, "after {passed}");
    }
    assert_eq!(web.asked(), asked + 2);
}

#[db_test]
async fn cards_that_no_text_names_are_removed(mut community: Community) {
    let web = Web::open(&mut community).await;
    assert!(community.shown(&web, "/artigo").await.contains("<img"));
    let month = Duration::from_hours(24 * 31);
    community.0.clock.advance(month);
    web.work().await;
    assert_eq!(community.cards().await, 1, "a post names it");
    assert_eq!(community.delete(Service, "community_posts", OPEN).await.0, 200);
    community.0.clock.advance(month);
    web.work().await;
    assert_eq!(community.cards().await, 0);
    let files = "SELECT count(*) FROM objects WHERE bucket_id = 'link-cards'";
    assert_eq!(community.0.count(files, &[]).await, 0);
}
