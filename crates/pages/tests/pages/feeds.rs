//! The feeds are well-formed, complete, and as fresh as the pages.

use std::collections::BTreeSet;

use ateneu_base::Verb;
use axum::http::StatusCode;
use roxmltree::{Document, Node};
use serde_json::{Value, json};

use crate::harness::{Harness, article, change};

const FEEDS: [&str; 4] = ["/rss.xml", "/feed.json", "/podcast.xml", "/sitemap.xml"];

fn texts<'a>(node: Node<'a, 'a>, name: &str) -> Vec<&'a str> {
    let children = node.children().filter(|child| child.tag_name().name() == name);
    children.filter_map(|child| child.text()).collect()
}

#[tokio::test]
async fn the_feed_contains_whole_articles_with_escaped_text() {
    let app = Harness::open().await;
    app.rows.put(article("a1", "Um <título> & \"outro\"\u{b} ]]>")).await;
    let reply = app.get("/rss.xml").await;
    assert_eq!(reply.header("content-type"), "application/rss+xml; charset=utf-8");
    let text = reply.text();
    let feed = Document::parse(text).unwrap();
    let channel = feed.root_element().first_element_child().unwrap();
    assert_eq!(texts(channel, "title"), ["Ana & Cia"]);
    assert_eq!(texts(channel, "description"), ["Sobre <gente>"]);
    assert_eq!(texts(channel, "lastBuildDate"), ["Mon, 02 Feb 2026 03:04:05 GMT"]);
    let own = channel.children().find(|node| node.attribute("rel") == Some("self")).unwrap();
    assert_eq!(own.attribute("href"), Some("https://casa.test/rss.xml"));

    let item = channel.children().find(|node| node.has_tag_name("item")).unwrap();
    assert_eq!(texts(item, "title"), ["Um <título> & \"outro\" ]]>"]);
    assert_eq!(texts(item, "link"), ["https://casa.test/blog/a1"]);
    assert_eq!(texts(item, "guid"), ["https://casa.test/blog/a1"]);
    assert_eq!(texts(item, "pubDate"), ["Fri, 02 Jan 2026 03:04:05 GMT"]);
    assert_eq!(texts(item, "description"), ["Uma & outra"]);
    assert_eq!(texts(item, "category"), ["Gestão", "<tag>"]);
    assert_eq!(texts(item, "creator"), ["Ana & Cia"]);
    assert_eq!(texts(item, "encoded"), ["<p>Olá <a href=\"https://casa.test/blog\">aqui</a></p>"]);
    let image = item.children().find(|node| node.attribute("medium") == Some("image")).unwrap();
    assert_eq!(image.attribute("url"), Some("https://casa.test/storage/v1/x.png?a=1&b=2"));
}

