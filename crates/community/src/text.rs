//! Texts of members: Markdown as HTML, names of channels, and who is mentioned.

use ateneu_schema::sanitize;
use linkify::{LinkFinder, LinkKind};
use pulldown_cmark::{CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, TextMergeStream};

/// Where the card of a member is: a link to it is a mention.
const MEMBER_PATH: &str = "/membros/membro/";
/// Where pictures of posts are; the rest of such an address is a key of their bucket.
pub const PICTURES_PATH: &str = "/storage/v1/object/authenticated/community/";
/// Where pictures of posts may be: others would tell a foreign server who reads.
const FILES_PATH: &str = "/storage/v1/object/";

/// The name of a channel as it is stored: trimmed, lower case, hyphens for spaces.
pub fn channel_name(name: &str) -> String {
    name.trim().to_lowercase().split_whitespace().collect::<Vec<_>>().join("-")
}

/// Markdown as the HTML that members see. HTML in the text is shown as text, bare addresses become links, pictures from
/// elsewhere become links, a line break stays one.
pub fn html(markdown: &str) -> String {
    html_with_marks(markdown, Vec::new())
}

/// [`html`] with a paragraph of its own for each mark, behind the paragraph of the text with the same number; those in lists,
/// quotes and tables are not counted.
pub fn html_with_marks(markdown: &str, marks: Vec<Vec<String>>) -> String {
    let options = Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TABLES;
    let events = TextMergeStream::new(Parser::new_ext(markdown, options));
    let mut rendered = String::with_capacity(markdown.len() * 2);
    pulldown_cmark::html::push_html(&mut rendered, SafeEvents::new(events, marks));
    sanitize::html(&rendered).trim_end().to_owned()
}

/// Characters of an excerpt.
const EXCERPT: usize = 240;

/// The beginning of a text without its markup, cut between words.
pub fn excerpt(markdown: &str) -> String {
    let plain = plain(markdown, EXCERPT * 4);
    let Some((end, _)) = plain.char_indices().nth(EXCERPT) else { return plain };
    let cut = plain[..end].rfind(' ').unwrap_or(end);
    format!("{}…", &plain[..cut])
}

/// A text without its markup, or its beginning of about so many bytes.
pub fn plain(markdown: &str, most: usize) -> String {
    let mut plain = String::new();
    for event in Parser::new_ext(markdown, Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TABLES) {
        match event {
            Event::Text(text) | Event::Code(text) => plain.push_str(&text),
            // HTML is shown as text.
            Event::Html(text) | Event::InlineHtml(text) => plain.push_str(&text),
            // Emphasis may stand inside a word.
            Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link) => {}
            Event::SoftBreak | Event::HardBreak | Event::End(_) if !plain.ends_with(' ') => plain.push(' '),
            _ => {}
        }
        if plain.len() > most {
            break;
        }
    }
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The ids of the members whom a text mentions, each once, in order.
pub fn mentioned(markdown: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for event in Parser::new(markdown) {
        if let Event::Start(Tag::Link { dest_url, .. }) = event
            && let Some(id) = dest_url.strip_prefix(MEMBER_PATH)
            && ateneu_base::ids::parse_uuid(id).is_some()
            && !found.iter().any(|known| known == id)
        {
            found.push(id.to_owned());
        }
    }
    found
}

/// How many of each a text has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// Links elsewhere.
    pub links: usize,
    pub pictures: usize,
    pub mentions: usize,
}

/// Counts links, pictures and mentions.
pub fn contents(markdown: &str) -> Contents {
    let mut found = Contents::default();
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    let mut inside_link = false;
    for event in Parser::new(markdown) {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) => {
                inside_link = true;
                if dest_url.starts_with(MEMBER_PATH) {
                    found.mentions += 1;
                } else {
                    found.links += 1;
                }
            }
            Event::End(TagEnd::Link) => inside_link = false,
            Event::Start(Tag::Image { .. }) => found.pictures += 1,
            Event::Text(text) if !inside_link => found.links += finder.links(&text).count(),
            _ => {}
        }
    }
    found
}

/// Pictures of one text that are noted.
const MOST_PICTURES: usize = 50;

