//! The folded form in which texts are compared, and names in one line. `web/src/lib/search-text.ts` folds alike: both
//! pass the cases of `fold.json`.

use unicode_normalization::{
    UnicodeNormalization,
    char::{decompose_compatible, is_combining_mark},
};

/// Folds a text for comparison: lower case, without accents and invisible signs; apostrophes, quotation marks and
/// dashes have one form each, runs of white space become one space. Folding is idempotent.
pub fn fold(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        // ASCII needs no Unicode tables.
        if c.is_ascii_alphanumeric() {
            line.push(c.to_ascii_lowercase());
        } else {
            // Marks, the only letters whose order a whole text could change, are left out.
            decompose_compatible(plain_punctuation(c), |part| push_folded(&mut line, part));
        }
    }
    if line.ends_with(' ') {
        line.pop();
    }
    line
}

/// Appends a decomposed letter in its folded form.
fn push_folded(line: &mut String, part: char) {
    // Lower case may add marks: `İ`.
    for c in plain_punctuation(part).to_lowercase() {
        if c.is_whitespace() || c == BLANK {
            if !line.is_empty() && !line.ends_with(' ') {
                line.push(' ');
            }
        } else if !is_combining_mark(c) && !is_invisible(c) {
            line.extend(plain_letters(c));
        }
    }
}

/// Returns a name in one line: composed, without invisible signs and direction marks. Runs of white space become one
/// space. The result is empty if the text shows nothing.
pub fn one_line(text: &str) -> String {
    let mut line: Vec<char> = Vec::new();
    let mut letters = text.nfc().peekable();
    while let Some(c) = letters.next() {
        let is_part = match c {
            // Part of an emoji only.
            '\u{200D}' => {
                line.last().is_some_and(|before| is_pictograph(*before))
                    && letters.peek().copied().is_some_and(is_pictograph)
            }
            '\u{FE00}'..='\u{FE0F}' => line.last().is_some_and(|before| !before.is_alphabetic()),
            c => !is_invisible(c),
        };
        if is_part {
            line.push(c);
        }
    }
    let line = joined_words(line.into_iter());
    if line.chars().all(|c| c == ' ' || is_combining_mark(c)) { String::new() } else { line }
}

/// Returns `true` for a part of a word: a letter, a digit, or a sign that folding leaves out.
pub(crate) fn is_part_of_word(c: char) -> bool {
    c.is_alphanumeric() || is_combining_mark(c) || is_invisible(c)
}

/// Returns `true` if a text holds only white space, invisible signs and accents.
pub fn is_blank(text: &str) -> bool {
    one_line(text).is_empty()
}

fn joined_words(letters: impl Iterator<Item = char>) -> String {
    let text: String = letters.map(|c| if c == BLANK { ' ' } else { c }).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A letter of braille without dots: it looks like a space.
const BLANK: char = '\u{2800}';

/// Returns `true` for signs that show nothing of their own: those that Unicode lets programs ignore, annotations, and
/// control signs other than white space.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}')
        || (c.is_control() && !c.is_whitespace())
}

/// Returns `true` for signs that emoji are joined from.
fn is_pictograph(c: char) -> bool {
    matches!(c, '\u{2190}'..='\u{2BFF}' | '\u{FE0F}' | '\u{1F000}'..='\u{1FAFF}')
}

/// Returns the common form of punctuation that is typed in several ways.
fn plain_punctuation(c: char) -> char {
    match c {
        '`'
        | '\u{00B4}'
        | '\u{02B9}'
        | '\u{02BB}'..='\u{02BD}'
        | '\u{02C8}'
        | '\u{02CA}'
        | '\u{02CB}'
        | '\u{2018}'..='\u{201B}'
        | '\u{2032}'
        | '\u{2035}'
        | '\u{2039}'
        | '\u{203A}'
        | '\u{A78B}'
        | '\u{A78C}'
        | '\u{FF07}' => '\'',
        '\u{00AB}'
        | '\u{00BB}'
        | '\u{201C}'..='\u{201F}'
        | '\u{2033}'
        | '\u{2036}'
        | '\u{301D}'..='\u{301F}'
        | '\u{FF02}' => '"',
        '\u{2010}'..='\u{2015}'
        | '\u{2043}'
        | '\u{2212}'
        | '\u{2E3A}'
        | '\u{2E3B}'
        | '\u{FE58}'
        | '\u{FE63}'
        | '\u{FF0D}' => '-',
        c => c,
    }
}

/// Returns plain letters for small letters that Unicode does not decompose.
fn plain_letters(c: char) -> impl Iterator<Item = char> {
    let (first, second) = match c {
        'ß' => ('s', Some('s')),
        'æ' => ('a', Some('e')),
        'œ' => ('o', Some('e')),
        'þ' => ('t', Some('h')),
        'ø' => ('o', None),
        'đ' | 'ð' => ('d', None),
        'ł' => ('l', None),
        'ħ' => ('h', None),
        'ı' => ('i', None),
        'ŧ' => ('t', None),
        'ς' => ('σ', None),
        c => (c, None),
    };
    [first].into_iter().chain(second)
}

/// Folds ([`fold`]) the text of HTML.
pub fn fold_html(html: &str) -> String {
    fold(&html_text(html))
}

