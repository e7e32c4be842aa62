//! A published content as the feeds tell it, and the few ways of writing down what is in it.

use ateneu_base::Timestamp;
use serde::Deserialize;

use super::{PUBLISHED, escape, read};
use crate::{Pages, dependencies::Dependencies, error::Error};

const COLUMNS: &str = "id,slug,title,description,body,category,tags,thumbnail_url,file_url,external_link,published_at,\
    created_at,updated_at";

/// Rows read at once: so many of the longest texts (half a million characters) still fit into one answer of the API.
const BATCH: usize = 6;

/// What the article's page calls a link elsewhere.
const LINK: &str = "Acessar o link externo";

/// One row; only what visitors may read.
#[derive(Deserialize)]
pub struct Item {
    pub id: String,
    #[serde(default)]
    pub slug: Option<String>,
    pub title: String,
    pub description: Option<String>,
    pub body: Option<String>,
    pub category: Option<String>,
    #[serde(default)]
    pub tags: Option<Vec<String>>,
    pub thumbnail_url: Option<String>,
    #[serde(default)]
    pub file_url: Option<String>,
    #[serde(default)]
    pub external_link: Option<String>,
    pub published_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl Item {
    /// The newest `most` that also meet `condition` (a filter such as `&content_type=eq.audio`, or nothing). Whole texts
    /// are long, so they are read some at a time.
    pub async fn newest(
        pages: &Pages,
        reads: &mut Dependencies,
        condition: &str,
        most: usize,
    ) -> Result<Vec<Self>, Error> {
        let mut items = Vec::new();
        for offset in (0..most).step_by(BATCH) {
            let limit = BATCH.min(most - offset);
            let url = format!(
                "/rest/v1/contents?select={COLUMNS}&{PUBLISHED}{condition}&limit={limit}&offset={offset}"
            );
            let found: Vec<Self> = read(pages, reads, &url).await?;
            let is_last = found.len() < limit;
            items.extend(found);
            if is_last {
                break;
            }
        }
        Ok(items)
    }

    /// The page that shows it.
    pub fn link(&self, origin: &str) -> String {
        format!("{origin}/blog/{}", present(&self.slug).unwrap_or(&self.id))
    }

    /// Names it for ever: programs tell by it what they have shown already. It leads to the same page.
    pub fn permalink(&self, origin: &str) -> String {
        format!("{origin}/blog/{}", self.id)
    }

    pub fn published(&self) -> Timestamp {
        self.published_at.unwrap_or(self.created_at)
    }

    pub fn description(&self) -> Option<&str> {
        present(&self.description)
    }

    /// The whole text as HTML that reads the same outside this site, with the link the page has below it.
    pub fn html(&self, origin: &str) -> Option<String> {
        let body = present(&self.body).map(|body| absolute_links(body, origin));
        let link =
            self.elsewhere().map(|address| format!("<p><a href=\"{}\">{LINK}</a></p>", escape(address)));
        (body.is_some() || link.is_some()).then(|| [body, link].into_iter().flatten().collect())
    }

    /// The page elsewhere that it points to.
    pub fn elsewhere(&self) -> Option<&str> {
        present(&self.external_link)
    }

    /// The uploaded picture's address.
    pub fn image(&self, origin: &str) -> Option<String> {
        present(&self.thumbnail_url).map(|image| absolute(image, origin))
    }

    /// Category first, then the tags.
    pub fn topics(&self) -> impl Iterator<Item = &str> {
        self.category.iter().chain(self.tags.iter().flatten()).map(String::as_str)
    }
}

/// The text, unless there is none.
pub fn present(text: &Option<String>) -> Option<&str> {
    text.as_deref().filter(|text| !text.is_empty())
}

/// An address of this site with its origin; other addresses stay.
pub fn absolute(address: &str, origin: &str) -> String {
    match address.strip_prefix('/') {
        Some(rest) if !rest.starts_with('/') => format!("{origin}{address}"),
        _ => address.to_owned(),
    }
}

/// Stored bodies come from the sanitiser, which always writes attributes with double quotes.
fn absolute_links(body: &str, origin: &str) -> String {
    let mut text = body.to_owned();
    for attribute in ["href", "src"] {
        text = text.replace(&format!(" {attribute}=\"/"), &format!(" {attribute}=\"{origin}/"));
        // `//host/path` was an address already.
        text = text.replace(&format!(" {attribute}=\"{origin}//"), &format!(" {attribute}=\"//"));
    }
    text
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
        assert_eq!(absolute("/x.png", "https://a.test"), "https://a.test/x.png");
        assert_eq!(absolute("//c.test/y", "https://a.test"), "//c.test/y");
        assert_eq!(absolute("https://b.test/", "https://a.test"), "https://b.test/");
    }
}
