//! Reads: one statement returns all rows as JSON text, with embedded rows, and the exact count if requested.

use ateneu_base::Value;
use ateneu_limits::Budget;
use ateneu_schema::{Rule, Source};

use super::{Builder, member::Shape};
use crate::plan::{Embed, Node};

/// Maximum number of rows of a response.
pub const MAX_ROWS: u64 = 10_000;

impl Builder<'_> {
    /// Returns SQL of `body` (JSON text) of each row, with `total` if counted.
    pub fn select(&mut self, node: &Node<'_>, counted: bool) -> String {
        let conditions = self.conditions(node);
        let total =
            if counted { format!(", ({}) AS total", count(node, &conditions)) } else { String::new() };
        let (table, alias) = (node.table.name, node.alias);
        let from = format!("FROM {table} t{alias}{conditions}");
        let limit = node.limit.unwrap_or(MAX_ROWS).min(MAX_ROWS);
        let bytes = Budget::of(self.caller).read.bytes;
        if let ([key], true) = (node.table.primary_key.as_slice(), node.reads_other_rows_of_a_page()) {
            // Otherwise the database would read relations and counts of every sorted row.
            let object = self.object(node);
            let (order, range) = (self.order(node), self.range(Some(limit), node.offset));
            let body = self.dialect.json_text(&object, bytes);
            let page = format!("SELECT t{alias}.{key} {from}{order}{range}");
            return format!(
                "SELECT {body} AS body{total} FROM {table} t{alias} WHERE t{alias}.{key} IN ({page}){order}"
            );
        }
        let (object, from) = self.objects(node, &from);
        let body = self.dialect.json_text(&object, bytes);
        let range = self.range(Some(limit), node.offset);
        format!("SELECT {body} AS body{total} {from}{range}")
    }

    /// Returns SQL of `body` of each row with its primary key, for rows of a write.
    pub fn select_with_keys(&mut self, node: &Node<'_>) -> String {
        let object = self.object(node);
        let body = self.dialect.json_text(&object, Budget::of(self.caller).read.bytes);
        let keys: Vec<String> =
            node.table.primary_key.iter().map(|key| format!(", t{}.{key}", node.alias)).collect();
        let conditions = self.conditions(node);
        let order = self.order(node);
        format!(
            "SELECT {body} AS body{} FROM {} t{}{conditions}{order}",
            keys.concat(),
            node.table.name,
            node.alias
        )
    }

    /// Returns SQL of the stored and looked-up columns of the rows for a write, locked until it ends.
    pub fn select_to_write(&mut self, node: &Node<'_>, rules: &[&Rule]) -> String {
        let columns = self.record_columns(node);
        let conditions = self.conditions_under(node, rules);
        let order = self.order(node);
        let range = self.range(node.limit, node.offset);
        let lock = self.dialect.for_update();
        format!("SELECT {columns} FROM {} t{}{conditions}{order}{range}{lock}", node.table.name, node.alias)
    }

    /// Returns SQL of stored and looked-up columns, each under its own name.
    pub fn record_columns(&self, node: &Node<'_>) -> String {
        let columns =
            node.table.columns.iter().filter(|column| !matches!(column.source, Source::Count { .. }));
        let columns = columns.map(|column| format!("{} AS {}", self.raw(node.alias, column), column.name));
        columns.collect::<Vec<_>>().join(", ")
    }

    /// Returns SQL of the `total` of matching rows, without the range.
    pub fn count(&mut self, node: &Node<'_>) -> String {
        let conditions = self.conditions(node);
        count(node, &conditions)
    }

    /// Returns ` WHERE ...` with the read rule, the filters and the inner relations. Empty without conditions.
    pub fn conditions(&mut self, node: &Node<'_>) -> String {
        self.conditions_under(node, &[&node.table.rules.read])
    }

    /// Returns [`Builder::conditions`] with the given rules.
    pub fn conditions_under(&mut self, node: &Node<'_>, rules: &[&Rule]) -> String {
        let all = self.condition_list(node, rules);
        if all.is_empty() { String::new() } else { format!(" WHERE {}", all.join(" AND ")) }
    }

    fn condition_list(&mut self, node: &Node<'_>, rules: &[&Rule]) -> Vec<String> {
        let mut all = Vec::new();
        for rule in rules {
            match rule.for_caller(self.caller) {
                Rule::Anyone => {}
                rule => all.push(self.rule(node.table, node.alias, &rule)),
            }
        }
        for filter in &node.filters {
            all.push(self.filter(node, filter));
        }
        for embed in node.embeds.iter().filter(|embed| embed.inner) {
            all.push(self.exists(node, embed));
        }
        all
    }

    /// Returns ` LIMIT ... OFFSET ...`.
    pub fn range(&mut self, limit: Option<u64>, offset: u64) -> String {
        let number = |number: u64| Value::Int(i64::try_from(number).unwrap_or(i64::MAX));
        let mut range = String::new();
        if limit.is_some() || offset > 0 {
            let limit = self.bind(number(limit.unwrap_or(u64::MAX)));
            range = format!(" LIMIT {limit}");
        }
        if offset > 0 {
            let offset = self.bind(number(offset));
            range.push_str(&format!(" OFFSET {offset}"));
        }
        range
    }

    /// Returns SQL of the JSON of an embedded relation.
    pub(super) fn embedded(&mut self, outer: &Node<'_>, embed: &Embed<'_>) -> String {
        let from = self.source_of(outer, embed);
        let (object, from) = self.objects(&embed.node, &from);
        if !embed.many {
            return self.dialect.json_one(&format!("SELECT {object} {from} LIMIT 1"));
        }
        let range = self.embedded_range(embed);
        self.dialect.json_list(&format!("SELECT {object} AS body {from}{range}"), Shape::Json.kind())
    }

    /// Returns ` LIMIT ... OFFSET ...` of an embedded list, within the caller's budget.
    pub(super) fn embedded_range(&mut self, embed: &Embed<'_>) -> String {
        let most = Budget::of(self.caller).listed;
        let limit = embed.node.limit.unwrap_or(most).min(most);
        self.range(Some(limit), embed.node.offset)
    }

    /// Returns SQL that is true if the embedded relation has rows for this row.
    pub fn exists(&mut self, outer: &Node<'_>, embed: &Embed<'_>) -> String {
        format!("EXISTS (SELECT 1 {})", self.source_of(outer, embed))
    }

    /// Returns `FROM ... WHERE <joined> AND <its own rule and filters>`.
    pub(super) fn source_of(&mut self, outer: &Node<'_>, embed: &Embed<'_>) -> String {
        self.note_table(embed.node.table.name);
        let near = self.visible(outer.table, outer.alias, embed.near);
        let far = self.visible(embed.node.table, embed.node.alias, embed.far);
        let mut conditions = vec![format!("{far} = {near}")];
        conditions.extend(self.condition_list(&embed.node, &[&embed.node.table.rules.read]));
        format!("FROM {} t{} WHERE {}", embed.node.table.name, embed.node.alias, conditions.join(" AND "))
    }
}

fn count(node: &Node<'_>, conditions: &str) -> String {
    format!("SELECT count(*) AS total FROM {} t{}{conditions}", node.table.name, node.alias)
}
