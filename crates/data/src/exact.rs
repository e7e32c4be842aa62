//! Exact numbers in JSON. `serde_json` reads a number as 64 bits, so one that would lose digits becomes a marked text
//! that only this process can make, and is written as a number again.

use std::{
    borrow::Cow,
    hash::{BuildHasher, RandomState},
    sync::LazyLock,
};

use serde_json::Value as Json;

/// Prefix of a marked number: a noncharacter code point, and a random number of this process.
static MARK: LazyLock<String> = LazyLock::new(|| format!("\u{fdd0}{:x}:", RandomState::new().hash_one(0)));

/// Maximum number of digits that 64 bits always hold.
const SAFE_DIGITS: usize = 15;

/// Returns JSON in which numbers that would lose digits are marked texts.
pub fn marked(json: &[u8]) -> Cow<'_, [u8]> {
    let (mut marked, mut copied, mut at) = (Vec::new(), 0, 0);
    while at < json.len() {
        match json[at] {
            b'"' => at = end_of_text(json, at),
            b'-' | b'0'..=b'9' => {
                let is_part = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
                let end = at + json[at..].iter().take_while(|byte| is_part(byte)).count();
                if end - at > SAFE_DIGITS && loses_digits(&json[at..end]) {
                    marked.extend_from_slice(&json[copied..at]);
                    marked.push(b'"');
                    marked.extend_from_slice(MARK.as_bytes());
                    marked.extend_from_slice(&json[at..end]);
                    marked.push(b'"');
                    copied = end;
                }
                at = end;
            }
            _ => at += 1,
        }
    }
    if copied == 0 {
        return Cow::Borrowed(json);
    }
    marked.extend_from_slice(&json[copied..]);
    Cow::Owned(marked)
}

/// Returns the position after the text that begins at `start`.
fn end_of_text(json: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < json.len() && json[at] != b'"' {
        at += if json[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

/// Returns `true` for a number that `serde_json` would write differently.
fn loses_digits(number: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(number) else { return false };
    let Ok(read @ Json::Number(_)) = serde_json::from_str::<Json>(text) else { return false };
    significant(&read.to_string()) != significant(text)
}

/// Returns the digits without zeros at the ends. 64 bits always hold the exponent.
fn significant(number: &str) -> String {
    let mantissa = number.split(['e', 'E']).next().unwrap_or_default();
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').to_owned()
}

/// Returns the digits of a marked number.
pub fn number(text: &str) -> Option<&str> {
    text.strip_prefix(MARK.as_str())
}

/// Returns the value as JSON text with exact numbers.
pub fn to_json(value: &Json) -> String {
    let text = value.to_string();
    let mark = format!("\"{}", *MARK);
    let mut parts = text.split(mark.as_str());
    let mut json = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (number, rest) = part.split_once('"').unwrap_or((part, ""));
        json.push_str(number);
        json.push_str(rest);
    }
    json
}

/// Converts marked texts into numbers of 64 bits, for readers within the program.
pub fn parse_numbers(value: &mut Json) {
    match value {
        Json::String(text) => {
            if let Some(read) = number(text).and_then(|number| serde_json::from_str(number).ok()) {
                *value = read;
            }
        }
        Json::Array(items) => items.iter_mut().for_each(parse_numbers),
        Json::Object(members) => members.values_mut().for_each(parse_numbers),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_keep_all_digits_as_values() {
        for json in [
            r#"{"n":12345678901234567890123,"t":"12345678901234567890123"}"#,
            r#"[0.1234567890123456789,-1.2345678901234567890123e-7,1]"#,
            r#"{"a\"1":"x\\","n":18446744073709551615}"#,
            "9007199254740993",
        ] {
            let value: Json = serde_json::from_slice(&marked(json.as_bytes())).unwrap();
            assert_eq!(to_json(&value), json);
        }
        for plain in [
            "1",
            "[1.5,1e300]",
            r#""123456789012345678901""#,
            "{",
            "123456789012345678.",
            "1000000000000000000000",
        ] {
            assert_eq!(*marked(plain.as_bytes()), *plain.as_bytes(), "{plain}");
        }
    }

    #[test]
    fn exact_numbers_serialize_as_json_numbers() {
        let mut value: Json = serde_json::from_slice(&marked(br#"{"n":[12345678901234567890123]}"#)).unwrap();
        parse_numbers(&mut value);
        assert_eq!(value, json!({ "n": [1.2345678901234568e22] }));
    }
}
