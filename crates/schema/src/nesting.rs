//! Limits the nesting of a text in one pass, before a parser reads it: a parser's work for each element grows with the
//! number of elements around it.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
};

/// Maximum number of elements around another, and of containers that begin in one line of Markdown.
pub const MAX_DEPTH: usize = 32;
/// Maximum number of attributes of a tag.
const MAX_ATTRIBUTES: usize = 32;
/// Maximum indent of a line of Markdown in columns.
const MAX_INDENT: usize = 4 * MAX_DEPTH;

/// Returns Markdown in which no line begins more than [`MAX_DEPTH`] quotes and lists, or is indented further than
/// `MAX_INDENT`. The text itself is kept.
pub fn markdown(text: &str) -> Cow<'_, str> {
    let mut flat = String::new();
    let mut copied = 0;
    let mut begin = 0;
    for line in text.split_inclusive('\n') {
        if let Some((kept, words)) = excess(line) {
            flat.push_str(&text[copied..begin + kept]);
            copied = begin + words;
        }
        begin += line.len();
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    flat.push_str(&text[copied..]);
    Cow::Owned(flat)
}

/// Returns start and end of the excess part of a line's beginning. Returns `None` if there is none.
fn excess(line: &str) -> Option<(usize, usize)> {
    let bytes = line.as_bytes();
    let (mut at, mut markers, mut indent, mut kept) = (0, 0, 0, None);
    loop {
        match bytes.get(at) {
            Some(b' ') => indent += 1,
            Some(b'\t') => indent += 4,
            _ => match marker(&bytes[at..]) {
                Some(length) => {
                    markers += 1;
                    at += length - 1;
                }
                None => break,
            },
        }
        at += 1;
        if markers <= MAX_DEPTH && indent <= MAX_INDENT {
            kept = Some(at);
        }
    }
    let kept = kept.unwrap_or_default();
    (kept < at).then_some((kept, at))
}

/// Returns the length of the marker of a quote or a list at the beginning.
fn marker(bytes: &[u8]) -> Option<usize> {
    let is_end = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
    let digits = bytes.iter().take(10).take_while(|byte| byte.is_ascii_digit()).count();
    match bytes.first()? {
        b'>' => Some(1),
        b'-' | b'+' | b'*' if is_end(bytes.get(1)) => Some(1),
        b'0'..=b'9' if matches!(bytes.get(digits), Some(b'.' | b')')) && is_end(bytes.get(digits + 1)) => {
            Some(digits + 1)
        }
        _ => None,
    }
}

const VOID: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track",
    "wbr",
];
/// Elements that end an open paragraph.
const BLOCKS: [&str; 38] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "center",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "li",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "pre",
    "search",
    "section",
    "summary",
    "table",
    "ul",
];
/// The parts of a table.
const TABLE_PARTS: [&str; 9] = ["caption", "col", "colgroup", "tbody", "td", "tfoot", "th", "thead", "tr"];
/// Elements in which a table may hold only its parts.
const TABLE_LEVELS: [&str; 6] = ["colgroup", "table", "tbody", "tfoot", "thead", "tr"];
const CELLS: [&str; 3] = ["caption", "td", "th"];
/// Elements whose contents are no text for people.
const RAW: [&str; 2] = ["script", "style"];
/// The element that may hold a part for members. Where it cannot stand, its text is removed too, or the part would be
/// open to everybody.
const AUDIENCE: &str = crate::audience::SECTION;
/// Elements in which a tag is text.
const TEXT_ONLY: [&str; 2] = ["textarea", "title"];

/// Returns HTML with the known elements only. Each is closed where it was opened, and at most [`MAX_DEPTH`] contain it.
/// Deeper elements lose their tags and keep their text, except sections, which lose their text. Comments are removed.
pub fn html(text: &str, known: &HashSet<&'static str>) -> String {
    let mut writer = Writer {
        known,
        html: String::with_capacity(text.len()),
        open: Vec::new(),
        places: HashMap::new(),
        written: Vec::new(),
    };
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        writer.html.push_str(&rest[..at]);
        rest = writer.markup(&rest[at..]);
    }
    writer.html.push_str(rest);
    writer.end_to(0);
    writer.html
}

/// An open element.
struct Open {
    name: &'static str,
    /// False if its tags were left out.
    is_written: bool,
    /// Length of the HTML before it, to which its end cuts it. `None` if its text is kept.
    removed_from: Option<usize>,
}

