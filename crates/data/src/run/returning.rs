//! The written rows as the caller may see them.

use ateneu_base::{Record, Value};
use ateneu_db::Tx;

use super::{read, write_context::WriteContext};
use crate::{
    error::Error,
    plan::{ColumnPath, Comparison, Filter, Node, Test},
    sql::Builder,
};

/// Keys looked up by one statement.
const KEYS_AT_ONCE: usize = 200;

impl WriteContext<'_> {
    /// Begins a statement for this write.
    pub(super) fn builder(&self) -> Builder<'_> {
        Builder::new(self.dialect, self.frame.caller, self.frame.now, self.schema)
    }

    /// The written rows as the caller may see them; refused when one of them is not theirs to see.
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
            several => Filter::Any(
                keys.iter()
                    .map(|key| {
                        let parts = several.iter().zip(key);
                        Filter::All(
                            parts.map(|(column, value)| one_of(*column, vec![value.clone()])).collect(),
                        )
                    })
                    .collect(),
            ),
        }
    }
}
