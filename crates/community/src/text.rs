//! Texts of members: Markdown as HTML, names of channels, and mentions.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use ateneu_base::fold;
use ateneu_schema::{nesting, sanitize};
use pulldown_cmark::{CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, TextMergeStream};

use crate::{addresses, lone_links::LoneLinks};

/// Path of a member's card: a link to it is a mention.
pub const MEMBER_PATH: &str = "/membros/membro/";
/// Path of pictures of posts. The rest of such an address is a key of their bucket.
pub const PICTURES_PATH: &str = "/storage/v1/object/authenticated/community/";
/// Path of pictures of posts. Other addresses would reveal readers to a foreign server.
const FILES_PATH: &str = "/storage/v1/object/";

/// Returns the stored form of a channel's name: one visible line, lower case, hyphens for spaces.
pub fn channel_name(name: &str) -> String {
    fold::one_line(name).to_lowercase().replace(' ', "-")
}

/// Result of one pass over a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The HTML for members. HTML in the text is shown as text, bare addresses and foreign pictures become links, a
    /// line break stays one.
    pub html: String,
    /// The text without markup.
    pub plain: String,
    /// Titles of links and pictures, which a browser shows beside them.
    pub titles: String,
    /// Numbers of its links, pictures and mentions.
    pub contents: Contents,
    /// Distinct ids of the mentioned members, in order, without those in quotes, who were mentioned before.
    pub mentioned: Vec<String>,
    /// Distinct keys of its pictures, in order.
    pub pictures: Vec<String>,
    /// Addresses on a line of their own, for each paragraph outside lists, quotes and tables.
    pub lone_links: Vec<Vec<String>>,
}

/// Number of cached texts: the columns and triggers of a write parse the same one.
const RECENT: usize = 16;
static RECENT_TEXTS: Mutex<VecDeque<(String, Arc<Text>)>> = Mutex::new(VecDeque::new());

impl Text {
    /// Parses a text once for all derived values.
    pub fn of(markdown: &str) -> Arc<Self> {
        let recent = || RECENT_TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
        let found = |known: &&(String, Arc<Self>)| known.0 == markdown;
        if let Some((_, text)) = recent().iter().find(found) {
            return Arc::clone(text);
        }
        let (html, text) = read(markdown, |events| with_marks(markdown, events, Vec::new()));
        let text = Arc::new(Self { html, ..text });
        let mut recent = recent();
        recent.truncate(RECENT - 1);
        recent.push_front((markdown.to_owned(), Arc::clone(&text)));
        text
    }

    /// Returns the beginning without markup, cut between words.
    pub fn excerpt(&self) -> String {
        let Some((end, _)) = self.plain.char_indices().nth(EXCERPT) else { return self.plain.clone() };
        let cut = self.plain[..end].rfind(' ').unwrap_or(end);
        format!("{}…", &self.plain[..cut])
    }
}

/// Maximum length of an excerpt in characters.
const EXCERPT: usize = 240;

/// Passes the events of a text to `show` and collects all other results.
fn read<T>(markdown: &str, show: impl FnOnce(&mut dyn Iterator<Item = Event<'_>>) -> T) -> (T, Text) {
    let options = Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TABLES;
    let flat = nesting::markdown(markdown);
    let flat = addresses::verbatim(&flat, options);
    let parser = TextMergeStream::new(Parser::new_ext(&flat, options));
    let mut reader = Reader::default();
    // The limit stops wide tables, whose short lines have as many cells as the first.
    let mut events = parser.take(markdown.len() * 4 + 1_000).inspect(|event| reader.read(event));
    let shown = show(&mut events);
    events.for_each(drop);
    (shown, reader.finish())
}

fn with_marks<'e>(
    markdown: &str,
    events: impl Iterator<Item = Event<'e>>,
    marks: Vec<Vec<String>>,
) -> String {
    let mut rendered = String::with_capacity(markdown.len() * 2);
    pulldown_cmark::html::push_html(&mut rendered, SafeEvents::new(events, marks));
    sanitize::html(&rendered).trim_end().to_owned()
}

/// Renders [`Text::html`] with a paragraph for each mark, after the paragraph of the same number in
/// [`Text::lone_links`].
pub fn html_with_marks(markdown: &str, marks: Vec<Vec<String>>) -> String {
    read(markdown, |events| with_marks(markdown, events, marks)).0
}

/// Returns a text without its markup.
pub fn plain(markdown: &str) -> String {
    read(markdown, |_| ()).1.plain
}

/// Numbers of a text's links, pictures and mentions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// Number of external links.
    pub links: usize,
    pub pictures: usize,
    pub mentions: usize,
}

/// Maximum number of recorded pictures of a text.
const MAX_PICTURES: usize = 50;
/// Maximum number of recorded mentions of a text.
const MAX_MENTIONED: usize = 500;

