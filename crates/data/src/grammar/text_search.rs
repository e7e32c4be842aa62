//! The four forms of a text search, rewritten as PostgreSQL's `tsquery` with quoted words.

use super::Cursor;
use crate::error::Error;

/// Syntax of the search text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `fts`: `gato & (cao | !peixe)`, `gato <-> preto`, `ga:*`.
    Query,
    /// `plfts`: every word, anywhere.
    Plain,
    /// `phfts`: the words in order.
    Phrase,
    /// `wfts`: the form of search engines: `"duas palavras" or -não`.
    Web,
}

/// Maximum length of a word in bytes, as in PostgreSQL.
const MAX_WORD_LENGTH: usize = 2_046;

/// Rewrites the search as a `tsquery`. Returns an empty text if no word is left.
pub fn tsquery(form: Form, text: &str) -> Result<String, Error> {
    let too_long = |word: &str| word.to_lowercase().len() > MAX_WORD_LENGTH;
    if text.split(|c: char| !c.is_alphanumeric()).any(too_long) {
        return Err(Error::word_too_long());
    }
    match form {
        Form::Plain => Ok(words(text).join(" & ")),
        Form::Phrase => Ok(words(text).join(" <-> ")),
        Form::Web => Ok(web(text)),
        Form::Query => {
            let mut cursor = Cursor::new("text search", text);
            skip_space(&mut cursor);
            if cursor.rest().is_empty() {
                return Ok(String::new());
            }
            let query = any(&mut cursor, 0)?;
            cursor.end()?;
            Ok(query)
        }
    }
}

/// Returns the words in lower case, each in quotes, with only letters and digits.
fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| format!("'{}'", word.to_lowercase()))
        .collect()
}

fn web(text: &str) -> String {
    let (mut alternatives, mut before) = (vec![Vec::new()], "");
    for (index, piece) in text.split('"').enumerate() {
        let is_quoted = index % 2 == 1;
        let terms: Vec<(bool, &str)> = match is_quoted {
            true => vec![(before.ends_with('-'), piece)],
            false => piece.split_whitespace().map(|word| (word.starts_with('-'), word)).collect(),
        };
        before = piece;
        for (negated, term) in terms {
            if !is_quoted && term.eq_ignore_ascii_case("or") {
                alternatives.push(Vec::new());
                continue;
            }
            let found = words(term).join(" <-> ");
            let term = match (negated, is_quoted) {
                _ if found.is_empty() => continue,
                (true, _) => format!("!({found})"),
                (false, true) => format!("({found})"),
                (false, false) => found,
            };
            alternatives.last_mut().into_iter().for_each(|all| all.push(term.clone()));
        }
    }
    let alternatives = alternatives.into_iter().filter(|all| !all.is_empty()).map(|all| all.join(" & "));
    alternatives.collect::<Vec<_>>().join(" | ")
}

fn skip_space(cursor: &mut Cursor<'_>) {
    cursor.take_while(char::is_whitespace);
}

fn any(cursor: &mut Cursor<'_>, depth: usize) -> Result<String, Error> {
    let mut query = all(cursor, depth)?;
    while cursor.takes("|") {
        query = format!("{query} | {}", all(cursor, depth)?);
    }
    Ok(query)
}

fn all(cursor: &mut Cursor<'_>, depth: usize) -> Result<String, Error> {
    let mut query = phrase(cursor, depth)?;
    while cursor.takes("&") {
        query = format!("{query} & {}", phrase(cursor, depth)?);
    }
    Ok(query)
}

fn phrase(cursor: &mut Cursor<'_>, depth: usize) -> Result<String, Error> {
    let mut query = operand(cursor, depth)?;
    while cursor.takes("<") {
        let distance = if cursor.takes("-") {
            "-".to_owned()
        } else {
            let digits = cursor.take_while(|c| c.is_ascii_digit());
            match digits.parse::<u16>() {
                Ok(distance) if distance <= 1_000 => distance.to_string(),
                _ => return Err(cursor.unexpected("a distance")),
            }
        };
        cursor.expect(">")?;
        query = format!("{query} <{distance}> {}", operand(cursor, depth)?);
    }
    Ok(query)
}

fn operand(cursor: &mut Cursor<'_>, depth: usize) -> Result<String, Error> {
    if depth > 20 {
        return Err(cursor.unexpected("a simpler text search"));
    }
    skip_space(cursor);
    let query = if cursor.takes("!") {
        format!("!{}", operand(cursor, depth + 1)?)
    } else if cursor.takes("(") {
        let inner = any(cursor, depth + 1)?;
        cursor.expect(")")?;
        format!("({inner})")
    } else {
        word(cursor)?
    };
    skip_space(cursor);
    Ok(query)
}

fn word(cursor: &mut Cursor<'_>) -> Result<String, Error> {
    let raw = if cursor.takes("'") {
        let inside = cursor.take_while(|c| c != '\'');
        cursor.expect("'")?;
        inside
    } else {
        cursor.take_while(|c| {
            !c.is_whitespace() && !matches!(c, '&' | '|' | '!' | '(' | ')' | '<' | ':' | '\'')
        })
    };
    let mut found = words(raw);
    if found.is_empty() {
        return Err(cursor.unexpected("a word"));
    }
    if cursor.takes(":*")
        && let Some(last) = found.last_mut()
    {
        last.push_str(":*");
    }
    Ok(if found.len() == 1 { found.concat() } else { format!("({})", found.join(" <-> ")) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_becomes_a_tsquery_of_quoted_words() {
        for (form, text, expected) in [
            (Form::Plain, "Gestão  de Pessoas", "'gestão' & 'de' & 'pessoas'"),
            (Form::Phrase, "gestão de pessoas", "'gestão' <-> 'de' <-> 'pessoas'"),
            (Form::Web, "\"gestão de\" medo or -raiva", "('gestão' <-> 'de') & 'medo' | !('raiva')"),
            (Form::Query, "a & (b | !c) <-> d:*", "'a' & ('b' | !'c') <-> 'd':*"),
            (Form::Plain, "'; DROP TABLE x --", "'drop' & 'table' & 'x'"),
            (Form::Plain, "!!!", ""),
        ] {
            assert_eq!(tsquery(form, text).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn a_broken_query_is_refused() {
        for text in ["a b", "a &", "(a", "a <x> b", "!", "&", "a)", "'a"] {
            assert!(tsquery(Form::Query, text).is_err(), "{text}");
        }
        assert!(tsquery(Form::Query, &"(".repeat(5_000)).is_err());
    }
}
