//! `/feed.json`: the same contents as `/rss.xml`, as JSON Feed 1.1.

use axum::{extract::State, http::HeaderMap, response::Response};
use serde_json::{Value as Json, json};

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
    let html = item.html(origin);
    // JSON Feed requires one of the two.
    let text = if html.is_none() { Some(item.description().unwrap_or(&item.title)) } else { None };
    let members = [
        ("id", Some(item.permalink(origin).into())),
        ("url", Some(item.link(origin).into())),
        ("title", Some(item.title.clone().into())),
        ("content_html", html.map(Json::from)),
        ("content_text", text.map(Json::from)),
        ("summary", item.description().map(Json::from)),
        ("image", item.image(origin).map(Json::from)),
        ("external_url", item.elsewhere().map(Json::from)),
        ("attachments", file.map(|file| json!([attachment(file)]))),
        ("date_published", Some(item.published().to_string().into())),
        ("date_modified", Some(item.updated_at.to_string().into())),
        ("tags", Some(item.topics().collect())),
    ];
    members.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

fn attachment(file: &Enclosure) -> Json {
    let mut attachment = json!({ "url": file.url, "mime_type": file.kind, "size_in_bytes": file.length });
    if let Some(seconds) = file.duration {
        attachment["duration_in_seconds"] = seconds.into();
    }
    attachment
}
