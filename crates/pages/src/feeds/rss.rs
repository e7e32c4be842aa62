//! `/rss.xml`: RSS 2.0 of the newest thirty public contents, with whole texts and files.

use axum::{extract::State, http::HeaderMap, response::Response};

use super::{
    enclosure::Enclosure,
    item::Item,
    newest_with_files,
    xml::{element, escape},
};
use crate::{Pages, dependencies::Dependencies, document::Document, error::Error};

pub async fn answer(State(pages): State<Pages>, headers: HeaderMap) -> Response {
    pages.kept("/rss.xml", &headers, || make(&pages)).await
}

async fn make(pages: &Pages) -> Result<(Document, Dependencies), Error> {
    let mut reads = Dependencies::default();
    let items = newest_with_files(pages, &mut reads).await?;
    let text = feed(pages, &items);
    Ok((Document::new("application/rss+xml; charset=utf-8", text), reads))
}

fn feed(pages: &Pages, items: &[(Item, Option<Enclosure>)]) -> String {
    let origin = pages.0.config.public_url.as_str();
    let site = &pages.content().site;
    let place = escape(origin);
    let mut channel = [
        element("title", &site.name),
        element("link", &format!("{origin}/blog")),
        element("description", &site.description),
        element("language", "pt-BR"),
        format!("<atom:link href=\"{place}/rss.xml\" rel=\"self\" type=\"application/rss+xml\"/>"),
        format!(
            "<image><url>{place}/icon-192.png</url>{}<link>{place}/blog</link></image>",
            element("title", &site.name)
        ),
    ]
    .concat();
    if let Some(latest) = items.iter().map(|(item, _)| item.updated_at).max() {
        channel += &element("lastBuildDate", &latest.to_http_date());
    }
    channel.extend(items.iter().map(|(item, file)| entry(item, file.as_ref(), origin, &site.name)));
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\" \
         xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" \
         xmlns:media=\"http://search.yahoo.com/mrss/\"><channel>{channel}</channel></rss>\n"
    )
}

fn entry(item: &Item, file: Option<&Enclosure>, origin: &str, author: &str) -> String {
    let (link, name) = (escape(&item.link(origin)), escape(&item.permalink(origin)));
    let mut xml = element("title", &item.title);
    xml += &format!("<link>{link}</link><guid isPermaLink=\"true\">{name}</guid>");
    xml += &element("pubDate", &item.published().to_http_date());
    xml += &element("dc:creator", author);
    if let Some(description) = item.description() {
        xml += &element("description", description);
    }
    xml.extend(item.topics().map(|topic| element("category", topic)));
    if let Some(html) = item.html(origin) {
        xml += &element("content:encoded", &html);
    }
    if let Some(file) = file {
        xml += &file.element();
    }
    if let Some(image) = item.image(origin) {
        xml += &format!("<media:content url=\"{}\" medium=\"image\"/>", escape(&image));
    }
    format!("<item>{xml}</item>")
}