struct Writer<'k> {
    known: &'k HashSet<&'static str>,
    html: String,
    open: Vec<Open>,
    /// Positions of the open elements by name.
    places: HashMap<&'static str, Vec<usize>>,
    /// The open elements that are written.
    written: Vec<&'static str>,
}

impl Writer<'_> {
    /// Reads markup that begins with `<`. Returns the rest.
    fn markup<'t>(&mut self, text: &'t str) -> &'t str {
        let after = |end: &str, from: usize| {
            let found = text.get(from..).and_then(|rest| rest.find(end));
            found.map_or("", |at| &text[from + at + end.len()..])
        };
        let is_letter = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_alphabetic);
        if is_letter(1) {
            let Some(tag) = Tag::read(&text[1..]) else { return "" };
            self.start_element(&tag);
            if let Some(name) = TEXT_ONLY.iter().find(|name| **name == tag.name) {
                let rest = after_raw(tag.rest, name);
                let inside = &tag.rest[..tag.rest.len() - rest.len()];
                let text = inside.rfind("</").map_or(inside, |end| &inside[..end]);
                self.html.push_str(&text.replace('<', "&lt;"));
                self.end(name);
                return rest;
            }
            let raw = RAW.iter().find(|raw| **raw == tag.name);
            return raw.map_or(tag.rest, |raw| after_raw(tag.rest, raw));
        }
        if text.starts_with("</") && is_letter(2) {
            let Some(tag) = Tag::read(&text[2..]) else { return "" };
            self.end(&tag.name);
            return tag.rest;
        }
        if text.starts_with("<!--") {
            return after("-->", 2);
        }
        if text.starts_with("<!") || text.starts_with("<?") || text.starts_with("</") {
            return after(">", 1);
        }
        self.html.push_str("&lt;");
        &text[1..]
    }

    fn start_element(&mut self, tag: &Tag<'_>) {
        let Some(name) = self.known.get(tag.name.as_str()).copied() else { return };
        self.end_implied(name);
        let is_in_place = self
            .written
            .last()
            .is_none_or(|around| !TABLE_LEVELS.contains(around) || TABLE_PARTS.contains(&name));
        let is_written =
            is_in_place && self.written.len() < MAX_DEPTH && (name != "a" || self.last("a").is_none());
        if is_written {
            self.html.push('<');
            self.html.push_str(name);
            for (name, value) in &tag.attributes {
                let value = value.replace('"', "&quot;");
                self.html.extend([" ", *name, "=\"", &value, "\""]);
            }
            self.html.push('>');
        }
        if VOID.contains(&name) {
            return;
        }
        self.places.entry(name).or_default().push(self.open.len());
        let removed_from = (name == AUDIENCE && !is_written).then_some(self.html.len());
        self.open.push(Open { name, is_written, removed_from });
        if is_written {
            self.written.push(name);
        }
    }

    /// Ends the elements that a start tag implies: a paragraph before a block, an item before the next, a cell before a
    /// row.
    fn end_implied(&mut self, name: &'static str) {
        if BLOCKS.contains(&name) {
            self.end_within(&["p"], &CELLS);
        }
        match name {
            "li" => self.end_within(&["li"], &["ul", "ol", "td", "th", "caption"]),
            "dd" | "dt" => self.end_within(&["dd", "dt"], &["dl", "td", "th", "caption"]),
            "td" | "th" => self.end_within(&CELLS, &["table", "tr"]),
            "tr" => self.end_within(
                &["caption", "colgroup", "tr", "td", "th"],
                &["table", "tbody", "thead", "tfoot"],
            ),
            "caption" | "colgroup" | "tbody" | "thead" | "tfoot" => {
                self.end_within(
                    &["caption", "colgroup", "tbody", "thead", "tfoot", "tr", "td", "th"],
                    &["table"],
                );
            }
            "a" if self.open.last().is_some_and(|open| open.name == "a") => self.end_to(self.open.len() - 1),
            _ => {}
        }
    }

    /// Ends open elements of these names inside the innermost of `around`.
    fn end_within(&mut self, names: &[&str], around: &[&str]) {
        let bound = around.iter().filter_map(|name| self.last(name)).max();
        for name in names {
            while let Some(place) = self.last(name).filter(|place| bound.is_none_or(|bound| *place > bound)) {
                self.end_to(place);
            }
        }
    }

    fn end(&mut self, name: &str) {
        let Some(place) = self.last(name) else { return };
        let cell = CELLS.iter().filter_map(|cell| self.last(cell)).max();
        // Elements around a table are not ended inside it.
        if TABLE_PARTS.contains(&name) || name == "table" || cell.is_none_or(|cell| place > cell) {
            self.end_to(place);
        }
    }

    /// Returns the position of the innermost open element of that name.
    fn last(&self, name: &str) -> Option<usize> {
        self.places.get(name)?.last().copied()
    }

    fn end_to(&mut self, place: usize) {
        while self.open.len() > place {
            let Some(Open { name, is_written, removed_from }) = self.open.pop() else { return };
            if let Some(places) = self.places.get_mut(name) {
                places.pop();
            }
            if is_written {
                self.written.pop();
                self.html.extend(["</", name, ">"]);
            }
            if let Some(length) = removed_from {
                self.html.truncate(length);
            }
        }
    }
}

