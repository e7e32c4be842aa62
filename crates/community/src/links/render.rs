//! Links that stand alone in a text, and the cards shown instead.

use std::fmt::Write;

use ateneu_schema::sanitize;
use serde::Deserialize;

use crate::text::{self, Text};

/// Maximum number of cards of a text.
pub const MAX_CARDS: usize = 3;
/// Bucket of their pictures.
pub const BUCKET: &str = "link-cards";

/// Mark around the number of a card, until the card replaces it. It is removed from members' texts.
const BEFORE: char = '\u{e000}';
const AFTER: char = '\u{e001}';

/// Card of a link.
#[derive(Default, Deserialize)]
pub struct Card {
    url: String,
    title: String,
    description: String,
    /// Key of its picture.
    file_key: Option<String>,
    width: Option<i64>,
    height: Option<i64>,
}

/// Returns the distinct addresses that stand alone on a line of a paragraph, in order.
pub fn alone(markdown: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    if !markdown.contains("://") {
        return found;
    }
    for url in Text::of(markdown).lone_links.iter().flatten() {
        if found.len() < MAX_CARDS && !found.contains(url) {
            found.push(url.clone());
        }
    }
    found
}

/// Returns [`Text::html`] with cards for lone addresses.
pub fn html(markdown: &str, cards: &[Card]) -> String {
    if cards.is_empty() {
        return Text::of(markdown).html.clone();
    }
    let markdown = markdown.replace([BEFORE, AFTER], "");
    let mut shown: Vec<usize> = Vec::new();
    let text = Text::of(&markdown);
    let marks = text.lone_links.iter().map(|urls| {
        let mut marks = Vec::new();
        for url in urls {
            if let Some(number) = cards.iter().position(|card| card.url == *url)
                && !shown.contains(&number)
            {
                shown.push(number);
                marks.push(format!("{BEFORE}{number}{AFTER}"));
            }
        }
        marks
    });
    let mut html = text::html_with_marks(&markdown, marks.collect());
    for (number, card) in cards.iter().enumerate() {
        let mark = format!("<p>{BEFORE}{number}{AFTER}</p>");
        if let Some(at) = html.find(&mark) {
            let from = before_card(&html, at);
            html.replace_range(from..at + mark.len(), &card_html(card));
        }
    }
    html
}

/// Returns the position of the card. A paragraph with only its link is replaced.
fn before_card(html: &str, at: usize) -> usize {
    let paragraph = html[..at].trim_end();
    let Some(begin) = paragraph.rfind("<p>") else { return at };
    let inside = paragraph[begin..].strip_prefix("<p><a ").and_then(|inside| inside.strip_suffix("</a></p>"));
    let is_only_link = inside.is_some_and(|inside| !inside.contains("</a>") && !inside.contains("<br"));
    if is_only_link { begin } else { at }
}

fn card_html(card: &Card) -> String {
    let host = url::Url::parse(&card.url).ok().and_then(|url| url.host_str().map(str::to_owned));
    let host = host.unwrap_or_default();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    let mut html = format!(
        "<a class=\"link-card\" href=\"{}\" rel=\"noopener noreferrer\">",
        sanitize::escape(&card.url)
    );
    if let (Some(key), Some(width), Some(height)) = (&card.file_key, card.width, card.height) {
        let _ = write!(
            html,
            "<img src=\"/storage/v1/object/public/{BUCKET}/{}\" alt=\"\" width=\"{width}\" height=\"{height}\" \
             loading=\"lazy\" decoding=\"async\">",
            sanitize::escape(key)
        );
    }
    let _ = write!(html, "<span><strong>{}</strong>", sanitize::escape(&card.title));
    if !card.description.is_empty() {
        let _ = write!(html, "<span>{}</span>", sanitize::escape(&card.description));
    }
    let _ = write!(html, "<small>{}</small></span></a>", sanitize::escape(host));
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(url: &str) -> Card {
        Card { url: url.into(), title: "T".into(), ..Card::default() }
    }

    #[test]
    fn an_address_with_its_own_line_stands_alone() {
        for (markdown, expected) in [
            ("https://a.test/x", vec!["https://a.test/x"]),
            ("Veja:\nhttps://a.test/a_b_c?d=1&e=2\ne mais", vec!["https://a.test/a_b_c?d=1&e=2"]),
            ("<https://a.test/>\n\nfim", vec!["https://a.test/"]),
            ("https://a.test\n\nhttps://b.test\n\nhttps://a.test", vec!["https://a.test", "https://b.test"]),
            ("Veja https://a.test", vec![]),
            ("https://a.test é bom", vec![]),
            ("- https://a.test", vec![]),
            ("> https://a.test", vec![]),
            ("`https://a.test`", vec![]),
            ("    https://a.test", vec![]),
            ("[a](https://a.test)", vec![]),
            ("javascript://a.test", vec![]),
            ("ftp://a.test/x", vec![]),
        ] {
            assert_eq!(alone(markdown), expected, "{markdown}");
        }
        let many: Vec<String> = (0..9).map(|number| format!("https://a.test/{number}")).collect();
        assert_eq!(alone(&many.join("\n\n")).len(), MAX_CARDS);
    }

    #[test]
    fn a_card_takes_the_place_of_its_link() {
        let card = card("https://www.a.test/x?a=1&b=2");
        let shown = "<a class=\"link-card\" href=\"https://www.a.test/x?a=1&amp;b=2\" rel=\"noopener noreferrer\">\
                     <span><strong>T</strong><small>a.test</small></span></a>";
        let html = |markdown: &str| html(markdown, std::slice::from_ref(&card));
        assert_eq!(html("https://www.a.test/x?a=1&b=2"), shown);
        let around = html("Um\n\nhttps://www.a.test/x?a=1&b=2\n\nDois");
        assert_eq!(around, format!("<p>Um</p>\n{shown}\n<p>Dois</p>"));
        let below = html("Veja:\nhttps://www.a.test/x?a=1&b=2");
        assert!(below.starts_with("<p>Veja:<br>") && below.ends_with(shown), "{below}");
        let twice = html("https://www.a.test/x?a=1&b=2\n\nhttps://www.a.test/x?a=1&b=2");
        assert_eq!(twice.matches("link-card").count(), 1);
        assert!(!html("\u{e000}0\u{e001} Veja https://www.a.test/x?a=1&b=2").contains("link-card"));
    }

    #[test]
    fn text_of_a_linked_page_is_escaped() {
        let tricky = Card {
            url: "https://a.test/\"onmouseover=alert(1)".into(),
            title: "\"><script>alert(1)</script>".into(),
            description: "</a><img src=x onerror=alert(1)>'".into(),
            file_key: Some("k\"><b>".into()),
            width: Some(1),
            height: Some(1),
        };
        let html = card_html(&tricky);
        for gone in ["<script", "onerror=alert(1)>'", "\"onmouseover", "<b>"] {
            assert!(!html.contains(gone), "{gone} in {html}");
        }
    }
}
