//! The plan of a read: tables, members, filters and orders, with every name resolved.

use ateneu_base::Value;
use ateneu_db::JsonStep;
use ateneu_schema::{Column, Kind, Source, Table};

use crate::{
    error::Error,
    grammar::{Field, Function, Quantifier},
};

/// A column of a known table, possibly with a path into its JSON.
#[derive(Clone, Debug)]
pub struct ColumnPath<'s> {
    pub column: &'s Column,
    pub steps: Vec<JsonStep>,
    /// True if the last step gives text.
    pub as_text: bool,
}

impl<'s> ColumnPath<'s> {
    /// Finds the column in the table.
    pub fn of(table: &'s Table, field: &Field) -> Result<Self, Error> {
        let column =
            table.column(&field.column).ok_or_else(|| Error::no_column(table.name, &field.column))?;
        if !field.steps.is_empty() && !matches!(column.kind, Kind::Json | Kind::TextArray) {
            return Err(Error::no_operator(column.kind.postgres_name(), "->"));
        }
        Ok(Self { column, steps: field.steps.clone(), as_text: field.as_text })
    }

    /// Returns `true` if both paths are the same.
    pub fn is_same(&self, other: &ColumnPath<'_>) -> bool {
        self.column.name == other.column.name && self.steps == other.steps && self.as_text == other.as_text
    }

    /// Returns the kind of the value at the end of the path.
    pub fn kind(&self) -> Kind {
        match (self.steps.is_empty(), self.as_text) {
            (true, _) => self.column.kind,
            (false, true) => Kind::Text,
            (false, false) => Kind::Json,
        }
    }
}

/// A table to read: the requested one or an embedded one.
#[derive(Clone, Debug)]
pub struct Node<'s> {
    pub table: &'s Table,
    /// Number of the node in the statement, in the alias `t<number>`.
    pub alias: usize,
    /// Members of each row, in order.
    pub output: Vec<Output<'s>>,
    pub embeds: Vec<Embed<'s>>,
    pub filters: Vec<Filter<'s>>,
    pub order: Vec<Order<'s>>,
    pub limit: Option<u64>,
    pub offset: u64,
}

impl<'s> Node<'s> {
    /// Returns a node of all rows of the table, without members.
    pub fn bare(table: &'s Table, alias: usize) -> Self {
        Self {
            table,
            alias,
            output: Vec::new(),
            embeds: Vec::new(),
            filters: Vec::new(),
            order: Vec::new(),
            limit: None,
            offset: 0,
        }
    }

    /// Returns `true` if an ordered part of the rows is selected and has relations or counts.
    pub fn reads_other_rows_of_a_page(&self) -> bool {
        let reads = |output: &Output<'_>| match output {
            Output::Embed(_) | Output::Spread(_) => true,
            Output::Value { column_path, .. } => matches!(column_path.column.source, Source::Count { .. }),
            Output::Count { .. } => false,
        };
        let is_part = self.limit.is_some() && !self.order.is_empty() && !self.is_grouped();
        is_part && self.output.iter().any(reads)
    }

    /// Returns the keys of each row, for a header line.
    pub fn keys(&self) -> Vec<String> {
        let mut keys = Vec::new();
        for output in &self.output {
            match output {
                Output::Value { key, .. } | Output::Count { key, .. } => keys.push(key.clone()),
                Output::Embed(index) if self.embeds[*index].has_output() => {
                    keys.push(self.embeds[*index].key.clone())
                }
                Output::Embed(_) => {}
                Output::Spread(index) => keys.extend(self.embeds[*index].node.keys()),
            }
        }
        keys
    }

    /// Returns the primary key in the filters. Returns `None` if they admit more than one row.
    pub fn key(&self) -> Option<String> {
        self.filters.iter().find_map(|filter| match filter {
            Filter::Test(Test {
                column_path,
                negated: false,
                comparison: Comparison::Compare("=", None, values),
            }) if column_path.steps.is_empty() && self.table.primary_key == [column_path.column.name] => {
                match values.as_slice() {
                    [Value::Text(key)] => Some(key.clone()),
                    [Value::Int(key)] => Some(key.to_string()),
                    _ => None,
                }
            }
            _ => None,
        })
    }

    /// True if rows are grouped: there is an aggregate, also in a relation spread into this row.
    pub fn is_grouped(&self) -> bool {
        self.output.iter().any(|output| match output {
            Output::Value { aggregate, .. } => aggregate.is_some(),
            Output::Count { .. } => true,
            Output::Embed(_) => false,
            Output::Spread(index) => !self.embeds[*index].many && self.embeds[*index].node.is_grouped(),
        })
    }

    /// Returns `true` if the rows are grouped by a term of the order.
    pub fn groups_by(&self, by: &By<'_>) -> bool {
        let shows = |node: &Node<'_>, wanted: &ColumnPath<'_>| {
            node.output.iter().any(|output| match output {
                Output::Value { column_path, cast: None, aggregate: None, .. } => column_path.is_same(wanted),
                _ => false,
            })
        };
        match by {
            By::Own(wanted) => shows(self, wanted),
            By::Related(index, wanted) => {
                self.embeds[*index].spread && shows(&self.embeds[*index].node, wanted)
            }
        }
    }
}

