//! Context and outcome of all kinds of writes.

use std::cell::Cell;

use ateneu_base::{Record, Value, Verb};
use ateneu_db::{Dialect, Tx};
use ateneu_schema::{Rule, Schema};
use serde_json::Value as Json;

use super::{read, row::Frame};
use crate::{
    Trigger,
    error::Error,
    exact,
    plan::{ColumnPath, Comparison, Filter, Node, Test},
    request::{Query, Request, headers::Return},
    sql::Builder,
    values,
};

/// A write in progress.
pub struct WriteContext<'s> {
    pub schema: &'s Schema,
    /// Triggers of the table.
    pub triggers: Vec<&'s Trigger>,
    /// Table, caller and instant.
    pub frame: Frame<'s>,
    pub request: &'s Request,
    pub query: &'s Query,
    /// Columns to return, and the filter of the rows.
    pub node: Node<'s>,
    pub dialect: Dialect,
    /// True if the outcome depends on existing rows.
    pub depends_on_rows: Cell<bool>,
}

/// A row that was written.
pub struct WrittenRow {
    /// The row before the write. `None` if it is new.
    pub old: Option<Record>,
    /// The row after the write. `None` if it was removed.
    pub new: Option<Record>,
}

impl WrittenRow {
    /// Returns a written row that exists.
    pub fn new(old: Option<Record>, mut new: Record) -> Self {
        new.values_mut().for_each(exact::parse_numbers);
        Self { old, new: Some(new) }
    }

    pub fn verb(&self) -> Verb {
        match (&self.old, &self.new) {
            (None, _) => Verb::Insert,
            (_, Some(_)) => Verb::Update,
            (_, None) => Verb::Delete,
        }
    }
}

/// Outcome of a verb.
#[derive(Default)]
pub struct Outcome {
    pub written: Vec<WrittenRow>,
    /// Rows as JSON texts, if the caller wants them.
    pub rows: Vec<String>,
}

impl WriteContext<'_> {
    /// Returns the outcome: the written rows and, if the caller wants them back, their JSON as the caller may see it.
    pub fn outcome(&self, tx: &mut Tx<'_>, written: Vec<WrittenRow>) -> Result<Outcome, Error> {
        let mut rows = Vec::new();
        if self.wants_rows() {
            let records: Vec<Record> = written.iter().filter_map(|written| written.new.clone()).collect();
            rows = self.returning(tx, &records)?;
        }
        Ok(Outcome { written, rows })
    }

    /// True if the caller wants the written rows back.
    pub fn wants_rows(&self) -> bool {
        self.request.prefer.returning == Some(Return::Representation)
    }

    /// Returns the requested rows that the caller may see and the rule admits.
    pub fn meant(&self, tx: &mut Tx<'_>, rule: &Rule) -> Result<Vec<Record>, Error> {
        let mut node = self.node.clone();
        // Relations shape the response, not the write.
        node.embeds.iter_mut().for_each(|embed| embed.inner = false);
        let mut builder = self.builder();
        let text = builder.select_to_write(&node, &[&self.frame.table.rules.read, rule]);
        let statement = builder.finish(text);
        let rows = tx.query(&statement.text, &statement.parameters)?;
        Ok(rows.iter().map(|row| self.frame.record(row)).collect())
    }
}

impl WriteContext<'_> {
    /// Refuses a new row with a column value that the caller could not change it to. A column that no caller may change
    /// is set once.
    pub fn check_set_columns(&self, tx: &mut Tx<'_>, named: &[&str], row: &Record) -> Result<(), Error> {
        for column in named.iter().filter_map(|name| self.frame.table.column(name)) {
            let Some(rule) = column.change.as_ref().filter(|rule| **rule != Rule::Nobody) else { continue };
            let is_default = row.get(column.name) == Some(&self.frame.default(column, row));
            if !is_default && !self.frame.admits(tx, rule, row)? {
                return Err(Error::column_refused(self.frame.table.name, column.name));
            }
        }
        Ok(())
    }

    /// Refuses a reference to a row that the caller may not read, as if it were missing.
    pub fn check_references(&self, tx: &mut Tx<'_>, named: &[&str], row: &Record) -> Result<(), Error> {
        for column in named.iter().filter_map(|name| self.frame.table.column(name)) {
            let Some(key) = column.references else { continue };
            let Some(target) = self.schema.exposed(key.table) else { continue };
            let value = row.get(column.name).unwrap_or(&Json::Null);
            let is_open = target.rules.read.for_caller(self.frame.caller) == Rule::Anyone;
            let Some(referenced) = target.column(key.column).filter(|_| !is_open && !value.is_null()) else {
                continue;
            };
            let one_of = vec![values::to_database(referenced.kind, value)];
            let test = Test {
                column_path: ColumnPath { column: referenced, steps: Vec::new(), as_text: false },
                negated: false,
                comparison: Comparison::In(one_of),
            };
            let node = Node { filters: vec![Filter::Test(test)], ..Node::bare(target, self.node.alias) };
            let mut builder = self.builder();
            let conditions = builder.conditions(&node);
            let text = format!("SELECT 1 FROM {} t{}{conditions} LIMIT 1", target.name, node.alias);
            let statement = builder.finish(text);
            if tx.query_optional(&statement.text, &statement.parameters)?.is_none() {
                let value = values::in_words(value);
                return Err(Error::no_referenced_row(self.frame.table.name, column.name, &value, key.table));
            }
        }
        Ok(())
    }
}

