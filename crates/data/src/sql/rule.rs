//! Rules and columns of a row as SQL. A rule is true exactly if [`Rule::admits`] is. With a missing value it may be
//! NULL, which admits no caller; inside `not`, NULL becomes false first. A column is stored, looked up or counted, and
//! masked if the caller may not see it.

use ateneu_base::Value;
use ateneu_schema::{Column, Kind, Rule, Source, Table, rule::Literal};
use serde_json::Value as Json;

use super::Builder;
use crate::plan::ColumnPath;

impl Builder<'_> {
    /// Returns the condition under which the caller is admitted to the row.
    pub fn rule(&mut self, table: &Table, alias: usize, rule: &Rule) -> String {
        let settled = rule.for_caller(self.caller);
        self.settled(table, alias, &settled)
    }

    fn settled(&mut self, table: &Table, alias: usize, rule: &Rule) -> String {
        match rule {
            Rule::Anyone => "TRUE".into(),
            Rule::Nobody
            | Rule::SignedIn
            | Rule::Subscriber
            | Rule::Entitled(_)
            | Rule::Moderator
            | Rule::Editor
            | Rule::Publisher
            | Rule::Admin
            | Rule::Silenced
            | Rule::Banned => "FALSE".into(),
            Rule::Owner(column) => self.equals(table, alias, column, self.caller.user_id.clone()),
            Rule::OwnEmail(column) => self.equals(table, alias, column, self.caller.email.clone()),
            Rule::Is(column, Literal::Bool(truth)) => match table.column(column) {
                Some(found) if found.kind == Kind::Bool => {
                    let truth = if *truth { "TRUE" } else { "FALSE" };
                    format!("{} = {truth}", self.raw(alias, found))
                }
                _ => "FALSE".into(),
            },
            Rule::Is(column, Literal::Text(text)) => {
                self.equals(table, alias, column, Some((*text).to_owned()))
            }
            Rule::NotExpired(column) => match table.column(column) {
                Some(found) => {
                    let value = self.raw(alias, found);
                    let now = self.bind_now();
                    format!("({value} IS NULL OR {value} > {now})")
                }
                None => "TRUE".into(),
            },
            Rule::Reached(column) => match table.column(column) {
                Some(found) => {
                    let value = self.raw(alias, found);
                    let second = self.bind_second();
                    format!("({value} IS NULL OR {value} <= {second})")
                }
                None => "TRUE".into(),
            },
            Rule::In(set, column) => {
                let ids = set.of(self.caller).clone();
                let Some(found) = table.column(column) else {
                    return "FALSE".into();
                };
                let value = self.raw(alias, found);
                let ids = self.bind(Value::Text(Json::from_iter(ids).to_string()));
                self.dialect.among(&value, &ids)
            }
            Rule::All(parts) => self.joined(table, alias, parts, " AND "),
            Rule::Any(parts) => self.joined(table, alias, parts, " OR "),
            Rule::Not(part) => format!("NOT coalesce({}, FALSE)", self.settled(table, alias, part)),
        }
    }

    fn joined(&mut self, table: &Table, alias: usize, parts: &[Rule], word: &str) -> String {
        let parts: Vec<String> = parts.iter().map(|part| self.settled(table, alias, part)).collect();
        format!("({})", parts.join(word))
    }

    fn equals(&mut self, table: &Table, alias: usize, column: &str, text: Option<String>) -> String {
        match (table.column(column), text) {
            (Some(found), Some(text)) => {
                let value = self.raw(alias, found);
                format!("{value} = {}", self.bind(Value::Text(text)))
            }
            _ => "FALSE".into(),
        }
    }
}

impl Builder<'_> {
    /// Returns SQL of the value without its mask: for rules and joins of the declarations, never for a caller's select.
    pub fn raw(&self, alias: usize, column: &Column) -> String {
        if let Source::Lookup { table, .. } | Source::Count { table, .. } = column.source {
            self.note_table(table);
        }
        match &column.source {
            Source::Stored | Source::Derived(_) => format!("t{alias}.{}", column.name),
            Source::Lookup { via, table, column: shown } => {
                format!("(SELECT l.{shown} FROM {table} l WHERE l.id = t{alias}.{via})")
            }
            Source::Count { table, foreign, only, .. } => {
                let only = only.map(|only| format!(" AND {only}")).unwrap_or_default();
                format!("(SELECT count(*) FROM {table} l WHERE l.{foreign} = t{alias}.id{only})")
            }
        }
    }

    /// Returns SQL for the value as the caller may see it. The value is NULL if the mask's rule does not admit the
    /// caller to the row.
    pub fn visible(&mut self, table: &Table, alias: usize, column: &Column) -> String {
        let raw = self.raw(alias, column);
        let Some(mask) = table.mask_of(column.name) else {
            return raw;
        };
        match mask.for_caller(self.caller) {
            Rule::Anyone => raw,
            rule => {
                let admitted = self.rule(table, alias, &rule);
                format!("CASE WHEN {admitted} THEN {raw} END")
            }
        }
    }

    /// Returns `true` if the value can never be NULL for this caller.
    pub fn is_never_null(&self, table: &Table, column: &Column) -> bool {
        let unmasked =
            table.mask_of(column.name).is_none_or(|mask| mask.for_caller(self.caller) == Rule::Anyone);
        unmasked && column.is_stored() && (!column.nullable || table.primary_key.contains(&column.name))
    }

    /// Returns SQL of the value at the end of a path.
    pub fn column_path(&mut self, table: &Table, alias: usize, column_path: &ColumnPath<'_>) -> String {
        let value = self.visible(table, alias, column_path.column);
        if column_path.steps.is_empty() {
            value
        } else {
            self.dialect.json_path(&value, &column_path.steps, column_path.as_text)
        }
    }
}
