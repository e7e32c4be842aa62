//! A published content as an item of the feeds, and the forms of its fields.

use std::borrow::Cow;

use ateneu_base::{Timestamp, personal_fields};
use serde::Deserialize;
use url::Url;

use super::{
    read::{PUBLISHED, read},
    xml::escape,
};
use crate::{Pages, dependencies::Dependencies, error::Error};

const COLUMNS: &str = "id,slug,content_type,title,description,body,open_body,category,tags,thumbnail_url,file_url,external_link,published_at,\
    created_at,updated_at";

/// Rows per request: the longest texts (half a million characters each) fit into one response of the API.
const BATCH: usize = 6;

/// Text of an external link on the article's page.
const LINK: &str = "Acessar o link externo";

/// One row, with only the columns for visitors.
#[derive(Deserialize)]
pub struct Item {
    pub id: String,
    #[serde(default)]
    pub slug: Option<String>,
    #[serde(default)]
    pub content_type: String,
    pub title: String,
    pub description: Option<String>,
    pub body: Option<String>,
    /// The text without parts for members, if it has any.
    #[serde(default)]
    pub open_body: Option<String>,
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
    /// Returns the newest `most` items that meet `condition` (a filter such as `&content_type=eq.audio`, or nothing).
    /// Texts are long, so they are read in batches.
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

    /// Returns the URL of its page.
    pub fn link(&self, origin: &str) -> String {
        format!("{origin}{}", page_of(&self.content_type, present(&self.slug).unwrap_or(&self.id)))
    }

    /// Returns a permanent URL that leads to the same page. Feed readers recognise items by it.
    pub fn permalink(&self, origin: &str) -> String {
        format!("{origin}{}", page_of(&self.content_type, &self.id))
    }

    pub fn published(&self) -> Timestamp {
        self.published_at.unwrap_or(self.created_at)
    }

    pub fn description(&self) -> Option<&str> {
        present(&self.description)
    }

    /// Returns the whole text as HTML that can be shown outside this site, followed by the page's link.
    pub fn html(&self, origin: &str) -> Option<String> {
        let page = self.link(origin);
        let body = present(&self.open_body).or(present(&self.body));
        let body = body.map(|body| absolute_links(&as_read(&self.content_type, body), origin, &page));
        let link =
            self.elsewhere().map(|address| format!("<p><a href=\"{}\">{LINK}</a></p>", escape(address)));
        (body.is_some() || link.is_some()).then(|| [body, link].into_iter().flatten().collect())
    }

    /// Returns the external page that it links to.
    pub fn elsewhere(&self) -> Option<&str> {
        present(&self.external_link)
    }

    /// Returns the URL of the uploaded picture.
    pub fn image(&self, origin: &str) -> Option<String> {
        present(&self.thumbnail_url).map(|image| absolute(image, origin))
    }

    /// Returns the category, then the tags.
    pub fn topics(&self) -> impl Iterator<Item = &str> {
        self.category.iter().chain(self.tags.iter().flatten()).map(String::as_str)
    }
}

/// The type of letters, which have pages of their own, and personal fields.
const LETTER: &str = "letter";

/// Returns the path of a content's page by its address or id.
pub fn page_of(content_type: &str, name: &str) -> String {
    let folder = if content_type == LETTER { "cartas" } else { "blog" };
    format!("/{folder}/{name}")
}

/// Returns a text with the defaults of its personal fields.
fn as_read<'t>(content_type: &str, text: &'t str) -> Cow<'t, str> {
    if content_type == LETTER { personal_fields::with_defaults(text).into() } else { text.into() }
}

/// Returns the text, unless it is missing or blank.
pub fn present(text: &Option<String>) -> Option<&str> {
    text.as_deref().filter(|text| !text.is_empty())
}

/// Returns an absolute URL for an address of this site. Others are unchanged.
pub fn absolute(address: &str, origin: &str) -> String {
    match address.strip_prefix('/') {
        Some(rest) if !rest.starts_with('/') => format!("{origin}{address}"),
        _ => address.to_owned(),
    }
}

