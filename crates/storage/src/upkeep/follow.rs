//! A content that goes, or that names another file, takes its former files with it.

use std::collections::BTreeSet;

use ateneu_base::{Change, Record};
use ateneu_schema::{Schema, Source};
use serde_json::Value as Json;

use crate::{
    Error, Storage,
    objects::{bucket::CONTENTS, key::Key, object},
    upkeep::orphans::remove_unnamed,
};

const KEYS: [&str; 2] = ["file_key", "thumbnail_key"];

impl Storage {
    /// Removes the files a committed change left without a content. Call it for every change; others are ignored.
    pub async fn follow(&self, change: &Change) -> Result<(), Error> {
        for key in left_by(self.schema(), change) {
            let object = self.read(move |_, tx| object::find(tx, CONTENTS, &key)).await?;
            if let Some(object) = object {
                remove_unnamed(self, object).await?;
            }
        }
        Ok(())
    }
}

/// The files the row named before and does not name now.
fn left_by(schema: &Schema, change: &Change) -> Vec<Key> {
    if change.table != "contents" {
        return Vec::new();
    }
    let named = |row: Option<&Record>| -> BTreeSet<String> {
        row.map(|row| KEYS.iter().filter_map(|column| key_of(schema, row, column)).collect())
            .unwrap_or_default()
    };
    named(change.old.as_ref())
        .difference(&named(change.new.as_ref()))
        .filter_map(|key| Key::parse(key).ok())
        .collect()
}

/// The key in that column, worked out of the address when the change carries only what callers see.
fn key_of(schema: &Schema, row: &Record, column: &str) -> Option<String> {
    if let Some(key) = row.get(column).and_then(Json::as_str) {
        return Some(key.to_owned());
    }
    match schema.table("contents")?.column(column)?.source {
        Source::Derived(from) => from(row).as_text().map(str::to_owned),
        _ => None,
    }
}
