//! Excerpts of a text around the searched words.

use crate::fold;

/// Characters before the first match, and after it.
const BEFORE: usize = 90;
const AFTER: usize = 180;

/// Returns the text around the first word that begins with one of `words`, cut between words. Without a match returns
/// the beginning.
pub fn of(plain: &str, words: &[String]) -> String {
    let at = first_match(plain, words).unwrap_or_default();
    let back = plain[..at].char_indices().rev().nth(BEFORE - 1).map_or(0, |(index, _)| index);
    let begin = match back {
        0 => 0,
        // The word that the cut went through is left out.
        cut => plain[cut..at].find(' ').map_or(at, |space| cut + space + 1),
    };
    let end = plain[at..].char_indices().nth(AFTER).map_or(plain.len(), |(index, _)| at + index);
    let end =
        if end == plain.len() { end } else { plain[at..end].rfind(' ').map_or(end, |space| at + space) };
    let (before, after) = (if begin > 0 { "… " } else { "" }, if end < plain.len() { " …" } else { "" });
    format!("{before}{}{after}", &plain[begin..end])
}

/// Returns `true` if a word of the text begins with one of `words`.
pub fn matches(plain: &str, words: &[String]) -> bool {
    first_match(plain, words).is_some()
}

fn first_match(plain: &str, words: &[String]) -> Option<usize> {
    word_starts(plain).find(|start| {
        let word: String =
            plain[*start..].chars().take_while(|c| fold::is_part_of_word(*c)).take(60).collect();
        let folded = fold::fold(&word);
        words.iter().any(|wanted| folded.starts_with(wanted.as_str()))
    })
}

/// Returns the positions at which words begin.
fn word_starts(plain: &str) -> impl Iterator<Item = usize> {
    let mut inside = false;
    plain.char_indices().filter_map(move |(index, c)| {
        let is_part = fold::is_part_of_word(c);
        let starts = is_part && !inside;
        inside = is_part;
        starts.then_some(index)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_shows_the_text_around_the_first_match() {
        let of = |plain: &str, word: &str| of(plain, &[word.to_owned()]);
        assert_eq!(of("Um resumo de cada área.", "area"), "Um resumo de cada área.");
        assert_eq!(of("Nada aqui.", "outra"), "Nada aqui.");
        for (word, wanted) in
            [("cole\u{301}gio", "colegio"), ("trans\u{AD}formação", "transformacao"), ("ﬁnal", "final")]
        {
            let text = format!("{}{word} aqui", "antes ".repeat(60));
            assert!(of(&text, wanted).contains(word), "{word}");
        }
        assert_eq!(of("", "outra"), "");
        let long = of(&format!("{}decisão {}", "antes ".repeat(60), "depois ".repeat(60)), "decis");
        assert!(
            long.starts_with("… antes") && long.contains("decisão") && long.ends_with("depois …"),
            "{long}"
        );
        assert!(long.chars().count() < BEFORE + AFTER + 5);
        let unbroken = of(&"á".repeat(500), "a");
        assert_eq!(unbroken.chars().count(), AFTER + 2);
    }
}
