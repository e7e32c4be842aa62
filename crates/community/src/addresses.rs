//! Bare web addresses in texts: their boundaries, and escapes against markup.

use std::{borrow::Cow, ops::Range};

use linkify::{LinkFinder, LinkKind};
use pulldown_cmark::{Event, Options, Parser, Tag};

/// Characters that end an address.
const ENDS: [char; 8] = ['“', '”', '„', '«', '»', '‹', '›', '|'];
/// Characters at the end of an address that belong to the sentence.
const TRAILING: [char; 15] = ['.', ',', ';', ':', '!', '?', '…', '\'', '"', '’', '‘', '`', '*', '_', '~'];
/// Brackets that belong to an address only in pairs.
const BRACKETS: [(char, char); 3] = [('(', ')'), ('[', ']'), ('{', '}')];
/// Characters that are markup elsewhere.
const MARKUP: [char; 3] = ['*', '_', '~'];

/// Returns the ranges of the bare addresses in a text, in order.
pub fn web(text: &str) -> Vec<Range<usize>> {
    if !text.contains("://") {
        return Vec::new();
    }
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    let places = finder.links(text).map(|link| link.start()..link.start() + trimmed(link.as_str()).len());
    let is_web = |place: &Range<usize>| {
        let begins = ["http://", "https://"].iter().find(|scheme| text[place.clone()].starts_with(**scheme));
        begins.is_some_and(|scheme| place.len() > scheme.len())
    };
    places.filter(is_web).collect()
}

/// Returns an address without the surrounding sentence's characters.
fn trimmed(address: &str) -> &str {
    let mut address = address.find(ENDS).map_or(address, |end| &address[..end]);
    while let Some(last) = address.chars().next_back() {
        let is_unpaired = BRACKETS.iter().any(|(open, close)| {
            last == *close && address.matches(*close).count() > address.matches(*open).count()
        });
        if !is_unpaired && !TRAILING.contains(&last) && !BRACKETS.iter().any(|(open, _)| last == *open) {
            break;
        }
        address = &address[..address.len() - last.len_utf8()];
    }
    address
}

/// Returns the Markdown with escaped characters in bare addresses: `_a_` in an address is no emphasis.
pub fn verbatim(markdown: &str, options: Options) -> Cow<'_, str> {
    if !markdown.contains("://") || !markdown.contains(MARKUP) {
        return Cow::Borrowed(markdown);
    }
    let closed = verbatim_places(markdown, options);
    let mut escaped = String::with_capacity(markdown.len() + 16);
    let mut done = 0;
    for place in web(markdown) {
        let before = closed.partition_point(|closed| closed.end <= place.start);
        if closed.get(before).is_some_and(|closed| closed.start < place.end) {
            continue;
        }
        escaped.push_str(&markdown[done..place.start]);
        let mut former = ' ';
        for sign in markdown[place.clone()].chars() {
            if MARKUP.contains(&sign) && former != '\\' {
                escaped.push('\\');
            }
            escaped.push(sign);
            former = sign;
        }
        done = place.end;
    }
    if done == 0 {
        return Cow::Borrowed(markdown);
    }
    escaped.push_str(&markdown[done..]);
    Cow::Owned(escaped)
}

/// Returns the ranges of outermost code, links, pictures and HTML, in order.
fn verbatim_places(markdown: &str, options: Options) -> Vec<Range<usize>> {
    let mut places: Vec<Range<usize>> = Vec::new();
    for (event, place) in Parser::new_ext(markdown, options).into_offset_iter() {
        let is_verbatim = matches!(
            event,
            Event::Code(_)
                | Event::Html(_)
                | Event::InlineHtml(_)
                | Event::Start(Tag::CodeBlock(_) | Tag::Link { .. } | Tag::Image { .. })
        );
        if is_verbatim && places.last().is_none_or(|last| last.end <= place.start) {
            places.push(place);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_ends_before_the_punctuation_of_its_sentence() {
        for (text, expected) in [
            ("“https://a.test/b”", "https://a.test/b"),
            ("«https://a.test/b», e", "https://a.test/b"),
            ("‘https://a.test/b’.", "https://a.test/b"),
            ("(veja https://a.test/b_(c))", "https://a.test/b_(c)"),
            ("(https://a.test/b)", "https://a.test/b"),
            ("[https://a.test/b].", "https://a.test/b"),
            ("https://a.test/b…", "https://a.test/b"),
            ("https://a.test/b?c=1!", "https://a.test/b?c=1"),
            ("**https://a.test/b**", "https://a.test/b"),
            ("https://a.test/d’água", "https://a.test/d’água"),
            ("\"https://a.test/b\"", "https://a.test/b"),
            ("https://a.test/b?c=(d", "https://a.test/b?c=(d"),
        ] {
            let found: Vec<_> = web(text).into_iter().map(|place| &text[place]).collect();
            assert_eq!(found, [expected], "{text}");
        }
        for text in ["ftp://a.test/b", "mailto:a@a.test", "https://", "a.test"] {
            assert!(web(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn signs_are_escaped_in_bare_addresses_alone() {
        for (markdown, expected) in [
            ("https://a.test/_b_/c", "https://a.test/\\_b\\_/c"),
            ("https://a.test/\\_b\\_/c*d", "https://a.test/\\_b\\_/c\\*d"),
            ("*https://a.test/b_c* _d_", "*https://a.test/b\\_c* _d_"),
            ("`https://a.test/_b_`", "`https://a.test/_b_`"),
            ("<https://a.test/_b_>", "<https://a.test/_b_>"),
            ("[https://a.test/_b_](https://a.test/_b_)", "[https://a.test/_b_](https://a.test/_b_)"),
            ("    https://a.test/_b_", "    https://a.test/_b_"),
            ("_nada_", "_nada_"),
        ] {
            assert_eq!(verbatim(markdown, Options::empty()), expected, "{markdown}");
        }
    }
}
