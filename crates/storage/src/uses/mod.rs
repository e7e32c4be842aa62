//! `file_uses`: uses of files by rows, recorded so that finding them needs no search of texts. Every transaction that
//! changes a row of a table with [`ateneu_schema::Table::file_addresses`] records the files that the row names.

pub(crate) mod addresses;
pub(crate) mod library;

use std::collections::{BTreeMap, BTreeSet};

use ateneu_base::{Change, Value};
use ateneu_db::{Error as DbError, Row, Tx};
use ateneu_schema::{Kind, Schema, Table, object_key};
use serde_json::Value as Json;

use crate::{Error, Storage};

/// Number of rows that are read at a time.
const BATCH: usize = 50;

/// Starts to record the changes of each transaction.
pub(crate) fn follow(storage: &Storage) {
    let schema = storage.schema().clone();
    let tables = sources(&schema).map(|table| table.name.to_owned()).collect();
    storage.db().before_commit(tables, move |tx, changes| {
        for table in sources(&schema) {
            let ids: BTreeSet<String> = changes
                .iter()
                .filter(|change| change.table == table.name)
                .filter_map(|change| id_of(table, change))
                .collect();
            let ids: Vec<String> = ids.into_iter().collect();
            for some in ids.chunks(BATCH) {
                store_uses(tx, table, some)?;
            }
        }
        Ok(())
    });
}

/// Returns the tables whose texts may hold addresses of files.
fn sources(schema: &Schema) -> impl Iterator<Item = &Table> {
    schema.tables().iter().filter(|table| !table.file_addresses.is_empty() && !table.primary_key.is_empty())
}

fn id_of(table: &Table, change: &Change) -> Option<String> {
    let row = change.new.as_ref().or(change.old.as_ref())?;
    row.get(*table.primary_key.first()?)?.as_str().map(str::to_owned)
}

/// A file named by a row: bucket, key, and part of the row.
type Named = (&'static str, String, &'static str);

/// A row's use of a file: row, bucket, key, and part of the row.
type Use = (String, String, String, String);

/// Replaces the recorded uses of these rows by their present ones.
fn store_uses(tx: &mut Tx<'_>, table: &Table, ids: &[String]) -> Result<(), DbError> {
    let Some(id) = table.primary_key.first() else { return Ok(()) };
    let texts: Vec<_> =
        table.stored().filter(|column| matches!(column.kind, Kind::Text | Kind::Json)).collect();
    let columns: String = texts
        .iter()
        .map(|column| format!(", {} AS text_{}", tx.dialect().as_text(column.name, column.kind), column.name))
        .collect();
    let holder = table.files_belong_to.unwrap_or(id);
    let (dialect, ids) = (tx.dialect(), Value::from(Json::from(ids).to_string()));
    let rows = tx.query(
        &format!(
            "SELECT {id} AS row_id, {holder} AS holder_id{columns} FROM {} WHERE {}",
            table.name,
            dialect.among(id, "$1")
        ),
        std::slice::from_ref(&ids),
    )?;
    // Each with the owner of the row.
    let mut wanted: BTreeMap<Use, String> = BTreeMap::new();
    for row in &rows {
        let text = |column: &str| row.text(column).unwrap_or_default().to_owned();
        let named = texts.iter().flat_map(|column| named_in(table, column.name, column.kind, row));
        wanted.extend(named.map(|(bucket, key, part)| {
            ((text("row_id"), bucket.to_owned(), key, part.to_owned()), text("holder_id"))
        }));
    }
    let noted = format!(
        "SELECT row_id, bucket_id, file_key, part FROM file_uses WHERE source = $1 AND {}",
        dialect.among("row_id", "$2")
    );
    let noted: BTreeSet<Use> = tx.query_as(&noted, &[table.name.into(), ids])?.into_iter().collect();
    for gone in noted.iter().filter(|noted| !wanted.contains_key(noted)) {
        let (row, bucket, key, part) = gone;
        tx.execute(
            "DELETE FROM file_uses WHERE source = $1 AND row_id = $2 AND bucket_id = $3 AND file_key = $4 AND part = $5",
            &[table.name.into(), row.into(), bucket.into(), key.into(), part.into()],
        )?;
        tx.execute(
            "UPDATE objects SET is_used = false WHERE bucket_id = $1 AND name = $2 AND is_used
             AND NOT EXISTS (SELECT 1 FROM file_uses u WHERE u.bucket_id = $1 AND u.file_key = $2)",
            &[bucket.into(), key.into()],
        )?;
    }
    for (new, holder) in wanted.iter().filter(|(wanted, _)| !noted.contains(wanted)) {
        let (row, bucket, key, part) = new;
        tx.execute(
            "INSERT INTO file_uses (source, row_id, bucket_id, file_key, part, holder_id)
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
            &[table.name.into(), row.into(), bucket.into(), key.into(), part.into(), holder.into()],
        )?;
        tx.execute(
            "UPDATE objects SET is_used = true WHERE bucket_id = $1 AND name = $2 AND NOT is_used",
            &[bucket.into(), key.into()],
        )?;
    }
    Ok(())
}

