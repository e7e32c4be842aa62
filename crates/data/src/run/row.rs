//! A row in memory: its values from a payload, and the caller's rights.

use ateneu_base::{Caller, Record, Timestamp, Value, ids};
use ateneu_db::{Row, Tx};
use ateneu_schema::{Column, Default, Rule, Source, Table};
use serde_json::Value as Json;

use crate::{error::Error, values};

/// Cleans the texts in these columns.
fn clean(columns: &[&Column], row: &mut Record) {
    for column in columns {
        if let (Some(clean), Some(value)) = (column.sanitize, row.get_mut(column.name))
            && let Some(text) = value.as_str()
        {
            *value = Json::from(clean(text));
        }
    }
}

/// A table for one caller at one instant.
#[derive(Clone, Copy)]
pub struct Frame<'s> {
    pub table: &'s Table,
    pub caller: &'s Caller,
    pub now: Timestamp,
}

impl<'s> Frame<'s> {
    /// Returns the columns of a payload. Refuses unknown and computed ones, and those that the caller may not set.
    pub fn payload_columns(
        &self,
        names: impl Iterator<Item = impl AsRef<str>>,
    ) -> Result<Vec<&'s Column>, Error> {
        let mut columns = Vec::new();
        for name in names {
            let name = name.as_ref();
            let unknown = || Error::PayloadColumn { table: self.table.name.into(), column: name.into() };
            let column = self.table.column(name).ok_or_else(unknown)?;
            if column.is_stored() {
                let allows = |rule: &Rule| rule.for_caller(self.caller) == Rule::Anyone;
                if !column.write.as_ref().is_none_or(allows) {
                    return Err(Error::column_refused(self.table.name, column.name));
                }
                columns.push(column);
            } else if !column.ignored_on_write {
                return Err(Error::generated(column.name));
            }
        }
        Ok(columns)
    }

    /// Returns a new row with the payload's values and defaults for the rest, not yet [complete](Self::complete). With
    /// `missing_default` a used column that this payload lacks gets its default too, otherwise NULL.
    pub fn new_row(
        &self,
        columns: &[&Column],
        payload: &Record,
        missing_default: bool,
    ) -> Result<Record, Error> {
        let mut row = Record::new();
        for column in self.table.stored() {
            let named = columns.iter().any(|named| named.name == column.name);
            let value = match payload.get(column.name) {
                Some(value) if named => values::from_payload(column.kind, value, self.now)?,
                None if named && !missing_default => Json::Null,
                _ => self.default(column, &row),
            };
            row.insert(column.name.into(), value);
        }
        Ok(row)
    }

    /// Cleans the texts of a new row and computes its derived columns.
    pub fn complete(&self, columns: &[&Column], row: &mut Record) {
        clean(columns, row);
        self.derive(row, |_| true);
    }

    /// Cleans the texts of new values and computes the columns that depend only on them.
    pub fn complete_values(&self, columns: &[&Column], values: &mut Record) {
        clean(columns, values);
        let known: Vec<&str> = columns.iter().map(|column| column.name).collect();
        self.derive(values, |column| {
            !column.derived_from.is_empty() && column.derived_from.iter().all(|name| known.contains(name))
        });
    }

    /// Returns the canonical values of a payload for these columns, not yet [complete](Self::complete_values).
    pub fn new_values(&self, columns: &[&Column], payload: &Record) -> Result<Record, Error> {
        let value = |column: &&Column| {
            let value = payload.get(column.name).unwrap_or(&Json::Null);
            Ok((column.name.to_owned(), values::from_payload(column.kind, value, self.now)?))
        };
        columns.iter().map(value).collect()
    }

    /// Returns the row after a change: the given canonical values, update instants and computed values.
    pub fn changed_row(&self, old: &Record, values: &Record) -> Record {
        let mut row = old.clone();
        for column in self.table.stored().filter(|column| column.set_on_update) {
            row.insert(column.name.into(), Json::from(self.now.to_string()));
        }
        for (name, value) in values {
            row.insert(name.clone(), value.clone());
        }
        let differs = |name: &&str| values.get(*name).is_some_and(|value| old.get(*name) != Some(value));
        self.derive(&mut row, |column| {
            !values.contains_key(column.name)
                && (column.derived_from.is_empty() || column.derived_from.iter().any(differs))
        });
        row
    }

    /// Returns the default of a new row's column.
    pub fn default(&self, column: &Column, row: &Record) -> Json {
        match &column.default {
            Default::Null => Json::Null,
            Default::NewId => Json::from(ids::row_id(self.now)),
            Default::Now => Json::from(self.now.to_string()),
            Default::CallerId => Json::from(self.caller.user_id.clone()),
            Default::Literal(value) => column.kind.json(value),
            Default::From(from) => column.kind.json(&from(row)),
        }
    }

    fn derive(&self, row: &mut Record, is_wanted: impl Fn(&Column) -> bool) {
        for column in self.table.stored().filter(|column| is_wanted(column)) {
            if let Source::Derived(from) = &column.source {
                let value = column.kind.json(&from.of(row));
                row.insert(column.name.into(), value);
            }
        }
    }

    /// Returns `true` if the rule admits the caller to this row. Reads looked-up values that the rule needs.
    pub fn admits(&self, tx: &mut Tx<'_>, rule: &Rule, row: &Record) -> Result<bool, Error> {
        let rule = rule.for_caller(self.caller);
        if matches!(rule, Rule::Anyone | Rule::Nobody) {
            return Ok(rule == Rule::Anyone);
        }
        let mut whole = row.clone();
        for name in rule.columns() {
            if let Some(column) = self.table.column(name).filter(|column| !column.is_stored()) {
                let value = tx.computed(column, row)?;
                whole.insert(name.into(), value);
            }
        }
        Ok(rule.admits(self.caller, &whole, self.now))
    }

    /// Returns a row of [`crate::sql::Builder::select_to_write`] as a record.
    pub fn record(&self, row: &Row) -> Record {
        let columns =
            self.table.columns.iter().filter(|column| !matches!(column.source, Source::Count { .. }));
        columns.map(|column| (column.name.to_owned(), column.kind.json(row.get(column.name)))).collect()
    }

    pub fn bound(&self, column: &Column, row: &Record) -> Value {
        values::to_database(column.kind, row.get(column.name).unwrap_or(&Json::Null))
    }

    pub fn key(&self, row: &Record) -> Vec<Value> {
        let columns = self.table.primary_key.iter().filter_map(|name| self.table.column(name));
        columns.map(|column| self.bound(column, row)).collect()
    }
}
