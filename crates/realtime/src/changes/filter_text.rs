//! Parser of the text of a filter: `column=op.value`, joined by commas.
//!
//! A value may be in quotes, in which `\` escapes. A quote elsewhere is an ordinary character. A comma within
//! parentheses belongs to the value, unless the text after it reads as another test.

use std::collections::HashSet;

/// One test of the text.
#[derive(Debug, PartialEq, Eq)]
pub struct Part<'t> {
    /// The column.
    pub column: &'t str,
    /// True after `not.`.
    pub negated: bool,
    /// The operator.
    pub operator: &'t str,
    /// The value without quotes. Empty for `in`.
    pub value: String,
    /// The values of `in`.
    pub list: Vec<String>,
}

/// Maximum length of a column's name with surrounding spaces, in bytes.
const NAME_BYTES: usize = 100;

const OPERATORS: [&str; 13] =
    ["eq", "neq", "lt", "lte", "gt", "gte", "isdistinct", "in", "is", "like", "ilike", "match", "imatch"];

/// Parses a filter.
///
/// # Errors
/// Returns a message for the developer.
pub fn parts(text: &str) -> Result<Vec<Part<'_>>, String> {
    let (mut parts, mut rest) = (Vec::new(), text);
    loop {
        let malformed = || format!("`{rest}` is not column=operator.value");
        let begun = Beginning::of(rest).ok_or_else(malformed)?;
        let Beginning { column, negated, operator, value } = begun;
        let (value, list, end) = match operator {
            "in" => {
                let (list, end) = list(value).ok_or_else(malformed)?;
                (String::new(), list, end)
            }
            _ => {
                let (value, end) = scalar(value);
                (value, Vec::new(), end)
            }
        };
        parts.push(Part { column, negated, operator, value, list });
        match end {
            Some(next) => rest = next,
            None => return Ok(parts),
        }
    }
}

/// Column, negation and operator before a value.
struct Beginning<'t> {
    column: &'t str,
    negated: bool,
    operator: &'t str,
    /// The value and the text after it.
    value: &'t str,
}

impl<'t> Beginning<'t> {
    fn of(text: &'t str) -> Option<Self> {
        let (column, rest) = text.split_once('=')?;
        let rest = rest.trim_start();
        let (negated, rest) = rest.strip_prefix("not.").map_or((false, rest), |rest| (true, rest));
        let (operator, value) = rest.split_once('.')?;
        Some(Self { column: column.trim(), negated, operator, value: value.trim_start() })
    }

    /// Returns `true` if the text reads as a test.
    fn is_test(text: &'t str) -> bool {
        // A longer text is not a name.
        let begins = text.bytes().take(NAME_BYTES).any(|byte| byte == b'=');
        begins
            && Self::of(text).is_some_and(|begun| {
                let is_name = |c: char| c.is_alphanumeric() || c == '_';
                !begun.column.is_empty()
                    && begun.column.chars().all(is_name)
                    && OPERATORS.contains(&begun.operator)
            })
    }
}

/// Returns the text after the comma at the beginning of `rest`. Returns `Some(None)` at the end, and `None` if other
/// text follows.
fn next(rest: &str) -> Option<Option<&str>> {
    match rest.trim_start() {
        "" => Some(None),
        rest => rest.strip_prefix(',').map(Some),
    }
}

/// Reads a value. Returns it and the text after its comma.
fn scalar(text: &str) -> (String, Option<&str>) {
    if let Some((value, rest)) = quoted(text)
        && let Some(next) = next(rest)
    {
        return (value, next);
    }
    let closes = closing(text);
    let (mut depth, mut end) = (0_usize, None);
    for (index, character) in text.char_indices() {
        match character {
            // An unclosed parenthesis is an ordinary character.
            '(' if closes.contains(&index) => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 || Beginning::is_test(&text[index + 1..]) => {
                end = Some(index);
                break;
            }
            _ => {}
        }
    }
    let value = text[..end.unwrap_or(text.len())].trim().to_owned();
    (value, end.map(|end| &text[end + 1..]))
}

/// Returns the positions of the opening parentheses that are closed.
fn closing(text: &str) -> HashSet<usize> {
    let (mut open, mut closed) = (Vec::new(), HashSet::new());
    for (index, character) in text.char_indices() {
        match character {
            '(' => open.push(index),
            ')' => closed.extend(open.pop()),
            _ => {}
        }
    }
    closed
}

