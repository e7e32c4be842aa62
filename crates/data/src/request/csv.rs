//! Comma-separated values in both directions: a header line, quotes doubled inside quotes.

use ateneu_base::Record;
use serde_json::Value as Json;

use super::record;
use crate::error::Error;

/// Parses rows. The unquoted word `NULL` is an empty value, as in PostgREST.
pub fn read(text: &str) -> Result<Vec<Record>, Error> {
    let mut lines = lines(text, ',')?.into_iter();
    let Some(header) = lines.next() else {
        return Err(Error::Body("Empty or invalid csv".into()));
    };
    lines
        .map(|line| {
            let line = line.values;
            if line.len() != header.values.len() {
                return Err(Error::Body("All lines must have same number of fields".into()));
            }
            record(header.values.iter().zip(line).map(|(name, value)| {
                let empty = !value.quoted && value.text == "NULL";
                let value = if empty { Json::Null } else { Json::String(value.text) };
                (name.text.clone(), value)
            }))
        })
        .collect()
}

/// A value of a line.
pub struct Value {
    /// The value without its quotes.
    pub text: String,
    quoted: bool,
}

/// A line of a file. Its values may contain line breaks.
pub struct Line {
    /// Number of its first line in the file, from 1.
    pub number: usize,
    /// The values.
    pub values: Vec<Value>,
}

/// Returns the lines of a file, the header included, for values apart by `separator`.
///
/// # Errors
/// Returns [`Error::Body`] if a quote has no end.
pub fn lines(text: &str, separator: char) -> Result<Vec<Line>, Error> {
    let mut lines = Vec::new();
    let (mut number, mut line) = (1, Vec::new());
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    while !rest.is_empty() {
        let (value, after) = value(rest, separator)?;
        line.push(value);
        rest = after;
        if let Some(after) = rest.strip_prefix(separator) {
            rest = after;
            if !rest.is_empty() && !rest.starts_with(['\r', '\n']) {
                continue;
            }
            line.push(Value { text: String::new(), quoted: false });
        }
        rest = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix(['\r', '\n'])).unwrap_or(rest);
        let values = std::mem::take(&mut line);
        let breaks: usize = values.iter().map(|value: &Value| value.text.matches('\n').count()).sum();
        lines.push(Line { number, values });
        number += 1 + breaks;
    }
    Ok(lines)
}

fn value(text: &str, separator: char) -> Result<(Value, &str), Error> {
    let Some(mut rest) = text.strip_prefix('"') else {
        let end = text.find([separator, '\n', '\r']).unwrap_or(text.len());
        let plain = Value { text: text[..end].to_owned(), quoted: false };
        return Ok((plain, &text[end..]));
    };
    let mut inside = String::new();
    loop {
        let Some(end) = rest.find('"') else {
            return Err(Error::Body("Empty or invalid csv".into()));
        };
        inside.push_str(&rest[..end]);
        rest = &rest[end + 1..];
        match rest.strip_prefix('"') {
            Some(after) => {
                inside.push('"');
                rest = after;
            }
            None if rest.is_empty() || rest.starts_with([separator, '\n', '\r']) => {
                let quoted = Value { text: inside, quoted: true };
                return Ok((quoted, rest));
            }
            None => return Err(Error::Body("Empty or invalid csv".into())),
        }
    }
}

/// Returns the header line.
pub fn header(columns: &[String]) -> String {
    joined(columns.iter().map(|name| field(name)))
}

/// Appends a row under the given columns: empty values are empty, booleans `t` or `f`, lists `{a,b}`.
pub fn add(text: &mut String, columns: &[String], row: &Record) {
    text.push('\n');
    text.push_str(&joined(columns.iter().map(|name| cell(row.get(name).unwrap_or(&Json::Null)))));
}

fn joined(fields: impl Iterator<Item = String>) -> String {
    fields.collect::<Vec<_>>().join(",")
}

fn cell(value: &Json) -> String {
    match value {
        Json::Null => String::new(),
        Json::Bool(true) => "t".into(),
        Json::Bool(false) => "f".into(),
        Json::String(text) if text.is_empty() => "\"\"".into(),
        Json::String(text) => field(text),
        Json::Array(items) if items.iter().all(Json::is_string) => {
            let items = items.iter().filter_map(Json::as_str).map(element);
            field(&format!("{{{}}}", joined(items)))
        }
        Json::Number(number) => field(&number.to_string()),
        other => field(&json_text(other)),
    }
}

/// Formats JSON as PostgreSQL does: with a space after each comma and colon.
fn json_text(value: &Json) -> String {
    let all = |parts: Vec<String>| parts.join(", ");
    match value {
        Json::Object(members) => {
            let member = |(key, value): (&String, &Json)| {
                format!("{}: {}", Json::from(key.as_str()), json_text(value))
            };
            format!("{{{}}}", all(members.iter().map(member).collect()))
        }
        Json::Array(items) => format!("[{}]", all(items.iter().map(json_text).collect())),
        other => other.to_string(),
    }
}

fn element(text: &str) -> String {
    let plain = !text.is_empty()
        && !text.eq_ignore_ascii_case("null")
        && !text.contains(|c: char| c.is_whitespace() || matches!(c, '{' | '}' | ',' | '"' | '\\'));
    if plain {
        return text.to_owned();
    }
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r', '(', ')', '\\']) || text.contains(char::is_whitespace) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_survive_quotes_commas_and_line_breaks() {
        let rows = read("a,b\r\n1,\"x, \"\"y\"\"\nz\"\r\nNULL,\"NULL\"\n,\n").unwrap();
        assert_eq!(rows[0]["b"], "x, \"y\"\nz");
        assert_eq!(rows[1]["a"], Json::Null);
        assert_eq!(rows[1]["b"], "NULL");
        assert_eq!(rows[2]["b"], "");
        assert_eq!(rows.len(), 3);
        for text in ["", "a,b\n1", "a\n\"x", "a\n\"x\"y"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_lone_carriage_return_ends_a_line() {
        let rows = read("a,b\r1,2\r3,\r").unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!((&rows[0]["b"], &rows[1]["b"]), (&Json::from("2"), &Json::from("")));
        assert!(read("a\r,").is_err());
    }

    #[test]
    fn rows_are_written_as_postgresql_writes_them() {
        let row = serde_json::json!({ "a": null, "b": true, "c": ["x", "y z"], "d": "e,f" });
        let columns: Vec<String> = ["a", "b", "c", "d"].map(String::from).to_vec();
        let mut text = header(&columns);
        add(&mut text, &columns, row.as_object().unwrap());
        assert_eq!(text, "a,b,c,d\n,t,\"{x,\"\"y z\"\"}\",\"e,f\"");
    }
}