/// The keys of the pictures that a text shows, each once, in order.
pub fn pictures(markdown: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    if !markdown.contains(PICTURES_PATH) {
        return found;
    }
    for event in Parser::new(markdown) {
        if let Event::Start(Tag::Image { dest_url, .. }) = event
            && let Some(key) = dest_url.strip_prefix(PICTURES_PATH)
            && !found.iter().any(|known| known == key)
            && found.len() < MOST_PICTURES
        {
            found.push(key.to_owned());
        }
    }
    found
}

/// The events of a parser, with what members may not write replaced.
struct SafeEvents<'a, I: Iterator<Item = Event<'a>>> {
    events: I,
    ready: std::collections::VecDeque<Event<'a>>,
    /// Inside a link or code, where an address is no link of its own.
    verbatim: usize,
    /// Inside a picture from elsewhere, which is shown as a link.
    foreign_pictures: usize,
    /// Lists, quotes and tables around.
    depth: usize,
    /// Of the paragraphs still to come.
    marks: std::collections::VecDeque<Vec<String>>,
}

impl<'a, I: Iterator<Item = Event<'a>>> SafeEvents<'a, I> {
    fn new(events: I, marks: Vec<Vec<String>>) -> Self {
        let ready = std::collections::VecDeque::new();
        Self { events, ready, verbatim: 0, foreign_pictures: 0, depth: 0, marks: marks.into() }
    }

    /// The marks behind a paragraph that ends.
    fn mark(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(Tag::Item | Tag::BlockQuote(_) | Tag::Table(_) | Tag::List(_)) => self.depth += 1,
            Event::End(TagEnd::Item | TagEnd::BlockQuote(_) | TagEnd::Table | TagEnd::List(_)) => {
                self.depth = self.depth.saturating_sub(1);
            }
            Event::End(TagEnd::Paragraph) if self.depth == 0 => {
                for mark in self.marks.pop_front().unwrap_or_default() {
                    self.ready.push_back(Event::Start(Tag::Paragraph));
                    self.ready.push_back(Event::Text(mark.into()));
                    self.ready.push_back(Event::End(TagEnd::Paragraph));
                }
            }
            _ => {}
        }
    }

    fn show(&mut self, event: Event<'a>) {
        let event = match event {
            Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
            Event::SoftBreak => Event::HardBreak,
            Event::Start(Tag::Heading { .. }) => Event::Start(heading()),
            Event::End(TagEnd::Heading(_)) => Event::End(TagEnd::Heading(HeadingLevel::H3)),
            Event::Start(Tag::Image { dest_url, title, .. }) if !dest_url.starts_with(FILES_PATH) => {
                self.foreign_pictures += 1;
                Event::Start(link(dest_url, title))
            }
            Event::End(TagEnd::Image) if self.foreign_pictures > 0 => {
                self.foreign_pictures -= 1;
                Event::End(TagEnd::Link)
            }
            Event::Text(text) if self.verbatim == 0 => return self.show_text(&text),
            other => other,
        };
        match event {
            Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::CodeBlock(_)) => self.verbatim += 1,
            Event::End(TagEnd::Link | TagEnd::Image | TagEnd::CodeBlock) => {
                self.verbatim = self.verbatim.saturating_sub(1);
            }
            _ => {}
        }
        self.ready.push_back(event);
    }

    fn show_text(&mut self, text: &str) {
        let mut finder = LinkFinder::new();
        finder.kinds(&[LinkKind::Url]);
        for span in finder.spans(text) {
            let shown = CowStr::from(span.as_str().to_owned());
            let is_web =
                span.kind().is_some() && ["http://", "https://"].iter().any(|start| shown.starts_with(start));
            if is_web {
                self.ready.push_back(Event::Start(link(shown.clone(), CowStr::Borrowed(""))));
                self.ready.push_back(Event::Text(shown));
                self.ready.push_back(Event::End(TagEnd::Link));
            } else {
                self.ready.push_back(Event::Text(shown));
            }
        }
    }
}

