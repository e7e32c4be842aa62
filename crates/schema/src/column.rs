//! One column of a declared table: kind, source and limits of its values, and the callers that may set it.

use ateneu_base::{Record, Value};
use serde_json::Value as Json;

use crate::{Rule, words::Words};
pub use crate::{
    default::Default,
    source::{Derive, ForeignKey, OnDelete, Source},
};

/// Kind of a column's values, as the client sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    Text,
    /// A uuid in canonical lower-case text.
    Uuid,
    /// A 64-bit integer.
    Int,
    /// A double.
    Real,
    /// A boolean.
    Bool,
    /// An instant ([`ateneu_base::Timestamp`] text).
    Timestamp,
    /// Any JSON value.
    Json,
    /// A list of text, stored as a JSON array, shown and filtered as an array.
    TextArray,
}

impl Kind {
    /// Returns a stored value as callers see it.
    pub fn json(self, value: &Value) -> Json {
        match (self, value) {
            (_, Value::Null) => Json::Null,
            (Self::Bool, value) => value.as_bool().map_or(Json::Null, Json::from),
            (Self::Json | Self::TextArray, Value::Text(text)) => {
                serde_json::from_str(text).unwrap_or(Json::Null)
            }
            (Self::Real, Value::Int(number)) => Json::from(*number as f64),
            (_, Value::Bool(truth)) => Json::from(*truth),
            (_, Value::Int(number)) => Json::from(*number),
            (_, Value::Real(number)) => Json::from(*number),
            (_, Value::Text(text)) => Json::from(text.as_str()),
        }
    }

    /// Returns the PostgreSQL type name for error messages and type information.
    pub fn postgres_name(self) -> &'static str {
        match self {
            Kind::Text => "text",
            Kind::Uuid => "uuid",
            Kind::Int => "bigint",
            Kind::Real => "double precision",
            Kind::Bool => "boolean",
            Kind::Timestamp => "timestamp with time zone",
            Kind::Json => "jsonb",
            Kind::TextArray => "text[]",
        }
    }

    /// Returns the column type for migrations. `plain_text` is a PostgreSQL domain with byte order collation, and
    /// SQLite reads it as TEXT, so that both databases compare and sort alike.
    pub fn stored_as(self) -> &'static str {
        match self {
            Kind::Text | Kind::Uuid | Kind::Timestamp => "plain_text",
            Kind::Int => "bigint",
            Kind::Real => "double precision",
            Kind::Bool => "boolean",
            Kind::Json | Kind::TextArray => "jsonb",
        }
    }
}

/// A limit on a value. A violation is answered with `23514` and the constraint `<table>_<column>_check`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Check {
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// Length in characters, both ends included.
    Length(usize, usize),
    /// Maximum number of items of a list, and of characters of each.
    Items(usize, usize),
    /// Maximum number of bytes of a text, or of a value as JSON.
    Bytes(usize),
    /// Number, both ends included.
    Range(i64, i64),
    /// One visible character or more.
    NotBlank,
    /// A plausible e-mail address.
    Email,
    /// An absolute `http` or `https` address.
    WebUrl,
    /// A [`Check::WebUrl`], a path of this site (`/storage/…`), or an empty text. Never a script (`javascript:`).
    Address,
    /// `#rrggbb`.
    Colour,
}

/// One column.
#[derive(Clone, Debug)]
pub struct Column {
    /// Name in SQL and on the wire.
    pub name: &'static str,
    /// Kind of the values.
    pub kind: Kind,
    /// True if it may be NULL.
    pub nullable: bool,
    /// Value that replaces a missing one.
    pub default: Default,
    /// Limits.
    pub checks: Vec<Check>,
    /// Origin of the value.
    pub source: Source,
    /// The row it points to.
    pub references: Option<ForeignKey>,
    /// Callers that may set it explicitly. `None` for all that may write the row. The rule reads only the caller.
    pub write: Option<Rule>,
    /// Callers that may change it in an existing row, checked on the row before. `None` for all that may change the
    /// row.
    pub change: Option<Rule>,
    /// True if it is part of `select=*`. An unlisted column can be filtered by, never selected.
    pub listed: bool,
    /// True if values sent for a computed column are dropped, not refused: the original client sends them.
    pub ignored_on_write: bool,
    /// Cleaning of text before it is stored: sanitising HTML, trimming, lower case.
    pub sanitize: Option<fn(&str) -> String>,
    /// Columns that a derived one is computed from. An empty list stands for the whole row.
    pub derived_from: &'static [&'static str],
    /// True if every update sets it to the present instant.
    pub set_on_update: bool,
    /// True for a hash, digest or code: no export contains it, not even the owner's.
    pub secret: bool,
    /// Name of the type of its words.
    pub word_type: Option<&'static str>,
    /// Recomputes the value from a stored row, after the computation has changed.
    pub recompute: Option<Derive>,
}

