//! Declared limits, checked before the row reaches the database.

use ateneu_base::{Record, email, fold};
use ateneu_schema::{Check, Column, Table};
use serde_json::Value as Json;

use crate::error::Error;

/// Refuses a row whose given columns break a limit: first missing required values (`23502`), then checks (`23514`).
pub fn verify(table: &Table, columns: &[&Column], row: &Record) -> Result<(), Error> {
    let value = |column: &Column| row.get(column.name).unwrap_or(&Json::Null);
    for column in columns {
        let required = !column.nullable || table.primary_key.contains(&column.name);
        if required && value(column).is_null() {
            return Err(Error::not_null(table.name, column.name));
        }
    }
    for column in columns {
        let value = value(column);
        if !value.is_null() && !column.checks.iter().all(|check| holds(check, value)) {
            return Err(Error::check(table.name, column.name));
        }
    }
    Ok(())
}

/// Refuses values that exceed all limits, before they are processed. White space around a text does not count, because
/// it may be removed.
pub fn verify_sizes(table: &Table, columns: &[&Column], row: &Record) -> Result<(), Error> {
    for column in columns {
        let Some(value) = row.get(column.name).filter(|value| !value.is_null()) else { continue };
        let fits = |check: &Check| match check {
            Check::Length(_, most) => value.as_str().is_none_or(|text| text.trim().chars().count() <= *most),
            Check::Items(..) | Check::Bytes(_) => holds(check, value),
            _ => true,
        };
        if !column.checks.iter().all(fits) {
            return Err(Error::check(table.name, column.name));
        }
    }
    Ok(())
}

fn holds(check: &Check, value: &Json) -> bool {
    let text = value.as_str().unwrap_or_default();
    match check {
        Check::OneOf(words) => words.contains(&text),
        Check::Length(least, most) => (*least..=*most).contains(&text.chars().count()),
        Check::Range(least, most) => {
            value.as_f64().is_some_and(|number| number >= *least as f64 && number <= *most as f64)
        }
        Check::Items(items, letters) => value.as_array().is_some_and(|values| {
            let fits = |value: &Json| value.as_str().is_some_and(|text| text.chars().count() <= *letters);
            values.len() <= *items && values.iter().all(fits)
        }),
        Check::Bytes(most) => match value {
            Json::String(text) => text.len() <= *most,
            other => other.to_string().len() <= *most,
        },
        Check::NotBlank => !fold::is_blank(text),
        Check::Email => email::is_canonical(&email::written(text)),
        Check::WebUrl => is_web_url(text),
        Check::Address => text.is_empty() || is_web_url(text) || is_path(text),
        Check::Colour => text
            .strip_prefix('#')
            .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())),
    }
}

/// Returns `true` for an absolute `http` or `https` URL with a host and without white space.
fn is_web_url(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or_default();
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = host.rsplit('@').next().unwrap_or_default();
    let name = host.split(':').next().unwrap_or_default();
    !name.is_empty()
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '[' | ']'))
        && !text.chars().any(|c| c.is_whitespace() || c.is_control())
}

/// Returns `true` for a path of this site. Browsers read `//` and `/\\` as another host, and drop tabs and line breaks.
fn is_path(text: &str) -> bool {
    text.starts_with('/')
        && !text.starts_with("//")
        && !text.chars().any(|c| c == '\\' || c.is_whitespace() || c.is_control())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_addresses_and_colours_are_refused() {
        for (check, good, bad) in [
            (
                Check::Email,
                &["a@b.co", "ana.souza+x@exemplo.com.br", "ana@açaí.com.br"][..],
                &[
                    "",
                    "a",
                    "a@",
                    "@b.co",
                    "a@b",
                    "a b@c.co",
                    "a@b..co",
                    "a@@b.co",
                    "a@-b.co",
                    "a..b@c.co",
                    "ç@b.co",
                ][..],
            ),
            (
                Check::WebUrl,
                &["https://exemplo.com.br/a?b=c#d", "http://localhost:3000"],
                &["", "exemplo.com", "javascript:alert(1)", "https://", "https:// a", "ftp://a.b", "//a.b"],
            ),
            (
                Check::Address,
                &["", "https://exemplo.com.br/a.pdf", "/storage/v1/object/public/contents/a.png?v=1"],
                &[
                    "javascript:alert(1)",
                    "JavaScript:alert(1)",
                    " javascript:alert(1)",
                    "\tjavascript:alert(1)",
                    "java\nscript:alert(1)",
                    "data:text/html,a",
                    "vbscript:a",
                    "blob:https://a.b/c",
                    "file:///etc/a",
                    "//evil.com",
                    "/\\evil.com",
                    "/\t/evil.com",
                    "a.png",
                    "http:javascript:alert(1)",
                    "https://javascript:alert(1) a",
                ],
            ),
            (Check::Colour, &["#aAbB09"], &["", "#fff", "aabbcc", "#gggggg", "red"]),
            (Check::NotBlank, &["a"], &["", " \n\t", "\u{200B}\u{2800}", "\u{301}"]),
            (Check::Length(1, 3), &["a", "éãõ"], &["", "abcd"]),
            (Check::OneOf(&["a", "b"]), &["a"], &["", "c", "A"]),
        ] {
            for text in good {
                assert!(holds(&check, &Json::from(*text)), "{check:?} {text}");
            }
            for text in bad {
                assert!(!holds(&check, &Json::from(*text)), "{check:?} {text}");
            }
        }
        assert!(holds(&Check::Range(0, 5), &Json::from(5)));
        assert!(!holds(&Check::Range(0, 5), &Json::from(6)));
    }
}
