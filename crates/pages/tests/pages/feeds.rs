//! The feeds are well-formed, complete, and as fresh as the pages.

use ateneu_base::Verb;
use axum::http::StatusCode;
use roxmltree::{Document, Node};

use crate::house::{House, article, change};

fn texts<'a>(node: Node<'a, 'a>, name: &str) -> Vec<&'a str> {
    let children = node.children().filter(|child| child.tag_name().name() == name);
    children.filter_map(|child| child.text()).collect()
}

#[tokio::test]
async fn the_feed_holds_whole_articles_and_escapes_what_must_be() {
    let house = House::open().await;
    house
        .rows
        .put(article("a1", "Um <título> & \"outro\"\u{b} ]]>"))
        .await;
    let reply = house.get("/rss.xml").await;
    assert_eq!(reply.header("content-type"), "application/rss+xml; charset=utf-8");
    let text = reply.text();
    let feed = Document::parse(&text).unwrap();
    let channel = feed.root_element().first_element_child().unwrap();
    assert_eq!(texts(channel, "title"), ["Ana & Cia"]);
    assert_eq!(texts(channel, "description"), ["Sobre <gente>"]);
    assert_eq!(texts(channel, "lastBuildDate"), ["Mon, 02 Feb 2026 03:04:05 GMT"]);
    let own = channel
        .children()
        .find(|node| node.attribute("rel") == Some("self"))
        .unwrap();
    assert_eq!(own.attribute("href"), Some("https://casa.test/rss.xml"));

    let item = channel.children().find(|node| node.has_tag_name("item")).unwrap();
    assert_eq!(texts(item, "title"), ["Um <título> & \"outro\" ]]>"]);
    assert_eq!(texts(item, "link"), ["https://casa.test/blog/a1"]);
    assert_eq!(texts(item, "guid"), ["https://casa.test/blog/a1"]);
    assert_eq!(texts(item, "pubDate"), ["Fri, 02 Jan 2026 03:04:05 GMT"]);
    assert_eq!(texts(item, "description"), ["Uma & outra"]);
    assert_eq!(texts(item, "category"), ["Gestão", "<tag>"]);
    assert_eq!(
        texts(item, "encoded"),
        ["<p>Olá <a href=\"https://casa.test/blog\">aqui</a></p>"]
    );
    let image = item
        .children()
        .find(|node| node.attribute("medium") == Some("image"))
        .unwrap();
    assert_eq!(
        image.attribute("url"),
        Some("https://casa.test/storage/v1/x.png?a=1&b=2")
    );
}

#[tokio::test]
async fn the_feed_holds_thirty_articles_and_the_site_map_all() {
    let house = House::open().await;
    for n in 0..1_005 {
        house.rows.put(article(&format!("n{n}"), "Título")).await;
    }
    let rss = house.get("/rss.xml").await.text();
    assert_eq!(rss.matches("<item>").count(), 30);
    let reply = house.get("/sitemap.xml").await;
    assert_eq!(reply.header("content-type"), "application/xml; charset=utf-8");
    let text = reply.text();
    let map = Document::parse(&text).unwrap();
    let urls: Vec<Node> = map.root_element().children().collect();
    let addresses: Vec<&str> = urls.iter().flat_map(|url| texts(*url, "loc")).collect();
    assert!(
        addresses.starts_with(&["https://casa.test/", "https://casa.test/blog"]),
        "{addresses:?}"
    );
    assert!(
        !addresses
            .iter()
            .any(|address| address.contains("admin") || address.contains(':') && address.contains(":id"))
    );
    assert_eq!(
        addresses
            .iter()
            .filter(|address| address.contains("/blog/"))
            .count(),
        1_005
    );
    assert_eq!(
        texts(*urls.last().unwrap(), "lastmod"),
        ["2026-02-02T03:04:05.000000+00:00"]
    );
}

#[tokio::test]
async fn feeds_follow_changes_and_do_not_keep_failures() {
    let house = House::open().await;
    house.rows.break_down(true);
    for url in ["/rss.xml", "/sitemap.xml"] {
        assert_eq!(house.get(url).await.status, StatusCode::SERVICE_UNAVAILABLE);
    }
    house.rows.break_down(false);
    for url in ["/rss.xml", "/sitemap.xml"] {
        assert!(!house.get(url).await.text().contains("a1"));
    }
    house.rows.put(article("a1", "Um")).await;
    house.pages.invalidate(&[change("contents", Verb::Insert, "a1")]);
    for url in ["/rss.xml", "/sitemap.xml"] {
        assert!(house.get(url).await.text().contains("https://casa.test/blog/a1"));
    }
}

#[tokio::test]
async fn crawlers_stay_out_of_the_pages_for_signed_in_people() {
    let text = House::open().await.get("/robots.txt").await.text();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.contains(&"Disallow: /admin"), "{text}");
    assert!(
        lines.contains(&"Sitemap: https://casa.test/sitemap.xml"),
        "{text}"
    );
    assert!(!lines.contains(&"Disallow: /"), "{text}");
}
