//! A column of a row as SQL: stored, looked up or counted, and masked where the caller may not see it.

use ateneu_schema::{Column, Rule, Source, Table};

use super::Builder;
use crate::plan::ColumnPath;

impl Builder<'_> {
    /// The value without its mask: for rules and joins of the declarations, never for what a caller selects.
    pub fn raw(&self, alias: usize, column: &Column) -> String {
        if let Source::Lookup { table, .. } | Source::Count { table, .. } = column.source {
            self.note_table(table);
        }
        match &column.source {
            Source::Stored | Source::Derived(_) => format!("t{alias}.{}", column.name),
            Source::Lookup { via, table, column: shown } => {
                format!("(SELECT l.{shown} FROM {table} l WHERE l.id = t{alias}.{via})")
            }
            Source::Count { table, foreign } => {
                format!("(SELECT count(*) FROM {table} l WHERE l.{foreign} = t{alias}.id)")
            }
        }
    }

    /// The value as the caller may see it: NULL where the mask's rule does not admit them to the row.
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

    /// True when the value can never be NULL for this caller.
    pub fn is_never_null(&self, table: &Table, column: &Column) -> bool {
        let unmasked =
            table.mask_of(column.name).is_none_or(|mask| mask.for_caller(self.caller) == Rule::Anyone);
        unmasked && column.is_stored() && (!column.nullable || table.primary_key.contains(&column.name))
    }

    /// The value at the end of a column_path.
    pub fn column_path(&mut self, table: &Table, alias: usize, column_path: &ColumnPath<'_>) -> String {
        let value = self.visible(table, alias, column_path.column);
        if column_path.steps.is_empty() {
            value
        } else {
            self.dialect.json_path(&value, &column_path.steps, column_path.as_text)
        }
    }
}
