//! The filter of a subscription to changes: `column=op.value`, joined by commas, all of which must hold. The operators
//! are the client library's, each with an optional `not.`.

use std::{cell::Cell, cmp::Ordering, sync::Arc};

use ateneu_base::{Record, Timestamp, ids};
use ateneu_db::{Pattern, like};
use ateneu_limits::Asked;
use ateneu_schema::{Kind, Table};
use serde_json::Value;

use super::filter_text::{self, Part};

/// Maximum length of a filter in bytes.
const MAX_FILTER_BYTES: usize = 2_000;
/// Maximum number of steps of one `like` in one text: some milliseconds.
const LIKE_STEPS: usize = 1_000_000;

/// Tests that must all hold. An empty filter admits every row.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    tests: Vec<Test>,
    bytes: usize,
}

#[derive(Clone, Debug)]
struct Test {
    column: &'static str,
    negated: bool,
    operator: Operator,
}

#[derive(Clone, Debug)]
enum Operator {
    /// The order to the value is one of these. A missing value has none.
    Compares(&'static [Ordering], Value),
    In(Vec<Value>),
    /// `is.null` (`None`), `is.true`, `is.false`.
    Is(Option<bool>),
    IsNotNull,
    IsDistinct(Value),
    Like {
        pattern: String,
        ignores_case: bool,
    },
    Matches {
        text: String,
        ignores_case: bool,
        /// Compiled pattern, set by [`Filter::compile`].
        pattern: Option<Arc<Pattern>>,
    },
}

impl Filter {
    /// Parses a filter over columns that callers may name. Regular expressions are not compiled yet.
    ///
    /// # Errors
    /// Returns a message for the developer.
    pub fn parse(table: &Table, text: &str) -> Result<Self, String> {
        if text.len() > MAX_FILTER_BYTES {
            return Err(format!("the filter has more than {MAX_FILTER_BYTES} bytes"));
        }
        let parts = filter_text::parts(text)?;
        let tests = parts.iter().map(|part| Test::of(table, part)).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { tests, bytes: text.len() })
    }

    /// Compiles the regular expressions.
    ///
    /// # Errors
    /// Returns a message for the developer.
    pub fn compile(&mut self) -> Result<(), String> {
        for test in &mut self.tests {
            if let Operator::Matches { text, ignores_case, pattern } = &mut test.operator {
                let compiled = Pattern::compiled(text, *ignores_case);
                *pattern = Some(compiled.map_err(|_| format!("`{text}` is not a pattern that can be used"))?);
            }
        }
        Ok(())
    }

    /// Counts the tests, patterns and values of the filter. An empty filter counts as one test, because the rules are
    /// evaluated, too.
    pub fn asked(&self) -> Asked {
        let mut asked = Asked { tests: self.tests.len().max(1), ..Asked::default() };
        for test in &self.tests {
            match &test.operator {
                Operator::Matches { .. } => asked.patterns += 1,
                Operator::In(values) => asked.values += values.len(),
                _ => {}
            }
        }
        asked
    }

    /// Returns the bytes of its text.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns `true` if the row passes every test.
    pub fn admits(&self, row: &Record) -> bool {
        self.tests.iter().all(|test| test.holds(row))
    }

    /// Returns `false` if no row whose `column` has this value can pass.
    pub fn may_admit(&self, column: &str, value: &Value) -> bool {
        self.tests.iter().filter(|test| test.column == column).all(|test| test.holds_for(Some(value)))
    }

    /// Returns the tested columns.
    pub fn columns(&self) -> impl Iterator<Item = &'static str> {
        self.tests.iter().map(|test| test.column)
    }
}

impl Test {
    fn of(table: &Table, part: &Part<'_>) -> Result<Self, String> {
        let column = table
            .column(part.column)
            .filter(|column| !column.secret && column.listed)
            .ok_or_else(|| format!("column \"{}\" does not exist", part.column))?;
        let value = part.value.as_str();
        let one = || parse(column.kind, value);
        let compares = |orderings| one().map(|value| Operator::Compares(orderings, value));
        // The client library writes `*` for `%`.
        let like = |ignores_case| Operator::Like { pattern: value.replace('*', "%"), ignores_case };
        let matches = |ignores_case| Operator::Matches { text: value.into(), ignores_case, pattern: None };
        use Ordering::{Equal, Greater, Less};
        let operator = match part.operator {
            "eq" => compares(&[Equal]),
            "neq" => compares(&[Less, Greater]),
            "lt" => compares(&[Less]),
            "lte" => compares(&[Less, Equal]),
            "gt" => compares(&[Greater]),
            "gte" => compares(&[Greater, Equal]),
            "isdistinct" => one().map(Operator::IsDistinct),
            "in" => {
                let values = part.list.iter().map(|value| parse(column.kind, value));
                values.collect::<Result<_, _>>().map(Operator::In)
            }
            "is" => match value.to_ascii_lowercase().as_str() {
                "null" | "unknown" => Ok(Operator::Is(None)),
                "not_null" => Ok(Operator::IsNotNull),
                "true" => Ok(Operator::Is(Some(true))),
                "false" => Ok(Operator::Is(Some(false))),
                _ => Err(format!("`is` takes null, not_null, true, false or unknown, not {value}")),
            },
            "like" | "ilike" | "match" | "imatch" if column.kind != Kind::Text => {
                Err(format!("column \"{}\" has no text", column.name))
            }
            "like" => Ok(like(false)),
            "ilike" => Ok(like(true)),
            "match" => Ok(matches(false)),
            "imatch" => Ok(matches(true)),
            other => Err(format!("there is no operator `{other}`")),
        };
        Ok(Self { column: column.name, negated: part.negated, operator: operator? })
    }

