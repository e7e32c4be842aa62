//! Orders as SQL.

use ateneu_schema::Kind;

use super::Builder;
use crate::plan::{By, Node, Order};

impl Builder<'_> {
    /// Returns ` ORDER BY ...`.
    pub fn order(&mut self, node: &Node<'_>) -> String {
        let terms: Vec<String> = node.order.iter().map(|term| self.order_term(node, term)).collect();
        if terms.is_empty() { String::new() } else { format!(" ORDER BY {}", terms.join(", ")) }
    }

    fn order_term(&mut self, node: &Node<'_>, term: &Order<'_>) -> String {
        let (value, never_null) = match &term.by {
            By::Own(column_path) => (
                self.column_path(node.table, node.alias, column_path),
                column_path.steps.is_empty() && self.is_never_null(node.table, column_path.column),
            ),
            By::Related(index, column_path) => {
                let embed = &node.embeds[*index];
                let value = self.column_path(embed.node.table, embed.node.alias, column_path);
                let from = self.source_of(node, embed);
                (format!("(SELECT {value} {from} LIMIT 1)"), false)
            }
        };
        // Without empty values, `NULLS FIRST` or `LAST` would only prevent the use of an index.
        let direction = match (never_null, term.descending) {
            (true, false) => "",
            (true, true) => " DESC",
            (false, _) => direction_and_nulls(term),
        };
        let kind = match &term.by {
            By::Own(column_path) | By::Related(_, column_path) => column_path.kind(),
        };
        let terms = if kind == Kind::Json { self.dialect.json_order(&value) } else { vec![value] };
        terms.into_iter().map(|term| format!("{term}{direction}")).collect::<Vec<_>>().join(", ")
    }
}

/// Returns the direction of a term, and the place of empty values.
pub(super) fn direction_and_nulls(term: &Order<'_>) -> &'static str {
    match (term.descending, term.nulls_first) {
        (false, false) => " NULLS LAST",
        (false, true) => " NULLS FIRST",
        (true, false) => " DESC NULLS LAST",
        (true, true) => " DESC NULLS FIRST",
    }
}
