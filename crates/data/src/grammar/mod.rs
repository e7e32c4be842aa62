//! The dialect's grammar: text becomes small trees, without knowledge of tables. Every refusal names its position
//! (`PGRST100`).

pub mod array;
pub mod condition;
pub mod order;
pub mod select;
pub mod text_search;

pub use condition::{Condition, Operator, Quantifier, Test};
pub use order::{OrderTerm, Target};
pub use select::{Aggregate, Function, Relation, SelectItem};

use ateneu_db::JsonStep;

use crate::error::Error;

/// Maximum nesting depth of selects and conditions.
pub const DEPTH: usize = 8;

/// A column, possibly with a path into its JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub column: String,
    pub steps: Vec<JsonStep>,
    /// True if the last step gives text (`->>`).
    pub as_text: bool,
}

impl Field {
    /// Returns the key of the value in the response: the last named step, else the column.
    pub fn key(&self) -> &str {
        self.steps
            .iter()
            .rev()
            .find_map(|step| match step {
                JsonStep::Key(key) => Some(key.as_str()),
                JsonStep::Index(_) => None,
            })
            .unwrap_or(&self.column)
    }
}

/// A parser of one part of the query string.
pub struct Cursor<'a> {
    what: &'static str,
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(what: &'static str, text: &'a str) -> Self {
        Self { what, text, at: 0 }
    }

    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub fn take(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Consumes `token` if it comes next.
    pub fn takes(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    /// Consumes `token`, or fails.
    pub fn expect(&mut self, token: &'static str) -> Result<(), Error> {
        if self.takes(token) { Ok(()) } else { Err(self.unexpected(&format!("\"{token}\""))) }
    }

    /// Consumes characters while the test holds.
    pub fn take_while(&mut self, test: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !test(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Fails if input is left.
    pub fn end(&self) -> Result<(), Error> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.unexpected("end of input")) }
    }

    /// Returns the refusal at this position.
    pub fn unexpected(&self, expected: &str) -> Error {
        let found = self.peek().map_or("unexpected end of input".to_owned(), |c| format!("unexpected {c:?}"));
        Error::Syntax {
            what: self.what,
            input: self.text.chars().take(200).collect(),
            column: self.text[..self.at].chars().count() + 1,
            details: format!("{found} expecting {expected}"),
        }
    }

    /// Parses a name, plain or quoted.
    pub fn name(&mut self) -> Result<String, Error> {
        if self.peek() == Some('"') {
            return self.quoted();
        }
        let rest = self.rest();
        let mut length = 0;
        let mut characters = rest.char_indices().peekable();
        while let Some((index, c)) = characters.next() {
            // A hyphen belongs to the name unless it begins an arrow.
            let arrow = c == '-' && characters.peek().is_some_and(|(_, next)| *next == '>');
            if arrow || !(c.is_alphanumeric() || matches!(c, '_' | '$' | ' ' | '-')) {
                break;
            }
            length = index + c.len_utf8();
        }
        let name = rest[..length].trim();
        if name.is_empty() {
            return Err(self.unexpected("field name (* or [a..z0..9_$])"));
        }
        self.at += length;
        Ok(name.to_owned())
    }

    /// Parses `"quoted, \" and \\ escaped"`.
    pub fn quoted(&mut self) -> Result<String, Error> {
        self.expect("\"")?;
        let mut text = String::new();
        loop {
            match self.take() {
                Some('"') => return Ok(text),
                Some('\\') => text.extend(self.take()),
                Some(c) => text.push(c),
                None => return Err(self.unexpected("end of quoted value (\")")),
            }
        }
    }

    /// Parses a value that may be quoted and ends before one of the stops. A quoted value must be followed by a stop.
    /// Otherwise the quotes belong to it (postgrest-js 2.119 does not escape quotes inside `in` lists).
    pub fn value(&mut self, stops: &[char]) -> String {
        let start = self.at;
        if self.peek() == Some('"')
            && let Ok(text) = self.quoted()
            && self.peek().is_none_or(|c| stops.contains(&c))
        {
            return text;
        }
        self.at = start;
        self.take_while(|c| !stops.contains(&c)).to_owned()
    }

    /// Parses a column and its JSON steps.
    pub fn field(&mut self) -> Result<Field, Error> {
        let column = self.name()?;
        self.json_steps(column)
    }

    /// Parses the JSON steps after a column's name.
    pub fn json_steps(&mut self, column: String) -> Result<Field, Error> {
        let mut field = Field { column, steps: Vec::new(), as_text: false };
        while self.rest().starts_with("->") {
            if field.as_text || field.steps.len() == DEPTH {
                return Err(self.unexpected("the end of the JSON path"));
            }
            field.as_text = self.takes("->>");
            if !field.as_text {
                self.takes("->");
            }
            field.steps.push(self.json_step()?);
        }
        Ok(field)
    }

    fn json_step(&mut self) -> Result<JsonStep, Error> {
        let start = self.at;
        let negative = self.takes("-");
        let digits = self.take_while(|c| c.is_ascii_digit());
        let boundary = self.peek().is_none_or(|c| !(c.is_alphanumeric() || c == '_'));
        if !digits.is_empty()
            && boundary
            && let Ok(index) = digits.parse::<i32>()
        {
            let index = i64::from(index);
            return Ok(JsonStep::Index(if negative { -index } else { index }));
        }
        self.at = start;
        let key = self.json_key()?;
        if key.contains(['"', '\\']) {
            return Err(self.unexpected("a JSON key without quotes or backslashes"));
        }
        Ok(JsonStep::Key(key))
    }

    /// Parses a key of an object, plain or quoted. It may contain all characters that do not end a path.
    fn json_key(&mut self) -> Result<String, Error> {
        if self.peek() == Some('"') {
            return self.quoted();
        }
        let rest = self.rest();
        let mut characters = rest.char_indices();
        let end = characters
            .find(|(index, c)| matches!(c, '.' | ',' | ':' | '(' | ')') || rest[*index..].starts_with("->"));
        let key = rest[..end.map_or(rest.len(), |(index, _)| index)].trim();
        if key.is_empty() {
            return Err(self.unexpected("a JSON key"));
        }
        self.at += end.map_or(rest.len(), |(index, _)| index);
        Ok(key.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Field, condition, order, select};

    proptest! {
        #[test]
        fn arbitrary_text_never_panics_the_grammar(text in "\\PC{0,60}", list in "[a-c.,:()!*>\"\\\\{}-]{0,40}") {
            for text in [text, list] {
                let _ = select::parse(&text);
                let _ = order::parse(&text);
                let _ = condition::logic(true, false, &text);
                let field = Field { column: "a".into(), steps: Vec::new(), as_text: false };
                let _ = condition::filter(field, &text);
            }
        }
    }
}