/// A related table inside a row.
#[derive(Clone, Debug)]
pub struct Embed<'s> {
    /// Key in the response, also the name for filters and orders.
    pub key: String,
    pub near: &'s Column,
    /// Column on the other side.
    pub far: &'s Column,
    /// True for a list of rows. False for one row or null.
    pub many: bool,
    /// True if rows without a match are left out.
    pub inner: bool,
    /// True if its columns join those of this side.
    pub spread: bool,
    pub node: Node<'s>,
}

impl Embed<'_> {
    /// False for `relation()`, which only filters.
    pub fn has_output(&self) -> bool {
        !self.node.output.is_empty()
    }
}

/// One or several members of a row.
#[derive(Clone, Debug)]
pub enum Output<'s> {
    Value {
        key: String,
        /// Source of the value.
        column_path: ColumnPath<'s>,
        cast: Option<Cast>,
        /// Aggregate over the values of many rows.
        aggregate: Option<Aggregate>,
    },
    Count {
        key: String,
        cast: Option<Cast>,
    },
    Embed(usize),
    /// Columns of the embedded relation of that number.
    Spread(usize),
}

/// An aggregate function and the cast of its result.
#[derive(Clone, Copy, Debug)]
pub struct Aggregate {
    pub function: Function,
    pub cast: Option<Cast>,
}

impl Aggregate {
    /// Returns the kind of the aggregate of values of kind `from`, before its cast.
    pub fn kind(self, from: Kind) -> Kind {
        match self.function {
            Function::Count => Kind::Int,
            Function::Avg => Kind::Real,
            Function::Max | Function::Min | Function::Sum => from,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cast {
    Text,
    /// Number or boolean to integer.
    Int,
    Real,
    /// Instant to day, `2026-01-31`, in UTC.
    Date,
    /// Instant to time of day, `12:30:00.000000`, in UTC.
    Time,
    /// Instant to day and time without zone.
    DateTime,
    Same,
}

impl Cast {
    /// Returns the kind that a value of kind `from` has after the cast.
    pub fn kind(self, from: Kind) -> Kind {
        match self {
            Cast::Text | Cast::Date | Cast::Time | Cast::DateTime => Kind::Text,
            Cast::Int => Kind::Int,
            Cast::Real => Kind::Real,
            Cast::Same => from,
        }
    }
}

/// Returns the kind of a value after a cast, if there is one.
pub fn kind_after(kind: Kind, cast: Option<Cast>) -> Kind {
    cast.map_or(kind, |cast| cast.kind(kind))
}

#[derive(Clone, Debug)]
pub enum Filter<'s> {
    Test(Test<'s>),
    /// The embedded relation of that number has rows, or has none.
    Present {
        embed: usize,
        present: bool,
    },
    All(Vec<Filter<'s>>),
    Any(Vec<Filter<'s>>),
    Not(Box<Filter<'s>>),
}

#[derive(Clone, Debug)]
pub struct Test<'s> {
    pub column_path: ColumnPath<'s>,
    /// True for the opposite.
    pub negated: bool,
    pub comparison: Comparison,
}

/// Operator of a filter, with its operands.
#[derive(Clone, Debug)]
pub enum Comparison {
    /// `=`, `<>`, `<`, ... against one or several values.
    Compare(&'static str, Option<Quantifier>, Vec<Value>),
    Pattern(Pattern, Option<Quantifier>, Vec<Value>),
    In(Vec<Value>),
    Null,
    NotNull,
    Truth(bool),
    Distinct(Value),
    Contains(Value),
    Contained(Value),
    /// The value shares an element with this JSON list.
    Overlaps(Value),
    /// The words of the text satisfy a `tsquery`. A query without a word matches nothing.
    Search(Option<Value>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    Like,
    Ilike,
    Regex,
    Iregex,
}

#[derive(Clone, Debug)]
pub struct Order<'s> {
    pub by: By<'s>,
    pub descending: bool,
    /// True if empty values come first. PostgreSQL's default is last if ascending, first if descending.
    pub nulls_first: bool,
}

#[derive(Clone, Debug)]
pub enum By<'s> {
    Own(ColumnPath<'s>),
    /// Column of the embedded to-one relation of that number.
    Related(usize, ColumnPath<'s>),
}
