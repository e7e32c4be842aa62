//! Functions added to SQLite, so that one SQL text means the same in both databases.

use ateneu_base::fold;
use rusqlite::{
    Connection, Error, Result, ffi,
    functions::{Context, FunctionFlags},
    types::ValueRef,
};
use serde_json::Value as Json;

use super::deadline::Deadline;
use crate::{
    json_order,
    patterns::{Pattern, like},
};

/// Registers every function on a connection. Each checks the deadline of its work.
pub(super) fn register(connection: &Connection, deadline: &Deadline) -> Result<()> {
    let flags =
        FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC | FunctionFlags::SQLITE_INNOCUOUS;
    let on_texts = |name: &str, judge: fn(&Call<'_, '_>, &str, &str) -> Result<bool>| {
        let deadline = deadline.clone();
        connection.create_scalar_function(name, 2, flags, move |context| texts(context, &deadline, judge))
    };
    connection.create_scalar_function("only_words", 1, flags, |context| {
        Ok(text_of(context.get_raw(0))?.map(|text| fold::words(&text).join(" ")))
    })?;
    on_texts("pg_like", |call, text, pattern| like(text, pattern, |steps| call.count_steps(steps)))?;
    on_texts("pg_ilike", |call, text, pattern| {
        like(&text.to_lowercase(), &pattern.to_lowercase(), |steps| call.count_steps(steps))
    })?;
    on_texts("pg_regex", |call, text, pattern| regex(call, text, pattern, false))?;
    on_texts("pg_iregex", |call, text, pattern| regex(call, text, pattern, true))?;
    connection.create_scalar_function("json_order", 1, flags, |context| {
        Ok(text_of(context.get_raw(0))?.and_then(|json| json_order::key(&json)))
    })?;
    on_texts("json_contains", |_, left, right| Ok(contains(&json(left)?, &json(right)?)))?;
    on_texts("json_overlaps", |_, left, right| Ok(overlaps(&json(left)?, &json(right)?)))?;
    on_texts("tsquery_match", |_, text, query| Ok(tsquery::matches(text, query)))
}

fn function_error(error: impl std::error::Error + Send + Sync + 'static) -> Error {
    Error::UserFunctionError(Box::new(error))
}

fn json(text: &str) -> Result<Json> {
    serde_json::from_str(text).map_err(function_error)
}

/// One call of a function.
struct Call<'a, 'c> {
    context: &'a Context<'c>,
    deadline: &'a Deadline,
}

impl Call<'_, '_> {
    /// Counts work that grows faster than the length of the text.
    ///
    /// # Errors
    /// Fails with `SQLITE_INTERRUPT` if the statement must end.
    fn count_steps(&self, steps: usize) -> Result<()> {
        if self.deadline.ends_before(steps) {
            return Err(interrupted());
        }
        Ok(())
    }
}

fn interrupted() -> Error {
    Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_INTERRUPT), None)
}

/// Applies a function to two texts. Returns NULL if either is NULL. Numbers count as their text.
fn texts(
    context: &Context<'_>,
    deadline: &Deadline,
    judge: fn(&Call<'_, '_>, &str, &str) -> Result<bool>,
) -> Result<Option<bool>> {
    let (Some(left), Some(right)) = (text_of(context.get_raw(0))?, text_of(context.get_raw(1))?) else {
        return Ok(None);
    };
    let call = Call { context, deadline };
    call.count_steps(left.len() + right.len())?;
    judge(&call, &left, &right).map(Some)
}

fn text_of(value: ValueRef<'_>) -> Result<Option<std::borrow::Cow<'_, str>>> {
    Ok(match value {
        ValueRef::Null => None,
        ValueRef::Integer(number) => Some(number.to_string().into()),
        ValueRef::Real(number) => Some(number.to_string().into()),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
            Some(std::str::from_utf8(bytes).map_err(function_error)?.into())
        }
    })
}

fn regex(call: &Call<'_, '_>, text: &str, pattern: &str, ignores_case: bool) -> Result<bool> {
    // Cached with the statement, so that it is compiled once and not for every row.
    let compiled = call.context.get_or_create_aux(1, |_| {
        Pattern::compiled(pattern, ignores_case)
            .map_err(|error| Box::new(error) as Box<dyn std::error::Error + Send + Sync>)
    })?;
    call.count_steps(compiled.steps(text))?;
    compiled.is_found_in(text).ok_or_else(interrupted)
}

