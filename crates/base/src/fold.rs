//! Text folded for search: blind to case, accents and markup.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Lower case without accents; runs of white space become one space.
pub fn fold(text: &str) -> String {
    let plain: String = text.nfd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// [`fold`] of the text of HTML.
pub fn fold_html(html: &str) -> String {
    fold(&html_text(html))
}

/// What a reader sees of HTML, in one line: without tags, each of which parts words.
pub fn html_text(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let (mut inside_tag, mut after_tag) = (false, false);
    for c in html.chars() {
        match c {
            '<' => inside_tag = true,
            '>' if inside_tag => (inside_tag, after_tag) = (false, true),
            _ if inside_tag => {}
            _ => {
                // A mark stays at the word before it: `<b>fim</b>.`
                if after_tag && !matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | ')' | '”') {
                    text.push(' ');
                }
                after_tag = false;
                text.push(c);
            }
        }
    }
    for (entity, character) in ENTITIES {
        text = text.replace(entity, character);
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The entities that cleaned HTML has; `&amp;` last, so that nothing is read twice.
const ENTITIES: [(&str, &str); 6] =
    [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];

/// Characters of a word that are kept.
const LONGEST_WORD: usize = 40;

/// The words of a text, folded: runs of letters and digits.
pub fn words(text: &str) -> Vec<String> {
    let folded = fold(text);
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| word.chars().take(LONGEST_WORD).collect()).collect()
}

/// Characters of a search that are read.
const LONGEST_SEARCH: usize = 1_000;

/// The distinct words of a search, at most so many.
pub fn search_words(search: &str, most: usize) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::new();
    let search: String = search.chars().take(LONGEST_SEARCH).collect();
    for word in words(&search) {
        if distinct.len() < most && !distinct.contains(&word) {
            distinct.push(word);
        }
    }
    distinct
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_removes_accents_case_and_markup() {
        assert_eq!(fold("Liderança  É\nAção"), "lideranca e acao");
        assert_eq!(fold_html("<p>Gestão&nbsp;de</p><p>Equipes</p>"), "gestao de equipes");
        assert_eq!(html_text("<p>Lucro &lt; 5%</p><p>P&amp;D <b>já</b></p>"), "Lucro < 5% P&D já");
        assert_eq!(html_text("<p>Um <b>fim</b>.</p><ul><li>a</li><li>b</li></ul>"), "Um fim. a b");
        assert_eq!(search_words("Ação ação já não", 2), ["acao", "ja"]);
        assert_eq!(words("Bem-estar (e paz), 100%!"), ["bem", "estar", "e", "paz", "100"]);
    }
}
