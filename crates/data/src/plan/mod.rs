//! Stage two: names become declared tables and columns, texts become values. What is unknown, hidden or not
//! possible is refused here, before the database is used.

pub mod embed;
pub mod filter;
pub mod output;

use ateneu_base::{Caller, Timestamp, Value};
use ateneu_db::JsonStep;
use ateneu_limits::{Budget, Exceeded};
use ateneu_schema::{Column, Kind, Schema, Source, Table};

pub use embed::Embed;
pub use filter::{By, Comparison, Filter, Order, Pattern, Test};
pub use output::{Aggregate, Cast, Output, kind_after};

use crate::{
    budget,
    error::Error,
    grammar::{Field, Relation, SelectItem},
    request::Query,
};

/// A column of a known table, possibly with a way into its JSON.
#[derive(Clone, Debug)]
pub struct ColumnPath<'s> {
    pub column: &'s Column,
    pub steps: Vec<JsonStep>,
    /// The last step gives text.
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

    /// True when both read the same of the same column.
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
    /// Number of the node in the statement: alias `t<number>`.
    pub alias: usize,
    /// The members of each row, in order.
    pub output: Vec<Output<'s>>,
    pub embeds: Vec<Embed<'s>>,
    pub filters: Vec<Filter<'s>>,
    pub order: Vec<Order<'s>>,
    pub limit: Option<u64>,
    pub offset: u64,
}

impl<'s> Node<'s> {
    /// Every row of the table, with nothing to show.
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

    /// Returns `true` if an ordered part of the rows is selected and shows relations or counts.
    pub fn reads_other_rows_of_a_page(&self) -> bool {
        let reads = |output: &Output<'_>| match output {
            Output::Embed(_) | Output::Spread(_) => true,
            Output::Value { column_path, .. } => matches!(column_path.column.source, Source::Count { .. }),
            Output::Count { .. } => false,
        };
        let is_part = self.limit.is_some() && !self.order.is_empty() && !self.is_grouped();
        is_part && self.output.iter().any(reads)
    }

    /// The keys of each row, as a header line needs them.
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

    /// The primary key that the filters ask for. Returns `None` if they leave more than one row.
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

    /// True when rows are put together: something is an aggregate, also in a relation spread into this row.
    pub fn is_grouped(&self) -> bool {
        self.output.iter().any(|output| match output {
            Output::Value { aggregate, .. } => aggregate.is_some(),
            Output::Count { .. } => true,
            Output::Embed(_) => false,
            Output::Spread(index) => !self.embeds[*index].many && self.embeds[*index].node.is_grouped(),
        })
    }

    /// True when the rows are grouped by what orders them.
    fn groups_by(&self, by: &By<'_>) -> bool {
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

/// Resolves names against the declared tables.
pub struct Planner<'s> {
    schema: &'s Schema,
    caller: &'s Caller,
    aliases: usize,
    columns: usize,
    /// Number of relations around the node that is planned.
    depth: usize,
}

/// Plans the read of a table, or of the rows a write written. Filters may speak of `now`.
pub fn read<'s>(
    schema: &'s Schema,
    caller: &'s Caller,
    table: &'s Table,
    query: &Query,
    now: Timestamp,
) -> Result<Node<'s>, Error> {
    budget::check_query(Budget::of(caller), query)?;
    let mut planner = Planner { schema, caller, aliases: 0, columns: 0, depth: 0 };
    let mut root = planner.node(table, &query.select)?;
    for (path, terms) in &query.orders {
        let node = descend(&mut root, path)?;
        node.order = filter::resolve_order(node, terms)?;
        let loose = node.order.iter().find(|order| node.is_grouped() && !node.groups_by(&order.by));
        if let Some(Order { by: By::Own(column_path) | By::Related(_, column_path), .. }) = loose {
            return Err(Error::not_grouped(node.table.name, column_path.column.name));
        }
    }
    for (path, limit) in &query.limits {
        descend(&mut root, path)?.limit = Some(*limit);
    }
    for (path, offset) in &query.offsets {
        descend(&mut root, path)?.offset = *offset;
    }
    for (path, condition) in &query.filters {
        let node = descend(&mut root, path)?;
        let filter = filter::resolve(node, condition, now)?;
        node.filters.push(filter);
    }
    Ok(root)
}

impl<'s> Planner<'s> {
    fn node(&mut self, table: &'s Table, items: &[SelectItem]) -> Result<Node<'s>, Error> {
        let alias = self.aliases;
        self.aliases += 1;
        let mut node = Node::bare(table, alias);
        for item in items {
            match item {
                SelectItem::All => node.output.extend(output::all(table)),
                SelectItem::Column { field, alias, cast, aggregate } => node.output.push(output::column(
                    table,
                    field,
                    alias.as_deref(),
                    cast.as_deref(),
                    aggregate.as_ref(),
                    self.caller,
                )?),
                SelectItem::Count { alias, cast } => {
                    node.output.push(output::count(alias.as_deref(), cast.as_deref())?);
                }
                SelectItem::Embed(relation) => {
                    let embed = self.embed(table, relation)?;
                    let is_taken =
                        |other: &Embed<'_>| !other.spread && other.has_output() && other.key == embed.key;
                    if !embed.spread && embed.has_output() && node.embeds.iter().any(is_taken) {
                        // One of them would be lost in the row. The name is PostgREST's for the joined rows.
                        let name = format!("{}_{}_{}", table.name, embed.key, self.depth + 1);
                        let message = format!("table name \"{name}\" specified more than once");
                        return Err(Error::sql("42712", message));
                    }
                    let index = node.embeds.len();
                    node.output.push(if embed.spread { Output::Spread(index) } else { Output::Embed(index) });
                    node.embeds.push(embed);
                }
            }
        }
        // One `*` is many columns.
        self.columns += node.output.len();
        let most = Budget::of(self.caller).columns;
        if self.columns > most {
            return Err(Exceeded { limit: "selected columns", most }.into());
        }
        Ok(node)
    }

    fn embed(&mut self, table: &'s Table, relation: &Relation) -> Result<Embed<'s>, Error> {
        let (near, far, target, many) = embed::relationship(self.schema, table, relation)?;
        self.depth += 1;
        let node = self.node(target, &relation.items)?;
        self.depth -= 1;
        if relation.spread && many && node.is_grouped() {
            return Err(Error::NotImplemented(
                "Aggregates are not implemented for one-to-many or many-to-many spreads.",
            ));
        }
        Ok(Embed {
            key: relation.alias.clone().unwrap_or_else(|| relation.name.clone()),
            near,
            far,
            many,
            inner: relation.inner,
            spread: relation.spread,
            node,
        })
    }
}

/// The embedded node at the end of a path.
fn descend<'n, 's>(node: &'n mut Node<'s>, path: &[String]) -> Result<&'n mut Node<'s>, Error> {
    let Some((first, rest)) = path.split_first() else {
        return Ok(node);
    };
    let embed = node
        .embeds
        .iter_mut()
        .find(|embed| embed.key == *first)
        .ok_or_else(|| Error::NotEmbedded(first.clone()))?;
    descend(&mut embed.node, rest)
}