/// Returns the text after the end of an element whose contents are not read.
fn after_raw<'t>(text: &'t str, name: &str) -> &'t str {
    for (at, _) in text.match_indices("</") {
        let found = text.get(at + 2..at + 2 + name.len());
        if found.is_some_and(|found| found.eq_ignore_ascii_case(name)) {
            return text[at..].find('>').map_or("", |end| &text[at + end + 1..]);
        }
    }
    ""
}

/// A tag after its `<` or `</`.
struct Tag<'t> {
    name: String,
    attributes: Vec<(&'t str, &'t str)>,
    rest: &'t str,
}

impl<'t> Tag<'t> {
    /// Reads a tag. Returns `None` if the text ends inside it.
    fn read(text: &'t str) -> Option<Self> {
        let is_space = |c: char| c.is_ascii_whitespace();
        let end = text.find(|c| is_space(c) || matches!(c, '/' | '>'))?;
        let mut attributes = Vec::new();
        let mut rest = &text[end..];
        loop {
            rest = rest.trim_start_matches(|c| is_space(c) || c == '/');
            if let Some(rest) = rest.strip_prefix('>') {
                return Some(Self { name: text[..end].to_ascii_lowercase(), attributes, rest });
            }
            // The first character belongs to the name, even if it is `=`.
            let first = rest.chars().next()?.len_utf8();
            let end = rest[first..].find(|c| is_space(c) || matches!(c, '/' | '>' | '='))? + first;
            let name = &rest[..end];
            rest = rest[end..].trim_start_matches(is_space);
            let mut value = "";
            if let Some(given) = rest.strip_prefix('=') {
                let given = given.trim_start_matches(is_space);
                let quote = given.chars().next().filter(|c| matches!(c, '"' | '\''));
                let begin = usize::from(quote.is_some());
                let is_end = |c: char| quote.map_or(is_space(c) || c == '>', |quote| c == quote);
                let end = given[begin..].find(is_end)? + begin;
                value = &given[begin..end];
                rest = &given[end + begin..];
            }
            let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
            if is_plain && attributes.len() < MAX_ATTRIBUTES {
                attributes.push((name, value));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sanitize;

    #[test]
    fn ordinary_markdown_is_not_copied() {
        for text in ["", "um\n\n> dois\n> > - três\n\n    código", "* * *\n1. a\n   - b", "-", "2024. Foi"]
        {
            assert!(matches!(markdown(text), Cow::Borrowed(same) if same == text), "{text}");
        }
    }

    #[test]
    fn a_line_begins_a_bounded_number_of_quotes_and_lists() {
        let quotes = markdown(&"> ".repeat(14_000)).into_owned() + "x";
        assert_eq!(quotes.matches('>').count(), MAX_DEPTH);
        let lists = format!("a\n{}b\nc\n{}d\n", "- ".repeat(6_000), "7) ".repeat(6_000));
        let flat = markdown(&lists);
        assert_eq!((flat.matches("- ").count(), flat.matches("7) ").count()), (MAX_DEPTH, MAX_DEPTH));
        assert!(flat.starts_with("a\n- ") && flat.contains("b\nc\n7) ") && flat.ends_with("d\n"), "{flat}");
        let indented: String = (0..200).map(|depth| format!("{}- a\n", "  ".repeat(depth))).collect();
        assert!(markdown(&indented).lines().all(|line| line.len() <= MAX_INDENT + 3));
    }

    /// Returns the maximum nesting depth and the number of elements of cleaned HTML.
    fn depth_and_count(cleaned: &str) -> (usize, usize) {
        let (mut most, mut depth, mut count) = (0, 0, 0);
        for tag in cleaned.split('<').skip(1) {
            let name = tag.split([' ', '>']).next().unwrap_or_default();
            if tag.starts_with('/') {
                depth -= 1;
            } else if !VOID.contains(&name) {
                depth += 1;
                count += 1;
            }
            most = most.max(depth);
        }
        (most, count)
    }

    #[test]
    fn html_stays_flat_and_small() {
        let many = |part: &str| part.repeat(3_000);
        let numbered =
            |tag: &str| (0..3_000).map(|number| tag.replace('N', &number.to_string())).collect::<String>();
        for (dirty, most) in [
            (many("<div>") + "fim", 32),
            (many("<b><b>") + "fim", 32),
            (many("<p><b><i>") + "fim", 9_000),
            (numbered("<b title=N>") + &many("<p>a") + "fim", 3_100),
            (numbered("<p><b title=N>") + &many("<p>a") + "fim", 9_100),
            (numbered("<li><em title=N><li>") + "fim", 9_100),
            ("<table>".to_owned() + &numbered("<b title=N><tr>") + &many("x<tr>") + "fim</table>", 6_100),
            (many("<table><tr><td>") + "fim", 100),
            (many("<a href=/x><p>") + "fim", 9_000),
            (many("<a href=/x>") + "fim", 3_000),
            (many("<ruby><rt>") + "fim", 100),
            (many("<b><i></b></i>") + "fim", 6_000),
            (many("<object></div><div>") + "fim", 3_000),
            (many("</p></b></div>") + "fim", 0),
        ] {
            let cleaned = sanitize::html(&dirty);
            let (depth, count) = depth_and_count(&cleaned);
            assert!(depth <= MAX_DEPTH * 3 / 2 && count <= most, "{depth} {count} of {dirty:.40}");
            assert!(cleaned.contains("fim"), "{dirty:.40}");
        }
    }

    #[test]
    fn a_tag_has_a_bounded_number_of_attributes() {
        let tag = format!(
            "<img {} src=/b.png>x",
            "a".repeat(3).split("").map(|_| "q=1 ").collect::<String>().repeat(2_000)
        );
        assert_eq!(html(&tag, &["img"].into()).matches("q=").count(), MAX_ATTRIBUTES);
    }

    #[test]
    fn tags_in_a_title_are_text() {
        let known = ["title", "meta"].into();
        let read = |text: &str| html(text, &known);
        assert_eq!(read("<title>a &amp; <b></Title><meta x>"), "<title>a &amp; &lt;b></title><meta x=\"\">");
        assert_eq!(read("<title>a <b>"), "<title>a &lt;b></title>");
        assert_eq!(read("<textarea><title>a</textarea>b"), "&lt;title>ab");
    }

    #[test]
    fn html_of_an_editor_stays_as_it_is() {
        for text in [
            "<h2>Um</h2><p>Dois <strong>e <em>três</em></strong><br>quatro</p>",
            "<ul><li><p>a</p><ul><li>b</li></ul></li><li>c</li></ul>",
            "<figure><img src=\"/a.png\" alt=\"b &quot;c&quot;\"><figcaption>d</figcaption></figure>",
            "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td><p>b</p></td></tr></tbody></table>",
            "<blockquote><p>a &lt; b &amp; c</p></blockquote><pre><code>d</code></pre><hr>",
        ] {
            assert_eq!(sanitize::html(text), text);
        }
    }

    #[test]
    fn sloppy_html_reads_as_in_a_browser() {
        for (text, expected) in [
            ("<p>a<p>b", "<p>a</p><p>b</p>"),
            ("<ul><li>a<li>b</ul>c", "<ul><li>a</li><li>b</li></ul>c"),
            ("<P TITLE='a\"b'>c</P>", "<p title=\"a&quot;b\">c</p>"),
            ("a < b <3 <<script>x</script>b>", "a &lt; b &lt;3 &lt;b&gt;"),
            ("<!-- <b> --><b>a<!-->b</b>", "<b>ab</b>"),
            (
                "<table><tr><td>a</div><td>b<tr><td>c</table>",
                "<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>",
            ),
            ("<dl><dt>a<dd>b<dt>c</dl>", "<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>"),
            ("<img src=/a.png alt=b c", ""),
            ("<style><p>a</style>b", "b"),
        ] {
            assert_eq!(sanitize::html(text), expected, "{text}");
        }
    }
}