fn column(name: &'static str, kind: Kind) -> Column {
    Column {
        name,
        kind,
        nullable: true,
        default: Default::Null,
        checks: Vec::new(),
        source: Source::Stored,
        references: None,
        write: None,
        change: None,
        listed: true,
        ignored_on_write: false,
        sanitize: None,
        derived_from: &[],
        set_on_update: false,
        secret: false,
        word_type: None,
        recompute: None,
    }
}

/// Declares a text column.
pub fn text(name: &'static str) -> Column {
    column(name, Kind::Text)
}
/// Declares a uuid column.
pub fn uuid(name: &'static str) -> Column {
    column(name, Kind::Uuid)
}
/// Declares an integer column.
pub fn int(name: &'static str) -> Column {
    column(name, Kind::Int)
}
/// Declares a floating point column.
pub fn real(name: &'static str) -> Column {
    column(name, Kind::Real)
}
/// Declares a boolean column.
pub fn boolean(name: &'static str) -> Column {
    column(name, Kind::Bool)
}
/// Declares a column of instants.
pub fn timestamp(name: &'static str) -> Column {
    column(name, Kind::Timestamp)
}
/// Declares the column `updated_at`: the present instant by default, and again at every update.
pub fn updated_at() -> Column {
    Column { set_on_update: true, ..timestamp("updated_at") }.now()
}
/// Declares a JSON column.
pub fn json(name: &'static str) -> Column {
    column(name, Kind::Json)
}
/// Declares a column of lists of text.
pub fn text_array(name: &'static str) -> Column {
    column(name, Kind::TextArray).required().or(Value::Text("[]".into()))
}

