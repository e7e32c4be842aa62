//! The filter of a subscription to changes: `column=op.value`, several joined by commas, all of which must hold. The same
//! operators as in the client library, `not.` before each.

use std::cmp::Ordering;

use ateneu_base::{Record, Timestamp, ids};
use ateneu_schema::{Kind, Table};
use regex::{Regex, RegexBuilder};
use serde_json::Value;

/// Longest filter, in bytes.
const LONGEST: usize = 2_000;
/// Most tests in one filter.
const TESTS: usize = 20;
/// Most values of `in`.
const VALUES: usize = 100;
/// Largest compiled pattern, in bytes.
const PATTERN_BYTES: usize = 64 << 10;

/// Tests that must all hold. The empty filter admits every row.
#[derive(Clone, Debug, Default)]
pub struct Filter(Vec<Test>);

#[derive(Clone, Debug)]
struct Test {
    column: &'static str,
    negated: bool,
    operator: Operator,
}

#[derive(Clone, Debug)]
enum Operator {
    /// One of these orderings to the value; a missing value has none.
    Compares(&'static [Ordering], Value),
    In(Vec<Value>),
    /// `is.null`, `is.true`, `is.false`; NULL or the truth.
    Is(Option<bool>),
    IsDistinct(Value),
    Matches(Box<Regex>),
}

impl Filter {
    /// Reads a filter over columns that callers may name.
    ///
    /// # Errors
    /// A message for the developer.
    pub fn parse(table: &Table, text: &str) -> Result<Self, String> {
        if text.len() > LONGEST {
            return Err(format!("the filter has more than {LONGEST} bytes"));
        }
        let tests =
            split(text).into_iter().map(|test| Test::parse(table, test)).collect::<Result<Vec<_>, _>>()?;
        if tests.len() > TESTS {
            return Err(format!("the filter has more than {TESTS} tests"));
        }
        Ok(Self(tests))
    }

    /// True where the row passes every test.
    pub fn admits(&self, row: &Record) -> bool {
        self.0.iter().all(|test| test.holds(row))
    }

    /// False where a test shows that no row whose `column` has this value can pass.
    pub fn may_admit(&self, column: &str, value: &Value) -> bool {
        self.0.iter().filter(|test| test.column == column).all(|test| test.holds_for(Some(value)))
    }

    /// The columns that are tested.
    pub fn columns(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|test| test.column)
    }
}

/// The parts between commas outside of parentheses and quotes.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth, mut quoted, mut escaped) = (Vec::new(), 0, 0_usize, false, false);
    for (index, character) in text.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth = depth.saturating_sub(1),
            ',' if !quoted && depth == 0 => {
                parts.push(&text[start..index]);
                start = index + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// A value without its quotes.
fn unquoted(text: &str) -> String {
    match text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inner) => {
            let mut plain = String::with_capacity(inner.len());
            let mut characters = inner.chars();
            while let Some(character) = characters.next() {
                plain.extend(if character == '\\' { characters.next() } else { Some(character) });
            }
            plain
        }
        None => text.to_owned(),
    }
}

impl Test {
    fn parse(table: &Table, text: &str) -> Result<Self, String> {
        let malformed = || format!("`{text}` is not column=operator.value");
        let (name, rest) = text.split_once('=').ok_or_else(malformed)?;
        let column = table
            .column(name.trim())
            .filter(|column| !column.secret && column.listed)
            .ok_or_else(|| format!("column \"{}\" does not exist", name.trim()))?;
        let (negated, rest) = match rest.strip_prefix("not.") {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let (operator, value) = rest.split_once('.').ok_or_else(malformed)?;
        let one = || parse(column.kind, &unquoted(value));
        let compares = |orderings| one().map(|value| Operator::Compares(orderings, value));
        use Ordering::{Equal, Greater, Less};
        let operator = match operator {
            "eq" => compares(&[Equal]),
            "neq" => compares(&[Less, Greater]),
            "lt" => compares(&[Less]),
            "lte" => compares(&[Less, Equal]),
            "gt" => compares(&[Greater]),
            "gte" => compares(&[Greater, Equal]),
            "isdistinct" => one().map(Operator::IsDistinct),
            "in" => {
                let inner =
                    value.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).ok_or_else(malformed)?;
                let values = split(inner);
                if values.len() > VALUES {
                    return Err(format!("`in` has more than {VALUES} values"));
                }
                let values = values.into_iter().map(|value| parse(column.kind, &unquoted(value)));
                values.collect::<Result<_, _>>().map(Operator::In)
            }
            "is" => match value {
                "null" => Ok(Operator::Is(None)),
                "true" => Ok(Operator::Is(Some(true))),
                "false" => Ok(Operator::Is(Some(false))),
                _ => Err(format!("`is` takes null, true or false, not {value}")),
            },
            "like" | "ilike" | "match" | "imatch" if column.kind != Kind::Text => {
                Err(format!("column \"{name}\" has no text"))
            }
            "like" => pattern(&like(&unquoted(value)), false),
            "ilike" => pattern(&like(&unquoted(value)), true),
            "match" => pattern(&unquoted(value), false),
            "imatch" => pattern(&unquoted(value), true),
            other => Err(format!("there is no operator `{other}`")),
        };
        Ok(Self { column: column.name, negated, operator: operator? })
    }

