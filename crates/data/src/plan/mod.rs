//! Stage two: names become declared tables and columns, texts become values. Unknown, hidden or impossible parts are
//! refused here, before a query.

pub mod embed;
pub mod filter;
pub mod output;
mod tree;

use ateneu_base::{Caller, Timestamp};
use ateneu_limits::{Budget, Exceeded};
use ateneu_schema::{Schema, Table};

pub use tree::{
    Aggregate, By, Cast, ColumnPath, Comparison, Embed, Filter, Node, Order, Output, Pattern, Test,
    kind_after,
};

use crate::{
    budget,
    error::Error,
    grammar::{Relation, SelectItem},
    request::Query,
};

/// Resolves names against the declared tables.
pub struct Planner<'s> {
    schema: &'s Schema,
    caller: &'s Caller,
    aliases: usize,
    columns: usize,
    /// Number of relations around the present node.
    depth: usize,
}

/// Plans the read of a table, or of the rows of a write. Filters may refer to `now`.
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
                        // A duplicate would be lost in the row. PostgREST uses this name for joined rows.
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

/// Returns the embedded node at the end of a path.
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
