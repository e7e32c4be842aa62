//! `/robots.txt`: keeps crawlers out of the pages for signed-in people.

use axum::{extract::State, http::HeaderMap, response::Response};

use crate::{Pages, document::Document, engine::RenderedBy};

pub async fn answer(State(pages): State<Pages>, headers: HeaderMap) -> Response {
    let mut lines = vec!["User-agent: *".to_owned(), "Allow: /".to_owned()];
    if let Some(front_end) = &pages.0.front_end {
        let private: Vec<&str> = front_end.routes.fixed(RenderedBy::Client).collect();
        lines.extend(private.iter().map(|path| format!("Disallow: {path}")));
        // A rule covers all paths below its own, unless a longer one overrides it.
        let covered = |path: &&str| private.iter().any(|above| path.starts_with(&format!("{above}/")));
        let public = front_end.routes.indexed().filter(covered);
        lines.extend(public.map(|path| format!("Allow: {path}")));
    }
    lines.push(String::new());
    lines.push(format!("Sitemap: {}/sitemap.xml\n", pages.0.config.public_url));
    let document = Document::new("text/plain; charset=utf-8", lines.join("\n"));
    document.respond(&headers).await
}