/// Reads the list of `in`. Returns its values and the text after its comma.
fn list(text: &str) -> Option<(Vec<String>, Option<&str>)> {
    let mut rest = text.strip_prefix('(')?.trim_start();
    if let Some(after) = rest.strip_prefix(')')
        && let Some(next) = next(after)
    {
        return Some((Vec::new(), next));
    }
    let mut values = Vec::new();
    loop {
        rest = rest.trim_start();
        if let Some((value, after)) = quoted(rest) {
            let after = after.trim_start();
            if let Some(more) = after.strip_prefix(',') {
                values.push(value);
                rest = more;
                continue;
            }
            if let Some(next) = after.strip_prefix(')').and_then(next) {
                values.push(value);
                return Some((values, next));
            }
        }
        let end = rest.char_indices().find_map(|(index, character)| match character {
            ',' => Some((index, None)),
            ')' => next(&rest[index + 1..])
                .filter(|next| next.is_none_or(Beginning::is_test))
                .map(|next| (index, Some(next))),
            _ => None,
        });
        let (end, next) = end?;
        values.push(rest[..end].trim().to_owned());
        match next {
            None => rest = &rest[end + 1..],
            Some(next) => return Some((values, next)),
        }
    }
}

/// Reads a quoted text at the beginning. Returns it without the quotes, and the rest.
fn quoted(text: &str) -> Option<(String, &str)> {
    let inner = text.strip_prefix('"')?;
    let mut plain = String::new();
    let mut characters = inner.char_indices();
    while let Some((index, character)) = characters.next() {
        match character {
            '"' => return Some((plain, &inner[index + 1..])),
            '\\' => plain.extend(characters.next().map(|(_, escaped)| escaped)),
            other => plain.push(other),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, Vec<String>)> {
        parts(text).unwrap().into_iter().map(|part| (part.value, part.list)).collect()
    }

    fn values(text: &str) -> Vec<String> {
        read(text).into_iter().map(|(value, _)| value).collect()
    }

    #[test]
    fn a_quote_opens_a_value_only_at_its_start() {
        assert_eq!(values("body=eq.5\" x,resolved_at=is.null"), ["5\" x", "null"]);
        assert_eq!(values("body=eq.\"a, \\\"b\\\" \\\\\",n=eq.1"), ["a, \"b\" \\", "1"]);
        assert_eq!(values("body=eq. \"a\" ,n=eq.1"), ["a", "1"]);
        assert_eq!(values("body=eq.\"a\" b,n=eq.1"), ["\"a\" b", "1"]);
        assert_eq!(values("body=eq.\"a,n=eq.1"), ["\"a", "1"]);
        assert_eq!(values("body=eq.a ,n=eq. b"), ["a", "b"]);
    }

    #[test]
    fn parentheses_and_backslashes_are_characters() {
        assert_eq!(values("body=eq.f(a,b),n=eq.1"), ["f(a,b)", "1"]);
        assert_eq!(values("body=eq.a) x,n=is.null"), ["a) x", "null"]);
        assert_eq!(values("body=eq.:( x,n=is.null"), [":( x", "null"]);
        assert_eq!(values("body=eq.:( x,n=eq.:)"), [":( x", ":)"]);
        assert_eq!(values("body=eq.a\\,n=eq.b\\c"), ["a\\", "b\\c"]);
    }

    #[test]
    fn a_list_ends_at_its_closing_parenthesis() {
        let list = |text: &str| read(text).swap_remove(0).1;
        assert_eq!(list("body=in.(\"a,b\", c )"), ["a,b", "c"]);
        assert_eq!(list("body=in.(5\" x,\"a)b\",c(d))"), ["5\" x", "a)b", "c(d)"]);
        assert_eq!(list("body=in.(a),n=eq.1"), ["a"]);
        assert_eq!(list("body=in.()"), [""; 0]);
        assert_eq!(parts("body=in.(a,b),n=eq.1").unwrap().len(), 2);
        for malformed in ["body=in.(a", "body=in.a", "body=in.(a) b", "body", "", "body=eq"] {
            assert!(parts(malformed).is_err(), "{malformed}");
        }
    }
}
