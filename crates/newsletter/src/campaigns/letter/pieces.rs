//! Stored HTML as tags and texts. It was sanitized, so its tags are balanced.

use std::cell::RefCell;

use ateneu_schema::audience;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

/// Part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Open(Element),
    Close(String),
    Text(String),
    /// The place of a part for members, with the text there.
    Teaser(String),
}

/// A tag with its attributes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Element {
    pub(super) name: String,
    attributes: Vec<(String, String)>,
}

impl Element {
    /// Returns the value of an attribute, empty if it is missing.
    pub(super) fn attribute(&self, name: &str) -> &str {
        self.attributes.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    fn is_for_members(&self) -> bool {
        self.name == audience::SECTION && self.attribute(audience::ATTRIBUTE) == audience::MEMBERS
    }
}

/// Elements without an end tag.
pub(super) const VOID: [&str; 4] = ["br", "hr", "img", "wbr"];

#[derive(Default)]
struct Sink(RefCell<Vec<Piece>>);

impl Sink {
    fn tag(&self, tag: &Tag) {
        let name = tag.name.to_string();
        let attributes = tag.attrs.iter().map(|one| (one.name.local.to_string(), one.value.to_string()));
        let piece = match tag.kind {
            TagKind::StartTag => Piece::Open(Element { name, attributes: attributes.collect() }),
            TagKind::EndTag => Piece::Close(name),
        };
        self.0.borrow_mut().push(piece);
    }
}

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        match token {
            Token::TagToken(tag) => self.tag(&tag),
            Token::CharacterTokens(text) => {
                let mut pieces = self.0.borrow_mut();
                match pieces.last_mut() {
                    Some(Piece::Text(before)) => before.push_str(&text),
                    _ => pieces.push(Piece::Text(text.to_string())),
                }
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// Reads sanitized HTML.
pub(super) fn read(html: &str) -> Vec<Piece> {
    let input = BufferQueue::default();
    input.push_back(html.into());
    let tokenizer = Tokenizer::new(Sink::default(), TokenizerOpts::default());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.0.into_inner()
}

/// Reads the open text ([`audience::open_text`]): each part for members is one [`Piece::Teaser`].
pub(super) fn read_open(html: &str) -> Vec<Piece> {
    let open = audience::open_text(html);
    let (mut kept, mut depth) = (Vec::new(), 0_usize);
    for piece in read(open.as_deref().unwrap_or(html)) {
        match (piece, depth) {
            (Piece::Open(element), 0) if element.is_for_members() => {
                depth = 1;
                kept.push(Piece::Teaser(String::new()));
            }
            (piece, 0) => kept.push(piece),
            (Piece::Text(text), _) => {
                if let Some(Piece::Teaser(words)) = kept.last_mut() {
                    words.push_str(&text);
                }
            }
            (Piece::Open(element), _) => depth += usize::from(element.name == audience::SECTION),
            (Piece::Close(name), _) => depth -= usize::from(name == audience::SECTION),
            (Piece::Teaser(_), _) => {}
        }
    }
    kept
}

/// Returns the addresses of the links of an HTML text, in its order.
pub(crate) fn link_addresses(html: &str) -> Vec<String> {
    let address = |piece: Piece| match piece {
        Piece::Open(element) if element.name == "a" => Some(element.attribute("href").to_owned()),
        _ => None,
    };
    read(html).into_iter().filter_map(address).collect()
}

/// Returns an address with the site in front of a path.
pub(super) fn absolute(address: &str, site: &str) -> String {
    if address.starts_with('/') && !address.starts_with("//") {
        format!("{site}{address}")
    } else {
        address.to_owned()
    }
}

/// Returns the address of a link with the mark of its campaign, by which the visits are counted. Links to other sites stay
/// as they are.
pub(super) fn marked(address: String, site: &str, mark: &str) -> String {
    let is_own =
        address.strip_prefix(site).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']));
    if !is_own {
        return address;
    }
    let (page, fragment) = address.split_at(address.find('#').unwrap_or(address.len()));
    let joint = if page.contains('?') { '&' } else { '?' };
    format!("{page}{joint}{}{fragment}", parameters(mark))
}

/// Returns an address without the mark of a campaign.
pub(crate) fn unmarked(address: &str, mark: &str) -> String {
    let parameters = parameters(mark);
    ['?', '&']
        .iter()
        .fold(address.to_owned(), |address, joint| address.replace(&format!("{joint}{parameters}"), ""))
}

fn parameters(mark: &str) -> String {
    format!("utm_source={mark}&utm_medium=email")
}

/// Path of the page with the plans.
pub(super) const PLANS: &str = "/pricing";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_in_any_form_of_their_attribute() {
        let html = r#"<p>href="/no"</p><a class="north" HREF='/um?a=1&amp;b=2'>Um</a><a href=/dois>Dois</a><a>Sem</a>"#;
        assert_eq!(link_addresses(html), ["/um?a=1&b=2", "/dois", ""]);
    }

    #[test]
    fn links_to_the_own_site_carry_the_mark() {
        let of = |address: &str| marked(address.to_owned(), "https://casa.test", "carta-7");
        assert_eq!(of("https://casa.test"), "https://casa.test?utm_source=carta-7&utm_medium=email");
        assert_eq!(
            of("https://casa.test/blog/x?a=1#fim"),
            "https://casa.test/blog/x?a=1&utm_source=carta-7&utm_medium=email#fim"
        );
        for address in ["https://casa.test", "https://casa.test/blog/x?a=1#fim", "https://outra.test/?b=2"] {
            assert_eq!(unmarked(&of(address), "carta-7"), address);
        }
        for other in ["https://casa.test.br/x", "https://outra.test/", "mailto:dona@casa.test", "#fim", ""] {
            assert_eq!(of(other), other);
        }
    }

    #[test]
    fn the_open_text_has_a_teaser_for_each_part_for_members() {
        let html = r#"<p>Um</p><section data-audience="members"><p>Segredo</p></section><p>Dois</p>"#;
        let open = read_open(html);
        let teasers: Vec<_> = open.iter().filter(|piece| matches!(piece, Piece::Teaser(_))).collect();
        assert_eq!(teasers, [&Piece::Teaser("Este trecho é só para assinantes.".into())]);
        assert!(!format!("{open:?}").contains("Segredo"));
        assert_eq!(open.iter().filter(|piece| matches!(piece, Piece::Text(_))).count(), 2);
        assert!(format!("{:?}", read(html)).contains("Segredo"));
    }
}
