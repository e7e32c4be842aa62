//! `/sitemap.xml`: every page rendered for visitors, and every published content that is not for members only.

use ateneu_base::Timestamp;
use axum::{extract::State, http::HeaderMap, response::Response};
use serde::Deserialize;

use super::{PUBLISHED, kept, read, xml::element};
use crate::{Pages, document::Document, engine::RenderedBy, error::Error, reads::Reads};

/// A site map holds 50,000 addresses at most.
const MOST: usize = 45_000;
/// Rows read at once.
const BATCH: usize = 1_000;

#[derive(Deserialize)]
struct Item {
    id: String,
    updated_at: Timestamp,
}

pub async fn answer(State(pages): State<Pages>, headers: HeaderMap) -> Response {
    kept(&pages, "/sitemap.xml", &headers, || make(&pages)).await
}

async fn make(pages: &Pages) -> Result<(Document, Reads), Error> {
    let mut reads = Reads::default();
    let origin = &pages.0.config.public_url;
    let fixed = pages
        .0
        .front_end
        .iter()
        .flat_map(|front_end| front_end.routes.fixed(RenderedBy::Server));
    let mut urls: String = fixed
        .map(|path| {
            let address = if path == "/" {
                format!("{origin}/")
            } else {
                format!("{origin}{path}")
            };
            format!("<url>{}</url>", element("loc", &address))
        })
        .collect();
    for offset in (0..MOST).step_by(BATCH) {
        let url = format!("/rest/v1/contents?select=id,updated_at&{PUBLISHED}&limit={BATCH}&offset={offset}");
        let items: Vec<Item> = read(pages, &mut reads, &url).await?;
        for item in &items {
            let address = element("loc", &format!("{origin}/blog/{}", item.id));
            let changed = element("lastmod", &item.updated_at.to_string());
            urls += &format!("<url>{address}{changed}</url>");
        }
        if items.len() < BATCH {
            break;
        }
    }
    let text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">{urls}</urlset>\n"
    );
    Ok((Document::new("application/xml; charset=utf-8", text), reads))
}