    fn holds(&self, row: &Record) -> bool {
        self.holds_for(row.get(self.column))
    }

    /// A comparison with a missing value is unknown, and so is its negation.
    fn holds_for(&self, value: Option<&Value>) -> bool {
        let value = value.unwrap_or(&Value::Null);
        let known = match (&self.operator, value) {
            (Operator::Is(None), value) => Some(value.is_null()),
            (Operator::Is(truth), value) => Some(value.as_bool() == *truth),
            (Operator::IsDistinct(other), value) => Some(compare(value, other) != Some(Ordering::Equal)),
            (_, Value::Null) => None,
            (Operator::Compares(orderings, other), value) => {
                compare(value, other).map(|ordering| orderings.contains(&ordering))
            }
            (Operator::In(values), value) => {
                Some(values.iter().any(|other| compare(value, other) == Some(Ordering::Equal)))
            }
            (Operator::Matches(pattern), Value::String(text)) => Some(pattern.is_match(text)),
            (Operator::Matches(_), _) => None,
        };
        known.is_some_and(|holds| holds != self.negated)
    }
}

/// The order of two values of one kind; texts by their bytes, as in the database.
fn compare(one: &Value, other: &Value) -> Option<Ordering> {
    match (one, other) {
        (Value::String(one), Value::String(other)) => Some(one.cmp(other)),
        (Value::Bool(one), Value::Bool(other)) => Some(one.cmp(other)),
        (Value::Number(one), Value::Number(other)) => match (one.as_i64(), other.as_i64()) {
            (Some(one), Some(other)) => Some(one.cmp(&other)),
            _ => one.as_f64()?.partial_cmp(&other.as_f64()?),
        },
        (Value::Null, Value::Null) => Some(Ordering::Equal),
        _ => None,
    }
}

/// A value in the canonical form of its kind.
fn parse(kind: Kind, text: &str) -> Result<Value, String> {
    let value = match kind {
        Kind::Text => Some(Value::from(text)),
        Kind::Uuid => ids::parse_uuid(text).map(Value::from),
        Kind::Timestamp => Timestamp::parse(text).ok().map(|at| Value::from(at.to_string())),
        Kind::Int => text.trim().parse::<i64>().ok().map(Value::from),
        Kind::Real => text.trim().parse::<f64>().ok().filter(|number| number.is_finite()).map(Value::from),
        Kind::Bool => match text {
            "true" | "t" => Some(Value::from(true)),
            "false" | "f" => Some(Value::from(false)),
            _ => None,
        },
        Kind::Json | Kind::TextArray => return Err(format!("{} cannot be compared", kind.postgres_name())),
    };
    value.ok_or_else(|| format!("invalid input syntax for type {}: \"{text}\"", kind.postgres_name()))
}

/// The regular expression for a LIKE pattern.
fn like(pattern: &str) -> String {
    let mut regex = String::from("(?s)^");
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        match character {
            '%' | '*' => regex.push_str(".*"),
            '_' => regex.push('.'),
            '\\' => regex.extend(characters.next().map(|next| regex::escape(&next.to_string()))),
            other => regex.push_str(&regex::escape(&other.to_string())),
        }
    }
    regex.push('$');
    regex
}

