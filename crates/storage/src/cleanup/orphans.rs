//! Removes unreferenced files: bytes without a row, with their variants; files of buckets with [`FileRows`] that no row
//! names and that are not kept; and unfinished uploads. Each is removed after a day, for the sake of running uploads
//! and unsaved rows.

use std::{collections::BTreeSet, time::Duration};

use ateneu_audit::{Actor, Entry};
use ateneu_base::{Change, Record, Timestamp};
use ateneu_db::{Row, Tx};
use ateneu_schema::{Column, FileRows, Kind, Schema, Source};
use serde_json::Value as Json;

use crate::{
    Error, Storage,
    changes::remove,
    objects::{
        key::Key,
        object::{self, Object},
    },
    store::{staged, version},
    uses::{
        self,
        addresses::{holds_address, plainest_part},
    },
};

/// Minimum age of removed items.
const AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// Numbers of removed items of a collection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Collected {
    /// Number of files without a row that names them.
    pub files: usize,
    /// Number of versions and pieces of uploads without a row, staged bytes included.
    pub versions: usize,
    /// Number of expired uploads.
    pub uploads: usize,
}

/// Party that removes a file.
enum By {
    Server,
    /// A member of the staff. `None` is the service key.
    Staff(Option<Actor>),
}

impl Storage {
    /// Removes everything that was unreferenced for a day. Safe at any time and on several nodes at once.
    pub async fn collect_orphans(&self) -> Result<Collected, Error> {
        let before = self.now() - AGE;
        self.write(uses::forget_gone).await?;
        Ok(Collected {
            files: self.collect_files(before).await?,
            uploads: self.collect_uploads().await?,
            versions: self.collect_versions(before).await?
                + self.collect_pieces(before).await?
                + self.place().remove_staged(Some(before)).await?,
        })
    }

    async fn collect_files(&self, before: Timestamp) -> Result<usize, Error> {
        let mut removed = 0;
        for (bucket, rows) in self.buckets_with_rows() {
            let FileRows { table, file, thumbnail, .. } = rows;
            let sql = format!(
                "WHERE bucket_id = $1 AND updated_at < $2 AND NOT is_kept
                 AND NOT EXISTS (SELECT 1 FROM {table} WHERE {file} = objects.name)
                 AND NOT EXISTS (SELECT 1 FROM {table} WHERE {thumbnail} = objects.name)"
            );
            let unnamed = self.read(move |_, tx| Ok(tx.rows(&sql, &[bucket.into(), before.into()])?));
            for object in unnamed.await? {
                removed += self.remove_unnamed(object, rows).await?;
            }
        }
        Ok(removed)
    }

    /// Returns the buckets whose files belong to rows.
    pub(super) fn buckets_with_rows(&self) -> impl Iterator<Item = (&'static str, FileRows)> {
        self.declared_buckets().iter().filter_map(|bucket| Some((bucket.id, bucket.rows?)))
    }

    /// Returns the tables whose rows name files of a bucket.
    pub fn tables_with_files(&self) -> impl Iterator<Item = &'static str> {
        self.buckets_with_rows().map(|(_, rows)| rows.table)
    }

    /// Removes a file if nothing refers to it. Returns the number of removed files.
    pub(super) async fn remove_unnamed(&self, object: Object, rows: FileRows) -> Result<usize, Error> {
        self.remove_unnamed_by(object, rows, By::Server).await
    }

    async fn remove_unnamed_by(&self, object: Object, rows: FileRows, by: By) -> Result<usize, Error> {
        let (bucket, name, schema) = (object.bucket_id.clone(), object.name.clone(), self.schema().clone());
        // Texts are searched outside the write, so that other writes do not wait.
        if self.read(move |_, tx| has_address_in_texts(tx, &schema, &bucket, &name)).await? {
            return Ok(0);
        }
        let removed = remove(self, move |storage, tx| {
            let FileRows { table, file, thumbnail, .. } = rows;
            let sql = format!(
                "SELECT 1 AS named FROM {table} WHERE {file} = $1 OR {thumbnail} = $1
                 UNION ALL SELECT 1 AS named FROM file_uses WHERE bucket_id = $2 AND file_key = $1 LIMIT 1"
            );
            let named = tx.query_optional(&sql, &[(&object.name).into(), (&object.bucket_id).into()])?;
            let stays = named.is_some() || (object.is_kept && matches!(by, By::Server));
            let goes = !stays && object::delete(tx, &object)?;
            if let (true, By::Staff(actor)) = (goes, &by) {
                let subject = object.full_key();
                let entry = Entry { action: "delete-file", subject: &subject, old: None, new: None };
                ateneu_audit::write(tx, actor.as_ref(), entry, storage.now())?;
            }
            Ok(if goes { vec![object] } else { Vec::new() })
        })
        .await?;
        Ok(removed.len())
    }

    /// Removes the file with a key if nothing refers to it, and records the actor. Returns `false` if it is used, or
    /// there is no such file.
    ///
    /// # Errors
    /// Fails if the database does. Returns [`Error::NoSuchBucket`] if the files of the bucket do not belong to rows.
    pub async fn remove_unused(
        &self,
        bucket: &'static str,
        key: &str,
        actor: Option<Actor>,
    ) -> Result<bool, Error> {
        let Ok(key) = Key::parse(key) else { return Ok(false) };
        let rows = self.buckets_with_rows().find_map(|(id, rows)| (id == bucket).then_some(rows));
        let rows = rows.ok_or(Error::NoSuchBucket)?;
        let Some(object) = self.read(move |_, tx| object::find(tx, bucket, &key)).await? else {
            return Ok(false);
        };
        let by = By::Staff(actor);
        Ok(self.remove_unnamed_by(object, rows, by).await? > 0)
    }

    async fn collect_versions(&self, before: Timestamp) -> Result<usize, Error> {
        let sql = "SELECT version AS name FROM objects";
        let orphans = version::without_row(self, &[version::FOLDER, version::VARIANTS], before, sql).await?;
        staged::remove_unheld(self, &orphans).await;
        Ok(orphans.len())
    }
}

