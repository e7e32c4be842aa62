//! One column of a declared table: what it holds, where the value comes from, its limits and who may set it.

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
    /// Truth.
    Bool,
    /// An instant ([`ateneu_base::Timestamp`] text).
    Timestamp,
    /// Any JSON value.
    Json,
    /// A list of text, stored as a JSON array, shown and filtered as an array.
    TextArray,
}

impl Kind {
    /// A stored value as callers see it.
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

    /// The PostgreSQL type name that error messages and type information use.
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

    /// The column type in the one migration text. `plain_text` is a PostgreSQL domain with byte order collation;
    /// SQLite reads it as TEXT. So both databases compare and sort alike.
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

/// A limit on a value. Violations answer `23514` with the constraint `<table>_<column>_check`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Check {
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// Length in characters, both ends included.
    Length(usize, usize),
    /// Most items of a list, and most characters of each.
    Items(usize, usize),
    /// Most bytes of a text, or of a value as JSON.
    Bytes(usize),
    /// Number, both ends included.
    Range(i64, i64),
    /// One visible character or more.
    NotBlank,
    /// A plausible e-mail address.
    Email,
    /// An absolute `http` or `https` address.
    WebUrl,
    /// A [`Check::WebUrl`], a path of this site (`/storage/…`), or nothing; never what runs (`javascript:`).
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
    /// Callers who may set it explicitly (`None`: everybody who may write the row). Only words about the caller.
    pub write: Option<Rule>,
    /// Callers who may give it another value in an existing row, checked on the row before (`None`: everybody who may
    /// change the row).
    pub change: Option<Rule>,
    /// True if it is part of `select=*`. An unlisted column can be filtered by, never selected.
    pub listed: bool,
    /// Values sent for a computed column are dropped instead of refused (the original client sends them).
    pub ignored_on_write: bool,
    /// Applied to text before it is stored (sanitising HTML, trimming, lower case).
    pub sanitize: Option<fn(&str) -> String>,
    /// Columns that a derived one is computed from. An empty list stands for the whole row.
    pub derived_from: &'static [&'static str],
    /// Set to the present instant at every update.
    pub set_on_update: bool,
    /// A hash, digest or code: never part of an export, not even of the own rows.
    pub secret: bool,
    /// Name of the type of its words.
    pub word_type: Option<&'static str>,
    /// Gives the value again from the rest of a stored row, after the way it is computed has changed.
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

/// A text column.
pub fn text(name: &'static str) -> Column {
    column(name, Kind::Text)
}
/// A uuid column.
pub fn uuid(name: &'static str) -> Column {
    column(name, Kind::Uuid)
}
/// An integer column.
pub fn int(name: &'static str) -> Column {
    column(name, Kind::Int)
}
/// A floating point column.
pub fn real(name: &'static str) -> Column {
    column(name, Kind::Real)
}
/// A truth column.
pub fn boolean(name: &'static str) -> Column {
    column(name, Kind::Bool)
}
/// An instant column.
pub fn timestamp(name: &'static str) -> Column {
    column(name, Kind::Timestamp)
}
/// The column `updated_at`: the present instant by default and again at every update.
pub fn updated_at() -> Column {
    Column { set_on_update: true, ..timestamp("updated_at") }.now()
}
/// A JSON column.
pub fn json(name: &'static str) -> Column {
    column(name, Kind::Json)
}
/// A list-of-text column.
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
    /// A constant default; the column is required from now on.
    #[must_use]
    pub fn or(mut self, value: impl Into<Value>) -> Self {
        self.default = Default::Literal(value.into());
        self.nullable = false;
        self
    }
    /// Computes the default from the columns declared before it. The column is required from now on.
    #[must_use]
    pub fn or_from(mut self, from: fn(&Record) -> Value) -> Self {
        self.default = Default::From(from);
        self.required()
    }
    /// A new id by default.
    #[must_use]
    pub fn new_id(mut self) -> Self {
        self.default = Default::NewId;
        self.required()
    }
    /// The present instant by default.
    #[must_use]
    pub fn now(mut self) -> Self {
        self.default = Default::Now;
        self.required()
    }
    /// Filled with the caller's id when missing.
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
    /// One of these words.
    #[must_use]
    pub fn one_of(self, words: &'static [&'static str]) -> Self {
        self.check(Check::OneOf(words))
    }
    /// One of the words of a type.
    #[must_use]
    pub fn words<E: Words>(mut self) -> Self {
        self.word_type = Some(E::NAME);
        self.one_of(E::WORDS)
    }
    /// Returns the words that it may hold. `None` if it may hold others.
    pub(crate) fn words_allowed(&self) -> Option<&'static [&'static str]> {
        self.checks.iter().find_map(|check| match check {
            Check::OneOf(words) => Some(*words),
            _ => None,
        })
    }
    /// Length in characters, both ends included.
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
    /// Points to `table.column`.
    #[must_use]
    pub fn references(mut self, table: &'static str, column: &'static str, on_delete: OnDelete) -> Self {
        self.references = Some(ForeignKey { table, column, on_delete });
        self
    }
    /// Reserves setting the column explicitly for these callers.
    #[must_use]
    pub fn set_by(mut self, rule: Rule) -> Self {
        self.write = Some(rule);
        self
    }
    /// Reserves giving it another value, once the row exists, for these callers.
    #[must_use]
    pub fn changed_by(mut self, rule: Rule) -> Self {
        self.change = Some(rule);
        self
    }
    /// Excludes the column from `select=*` and from every select: for filtering and internal use.
    #[must_use]
    pub fn unlisted(mut self) -> Self {
        self.listed = false;
        self
    }
    /// A hash, digest or code: left out of exports.
    #[must_use]
    pub fn secret(mut self) -> Self {
        self.secret = true;
        self
    }
    /// Computed at every write from the rest of the row.
    #[must_use]
    pub fn derived(self, from: fn(&Record) -> Value) -> Self {
        self.computed(Derive::from_row(from))
    }
    /// Computed from the texts of these columns at every write that changes one of them. A missing text is empty.
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
    /// Computed by other code, and computed again from the rest of a stored row after that code has changed.
    #[must_use]
    pub fn recomputed(mut self, from: fn(&Record) -> Value) -> Self {
        self.recompute = Some(Derive::from_row(from));
        self
    }
    /// A derived column is computed anew only where one of these changes.
    #[must_use]
    pub fn only_from(mut self, columns: &'static [&'static str]) -> Self {
        self.derived_from = columns;
        self
    }
    /// Marks the column as read through a foreign key. Sent values are dropped.
    #[must_use]
    pub fn lookup(mut self, via: &'static str, table: &'static str, column: &'static str) -> Self {
        self.source = Source::Lookup { via, table, column };
        self.ignored_on_write = true;
        self
    }
    /// The number of rows of `table` whose `foreign` is this row's id.
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
    /// Applied to text before it is stored.
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
