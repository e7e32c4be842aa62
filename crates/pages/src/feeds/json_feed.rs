//! `/feed.json`: the same contents as `/rss.xml`, as JSON Feed 1.1.

use axum::{extract::State, http::HeaderMap, response::Response};
use serde_json::{Map, Value as Json, json};

use super::{enclosure::Enclosure, item::Item, newest_with_files};
use crate::{Pages, dependencies::Dependencies, document::Document, error::Error};

pub async fn answer(State(pages): State<Pages>, headers: HeaderMap) -> Response {
    pages.kept("/feed.json", &headers, || make(&pages)).await
}

async fn make(pages: &Pages) -> Result<(Document, Dependencies), Error> {
    let mut reads = Dependencies::default();
    let items = newest_with_files(pages, &mut reads).await?;
    let origin = pages.0.config.public_url.as_str();
    let site = &pages.content().site;
    let feed = json!({
        "version": "https://jsonfeed.org/version/1.1",
        "title": &*site.name,
        "home_page_url": format!("{origin}/blog"),
        "feed_url": format!("{origin}/feed.json"),
        "description": &*site.description,
        "icon": format!("{origin}/icon-512.png"),
        "favicon": format!("{origin}/icon-192.png"),
        "language": "pt-BR",
        "authors": [{ "name": &*site.name, "url": format!("{origin}/sobre") }],
        "items": items.iter().map(|(item, file)| entry(item, file.as_ref(), origin)).collect::<Vec<_>>(),
    });
    Ok((Document::new("application/feed+json; charset=utf-8", feed.to_string()), reads))
}

fn entry(item: &Item, file: Option<&Enclosure>, origin: &str) -> Json {
    let mut entry = Map::new();
    entry.insert("id".into(), item.permalink(origin).into());
    entry.insert("url".into(), item.link(origin).into());
    entry.insert("title".into(), item.title.clone().into());
    match item.html(origin) {
        Some(html) => entry.insert("content_html".into(), html.into()),
        // One of the two must be there.
        None => entry.insert("content_text".into(), item.description().unwrap_or(&item.title).into()),
    };
    if let Some(summary) = item.description() {
        entry.insert("summary".into(), summary.into());
    }
    if let Some(image) = item.image(origin) {
        entry.insert("image".into(), image.into());
    }
    if let Some(address) = item.elsewhere() {
        entry.insert("external_url".into(), address.into());
    }
    if let Some(file) = file {
        entry.insert("attachments".into(), json!([attachment(file)]));
    }
    entry.insert("date_published".into(), item.published().to_string().into());
    entry.insert("date_modified".into(), item.updated_at.to_string().into());
    entry.insert("tags".into(), item.topics().collect::<Vec<_>>().into());
    Json::Object(entry)
}

fn attachment(file: &Enclosure) -> Json {
    let mut attachment = Map::new();
    attachment.insert("url".into(), file.url.clone().into());
    attachment.insert("mime_type".into(), file.kind.clone().into());
    attachment.insert("size_in_bytes".into(), file.length.into());
    if let Some(seconds) = file.duration {
        attachment.insert("duration_in_seconds".into(), seconds.into());
    }
    Json::Object(attachment)
}