/// Number of texts that are read at a time.
const BATCH: usize = 50;

/// Returns `true` if a text of the tables with addresses of the bucket's files contains this file's.
fn has_address_in_texts(tx: &mut Tx<'_>, schema: &Schema, bucket: &str, name: &str) -> Result<bool, Error> {
    for table in schema.tables().iter().filter(|table| table.file_addresses.contains(&bucket)) {
        let Some(id) = table.primary_key.first() else { continue };
        let texts = table.stored().filter(|column| matches!(column.kind, Kind::Text | Kind::Json));
        let texts: Vec<&Column> = texts.collect();
        let text = |column: &&Column| tx.dialect().as_text(column.name, column.kind);
        // Both databases support a literal search, which leaves few texts to decode.
        let holds: Vec<String> =
            texts.iter().map(|column| format!("replace({0}, $1, '') <> {0}", text(column))).collect();
        let columns: Vec<String> =
            texts.iter().map(|column| format!("{} AS text_{}", text(column), column.name)).collect();
        let sql = format!(
            "SELECT {id} AS row_id, {} FROM {} WHERE {id} > $2 AND ({}) ORDER BY {id} LIMIT {BATCH}",
            columns.join(", "),
            table.name,
            holds.join(" OR "),
        );
        let names: Vec<String> = texts.iter().map(|column| format!("text_{}", column.name)).collect();
        let mut last = String::new();
        loop {
            let rows = tx.query(&sql, &[plainest_part(bucket, name).into(), (&last).into()])?;
            let holds = |row: &Row| {
                names.iter().filter_map(|name| row.text(name)).any(|text| holds_address(text, bucket, name))
            };
            if rows.iter().any(holds) {
                return Ok(true);
            }
            match rows.last().and_then(|row| row.text("row_id")) {
                Some(id) if rows.len() == BATCH => last = id.to_owned(),
                _ => break,
            }
        }
    }
    Ok(false)
}

impl Storage {
    /// Removes files that a committed change left without a row. Must be called for every change. Others are ignored.
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

/// Returns the files that the row named before, but not now.
fn no_longer_named(schema: &Schema, rows: FileRows, change: &Change) -> Vec<Key> {
    let named = |row: &Option<Record>| -> BTreeSet<String> {
        let keys = |row| [rows.file, rows.thumbnail].map(|column| key_of(schema, rows.table, row, column));
        row.iter().flat_map(keys).flatten().collect()
    };
    let (before, now) = (named(&change.old), named(&change.new));
    before.difference(&now).filter_map(|key| Key::parse(key).ok()).collect()
}

/// Returns the key in that column, computed from the address if the change has only visible columns.
fn key_of(schema: &Schema, table: &str, row: &Record, column: &str) -> Option<String> {
    if let Some(key) = row.get(column).and_then(Json::as_str) {
        return Some(key.to_owned());
    }
    match &schema.table(table)?.column(column)?.source {
        Source::Derived(from) => from.of(row).as_text().map(str::to_owned),
        _ => None,
    }
}
