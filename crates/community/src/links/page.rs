//! Metadata of a page: title, text and picture, all untrusted.

use std::{cell::RefCell, collections::HashSet, sync::LazyLock};

use ateneu_schema::nesting;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts, states::RawKind,
};
use url::Url;

/// Maximum length of a stored title.
const MAX_TITLE_LENGTH: usize = 140;
const MAX_TEXT_LENGTH: usize = 220;
/// Maximum length of a title that is read, in characters.
const MAX_READ_LENGTH: usize = 4_000;

/// Metadata of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    pub title: String,
    pub description: String,
    /// URL of its picture.
    pub picture: Option<Url>,
}

/// Elements with metadata, and those whose contents only look like it. The tokenizer compares each attribute of a tag
/// with all others, so only tags within limits reach it.
static READ: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| ["meta", "title", "textarea", "xmp", "iframe", "noembed", "noframes"].into());

/// Reads a page. Returns `None` if it has no title. `is_utf8` comes from its headers.
pub fn read(bytes: &[u8], is_utf8: bool, url: &Url) -> Option<Page> {
    let input = BufferQueue::default();
    input.push_back(nesting::html(&decoded(bytes, is_utf8), &READ).into());
    let tokenizer = Tokenizer::new(Sink::default(), TokenizerOpts::default());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    let found = tokenizer.sink.found.into_inner();
    let first = |texts: &[&Option<String>], most| {
        texts
            .iter()
            .filter_map(|text| text.as_deref())
            .map(|text| plain(text, most))
            .find(|text| !text.is_empty())
    };
    let title =
        first(&[&found.og_title, &found.twitter_title, &Some(found.title.clone())], MAX_TITLE_LENGTH)?;
    let description = first(&[&found.og_text, &found.twitter_text, &found.description], MAX_TEXT_LENGTH);
    let picture = found.picture.or(found.twitter_picture).and_then(|address| url.join(address.trim()).ok());
    Some(Page { title, description: description.unwrap_or_default(), picture })
}

/// Decodes UTF-8, or the encoding of most older pages. The end may be cut off.
fn decoded(bytes: &[u8], is_utf8: bool) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(error) if is_utf8 || error.error_len().is_none() => String::from_utf8_lossy(bytes).into_owned(),
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}

/// Returns one line without invisible and direction characters, cut between words.
fn plain(text: &str, most: usize) -> String {
    let is_unseen = |c: char| {
        (c.is_control() && !c.is_whitespace())
            || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
            || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffc}')
            || matches!(c, '\u{e000}'..='\u{f8ff}')
    };
    let seen: String = text.chars().filter(|c| !is_unseen(*c)).collect();
    let line = seen.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(most) {
        None => line,
        Some((end, _)) => {
            let cut = line[..end].rfind(' ').unwrap_or(end);
            format!("{}…", &line[..cut])
        }
    }
}

#[derive(Default)]
struct Metadata {
    title: String,
    inside_title: bool,
    has_title: bool,
    og_title: Option<String>,
    twitter_title: Option<String>,
    og_text: Option<String>,
    twitter_text: Option<String>,
    description: Option<String>,
    picture: Option<String>,
    twitter_picture: Option<String>,
}

impl Metadata {
    fn meta(&mut self, tag: &Tag) {
        let attribute = |name: &str| {
            tag.attrs.iter().find(|one| &*one.name.local == name).map(|one| one.value.to_string())
        };
        let Some(content) = attribute("content").filter(|content| !content.trim().is_empty()) else { return };
        let name = attribute("property").or_else(|| attribute("name")).unwrap_or_default();
        let place = match name.to_ascii_lowercase().as_str() {
            "og:title" => &mut self.og_title,
            "twitter:title" => &mut self.twitter_title,
            "og:description" => &mut self.og_text,
            "twitter:description" => &mut self.twitter_text,
            "description" => &mut self.description,
            "og:image" | "og:image:url" | "og:image:secure_url" => &mut self.picture,
            "twitter:image" | "twitter:image:src" => &mut self.twitter_picture,
            _ => return,
        };
        place.get_or_insert(content);
    }
}

#[derive(Default)]
struct Sink {
    found: RefCell<Metadata>,
}

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        let mut found = self.found.borrow_mut();
        match token {
            Token::CharacterTokens(text) if found.inside_title && found.title.len() < MAX_READ_LENGTH => {
                found.title.push_str(&text);
            }
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => match &*tag.name {
                "meta" => found.meta(&tag),
                "title" => {
                    // Drawings inside the page have titles, too.
                    found.inside_title = !found.has_title;
                    found.has_title = true;
                    return TokenSinkResult::RawData(RawKind::Rcdata);
                }
                "textarea" => return TokenSinkResult::RawData(RawKind::Rcdata),
                "script" => return TokenSinkResult::RawData(RawKind::ScriptData),
                "style" | "xmp" | "iframe" | "noembed" | "noframes" => {
                    return TokenSinkResult::RawData(RawKind::Rawtext);
                }
                _ => {}
            },
            Token::TagToken(tag) if &*tag.name == "title" => found.inside_title = false,
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(html: &str) -> Option<Page> {
        read(html.as_bytes(), false, &Url::parse("https://a.test/folder/page").unwrap())
    }

    #[test]
    fn a_preview_prefers_metadata_and_falls_back_to_the_title() {
        let found = page(
            "<!doctype html><html><head><title>T&iacute;tulo</title>
             <meta property='og:title' content='Gest&atilde;o &amp; calma'><meta name=description content='Um  texto'>
             <meta property='og:image' content='../a.png'></head><body><svg><title>x</title></svg>",
        );
        let found = found.unwrap();
        assert_eq!((found.title.as_str(), found.description.as_str()), ("Gestão & calma", "Um texto"));
        assert_eq!(found.picture.unwrap().as_str(), "https://a.test/a.png");
        assert_eq!(page("<title> Só\n título </title>").unwrap().title, "Só título");
        assert_eq!(page("<p>nada</p>"), None);
        assert_eq!(page("<title> \u{200b} </title>"), None);
    }

    #[test]
    fn tags_inside_scripts_styles_and_textareas_are_ignored() {
        let html = "<script>'<meta property=\"og:title\" content=x>'</script><style><title>y</title></style>
                    <textarea><meta property='og:title' content='z'></textarea><title>a</title>";
        assert_eq!(page(html).unwrap().title, "a");
    }

    #[test]
    fn a_title_is_one_short_line_of_visible_characters() {
        let tricky =
            "<title>\u{202e}moc.elgoog\u{202c} &lt;script&gt;alert(1)&lt;/script&gt;\u{7}\n\n x</title>";
        assert_eq!(page(tricky).unwrap().title, "moc.elgoog <script>alert(1)</script> x");
        let long = page(&format!("<title>{}</title>", "palavra ".repeat(100))).unwrap().title;
        assert!(long.chars().count() <= MAX_TITLE_LENGTH + 1 && long.ends_with("palavra…"), "{long}");
    }

    #[test]
    fn legacy_encodings_and_truncated_pages_are_decoded() {
        let url = Url::parse("https://a.test/").unwrap();
        let latin = b"<title>Gest\xe3o</title><p>\xe7 x";
        assert_eq!(read(latin, false, &url).unwrap().title, "Gestão");
        let cut = &"<title>Ação</title>ç".as_bytes()[..22];
        assert_eq!(read(cut, false, &url).unwrap().title, "Ação");
    }
}
