//! `/sitemap.xml`: every page that crawlers may list, every public content with its picture, and every published
//! course.

use ateneu_base::Timestamp;
use axum::{extract::State, http::HeaderMap, response::Response};
use serde::Deserialize;

use super::{
    item::{absolute, page_of, present},
    read::{PUBLISHED, read},
    xml::element,
};
use crate::{Pages, dependencies::Dependencies, document::Document, error::Error};

/// Maximum number of addresses. The protocol allows 50,000.
const MAX_ADDRESSES: usize = 45_000;
/// Rows per request.
const BATCH: usize = 1_000;

#[derive(Deserialize)]
struct Item {
    id: String,
    #[serde(default)]
    slug: Option<String>,
    #[serde(default)]
    content_type: String,
    updated_at: Timestamp,
    thumbnail_url: Option<String>,
}

#[derive(Deserialize)]
struct Course {
    id: String,
    updated_at: Timestamp,
}

pub async fn answer(State(pages): State<Pages>, headers: HeaderMap) -> Response {
    pages.kept("/sitemap.xml", &headers, || make(&pages)).await
}

async fn make(pages: &Pages) -> Result<(Document, Dependencies), Error> {
    let mut reads = Dependencies::default();
    let origin = &pages.0.config.public_url;
    let fixed = pages.0.front_end.iter().flat_map(|front_end| front_end.routes.indexed());
    let mut urls: String = fixed
        .map(|path| {
            let address = if path == "/" { format!("{origin}/") } else { format!("{origin}{path}") };
            format!("<url>{}</url>", element("loc", &address))
        })
        .collect();
    for offset in (0..MAX_ADDRESSES).step_by(BATCH) {
        let url = format!(
            "/rest/v1/contents?select=id,slug,content_type,updated_at,thumbnail_url&{PUBLISHED}&limit={BATCH}&offset={offset}"
        );
        let items: Vec<Item> = read(pages, &mut reads, &url).await?;
        for item in &items {
            let path = page_of(&item.content_type, present(&item.slug).unwrap_or(&item.id));
            let address = element("loc", &format!("{origin}{path}"));
            let changed = element("lastmod", &item.updated_at.to_string());
            let image = present(&item.thumbnail_url).map_or_else(String::new, |image| {
                let address = element("image:loc", &absolute(image, origin));
                format!("<image:image>{address}</image:image>")
            });
            urls += &format!("<url>{address}{changed}{image}</url>");
        }
        if items.len() < BATCH {
            break;
        }
    }
    // One request returns more courses than any installation has.
    let url = format!("/rest/v1/courses?select=id,updated_at&is_published=eq.true&order=id&limit={BATCH}");
    let courses: Vec<Course> = read(pages, &mut reads, &url).await?;
    for course in &courses {
        let address = element("loc", &format!("{origin}/cursos/{}", course.id));
        urls += &format!("<url>{address}{}</url>", element("lastmod", &course.updated_at.to_string()));
    }
    let text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\">{urls}</urlset>\n"
    );
    Ok((Document::new("application/xml; charset=utf-8", text), reads))
}