/// Returns the text of HTML in one line. Only block tags and `<br>` separate words, because others may stand inside a
/// word.
pub fn html_text(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        text.push_str(&rest[..start]);
        let tag = &rest[start + 1..];
        let name = tag.strip_prefix('/').unwrap_or(tag);
        let end = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
        if BLOCKS.iter().any(|block| name[..end].eq_ignore_ascii_case(block)) {
            text.push(' ');
        }
        rest = after_tag(tag);
    }
    text.push_str(rest);
    if text.contains('&') {
        for (entity, character) in ENTITIES {
            text = text.replace(entity, character);
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the text after the end of a tag. A `>` in an attribute does not end it.
fn after_tag(tag: &str) -> &str {
    let mut quote = None;
    let end = tag.find(|c: char| {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '"' => quote = Some(c),
            None => return c == '>',
            Some(_) => {}
        }
        false
    });
    end.map_or("", |end| &tag[end + 1..])
}

/// Tags that separate words.
const BLOCKS: [&str; 38] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "br",
    "caption",
    "center",
    "dd",
    "details",
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
    "hr",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "table",
    "td",
    "th",
    "tr",
    "ul",
];

/// Entities of cleaned HTML. `&amp;` is last, so that nothing is decoded twice.
const ENTITIES: [(&str, &str); 6] =
    [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];

/// Maximum length of a word in characters. Longer words are cut.
const MAX_WORD_LENGTH: usize = 40;

/// Returns the folded words of a text: runs of letters and digits.
pub fn words(text: &str) -> Vec<String> {
    let folded = fold(text);
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| word.chars().take(MAX_WORD_LENGTH).collect()).collect()
}

/// Maximum length of a search in characters. The rest is ignored.
const MAX_SEARCH_LENGTH: usize = 1_000;

/// Maximum number of words of a search. The rest is ignored.
const MAX_SEARCH_WORDS: usize = 6;

/// Returns the first six distinct words of a search.
pub fn search_words(search: &str) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::new();
    let search: String = search.chars().take(MAX_SEARCH_LENGTH).collect();
    for word in words(&search) {
        if distinct.len() < MAX_SEARCH_WORDS && !distinct.contains(&word) {
            distinct.push(word);
        }
    }
    distinct
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts and their folded forms, which the web's function passes too.
    const CASES: &str = include_str!("fold.json");

    #[test]
    fn texts_that_read_alike_fold_to_one_form() {
        let cases: Vec<(String, String)> = serde_json::from_str(CASES).unwrap();
        for (text, expected) in cases {
            assert_eq!(fold(&text), expected, "{text:?}");
        }
    }

    #[test]
    fn folding_twice_equals_folding_once() {
        for c in '\0'..='\u{FFFF}' {
            let once = fold(&format!("a{c}b"));
            assert_eq!(fold(&once), once, "{c:?}");
        }
    }

    #[test]
    fn a_name_is_one_line_that_shows_something() {
        for (text, expected) in [
            (" Ana \n\t Souza\u{2028}Lima\u{00A0} ", "Ana Souza Lima"),
            ("\u{202E}anA\u{2066} Sou\u{AD}za\u{FEFF}", "anA Souza"),
            ("Jose\u{301} D’Ávila", "José D’Ávila"),
            ("Ana\u{0}\u{7}\u{85}Lia", "Ana Lia"),
            ("👩\u{200D}💻 Bia ❤\u{FE0F}", "👩\u{200D}💻 Bia ❤\u{FE0F}"),
            ("A\u{200D}na", "Ana"),
            ("\u{200B}\u{200B}", ""),
            ("\u{3164}\u{2800} \u{301}", ""),
            ("\u{E0041}\u{FE0F}", ""),
        ] {
            assert_eq!(one_line(text), expected, "{text:?}");
            assert_eq!((one_line(expected), is_blank(text)), (expected.to_owned(), expected.is_empty()));
        }
    }

    #[test]
    fn only_blocks_and_line_breaks_part_words() {
        for (html, text) in [
            ("<p>Gestão&nbsp;de</p><p>Equipes</p>", "Gestão de Equipes"),
            ("<p>Lucro &lt; 5%</p><p>P&amp;D <b>já</b></p>", "Lucro < 5% P&D já"),
            ("<p>Um <b>fim</b>.</p><ul><li>a</li><li>b</li></ul>", "Um fim. a b"),
            ("<p>re<strong>organi</strong>zar</p>", "reorganizar"),
            ("um<BR/>dois<hr>três<wbr>s<a title=\"x > y\" href='/'>q</a>", "um dois trêssq"),
            ("<pre><code>a\nb</code></pre><table><tr><td>1</td><td>2</td></tr></table>", "a b 1 2"),
            ("aberto <b", "aberto"),
        ] {
            assert_eq!(html_text(html), text);
        }
    }

    #[test]
    fn a_search_has_distinct_words() {
        assert_eq!(search_words("Ação ação já não a b c d"), ["acao", "ja", "nao", "a", "b", "c"]);
        assert_eq!(words("Bem-estar (e paz), 100%!"), ["bem", "estar", "e", "paz", "100"]);
    }
}