fn pattern(text: &str, ignores_case: bool) -> Result<Operator, String> {
    let regex = RegexBuilder::new(text)
        .case_insensitive(ignores_case)
        .size_limit(PATTERN_BYTES)
        .dfa_size_limit(PATTERN_BYTES)
        .build()
        .map_err(|_| format!("`{text}` is not a pattern that can be used"))?;
    Ok(Operator::Matches(Box::new(regex)))
}

#[cfg(test)]
mod tests {
    use ateneu_schema::table::{boolean, exposed, int, real, text, text_array, timestamp, uuid};
    use serde_json::json;

    use super::*;

    fn table() -> Table {
        exposed("books", "Books.").columns([
            uuid("id"),
            text("title"),
            int("pages"),
            real("price"),
            boolean("is_new"),
            timestamp("at"),
            text_array("tags"),
            text("code").secret(),
        ])
    }

    fn admits(filter: &str, row: &Value) -> bool {
        Filter::parse(&table(), filter).unwrap().admits(row.as_object().unwrap())
    }

    #[test]
    fn every_operator_compares_by_the_kind_of_its_column() {
        let row = json!({ "id": "0190a6b2-0000-7000-8000-000000000001", "title": "Dom, Casmurro", "pages": 10,
            "price": 1.5, "is_new": true, "at": "2026-11-24T00:00:00.000000+00:00", "tags": ["a"] });
        for (filter, expected) in [
            ("pages=eq.10", true),
            ("pages=neq.10", false),
            ("pages=gt.9", true),
            ("pages=lt.9", false),
            ("pages=gte.10,pages=lte.10", true),
            ("pages=in.(1,10)", true),
            ("pages=not.in.(1,10)", false),
            ("price=eq.1.50", true),
            ("is_new=is.true", true),
            ("is_new=eq.false", false),
            ("is_new=not.is.null", true),
            ("id=eq.0190A6B2-0000-7000-8000-000000000001", true),
            ("at=lt.2026-11-24T00:00:01Z", true),
            ("at=eq.2026-11-23T21:00:00-03:00", true),
            ("title=like.Dom%", true),
            ("title=like.dom%", false),
            ("title=ilike.dom*", true),
            ("title=match.^D.m", true),
            ("title=imatch.casmurro$", true),
            ("title=in.(\"Dom, Casmurro\",x)", true),
            ("title=eq.\"Dom, Casmurro\",pages=eq.11", false),
            ("title=isdistinct.x", true),
        ] {
            assert_eq!(admits(filter, &row), expected, "{filter}");
        }
    }

    #[test]
    fn a_missing_value_passes_only_tests_for_it() {
        let row = json!({ "pages": null, "title": null });
        for (filter, expected) in [
            ("pages=eq.1", false),
            ("pages=not.eq.1", false),
            ("pages=neq.1", false),
            ("pages=is.null", true),
            ("pages=isdistinct.1", true),
            ("title=not.like.a%", false),
        ] {
            assert_eq!(admits(filter, &row), expected, "{filter}");
        }
    }

    #[test]
    fn filters_that_cannot_be_used_are_refused() {
        for filter in [
            "",
            "pages",
            "pages=1",
            "pages=eq",
            "pages=eq.x",
            "nope=eq.1",
            "code=eq.1",
            "pages=like.1%",
            "tags=eq.a",
            "is_new=is.maybe",
            "pages=in.1",
            "title=match.(",
            "id=eq.1",
            "pages=foo.1",
        ] {
            assert!(Filter::parse(&table(), filter).is_err(), "{filter}");
        }
        let many = format!("pages=in.({})", vec!["1"; VALUES + 1].join(","));
        assert!(Filter::parse(&table(), &many).is_err());
    }

    #[test]
    fn a_filter_tells_which_rows_it_can_never_admit() {
        let filter = Filter::parse(&table(), "pages=eq.1,title=eq.a").unwrap();
        assert!(filter.may_admit("pages", &json!(1)));
        assert!(!filter.may_admit("pages", &json!(2)));
        assert!(filter.may_admit("price", &json!(2.0)));
    }
}