/// Returns the text with absolute addresses in its tags. `page` is the URL of the text. Stored bodies come from the
/// sanitiser, which writes attributes in double quotes, and `<` elsewhere as an entity.
fn absolute_links(body: &str, origin: &str, page: &str) -> String {
    let mut text = String::with_capacity(body.len());
    let mut rest = body;
    while let Some(start) = rest.find('<') {
        text.push_str(&rest[..start]);
        let end = end_of_tag(&rest[start..]);
        push_absolute(&mut text, &rest[start..start + end], origin, page);
        rest = &rest[start + end..];
    }
    text.push_str(rest);
    text
}

/// Returns the length of the tag at the beginning. A `>` in an attribute does not end it.
fn end_of_tag(tag: &str) -> usize {
    let mut is_quoted = false;
    let end = tag.find(|c: char| {
        is_quoted ^= c == '"';
        c == '>' && !is_quoted
    });
    end.map_or(tag.len(), |end| end + 1)
}

fn push_absolute(text: &mut String, tag: &str, origin: &str, page: &str) {
    let mut rest = tag;
    while let Some(start) =
        [" href=\"", " src=\""].iter().filter_map(|name| Some(rest.find(name)? + name.len())).min()
    {
        let (before, value) = rest.split_at(start);
        let end = value.find('"').unwrap_or(value.len());
        text.push_str(before);
        text.push_str(&located(&value[..end], origin, page));
        rest = &value[end..];
    }
    text.push_str(rest);
}

/// Returns an address in a page's text as an absolute URL.
fn located(address: &str, origin: &str, page: &str) -> String {
    let is_absolute = address.starts_with("//") || Url::parse(address).is_ok();
    match address.chars().next() {
        None => page.to_owned(),
        Some('#') => format!("{page}{address}"),
        _ if is_absolute => address.to_owned(),
        Some('/') => format!("{origin}{address}"),
        Some(_) => {
            let joined = Url::parse(page).and_then(|page| page.join(address));
            joined.map_or_else(|_| address.to_owned(), String::from)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_in_tags_become_absolute_and_the_rest_stays() {
        for (body, expected) in [
            (
                r#"<a href="/blog">a</a><img src="/x.png"><a href="https://b.test/">b</a><img src="//c.test/y">"#,
                r#"<a href="https://a.test/blog">a</a><img src="https://a.test/x.png"><a href="https://b.test/">b</a><img src="//c.test/y">"#,
            ),
            (r##"<a href="#metodo">m</a>"##, r##"<a href="https://a.test/blog/um#metodo">m</a>"##),
            (
                r#"<a href="?p=1&amp;q=2">p</a><a href="dois">d</a><a href="mailto:x@y.z">m</a><a href="">e</a>"#,
                r#"<a href="https://a.test/blog/um?p=1&amp;q=2">p</a><a href="https://a.test/blog/dois">d</a><a href="mailto:x@y.z">m</a><a href="https://a.test/blog/um">e</a>"#,
            ),
            (
                r##"<pre><code>&lt;a href="/sobre" src="#x"&gt;</code></pre><p>em href="/x" dito</p>"##,
                r##"<pre><code>&lt;a href="/sobre" src="#x"&gt;</code></pre><p>em href="/x" dito</p>"##,
            ),
            (
                r#"<img alt="a > b href='/n'" title="x" src="/a.png">"#,
                r#"<img alt="a > b href='/n'" title="x" src="https://a.test/a.png">"#,
            ),
        ] {
            assert_eq!(absolute_links(body, "https://a.test", "https://a.test/blog/um"), expected);
        }
        assert_eq!(absolute("/x.png", "https://a.test"), "https://a.test/x.png");
        assert_eq!(absolute("//c.test/y", "https://a.test"), "//c.test/y");
        assert_eq!(absolute("https://b.test/", "https://a.test"), "https://b.test/");
    }
}