/// Collects the results of a text from its parser's events.
#[derive(Default)]
struct Reader {
    text: Text,
    inside_link: bool,
    quotes: usize,
    lone_links: LoneLinks,
}

impl Reader {
    fn read(&mut self, event: &Event<'_>) {
        self.lone_links.read(event);
        let plain = &mut self.text.plain;
        match event {
            Event::Text(text) => {
                plain.push_str(text);
                if !self.inside_link {
                    self.text.contents.links += addresses::web(text).len();
                }
            }
            // HTML is shown as text.
            Event::Code(text) | Event::Html(text) | Event::InlineHtml(text) => plain.push_str(text),
            Event::Start(Tag::Link { dest_url, title, .. }) => {
                self.title(title);
                self.begin_link(dest_url);
            }
            Event::Start(Tag::Image { dest_url, title, .. }) => {
                self.title(title);
                self.picture(dest_url);
            }
            Event::Start(Tag::BlockQuote(_)) => self.quotes += 1,
            Event::End(TagEnd::Link) => self.inside_link = false,
            Event::End(TagEnd::BlockQuote(_)) => {
                self.quotes = self.quotes.saturating_sub(1);
                plain.push(' ');
            }
            // Emphasis may be inside a word.
            Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough) => {}
            Event::SoftBreak | Event::HardBreak | Event::End(_) if !plain.ends_with(' ') => plain.push(' '),
            _ => {}
        }
    }

    fn begin_link(&mut self, address: &str) {
        self.inside_link = true;
        let Some(id) = address.strip_prefix(MEMBER_PATH) else {
            self.text.contents.links += 1;
            return;
        };
        self.text.contents.mentions += 1;
        let mentioned = &mut self.text.mentioned;
        let is_new = mentioned.len() < MAX_MENTIONED && !mentioned.iter().any(|known| known == id);
        if is_new && self.quotes == 0 && ateneu_base::ids::parse_uuid(id).is_some() {
            mentioned.push(id.to_owned());
        }
    }

    fn title(&mut self, title: &str) {
        self.text.titles.push(' ');
        self.text.titles.push_str(title);
    }

    fn picture(&mut self, address: &str) {
        if !address.starts_with(FILES_PATH) {
            // The picture is shown as a link.
            self.text.contents.links += 1;
            return;
        }
        self.text.contents.pictures += 1;
        let pictures = &mut self.text.pictures;
        if let Some(key) = address.strip_prefix(PICTURES_PATH)
            && pictures.len() < MAX_PICTURES
            && !pictures.iter().any(|known| known == key)
        {
            pictures.push(key.to_owned());
        }
    }

    fn finish(self) -> Text {
        let plain = self.text.plain.split_whitespace().collect::<Vec<_>>().join(" ");
        Text { plain, lone_links: self.lone_links.paragraphs, ..self.text }
    }
}

/// Events of a parser, with forbidden elements replaced.
struct SafeEvents<'a, I: Iterator<Item = Event<'a>>> {
    events: I,
    ready: VecDeque<Event<'a>>,
    /// Depth of open links and code, in which addresses are not linked.
    verbatim: usize,
    /// Depth of open foreign pictures, which are shown as links.
    foreign_pictures: usize,
    /// Number of surrounding lists, quotes and tables.
    depth: usize,
    /// Marks of the following paragraphs.
    marks: VecDeque<Vec<String>>,
}