#[tokio::test]
async fn addresses_in_a_feed_lead_where_those_of_the_page_do() {
    let app = Harness::open().await;
    let mut row = article("a1", "Um");
    row["slug"] = json!("um");
    row["body"] = json!(r##"<a href="#metodo">m</a><code>&lt;a href="/sobre"&gt;</code>"##);
    app.rows.put(row).await;
    let expected =
        r##"<a href="https://casa.test/blog/um#metodo">m</a><code>&lt;a href="/sobre"&gt;</code>"##;
    let reply = app.get("/rss.xml").await;
    let feed = Document::parse(reply.text()).unwrap();
    let found: Vec<&str> = feed.descendants().flat_map(|node| texts(node, "encoded")).collect();
    assert_eq!(found, [expected]);
    let feed: Value = serde_json::from_str(app.get("/feed.json").await.text()).unwrap();
    assert_eq!(feed["items"][0]["content_html"], expected);
}

#[tokio::test]
async fn feeds_are_ordered_by_publication() {
    let app = Harness::open().await;
    for (id, created, published) in
        [("a1", "2026-01-05", json!(null)), ("a2", "2025-01-01", json!("2026-02-01"))]
    {
        let mut row = article(id, id);
        row["created_at"] = json!(format!("{created}T12:00:00.000000+00:00"));
        let published = published.as_str().unwrap_or(created);
        row["published_at"] = json!(format!("{published}T12:00:00.000000+00:00"));
        app.rows.put(row).await;
    }
    for feed in FEEDS.iter().filter(|feed| **feed != "/podcast.xml") {
        let reply = app.get(feed).await;
        let places = ["blog/a2", "blog/a1"].map(|item| reply.text().find(item).unwrap());
        assert!(places.is_sorted(), "{feed}");
    }
}

#[tokio::test]
async fn a_feed_has_its_last_modified_date() {
    let app = Harness::open().await;
    app.rows.put(article("a1", "Um")).await;
    for feed in FEEDS {
        let made = app.get(feed).await.header("last-modified").to_owned();
        assert_eq!(made, app.clock.now().to_http_date(), "{feed}");
        let since = [("if-modified-since", made.as_str())];
        assert_eq!(app.send("GET", feed, &since).await.status, StatusCode::NOT_MODIFIED, "{feed}");
        let tagged = [("if-modified-since", made.as_str()), ("if-none-match", "\"other\"")];
        assert_eq!(app.send("GET", feed, &tagged).await.status, StatusCode::OK, "{feed}");
        app.clock.advance(std::time::Duration::from_secs(60));
        app.rows.put(article("a2", "Dois")).await;
        app.pages.invalidate(&[change("contents", Verb::Insert, "a2")]);
        assert_eq!(app.send("GET", feed, &since).await.status, StatusCode::OK, "{feed}");
    }
}

#[tokio::test]
async fn the_feed_holds_thirty_articles_and_the_site_map_all() {
    let app = Harness::open().await;
    for n in 0..1_005 {
        app.rows.put(article(&format!("n{n}"), "Título")).await;
    }
    let rss = app.get("/rss.xml").await.text().to_owned();
    assert_eq!(rss.matches("<item>").count(), 30);
    let reply = app.get("/sitemap.xml").await;
    assert_eq!(reply.header("content-type"), "application/xml; charset=utf-8");
    let text = reply.text();
    let map = Document::parse(text).unwrap();
    let urls: Vec<Node> = map.root_element().children().collect();
    let addresses: Vec<&str> = urls.iter().flat_map(|url| texts(*url, "loc")).collect();
    assert!(addresses.starts_with(&["https://casa.test/", "https://casa.test/blog"]), "{addresses:?}");
    for unlisted in ["/admin", ":id", "/carta"] {
        assert!(!addresses.iter().any(|address| address.contains(unlisted)), "{unlisted}");
    }
    assert_eq!(addresses.iter().filter(|address| address.contains("/blog/")).count(), 1_005);
    let (course, urls) = urls.split_last().unwrap();
    assert_eq!(texts(*course, "loc"), ["https://casa.test/cursos/c1"]);
    assert_eq!(texts(*urls.last().unwrap(), "lastmod"), ["2026-02-02T03:04:05.000000+00:00"]);
    let images = urls.last().unwrap().descendants();
    let images: Vec<&str> = images.flat_map(|node| texts(node, "loc")).collect();
    assert_eq!(images.last(), Some(&"https://casa.test/storage/v1/x.png?a=1&b=2"));
}

#[tokio::test]
async fn the_json_feed_tells_the_same_as_the_rss_feed() {
    let app = Harness::open().await;
    app.rows.put(article("a1", "Um <título> & \"outro\"")).await;
    let mut short = article("a2", "Só um título");
    for column in ["body", "description", "thumbnail_url", "tags"] {
        short[column] = Value::Null;
    }
    app.rows.put(short).await;
    let reply = app.get("/feed.json").await;
    assert_eq!(reply.header("content-type"), "application/feed+json; charset=utf-8");
    let feed: Value = serde_json::from_str(reply.text()).unwrap();
    assert_eq!(feed["version"], "https://jsonfeed.org/version/1.1");
    assert_eq!(feed["feed_url"], "https://casa.test/feed.json");
    assert_eq!(feed["authors"][0]["name"], "Ana & Cia");
    assert_eq!(
        feed["items"][0],
        json!({
            "id": "https://casa.test/blog/a1", "url": "https://casa.test/blog/a1",
            "title": "Um <título> & \"outro\"",
            "content_html": "<p>Olá <a href=\"https://casa.test/blog\">aqui</a></p>",
            "summary": "Uma & outra", "image": "https://casa.test/storage/v1/x.png?a=1&b=2",
            "date_published": "2026-01-02T03:04:05.000000+00:00",
            "date_modified": "2026-02-02T03:04:05.000000+00:00",
            "tags": ["Gestão", "<tag>"],
        })
    );
    assert_eq!(feed["items"][1]["content_text"], "Só um título");
    assert_eq!(feed["items"][1].get("content_html"), None);
}

#[tokio::test]
async fn feeds_contain_the_file_and_link_of_a_content() {
    let app = Harness::open().await;
    let rows = &app.rows;
    rows.store("contents/pdf/1.pdf", 77, "application/pdf", Value::Null).await;
    let public = "/storage/v1/object/public/contents/pdf";
    let mut about = article("file", "Modelo");
    about["file_url"] = format!("{public}/1.pdf").into();
    rows.put(about).await;
    let mut about = article("link", "Planilha");
    about["external_link"] = "https://b.test/?a=1&b=\"2\"".into();
    about["body"] = Value::Null;
    rows.put(about).await;
    for (id, file) in [
        ("gone", "/storage/v1/object/public/contents/pdf/2.pdf"),
        ("closed", "/storage/v1/object/contents/pdf/1.pdf"),
        ("odd", "http://"),
    ] {
        let mut about = article(id, "Sem arquivo");
        about["file_url"] = file.into();
        rows.put(about).await;
    }

    let text = app.get("/rss.xml").await.text().to_owned();
    let feed = Document::parse(&text).unwrap();
    let files: Vec<_> = feed.descendants().filter(|node| node.has_tag_name("enclosure")).collect();
    let address = format!("https://casa.test{public}/1.pdf");
    assert_eq!(files.len(), 1);
    let values = ["url", "length", "type"].map(|name| files[0].attribute(name));
    assert_eq!(values, [Some(&*address), Some("77"), Some("application/pdf")]);
    let link = "<p><a href=\"https://b.test/?a=1&amp;b=&quot;2&quot;\">Acessar o link externo</a></p>";
    let texts: Vec<&str> = feed.descendants().flat_map(|node| texts(node, "encoded")).collect();
    assert_eq!(texts.iter().filter(|text| **text == link).count(), 1, "{texts:?}");

    let feed: Value = serde_json::from_str(app.get("/feed.json").await.text()).unwrap();
    let items = feed["items"].as_array().unwrap();
    let values = |name: &str| -> Vec<&Value> { items.iter().filter_map(|item| item.get(name)).collect() };
    assert_eq!(
        values("attachments"),
        [&json!([{ "url": address, "mime_type": "application/pdf", "size_in_bytes": 77 }])]
    );
    assert_eq!(values("external_url"), [&json!("https://b.test/?a=1&b=\"2\"")]);
}

#[tokio::test]
async fn a_letter_has_its_own_page_and_its_open_text() {
    let app = Harness::open().await;
    let mut row = article("a1", "Uma carta");
    row["slug"] = json!("uma-carta");
    row["content_type"] = json!("letter");
    row["body"] = Value::Null;
    row["open_body"] = json!("<p>Olá, {nome|leitor}.</p><section data-audience=\"members\">x</section>");
    app.rows.put(row).await;
    let reply = app.get("/rss.xml").await;
    let feed = Document::parse(reply.text()).unwrap();
    let item = feed.descendants().find(|node| node.has_tag_name("item")).unwrap();
    assert_eq!(texts(item, "link"), ["https://casa.test/cartas/uma-carta"]);
    assert_eq!(texts(item, "guid"), ["https://casa.test/cartas/a1"]);
    let open = "<p>Olá, leitor.</p><section data-audience=\"members\">x</section>";
    assert_eq!(texts(item, "encoded"), [open]);
    let map = app.get("/sitemap.xml").await.text().to_owned();
    assert!(map.contains("<loc>https://casa.test/cartas/uma-carta</loc>"), "{map}");
}

fn episode(id: &str, file: &str, link: &str) -> Value {
    let mut row = article(id, &format!("Episódio {id}"));
    row["content_type"] = "audio".into();
    row["file_url"] = file.into();
    row["external_link"] = link.into();
    row
}

#[tokio::test]
async fn the_podcast_holds_exactly_the_public_episodes() {
    let app = Harness::open().await;
    let rows = &app.rows;
    rows.store("contents/audio/1.mp3", 4_321, "audio/mpeg", json!({ "duration": 61.6 })).await;
    rows.store("contents/audio/2.m4a", 9, "audio/mp4", Value::Null).await;
    rows.store("contents/video.mp4", 9, "video/mp4", json!({})).await;
    let public = "/storage/v1/object/public/contents";
    rows.put(episode("own", &format!("{public}/audio/1.mp3"), "")).await;
    let absolute = format!("https://casa.test{public}/audio/2.m4a?v=1&x=2");
    rows.put(episode("absolute", &absolute, "")).await;
    rows.put(episode("elsewhere", "", "https://cdn.test/a.MP3?b=1&c=2")).await;
    rows.put(episode("fallback", &format!("{public}/gone.mp3"), "https://cdn.test/b.ogg")).await;
    rows.put(episode("gone", &format!("{public}/gone.mp3"), "")).await;
    rows.put(episode("private", "/storage/v1/object/contents/audio/1.mp3", "")).await;
    rows.put(episode("video", &format!("{public}/video.mp4"), "")).await;
    rows.put(episode("page", "", "https://cdn.test/listen")).await;
    rows.put(article("text", "Um artigo")).await;

    let reply = app.get("/podcast.xml").await;
    assert_eq!(reply.header("content-type"), "application/rss+xml; charset=utf-8");
    let text = reply.text();
    let feed = Document::parse(text).unwrap();
    let sounds = feed.descendants().filter(|node| node.has_tag_name("enclosure"));
    let sounds: BTreeSet<(&str, &str, &str)> = sounds
        .map(|sound| ["url", "length", "type"].map(|name| sound.attribute(name).unwrap()))
        .map(|[url, length, kind]| (url, length, kind))
        .collect();
    let own = format!("https://casa.test{public}/audio/1.mp3");
    let expected = [
        (own.as_str(), "4321", "audio/mpeg"),
        (absolute.as_str(), "9", "audio/mp4"),
        ("https://cdn.test/a.MP3?b=1&c=2", "0", "audio/mpeg"),
        ("https://cdn.test/b.ogg", "0", "audio/ogg"),
    ];
    assert_eq!(sounds, expected.into());
    let durations: Vec<&str> = feed.descendants().flat_map(|node| texts(node, "duration")).collect();
    assert_eq!(durations, ["62"]);
}

#[tokio::test]
async fn the_podcast_feed_has_the_tags_directories_require() {
    let app = Harness::open().await;
    app.rows.put(episode("e1", "", "https://cdn.test/a.mp3")).await;
    let text = app.get("/podcast.xml").await.text().to_owned();
    let feed = Document::parse(&text).unwrap();
    let channel = feed.root_element().first_element_child().unwrap();
    let itunes = |node: Node<'_, '_>| {
        node.tag_name().namespace() == Some("http://www.itunes.com/dtds/podcast-1.0.dtd")
    };
    let attributes: Vec<(&str, &str)> = channel
        .children()
        .filter(|node| itunes(*node))
        .filter_map(|node| Some((node.tag_name().name(), node.attributes().next()?.value())))
        .collect();
    assert_eq!(attributes, [("image", "https://casa.test/share/podcast.png"), ("category", "Business")]);
    assert_eq!(texts(channel, "author"), ["Ana & Cia"]);
    assert_eq!(texts(channel, "explicit"), ["false"]);
    assert_eq!(texts(channel, "guid").len(), 1);
    assert_eq!(texts(channel, "locked"), ["yes"]);
    let own = channel.children().find(|node| node.attribute("rel") == Some("self")).unwrap();
    assert_eq!(own.attribute("href"), Some("https://casa.test/podcast.xml"));
    let item = channel.children().find(|node| node.has_tag_name("item")).unwrap();
    assert_eq!(texts(item, "guid"), ["e1"]);
    assert_eq!(texts(item, "link"), ["https://casa.test/blog/e1"]);
    assert_eq!(texts(item, "episodeType"), ["full"]);
    assert_eq!(texts(item, "pubDate"), ["Fri, 02 Jan 2026 03:04:05 GMT"]);
}

#[tokio::test]
async fn a_replaced_file_changes_the_podcast() {
    let app = Harness::open().await;
    let key = "contents/audio/1.mp3";
    app.rows.store(key, 1, "audio/mpeg", Value::Null).await;
    let file = format!("/storage/v1/object/public/{key}");
    app.rows.put(episode("e1", &file, "")).await;
    assert!(app.get("/podcast.xml").await.text().contains("length=\"1\""));
    app.rows.store(key, 2, "audio/mpeg", Value::Null).await;
    assert!(app.get("/podcast.xml").await.text().contains("length=\"1\""));
    app.pages.invalidate(&[change("objects", Verb::Update, "1")]);
    assert!(app.get("/podcast.xml").await.text().contains("length=\"2\""));
}

#[tokio::test]
async fn feeds_follow_changes_and_do_not_keep_failures() {
    let app = Harness::open().await;
    app.rows.break_down(true);
    for url in FEEDS {
        assert_eq!(app.get(url).await.status, StatusCode::SERVICE_UNAVAILABLE);
    }
    app.rows.break_down(false);
    for url in FEEDS {
        assert!(!app.get(url).await.text().contains("blog/a1"));
    }
    app.rows.put(episode("a1", "", "https://cdn.test/a.mp3")).await;
    app.pages.invalidate(&[change("contents", Verb::Insert, "a1")]);
    for url in FEEDS {
        assert!(app.get(url).await.text().contains("https://casa.test/blog/a1"));
    }
}

#[tokio::test]
async fn crawlers_stay_out_of_the_pages_for_signed_in_people() {
    let text = Harness::open().await.get("/robots.txt").await.text().to_owned();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.contains(&"Disallow: /admin"), "{text}");
    assert!(lines.contains(&"Sitemap: https://casa.test/sitemap.xml"), "{text}");
    assert!(!lines.contains(&"Disallow: /"), "{text}");
    assert!(lines.contains(&"Allow: /membros/apresentacao"), "{text}");
}