    fn holds(&self, row: &Record) -> bool {
        self.holds_for(row.get(self.column))
    }

    /// Tests a value. A comparison with a missing value is unknown, and so is its negation.
    fn holds_for(&self, value: Option<&Value>) -> bool {
        let value = value.unwrap_or(&Value::Null);
        let known = match (&self.operator, value) {
            (Operator::Is(None), value) => Some(value.is_null()),
            (Operator::Is(truth), value) => Some(value.as_bool() == *truth),
            (Operator::IsNotNull, value) => Some(!value.is_null()),
            (Operator::IsDistinct(other), value) => Some(compare(value, other) != Some(Ordering::Equal)),
            (_, Value::Null) => None,
            (Operator::Compares(orderings, other), value) => {
                compare(value, other).map(|ordering| orderings.contains(&ordering))
            }
            (Operator::In(values), value) => {
                Some(values.iter().any(|other| compare(value, other) == Some(Ordering::Equal)))
            }
            (Operator::Like { pattern, ignores_case: false }, Value::String(text)) => is_like(text, pattern),
            (Operator::Like { pattern, ignores_case: true }, Value::String(text)) => {
                is_like(&text.to_lowercase(), &pattern.to_lowercase())
            }
            (Operator::Matches { pattern: Some(pattern), .. }, Value::String(text)) => {
                pattern.is_found_at_once(text)
            }
            (Operator::Like { .. } | Operator::Matches { .. }, _) => None,
        };
        known.is_some_and(|holds| holds != self.negated)
    }
}

/// Returns `None` if the comparison would take too long.
fn is_like(text: &str, pattern: &str) -> Option<bool> {
    let left = Cell::new(LIKE_STEPS);
    let spend = |steps: usize| {
        left.set(left.get().checked_sub(steps).ok_or(())?);
        Ok::<(), ()>(())
    };
    like(text, pattern, spend).ok()
}

/// Returns the order of two values of one kind. Texts compare by their bytes, as in the database.
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

/// Parses a value into the canonical form of its kind.
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
        let mut filter = Filter::parse(&table(), filter).unwrap();
        filter.compile().unwrap();
        filter.admits(row.as_object().unwrap())
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
            ("title=is.not_null", true),
            ("title=eq. \"Dom, Casmurro\" ", true),
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
            "id=eq.1",
            "pages=foo.1",
        ] {
            assert!(Filter::parse(&table(), filter).is_err(), "{filter}");
        }
        assert!(Filter::parse(&table(), "title=match.(").unwrap().compile().is_err());
    }

    #[test]
    fn a_filter_counts_its_patterns_tests_and_values() {
        let of = |text: &str| Filter::parse(&table(), text).unwrap().asked();
        let none = Asked::default();
        let asked = of("title=match.a,title=imatch.b,title=like.c%,pages=in.(1,2)");
        assert_eq!(asked, Asked { patterns: 2, tests: 4, values: 2, ..none });
        assert_eq!(Filter::default().asked(), Asked { tests: 1, ..none });
    }

    #[test]
    fn a_comparison_that_would_take_too_long_does_not_hold() {
        let long = json!({ "title": "a".repeat(100_000) });
        let filter = format!("title=like.%{}b%_", "a".repeat(1_900));
        assert!(!admits(&filter, &long) && !admits(&filter.replace("=like", "=not.like"), &long));
        assert!(!admits("title=match.\"(a{1,100}){1,5}b\"", &long));
    }

    #[test]
    fn a_filter_tells_which_rows_it_can_never_admit() {
        let filter = Filter::parse(&table(), "pages=eq.1,title=eq.a").unwrap();
        assert!(filter.may_admit("pages", &json!(1)));
        assert!(!filter.may_admit("pages", &json!(2)));
        assert!(filter.may_admit("price", &json!(2.0)));
    }
}