/// Refuses an update or delete without a filter.
pub fn refuse_unfiltered(query: &Query, verb: &str) -> Result<(), Error> {
    let filtered = query.filters.iter().any(|(path, _)| path.is_empty());
    if filtered { Ok(()) } else { Err(Error::unfiltered(verb)) }
}

/// Maximum number of keys looked up by a statement.
const KEYS_AT_ONCE: usize = 200;

impl WriteContext<'_> {
    /// Begins a statement for this write.
    pub(super) fn builder(&self) -> Builder<'_> {
        Builder::new(self.dialect, self.frame.caller, self.frame.now, self.schema)
    }

    /// Returns the stored row that has the same values in the key columns.
    pub fn row_by_key(
        &self,
        tx: &mut Tx<'_>,
        key: &[&'static str],
        row: &Record,
    ) -> Result<Option<Record>, Error> {
        let table = self.frame.table;
        let mut builder = self.builder();
        let bare = Node::bare(table, self.node.alias);
        let columns = builder.record_columns(&bare);
        let conditions: Vec<String> = key
            .iter()
            .filter_map(|name| table.column(name))
            .map(|column| {
                let value = builder.bind(self.frame.bound(column, row));
                format!("t{}.{} = {value}", bare.alias, column.name)
            })
            .collect();
        let text = format!(
            "SELECT {columns} FROM {} t{} WHERE {}{}",
            table.name,
            bare.alias,
            conditions.join(" AND "),
            self.dialect.for_update()
        );
        let statement = builder.finish(text);
        let found = tx.query_optional(&statement.text, &statement.parameters)?;
        Ok(found.map(|row| self.frame.record(&row)))
    }

    /// Returns the written rows as the caller may see them. Fails if the caller may not see one of them.
    pub fn returning(&self, tx: &mut Tx<'_>, records: &[Record]) -> Result<Vec<String>, Error> {
        for record in records {
            if !self.frame.admits(tx, &self.frame.table.rules.read, record)? {
                return Err(Error::row_refused(self.frame.table.name));
            }
        }
        let keys: Vec<Vec<Value>> = records.iter().map(|record| self.frame.key(record)).collect();
        let mut found = Vec::with_capacity(keys.len());
        for some in keys.chunks(KEYS_AT_ONCE) {
            found.extend(self.by_keys(tx, some)?);
        }
        Ok(found)
    }

    fn by_keys(&self, tx: &mut Tx<'_>, keys: &[Vec<Value>]) -> Result<Vec<String>, Error> {
        let node = Node {
            filters: vec![self.key_filter(keys)],
            order: Vec::new(),
            limit: None,
            offset: 0,
            ..self.node.clone()
        };
        let mut builder = self.builder();
        let text = builder.select_with_keys(&node);
        let statement = builder.finish(text);
        let mut rows = tx.query(&statement.text, &statement.parameters)?;
        rows.sort_by_key(|row| keys.iter().position(|key| *key == row.values()[1..]));
        Ok(rows.into_iter().map(read::body).collect())
    }

    fn key_filter(&self, keys: &[Vec<Value>]) -> Filter<'_> {
        let table = self.frame.table;
        let columns: Vec<_> = table.primary_key.iter().filter_map(|name| table.column(name)).collect();
        let one_of = |column, values| {
            Filter::Test(Test {
                column_path: ColumnPath { column, steps: Vec::new(), as_text: false },
                negated: false,
                comparison: Comparison::In(values),
            })
        };
        match columns.as_slice() {
            [only] => one_of(*only, keys.iter().flatten().cloned().collect()),
            several => {
                let all = |key: &Vec<Value>| {
                    let parts = several.iter().zip(key);
                    Filter::All(parts.map(|(column, value)| one_of(*column, vec![value.clone()])).collect())
                };
                Filter::Any(keys.iter().map(all).collect())
            }
        }
    }
}