/// Implements PostgreSQL's `jsonb @>`.
fn contains(left: &Json, right: &Json) -> bool {
    match (left, right) {
        (Json::Object(left), Json::Object(right)) => {
            right.iter().all(|(key, wanted)| left.get(key).is_some_and(|value| contains(value, wanted)))
        }
        (Json::Array(left), Json::Array(right)) => {
            right.iter().all(|wanted| left.iter().any(|value| contains(value, wanted)))
        }
        (Json::Array(left), wanted) if !wanted.is_object() => left.iter().any(|value| same(value, wanted)),
        (left, right) => same(left, right),
    }
}

/// Returns `true` if the values are equal. 1 and 1.0 are the same number.
fn same(left: &Json, right: &Json) -> bool {
    match (left, right) {
        (Json::Number(left), Json::Number(right)) => left == right || left.as_f64() == right.as_f64(),
        (left, right) => left == right,
    }
}

fn overlaps(left: &Json, right: &Json) -> bool {
    let (Json::Array(left), Json::Array(right)) = (left, right) else {
        return false;
    };
    left.iter().any(|value| right.iter().any(|other| same(value, other)))
}

/// Parser of PostgreSQL's `tsquery` text form over plain words.
mod tsquery {
    /// Returns `true` if the words of the text satisfy the query.
    pub(super) fn matches(text: &str, query: &str) -> bool {
        let words: Vec<String> = text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect();
        let mut reader = Reader { rest: query.trim(), words: &words };
        !reader.rest.is_empty() && reader.any().holds()
    }

    /// Positions after the last word of each match. A negation holds without a position.
    enum Ends {
        At(Vec<usize>),
        Nowhere,
    }

    impl Ends {
        fn of(truth: bool) -> Self {
            if truth { Ends::Nowhere } else { Ends::At(Vec::new()) }
        }
        fn holds(&self) -> bool {
            !matches!(self, Ends::At(ends) if ends.is_empty())
        }
    }

    struct Reader<'a> {
        rest: &'a str,
        words: &'a [String],
    }

    impl Reader<'_> {
        fn takes(&mut self, token: &str) -> bool {
            match self.rest.trim_start().strip_prefix(token) {
                Some(rest) => {
                    self.rest = rest;
                    true
                }
                None => false,
            }
        }

        fn any(&mut self) -> Ends {
            let mut found = self.all();
            while self.takes("|") {
                let other = self.all();
                if !found.holds() {
                    found = other;
                }
            }
            found
        }

        fn all(&mut self) -> Ends {
            let mut found = self.phrase();
            while self.takes("&") {
                let other = self.phrase();
                found = Ends::of(found.holds() && other.holds());
            }
            found
        }

        fn phrase(&mut self) -> Ends {
            let mut found = self.operand();
            while let Some(distance) = self.distance() {
                let (Ends::At(first), Ends::At(second)) = (found, self.operand()) else {
                    found = Ends::At(Vec::new());
                    continue;
                };
                // Both lists are sorted.
                let mut first = first.into_iter().map(|end| end + distance).peekable();
                let next = second.into_iter().filter(|end| {
                    while first.next_if(|reached| reached < end).is_some() {}
                    first.peek() == Some(end)
                });
                found = Ends::At(next.collect());
            }
            found
        }

        /// Reads a distance: 1 for `<->`, 2 for `<2>`.
        fn distance(&mut self) -> Option<usize> {
            let rest = self.rest.trim_start().strip_prefix('<')?;
            let (inside, rest) = rest.split_once('>')?;
            self.rest = rest;
            Some(if inside == "-" { 1 } else { inside.parse().ok()? })
        }

        fn operand(&mut self) -> Ends {
            if self.takes("!") {
                return Ends::of(!self.operand().holds());
            }
            if self.takes("(") {
                let inner = self.any();
                self.takes(")");
                return inner;
            }
            if !self.takes("'") {
                return Ends::At(Vec::new());
            }
            let (word, rest) = self.rest.split_once('\'').unwrap_or((self.rest, ""));
            self.rest = rest;
            let prefix = self.takes(":*");
            let fits = |candidate: &String| {
                if prefix { candidate.starts_with(word) } else { candidate == word }
            };
            Ends::At((1..=self.words.len()).filter(|end| fits(&self.words[end - 1])).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_that_grows_with_text_and_pattern_can_be_ended() {
        let (text, pattern) = ("a".repeat(100_000), format!("%{}b%", "a".repeat(30_000)));
        let ended = like(&text, &format!("{pattern}_"), |_| Err(Error::InvalidQuery));
        assert!(ended.is_err());
        let long = "a ".repeat(100_000);
        assert!(tsquery::matches(&long, &["'a':*"; 20].join(" <-> ")));
        assert!(!tsquery::matches(&long, &["'a':*"; 20].join(" <1000> ").replace("<1000>", "<-> 'b' <->")));
    }
}