impl<'a, I: Iterator<Item = Event<'a>>> SafeEvents<'a, I> {
    fn new(events: I, marks: Vec<Vec<String>>) -> Self {
        let ready = VecDeque::new();
        Self { events, ready, verbatim: 0, foreign_pictures: 0, depth: 0, marks: marks.into() }
    }

    /// Queues the marks after a paragraph that ends.
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
        let shown = |part: &str| CowStr::from(part.to_owned());
        let mut done = 0;
        for place in addresses::web(text) {
            let address = shown(&text[place.clone()]);
            self.ready.push_back(Event::Text(shown(&text[done..place.start])));
            self.ready.push_back(Event::Start(link(address.clone(), CowStr::Borrowed(""))));
            self.ready.push_back(Event::Text(address));
            self.ready.push_back(Event::End(TagEnd::Link));
            done = place.end;
        }
        self.ready.push_back(Event::Text(shown(&text[done..])));
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

    fn html(markdown: &str) -> String {
        Text::of(markdown).html.clone()
    }

    #[test]
    fn a_channel_name_is_lower_case_with_hyphens() {
        assert_eq!(channel_name("  Gestão  de Pessoas "), "gestão-de-pessoas");
        assert_eq!(channel_name("Gesta\u{303}o\nde\u{200B} pessoas"), "gestão-de-pessoas");
    }

    #[test]
    fn links_pictures_and_mentions_are_counted() {
        let text = "[@Ana](/membros/membro/1) https://a.test [b](https://b.test) ![c](/storage/v1/object/c)";
        assert_eq!(Text::of(text).contents, Contents { links: 2, pictures: 1, mentions: 1 });
        let foreign = "![a](https://a.test/a.png) ![b](//b.test/b.png)";
        assert_eq!(Text::of(foreign).contents, Contents { links: 2, pictures: 0, mentions: 0 });
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
    fn a_bare_address_is_linked_as_a_whole() {
        for (markdown, address, rest) in [
            ("https://a.test/_arquivos_/plano.pdf", "https://a.test/_arquivos_/plano.pdf", ""),
            ("https://a.test/a*b*c~d~", "https://a.test/a*b*c~d", "~"),
            ("https://a.test/\\_b\\_/c", "https://a.test/_b_/c", ""),
            ("https://a.test/b”", "https://a.test/b", "”"),
            ("https://a.test/b_(c)).", "https://a.test/b_(c)", ")."),
        ] {
            let link = format!(r#"<p><a href="{address}" rel="noopener noreferrer">{address}</a>{rest}</p>"#);
            assert_eq!(html(markdown), link, "{markdown}");
        }
        assert_eq!(Text::of("https://a.test/_b_/c").lone_links, [["https://a.test/_b_/c"]]);
    }

    #[test]
    fn a_mention_inside_a_quote_is_ignored() {
        let (ana, rui) = ("0190a000-0000-7000-8000-000000000001", "0190a000-0000-7000-8000-000000000002");
        let mention = |id: &str| format!("[@Alguém](/membros/membro/{id})");
        let text = format!("> {} disse\n>\n> > {}\n\nConcordo.", mention(ana), mention(ana));
        assert_eq!(Text::of(&text).mentioned, Vec::<String>::new());
        let text = format!("> {} disse\n\n{} também, {}", mention(ana), mention(rui), mention(ana));
        assert_eq!(Text::of(&text).mentioned, [rui, ana]);
    }

    #[test]
    fn html_in_a_text_is_escaped() {
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
        assert_eq!(Text::of("# Um\n\n**dois** [três](/a)\n- quatro").excerpt(), "Um dois três quatro");
        let long = Text::of(&"palavra ".repeat(100)).excerpt();
        assert!(long.chars().count() <= EXCERPT + 1 && long.ends_with("palavra…"), "{long}");
    }

    #[test]
    fn a_link_to_a_member_is_a_mention() {
        let (ana, rui) = ("0190a000-0000-7000-8000-000000000001", "0190a000-0000-7000-8000-000000000002");
        let text = format!(
            "[@Ana](/membros/membro/{ana}) [@Rui](/membros/membro/{rui}) [@Ana](/membros/membro/{ana}) \
             [x](/membros/membro/nao) [y](https://a.example/membros/membro/{ana})"
        );
        assert_eq!(Text::of(&text).mentioned, [ana, rui]);
    }

    #[test]
    fn columns_and_triggers_share_one_parse() {
        assert!(Arc::ptr_eq(&Text::of("**um**"), &Text::of("**um**")));
        (0..100).for_each(|number| drop(Text::of(&number.to_string())));
        assert!(RECENT_TEXTS.lock().unwrap().len() <= RECENT);
    }

    #[test]
    fn deep_or_wide_texts_stay_small_and_keep_their_words() {
        let table = format!("{}\n{}\n{}", "|a".repeat(3_000), "|-".repeat(3_000), "|\n".repeat(4_000));
        for (markdown, word) in [
            (format!("{}fim", "> ".repeat(9_000)), "fim"),
            (format!("{}fim{}", "- ".repeat(6_000), "\n".repeat(6_000)), "fim"),
            (format!("{}fim", "1) > - ".repeat(2_000)), "fim"),
            (format!("{}fim{}", "*a _b ".repeat(2_000), "_ *".repeat(2_000)), "fim"),
            (format!("{}fim{}", "[".repeat(9_000), "](/x)".repeat(2_000)), "fim"),
            (format!("{}fim{}", "![".repeat(5_000), "](/x)".repeat(2_000)), "fim"),
            (table, "a"),
        ] {
            let text = Text::of(&markdown);
            let depth = text.html.split('<').fold((0_i32, 0), |(most, depth), tag| {
                let is_void = ["br", "hr", "img"].iter().any(|void| tag.starts_with(void));
                let step = if tag.starts_with('/') {
                    -1
                } else {
                    i32::from(tag.starts_with(char::is_alphabetic) && !is_void)
                };
                (most.max(depth + step), depth + step)
            });
            assert!(depth.0 <= 40, "{} of {:.40}", depth.0, markdown);
            assert!(text.html.len() < 20 * markdown.len(), "{} of {:.40}", text.html.len(), markdown);
            assert!(text.plain.contains(word), "{markdown:.40}");
        }
    }
}