#[tokio::test]
async fn an_invalid_episode_does_not_hide_the_others() {
    let app = Harness::open().await;
    let rows = &app.rows;
    let said = json!({ "duration": "doze minutos" });
    rows.store("contents/audio/ep 1.mp3", 7, "audio/mpeg", said).await;
    rows.store("contents/audio/2.mp3", 8, "audio/mpeg", json!(["?"])).await;
    let public = "/storage/v1/object/public/contents/audio";
    for (id, name) in [("space", "ep 1.mp3"), ("list", "2.mp3"), ("broken", "a<b>`c.mp3")] {
        rows.put(episode(id, &format!("{public}/{name}"), "")).await;
    }
    rows.put(episode("nonsense", "ep 1.mp3", "http://")).await;
    let reply = app.get("/podcast.xml").await;
    assert_eq!(reply.status, StatusCode::OK);
    let text = reply.text();
    let feed = Document::parse(text).unwrap();
    let sounds = feed.descendants().filter(|node| node.has_tag_name("enclosure"));
    let sounds: BTreeSet<_> = sounds.filter_map(|sound| sound.attribute("url")).collect();
    let address = |name: &str| format!("https://casa.test{public}/{name}");
    let expected = [address("2.mp3"), address("ep%201.mp3")];
    assert_eq!(sounds, expected.iter().map(String::as_str).collect());
}

#[tokio::test]
async fn long_texts_do_not_shorten_the_feeds() {
    let app = Harness::open().await;
    // Together they exceed one response.
    let text = "palavra ".repeat(50_000);
    for n in 0..31 {
        let mut row = episode(&format!("n{n}"), "", "https://cdn.test/a.mp3");
        row["body"] = text.as_str().into();
        app.rows.put(row).await;
    }
    for (feed, entry, expected) in [("/podcast.xml", "<enclosure", 31), ("/rss.xml", "<item>", 30)] {
        let reply = app.get(feed).await;
        assert_eq!(reply.status, StatusCode::OK, "{feed}");
        assert_eq!(reply.text().matches(entry).count(), expected, "{feed}");
    }
}
