//! Lists in the query string: `(a,"b,c")` of `in`, and PostgreSQL's `{a,"b c"}`.

use super::Cursor;
use crate::error::Error;

/// Maximum number of elements of a list.
const ELEMENTS: usize = 2_000;

/// Parses `(a,"b,c",d)`. `()` is the empty list.
pub fn list(cursor: &mut Cursor<'_>) -> Result<Vec<String>, Error> {
    cursor.expect("(")?;
    let mut elements = Vec::new();
    if cursor.takes(")") {
        return Ok(elements);
    }
    loop {
        elements.push(cursor.value(&[',', ')']));
        if cursor.takes(")") {
            return Ok(elements);
        }
        cursor.expect(",")?;
        if elements.len() == ELEMENTS {
            return Err(cursor.unexpected("fewer list elements"));
        }
    }
}

/// Parses an array literal. Returns `None` if it is malformed. An unquoted NULL is refused, because lists here cannot
/// hold it.
pub fn literal(text: &str) -> Option<Vec<String>> {
    let inside = text.trim().strip_prefix('{')?.strip_suffix('}')?;
    let mut cursor = Cursor::new("array", inside);
    let mut elements = Vec::new();
    if inside.trim().is_empty() {
        return Some(elements);
    }
    loop {
        cursor.take_while(char::is_whitespace);
        if cursor.peek() == Some('"') {
            elements.push(cursor.quoted().ok()?);
        } else {
            let mut element = String::new();
            while let Some(c) = cursor.peek().filter(|c| *c != ',') {
                if matches!(c, '{' | '}' | '"') {
                    return None;
                }
                cursor.take();
                element.push(if c == '\\' { cursor.take()? } else { c });
            }
            let element = element.trim();
            if element.is_empty() || element.eq_ignore_ascii_case("null") {
                return None;
            }
            elements.push(element.to_owned());
        }
        cursor.take_while(char::is_whitespace);
        if cursor.rest().is_empty() {
            return (elements.len() <= ELEMENTS).then_some(elements);
        }
        if !cursor.takes(",") {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_quotes_and_commas() {
        let read = |text| list(&mut Cursor::new("filter", text)).unwrap();
        assert_eq!(read("(a,b)"), ["a", "b"]);
        assert_eq!(read(r#"("a,b","c\"d",e)"#), ["a,b", "c\"d", "e"]);
        assert_eq!(read("()"), [""; 0]);
        assert_eq!(read(r#"("")"#), [""]);
        assert_eq!(read(r#"(a"b,c)"#), ["a\"b", "c"]);
        assert!(list(&mut Cursor::new("filter", "(a,b")).is_err());
        assert!(list(&mut Cursor::new("filter", "a")).is_err());
    }

    #[test]
    fn array_literals_are_read_or_refused() {
        assert_eq!(literal("{}").unwrap(), [""; 0]);
        assert_eq!(literal("{a, b c ,\"d,e\"}").unwrap(), ["a", "b c", "d,e"]);
        for text in ["", "a", "{a", "{a,}", "{{a}}", "{null}", "{\"a}", "{\"a\"b}"] {
            assert_eq!(literal(text), None, "{text}");
        }
    }
}