impl<'a, I: Iterator<Item = Event<'a>>> Iterator for SafeEvents<'a, I> {
    type Item = Event<'a>;

    fn next(&mut self) -> Option<Event<'a>> {
        while self.ready.is_empty() {
            let event = self.events.next()?;
            self.show(event.clone());
            self.mark(&event);
        }
        self.ready.pop_front()
    }
}

fn heading<'a>() -> Tag<'a> {
    Tag::Heading { level: HeadingLevel::H3, id: None, classes: Vec::new(), attrs: Vec::new() }
}

fn link<'a>(dest_url: CowStr<'a>, title: CowStr<'a>) -> Tag<'a> {
    Tag::Link { link_type: LinkType::Inline, dest_url, title, id: CowStr::Borrowed("") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_channel_name_is_lower_case_with_hyphens() {
        assert_eq!(channel_name("  Gestão  de Pessoas "), "gestão-de-pessoas");
    }

    #[test]
    fn links_pictures_and_mentions_are_counted() {
        let text = "[@Ana](/membros/membro/1) https://a.test [b](https://b.test) ![c](/storage/v1/object/c)";
        assert_eq!(contents(text), Contents { links: 2, pictures: 1, mentions: 1 });
    }

    #[test]
    fn markdown_becomes_html() {
        for (markdown, expected) in [
            ("Um **dois**\ntrês", "<p>Um <strong>dois</strong><br>\ntrês</p>"),
            ("# Título", "<h3>Título</h3>"),
            ("- um\n- dois", "<ul>\n<li>um</li>\n<li>dois</li>\n</ul>"),
            ("`a < b`", "<p><code>a &lt; b</code></p>"),
            ("~~fora~~", "<p><del>fora</del></p>"),
        ] {
            assert_eq!(html(markdown), expected);
        }
    }

    #[test]
    fn a_bare_address_is_a_link_except_in_code() {
        let link = r#"<a href="https://a.example/b" rel="noopener noreferrer">https://a.example/b</a>"#;
        assert_eq!(html("Veja https://a.example/b."), format!("<p>Veja {link}.</p>"));
        assert_eq!(html("`https://a.example`"), "<p><code>https://a.example</code></p>");
    }

    #[test]
    fn html_in_a_text_is_shown_and_never_runs() {
        for text in [
            "<script>alert(1)</script>",
            "<img src=x onerror=alert(1)>",
            "[a](javascript:alert(1))",
            "<a href='javascript:alert(1)'>a</a>",
            "![a](data:image/svg+xml;base64,AAAA)",
        ] {
            let shown = html(text);
            for gone in ["<script", "<img", "href=\"javascript:", "href=\"data:"] {
                assert!(!shown.contains(gone), "{gone} in {shown}");
            }
        }
    }

    #[test]
    fn only_pictures_of_this_site_are_loaded() {
        let own = html("![Um](/storage/v1/object/authenticated/community/1/a.png)");
        assert!(
            own.contains("<img src=\"/storage/v1/object/authenticated/community/1/a.png\" alt=\"Um\">"),
            "{own}"
        );
        let foreign = html("![Um](https://a.example/a.png)");
        assert!(
            !foreign.contains("<img") && foreign.contains("href=\"https://a.example/a.png\""),
            "{foreign}"
        );
    }

    #[test]
    fn an_excerpt_is_the_plain_beginning() {
        assert_eq!(excerpt("# Um\n\n**dois** [três](/a)\n- quatro"), "Um dois três quatro");
        let long = excerpt(&"palavra ".repeat(100));
        assert!(long.chars().count() <= EXCERPT + 1 && long.ends_with("palavra…"), "{long}");
    }

    #[test]
    fn a_link_to_a_member_is_a_mention() {
        let (ana, rui) = ("0190a000-0000-7000-8000-000000000001", "0190a000-0000-7000-8000-000000000002");
        let text = format!(
            "[@Ana](/membros/membro/{ana}) [@Rui](/membros/membro/{rui}) [@Ana](/membros/membro/{ana}) \
             [x](/membros/membro/nao) [y](https://a.example/membros/membro/{ana})"
        );
        assert_eq!(mentioned(&text), [ana, rui]);
    }
}