impl Column {
    /// Makes the column NOT NULL.
    #[must_use]
    pub fn required(mut self) -> Self {
        self.nullable = false;
        self
    }
    /// Sets a constant default and makes the column required.
    #[must_use]
    pub fn or(mut self, value: impl Into<Value>) -> Self {
        self.default = Default::Literal(value.into());
        self.nullable = false;
        self
    }
    /// Computes the default from the columns declared before it, and makes the column required.
    #[must_use]
    pub fn or_from(mut self, from: fn(&Record) -> Value) -> Self {
        self.default = Default::From(from);
        self.required()
    }
    /// Defaults to a new id.
    #[must_use]
    pub fn new_id(mut self) -> Self {
        self.default = Default::NewId;
        self.required()
    }
    /// Defaults to the present instant.
    #[must_use]
    pub fn now(mut self) -> Self {
        self.default = Default::Now;
        self.required()
    }
    /// Defaults to the caller's id.
    #[must_use]
    pub fn caller(mut self) -> Self {
        self.default = Default::CallerId;
        self
    }
    /// Adds a limit.
    #[must_use]
    pub fn check(mut self, check: Check) -> Self {
        self.checks.push(check);
        self
    }
    /// Limits the values to these words.
    #[must_use]
    pub fn one_of(self, words: &'static [&'static str]) -> Self {
        self.check(Check::OneOf(words))
    }
    /// Limits the values to the words of a type.
    #[must_use]
    pub fn words<E: Words>(mut self) -> Self {
        self.word_type = Some(E::NAME);
        self.one_of(E::WORDS)
    }
    /// Returns the words that it is limited to. Returns `None` without such a limit.
    pub(crate) fn words_allowed(&self) -> Option<&'static [&'static str]> {
        self.checks.iter().find_map(|check| match check {
            Check::OneOf(words) => Some(*words),
            _ => None,
        })
    }
    /// Limits the length in characters, both ends included.
    #[must_use]
    pub fn length(self, least: usize, most: usize) -> Self {
        self.check(Check::Length(least, most))
    }
    /// Limits the number of items, and the number of characters of each.
    #[must_use]
    pub fn items(self, items: usize, letters: usize) -> Self {
        self.check(Check::Items(items, letters))
    }
    /// Limits the number of bytes.
    #[must_use]
    pub fn bytes(self, most: usize) -> Self {
        self.check(Check::Bytes(most))
    }
    /// Makes the column refer to `table.column`.
    #[must_use]
    pub fn references(mut self, table: &'static str, column: &'static str, on_delete: OnDelete) -> Self {
        self.references = Some(ForeignKey { table, column, on_delete });
        self
    }
    /// Reserves setting it explicitly to these callers.
    #[must_use]
    pub fn set_by(mut self, rule: Rule) -> Self {
        self.write = Some(rule);
        self
    }
    /// Reserves changing it in an existing row to these callers.
    #[must_use]
    pub fn changed_by(mut self, rule: Rule) -> Self {
        self.change = Some(rule);
        self
    }
    /// Excludes the column from `select=*` and every other select: for filters and internal use.
    #[must_use]
    pub fn unlisted(mut self) -> Self {
        self.listed = false;
        self
    }
    /// Leaves a hash, digest or code out of exports.
    #[must_use]
    pub fn secret(mut self) -> Self {
        self.secret = true;
        self
    }
    /// Computes the value from the rest of the row at every write.
    #[must_use]
    pub fn derived(self, from: fn(&Record) -> Value) -> Self {
        self.computed(Derive::from_row(from))
    }
    /// Computes the value from the texts of these columns at every write that changes one of them. A missing text is
    /// empty.
    #[must_use]
    pub fn derived_from<const N: usize, V: Into<Value>>(
        mut self,
        columns: &'static [&'static str; N],
        from: impl Fn([&str; N]) -> V + Send + Sync + 'static,
    ) -> Self {
        self.derived_from = columns;
        self.computed(Derive::from_texts(columns, from))
    }
    fn computed(mut self, from: Derive) -> Self {
        self.source = Source::Derived(from.clone());
        self.write = Some(Rule::Nobody);
        self.recompute = Some(from);
        self
    }
    /// Declares a value that other code computes, and its recomputation from a stored row after that code has changed.
    #[must_use]
    pub fn recomputed(mut self, from: fn(&Record) -> Value) -> Self {
        self.recompute = Some(Derive::from_row(from));
        self
    }
    /// Recomputes a derived column only if one of these columns changes.
    #[must_use]
    pub fn only_from(mut self, columns: &'static [&'static str]) -> Self {
        self.derived_from = columns;
        self
    }
    /// Reads the column through a foreign key. Sent values are dropped.
    #[must_use]
    pub fn lookup(mut self, via: &'static str, table: &'static str, column: &'static str) -> Self {
        self.source = Source::Lookup { via, table, column };
        self.ignored_on_write = true;
        self
    }
    /// Counts the rows of `table` whose `foreign` is this row's id.
    #[must_use]
    pub fn count_of(mut self, table: &'static str, foreign: &'static str) -> Self {
        self.source = Source::Count { table, foreign, only: None, announced: false };
        self
    }
    /// Counts only the rows that satisfy an SQL condition.
    #[must_use]
    pub fn only(mut self, condition: &'static str) -> Self {
        if let Source::Count { only, .. } = &mut self.source {
            *only = Some(condition);
        }
        self
    }
    /// Announces a changed count as an update of the row.
    #[must_use]
    pub fn announced(mut self) -> Self {
        if let Source::Count { announced, .. } = &mut self.source {
            *announced = true;
        }
        self
    }
    /// Cleans text before it is stored.
    #[must_use]
    pub fn sanitized(mut self, sanitize: fn(&str) -> String) -> Self {
        self.sanitize = Some(sanitize);
        self
    }
    /// True for columns that exist in the database.
    pub fn is_stored(&self) -> bool {
        matches!(self.source, Source::Stored | Source::Derived(_))
    }
}
