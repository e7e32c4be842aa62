//! `/rss.xml`: RSS 2.0 with whole texts, the newest thirty published contents that are not for members only.

use std::time::{Duration, UNIX_EPOCH};

use ateneu_base::Timestamp;
use axum::{extract::State, http::HeaderMap, response::Response};
use serde::Deserialize;

use super::{
    PUBLISHED, kept, read,
    xml::{element, escape},
};
use crate::{Pages, document::Document, error::Error, reads::Reads};

const COLUMNS: &str =
    "id,title,description,body,category,tags,thumbnail_url,published_at,created_at,updated_at";

#[derive(Deserialize)]
struct Item {
    id: String,
    title: String,
    description: Option<String>,
    body: Option<String>,
    category: Option<String>,
    #[serde(default)]
    tags: Option<Vec<String>>,
    thumbnail_url: Option<String>,
    published_at: Option<Timestamp>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

pub async fn answer(State(pages): State<Pages>, headers: HeaderMap) -> Response {
    kept(&pages, "/rss.xml", &headers, || make(&pages)).await
}

async fn make(pages: &Pages) -> Result<(Document, Reads), Error> {
    let mut reads = Reads::default();
    let url = format!("/rest/v1/contents?select={COLUMNS}&{PUBLISHED}&limit=30");
    let items: Vec<Item> = read(pages, &mut reads, &url).await?;
    let text = feed(pages, &items);
    Ok((Document::new("application/rss+xml; charset=utf-8", text), reads))
}

fn feed(pages: &Pages, items: &[Item]) -> String {
    let origin = pages.0.config.public_url.as_str();
    let word = |name: &str| {
        pages
            .0
            .site
            .get(name)
            .and_then(|word| word.as_str())
            .unwrap_or_default()
    };
    let latest = items.iter().map(|item| item.updated_at).max();
    let mut channel = [
        element("title", word("name")),
        element("link", &format!("{origin}/blog")),
        element("description", word("description")),
        element("language", "pt-BR"),
        format!(
            "<atom:link href=\"{}/rss.xml\" rel=\"self\" type=\"application/rss+xml\"/>",
            escape(origin)
        ),
    ]
    .concat();
    if let Some(latest) = latest {
        channel += &element("lastBuildDate", &http_date(latest));
    }
    channel.extend(items.iter().map(|item| item.to_xml(origin)));
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\" \
         xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" xmlns:media=\"http://search.yahoo.com/mrss/\">\
         <channel>{channel}</channel></rss>\n"
    )
}

impl Item {
    fn to_xml(&self, origin: &str) -> String {
        let link = escape(&format!("{origin}/blog/{}", self.id));
        let mut xml = element("title", &self.title);
        xml += &format!("<link>{link}</link><guid isPermaLink=\"true\">{link}</guid>");
        xml += &element(
            "pubDate",
            &http_date(self.published_at.unwrap_or(self.created_at)),
        );
        if let Some(description) = self.description.as_deref().filter(|text| !text.is_empty()) {
            xml += &element("description", description);
        }
        for topic in self.category.iter().chain(self.tags.iter().flatten()) {
            xml += &element("category", topic);
        }
        if let Some(body) = self.body.as_deref().filter(|body| !body.is_empty()) {
            xml += &element("content:encoded", &absolute_links(body, origin));
        }
        if let Some(image) = self.thumbnail_url.as_deref().filter(|image| !image.is_empty()) {
            let image = if image.starts_with('/') {
                format!("{origin}{image}")
            } else {
                image.to_owned()
            };
            xml += &format!("<media:content url=\"{}\" medium=\"image\"/>", escape(&image));
        }
        format!("<item>{xml}</item>")
    }
}

/// Stored bodies come from the sanitiser, which always writes attributes with double quotes.
fn absolute_links(body: &str, origin: &str) -> String {
    let mut text = body.to_owned();
    for attribute in ["href", "src"] {
        text = text.replace(&format!(" {attribute}=\"/"), &format!(" {attribute}=\"{origin}/"));
        // `//host/path` was an address already.
        text = text.replace(
            &format!(" {attribute}=\"{origin}//"),
            &format!(" {attribute}=\"//"),
        );
    }
    text
}

fn http_date(at: Timestamp) -> String {
    let since = Duration::from_secs(u64::try_from(at.seconds()).unwrap_or_default());
    httpdate::fmt_http_date(UNIX_EPOCH + since)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_within_the_site_become_absolute_and_others_stay() {
        let body =
            r#"<a href="/blog">a</a><img src="/x.png"><a href="https://b.test/">b</a><img src="//c.test/y">"#;
        assert_eq!(
            absolute_links(body, "https://a.test"),
            r#"<a href="https://a.test/blog">a</a><img src="https://a.test/x.png"><a href="https://b.test/">b</a><img src="//c.test/y">"#
        );
    }
}
