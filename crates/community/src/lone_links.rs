//! Addresses on a line of their own.

use pulldown_cmark::{Event, LinkType, Tag, TagEnd};

use crate::addresses;

/// Collects, for each paragraph outside lists and quotes, the addresses on a line of their own.
#[derive(Default)]
pub struct LoneLinks {
    pub paragraphs: Vec<Vec<String>>,
    /// Number of blocks around the paragraph.
    depth: usize,
    /// True inside a paragraph that counts.
    is_open: bool,
    urls: Vec<String>,
    line: Line,
}

impl LoneLinks {
    pub fn read(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(Tag::Paragraph) if self.depth == 0 => {
                (self.is_open, self.line) = (true, Line::Empty);
            }
            Event::End(TagEnd::Paragraph) if self.is_open => {
                self.end_line();
                self.is_open = false;
                self.paragraphs.push(std::mem::take(&mut self.urls));
            }
            Event::SoftBreak | Event::HardBreak => self.end_line(),
            Event::Start(Tag::Link { link_type: LinkType::Autolink, dest_url, .. })
                if self.line == Line::Empty =>
            {
                self.line = web_address(dest_url).map_or(Line::Other, Line::Autolink);
            }
            Event::Text(_) | Event::End(TagEnd::Link) if matches!(self.line, Line::Autolink(_)) => {}
            Event::Text(text) if self.line == Line::Empty => {
                self.line = web_address(text.trim()).map_or(Line::Other, Line::Url);
            }
            Event::Start(Tag::Item | Tag::BlockQuote(_) | Tag::Table(_) | Tag::List(_)) => self.depth += 1,
            Event::End(TagEnd::Item | TagEnd::BlockQuote(_) | TagEnd::Table | TagEnd::List(_)) => {
                self.depth = self.depth.saturating_sub(1);
            }
            _ => self.line = Line::Other,
        }
    }

    fn end_line(&mut self) {
        self.urls.extend(std::mem::take(&mut self.line).url());
    }
}

#[derive(Default, PartialEq, Eq)]
enum Line {
    #[default]
    Empty,
    Url(String),
    Autolink(String),
    Other,
}

impl Line {
    fn url(self) -> Option<String> {
        match self {
            Line::Url(url) | Line::Autolink(url) => Some(url),
            Line::Empty | Line::Other => None,
        }
    }
}

/// Returns the text as a web address, if it is exactly one.
fn web_address(text: &str) -> Option<String> {
    let is_whole = addresses::web(text).first() == Some(&(0..text.len()));
    let url = url::Url::parse(text).ok().filter(|_| is_whole && text.len() <= 2_000)?;
    let is_web = matches!(url.scheme(), "http" | "https") && url.host_str().is_some();
    is_web.then(|| text.to_owned())
}
