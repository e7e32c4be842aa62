//! By what rows are ordered.

use super::{ColumnPath, Node};
use crate::{
    error::Error,
    grammar::{OrderTerm, Target},
};

/// One resolved term.
#[derive(Clone, Debug)]
pub struct Order<'s> {
    /// By what.
    pub by: By<'s>,
    /// Largest first.
    pub descending: bool,
    /// Where empty values go; PostgreSQL's default is last when ascending, first when descending.
    pub nulls_first: bool,
}

/// By what.
#[derive(Clone, Debug)]
pub enum By<'s> {
    /// A column of the table.
    Own(ColumnPath<'s>),
    /// A column of the embedded to-one relation of that number.
    Related(usize, ColumnPath<'s>),
}

/// Resolves terms against the node and its relations.
pub fn resolve<'s>(node: &Node<'s>, terms: &[OrderTerm]) -> Result<Vec<Order<'s>>, Error> {
    terms
        .iter()
        .map(|term| {
            Ok(Order {
                by: by(node, &term.target)?,
                descending: term.descending,
                nulls_first: term.nulls_first.unwrap_or(term.descending),
            })
        })
        .collect()
}

fn by<'s>(node: &Node<'s>, target: &Target) -> Result<By<'s>, Error> {
    match target {
        Target::Field(field) => Ok(By::Own(ColumnPath::of(node.table, field)?)),
        Target::Related(relation, field) => {
            let index = node
                .embeds
                .iter()
                .position(|embed| embed.key == *relation)
                .ok_or_else(|| Error::NotEmbedded(relation.clone()))?;
            let embed = &node.embeds[index];
            if embed.many {
                return Err(Error::OrderByMany(relation.clone()));
            }
            Ok(By::Related(index, ColumnPath::of(embed.node.table, field)?))
        }
    }
}
