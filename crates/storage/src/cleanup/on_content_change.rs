//! Removes the files that a deleted or changed row no longer names.

use std::collections::BTreeSet;

use ateneu_base::{Change, Record};
use ateneu_schema::{FileRows, Schema, Source};
use serde_json::Value as Json;

use crate::{
    Error, Storage,
    objects::{key::Key, object},
};

impl Storage {
    /// Removes the files that a committed change left without a row. Call it for every change; others are ignored.
    pub async fn on_content_change(&self, change: &Change) -> Result<(), Error> {
        for (bucket, rows) in self.buckets_with_rows().filter(|(_, rows)| rows.table == change.table) {
            for key in no_longer_named(self.schema(), rows, change) {
                let object = self.read(move |_, tx| object::find(tx, bucket, &key)).await?;
                if let Some(object) = object {
                    self.remove_unnamed(object, rows).await?;
                }
            }
        }
        Ok(())
    }
}

/// The files the row named before and does not name now.
fn no_longer_named(schema: &Schema, rows: FileRows, change: &Change) -> Vec<Key> {
    let named = |row: Option<&Record>| -> BTreeSet<String> {
        let columns = [rows.file, rows.thumbnail];
        row.map(|row| columns.iter().filter_map(|column| key_of(schema, rows.table, row, column)).collect())
            .unwrap_or_default()
    };
    named(change.old.as_ref())
        .difference(&named(change.new.as_ref()))
        .filter_map(|key| Key::parse(key).ok())
        .collect()
}

/// The key in that column, computed from the address when the change carries only what callers see.
fn key_of(schema: &Schema, table: &str, row: &Record, column: &str) -> Option<String> {
    if let Some(key) = row.get(column).and_then(Json::as_str) {
        return Some(key.to_owned());
    }
    match schema.table(table)?.column(column)?.source {
        Source::Derived(from) => from(row).as_text().map(str::to_owned),
        _ => None,
    }
}