/// Returns the files that a column of a row names.
fn named_in(table: &Table, column: &str, kind: Kind, row: &Row) -> BTreeSet<Named> {
    let mut named = BTreeSet::new();
    let text = row.text(&format!("text_{column}")).unwrap_or_default();
    match kind {
        // Malformed JSON names no files.
        Kind::Json => {
            for (name, value) in
                serde_json::from_str::<Json>(text).iter().filter_map(Json::as_object).flatten()
            {
                named_in_json(table, name, value, &mut named);
            }
        }
        _ => named_in_text(table, column, text, &mut named),
    }
    named
}

fn named_in_json(table: &Table, name: &str, value: &Json, named: &mut BTreeSet<Named>) {
    match value {
        Json::String(text) => named_in_text(table, name, text, named),
        Json::Array(items) => items.iter().for_each(|item| named_in_json(table, name, item, named)),
        Json::Object(fields) => fields.iter().for_each(|(_, value)| named_in_json(table, name, value, named)),
        Json::Null | Json::Bool(_) | Json::Number(_) => {}
    }
}

/// Adds the files that a text names. `name` is that of the column, or of the field in a column with several.
fn named_in_text(table: &Table, name: &str, text: &str, named: &mut BTreeSet<Named>) {
    for bucket in table.file_addresses.iter().copied() {
        let whole = match name {
            "thumbnail_url" | "thumbnail" => Some("cover"),
            "file_url" => Some("file"),
            _ => None,
        };
        match whole {
            Some(part) => named.extend(object_key(bucket, text).map(|key| (bucket, key, part))),
            None => {
                // What everybody reads of a text with parts for members.
                let part = if name == "open_body" { "open" } else { "text" };
                named.extend(addresses::keys_in(text, bucket).into_iter().map(|key| (bucket, key, part)));
            }
        }
    }
}

/// Scans some rows from before `file_uses`. Returns `true` if more are left.
pub(crate) fn scan(storage: &Storage, tx: &mut Tx<'_>) -> Result<bool, Error> {
    tx.lock("file uses")?;
    for table in sources(storage.schema()) {
        let Some(id) = table.primary_key.first() else { continue };
        let state: Option<(String, bool)> = tx.query_optional_as(
            "SELECT last_id, is_done FROM file_use_scans WHERE source = $1",
            &[table.name.into()],
        )?;
        let (last, is_done) = state.unwrap_or_default();
        if is_done {
            continue;
        }
        let ids: Vec<String> = tx.query_as(
            &format!("SELECT {id} FROM {} WHERE {id} > $1 ORDER BY {id} LIMIT {BATCH}", table.name),
            &[(&last).into()],
        )?;
        if !ids.is_empty() {
            store_uses(tx, table, &ids)?;
        }
        tx.execute(
            "INSERT INTO file_use_scans (source, last_id, is_done) VALUES ($1, $2, $3)
             ON CONFLICT (source) DO UPDATE SET last_id = excluded.last_id, is_done = excluded.is_done",
            &[table.name.into(), ids.last().unwrap_or(&last).into(), (ids.len() < BATCH).into()],
        )?;
        return Ok(true);
    }
    Ok(false)
}

/// Lets the next start scan all rows for the files they name, after rows were written by another program.
///
/// # Errors
/// Fails if the database does.
pub fn scan_uses_again(tx: &mut Tx<'_>) -> Result<(), DbError> {
    tx.execute("DELETE FROM file_use_scans", &[]).map(drop)
}

/// Removes the uses of rows that were deleted with a row of another table.
pub(crate) fn forget_gone(storage: &Storage, tx: &mut Tx<'_>) -> Result<(), Error> {
    for table in sources(storage.schema()) {
        let Some(id) = table.primary_key.first() else { continue };
        tx.execute(
            &format!(
                "DELETE FROM file_uses WHERE source = $1
                 AND NOT EXISTS (SELECT 1 FROM {} t WHERE t.{id} = file_uses.row_id)",
                table.name
            ),
            &[table.name.into()],
        )?;
    }
    tx.execute(
        "UPDATE objects SET is_used = false WHERE is_used AND NOT EXISTS (
             SELECT 1 FROM file_uses u WHERE u.bucket_id = objects.bucket_id AND u.file_key = objects.name)",
        &[],
    )?;
    Ok(())
}
