//! A stored file's row: reading and writing it, its `Cache-Control`, and its forms on the wire.

use ateneu_base::{Change, Record, Timestamp, Value, Verb, fold};
use ateneu_db::{Tx, json_column};
use serde::{Deserialize, Deserializer};
use serde_json::{Value as Json, json};

use crate::{
    Error, Storage,
    objects::{
        key::Key,
        mime::{self, Mime},
    },
};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Column {
    #[default]
    Name,
    CreatedAt,
    UpdatedAt,
    LastAccessedAt,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Object {
    pub(crate) id: String,
    pub(crate) bucket_id: String,
    pub(crate) name: String,
    pub(crate) owner: Option<String>,
    /// Names the bytes in the store.
    pub(crate) version: String,
    /// Bytes.
    pub(crate) size: u64,
    // Whatever the row holds, only these forms are served.
    #[serde(deserialize_with = "canonical_mime")]
    pub(crate) mimetype: Mime,
    #[serde(deserialize_with = "usable_cache_control")]
    pub(crate) cache_control: String,
    pub(crate) etag: String,
    #[serde(deserialize_with = "json_column")]
    pub(crate) user_metadata: Json,
    pub(crate) created_at: Timestamp,
    pub(crate) updated_at: Timestamp,
    /// True if it stays while nothing uses it.
    pub(crate) is_kept: bool,
}

fn canonical_mime<'de, D: Deserializer<'de>>(column: D) -> Result<Mime, D::Error> {
    Ok(mime::canonical(&String::deserialize(column)?).unwrap_or(mime::UNKNOWN))
}

fn usable_cache_control<'de, D: Deserializer<'de>>(column: D) -> Result<String, D::Error> {
    Ok(cache_control(&Option::<String>::deserialize(column)?.unwrap_or_default()))
}

/// The columns of `objects` that are read, in the order of [`Object::values`].
pub(crate) const COLUMNS: &str = "id, bucket_id, name, owner, version, size, mimetype, cache_control, etag, \
     user_metadata, created_at, updated_at, is_kept";

/// Member of the user's metadata that holds the original name of a file.
pub(crate) const NAME: &str = "name";
/// Member of the user's metadata that is `true` for a file of the media library that no clean-up removes.
const KEPT: &str = "kept";

/// An instant as the storage service writes it: `2026-11-21T12:00:00.000Z`, milliseconds as in JavaScript.
pub(crate) fn wire_instant(at: Timestamp) -> String {
    let text = at.to_zulu();
    let thousandths = text.find('.').map_or(text.len(), |dot| dot + 4);
    format!("{}Z", text.get(..thousandths).unwrap_or(&text))
}

impl Object {
    /// The `metadata` of listed rows.
    fn metadata(&self) -> Json {
        json!({
            "eTag": format!("\"{}\"", self.etag),
            "size": self.size,
            "mimetype": self.mimetype,
            "cacheControl": self.cache_control,
            "lastModified": wire_instant(self.updated_at),
            "contentLength": self.size,
            "httpStatusCode": 200,
        })
    }

    /// A row of a listing, under the name it has there.
    pub(crate) fn listed_as(&self, name: &str) -> Json {
        json!({
            "name": name,
            "id": self.id,
            "updated_at": wire_instant(self.updated_at),
            "created_at": wire_instant(self.created_at),
            "last_accessed_at": wire_instant(self.updated_at),
            "metadata": self.metadata(),
        })
    }

    /// The whole row, as removing and copying return it.
    pub(crate) fn whole(&self) -> Json {
        let mut row = self.listed_as(&self.name);
        row["bucket_id"] = json!(self.bucket_id);
        row["owner"] = json!(self.owner);
        row["owner_id"] = json!(self.owner);
        row["version"] = json!(self.version);
        row["user_metadata"] = self.user_metadata.clone();
        row
    }

    /// The body of `info`; its `metadata` is the user's.
    pub(crate) fn info(&self) -> Json {
        json!({
            "id": self.id,
            "name": self.name,
            "version": self.version,
            "bucket_id": self.bucket_id,
            "size": self.size,
            "content_type": self.mimetype,
            "cache_control": self.cache_control,
            "etag": format!("\"{}\"", self.etag),
            "metadata": self.user_metadata,
            "last_modified": wire_instant(self.updated_at),
            "created_at": wire_instant(self.created_at),
        })
    }

    /// Returns the original name of the file, if its sender gave one.
    pub(crate) fn original_name(&self) -> Option<&str> {
        self.user_metadata.get(NAME)?.as_str().filter(|name| !name.is_empty())
    }

    /// The instant a listing sorts by.
    pub(crate) fn sorted_by(&self, column: Column) -> Timestamp {
        match column {
            Column::CreatedAt => self.created_at,
            Column::Name | Column::UpdatedAt | Column::LastAccessedAt => self.updated_at,
        }
    }

    /// `bucket/key`.
    pub(crate) fn full_key(&self) -> String {
        format!("{}/{}", self.bucket_id, self.name)
    }

    fn record(&self) -> Record {
        let columns = [
            ("id", json!(self.id)),
            ("bucket_id", json!(self.bucket_id)),
            ("name", json!(self.name)),
            ("version", json!(self.version)),
            ("etag", json!(self.etag)),
            ("mimetype", json!(self.mimetype)),
            ("owner", json!(self.owner)),
            ("size", json!(self.size)),
        ];
        columns.map(|(column, value)| (column.to_owned(), value)).into_iter().collect()
    }

    /// The values of [`COLUMNS`].
    fn values(&self) -> [Value; 13] {
        [
            (&self.id).into(),
            (&self.bucket_id).into(),
            (&self.name).into(),
            self.owner.as_deref().into(),
            (&self.version).into(),
            i64::try_from(self.size).unwrap_or(i64::MAX).into(),
            self.mimetype.into(),
            (&self.cache_control).into(),
            (&self.etag).into(),
            Value::Text(self.user_metadata.to_string()),
            self.created_at.into(),
            self.updated_at.into(),
            self.is_kept.into(),
        ]
    }
}

/// Returns `true` if a sender's metadata ask for the file to stay while nothing uses it.
pub(crate) fn asks_to_be_kept(user_metadata: &Json) -> bool {
    user_metadata.get(KEPT).and_then(Json::as_bool).unwrap_or_default()
}

pub(crate) fn find(tx: &mut Tx<'_>, bucket: &str, key: &Key) -> Result<Option<Object>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM objects WHERE bucket_id = $1 AND name = $2");
    Ok(tx.query_optional_as(&sql, &[bucket.into(), key.as_str().into()])?)
}

/// Characters of the name that files are found by.
const MAX_NAME_LENGTH: usize = 300;

/// Returns the text that a file is found by: its original name, or else the last part of its key, without case and
/// accents.
fn search_name(object: &Object) -> Value {
    let last = object.name.rsplit('/').next().unwrap_or_default();
    let name = fold::words(object.original_name().unwrap_or(last)).join(" ");
    name.chars().take(MAX_NAME_LENGTH).collect::<String>().into()
}

/// SQL: a row names the file in that bucket, with that key. PostgreSQL takes a parameter for one type only: those that
/// are written are not compared.
fn is_named(bucket: &str, key: &str) -> String {
    format!("EXISTS (SELECT 1 FROM file_uses u WHERE u.bucket_id = {bucket} AND u.file_key = {key})")
}

/// Adds a row; `false` when the key was taken meanwhile.
pub(crate) fn insert(tx: &mut Tx<'_>, object: &Object) -> Result<bool, Error> {
    let sql = format!(
        "INSERT INTO objects ({COLUMNS}, last_accessed_at, search_name, is_used)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $12, $14, {})
         ON CONFLICT (bucket_id, name) DO NOTHING",
        is_named("$15", "$16")
    );
    let more = [search_name(object), (&object.bucket_id).into(), (&object.name).into()];
    let added = tx.execute(&sql, &[&object.values()[..], &more].concat())? == 1;
    if added {
        changed(tx, Verb::Insert, None, Some(object));
    }
    Ok(added)
}

/// Replaces a row by another of the same id; `false` when it was written, moved or removed meanwhile.
pub(crate) fn replace(tx: &mut Tx<'_>, old: &Object, new: &Object) -> Result<bool, Error> {
    let sql = format!(
        "UPDATE objects SET bucket_id = $2, name = $3, owner = $4, version = $5, size = $6, mimetype = $7,
             cache_control = $8, etag = $9, user_metadata = $10, created_at = $11, updated_at = $12, last_accessed_at = $12,
             is_kept = $13, search_name = $17, is_used = {}
         WHERE id = $1 AND version = $14 AND bucket_id = $15 AND name = $16",
        is_named("$18", "$19")
    );
    let place = [
        (&old.version).into(),
        (&old.bucket_id).into(),
        (&old.name).into(),
        search_name(new),
        (&new.bucket_id).into(),
        (&new.name).into(),
    ];
    let replaced = tx.execute(&sql, &[&new.values()[..], &place].concat())? == 1;
    if replaced {
        changed(tx, Verb::Update, Some(old), Some(new));
    }
    Ok(replaced)
}

/// Removes a row; `false` when it was written, moved or removed meanwhile.
pub(crate) fn delete(tx: &mut Tx<'_>, object: &Object) -> Result<bool, ateneu_db::Error> {
    let sql = "DELETE FROM objects WHERE id = $1 AND version = $2 AND bucket_id = $3 AND name = $4";
    let Object { id, version, bucket_id, name, .. } = object;
    let removed = tx.execute(sql, &[id.into(), version.into(), bucket_id.into(), name.into()])? == 1;
    if removed {
        changed(tx, Verb::Delete, Some(object), None);
    }
    Ok(removed)
}

fn changed(tx: &mut Tx<'_>, verb: Verb, old: Option<&Object>, new: Option<&Object>) {
    let (old, new) = (old.map(Object::record), new.map(Object::record));
    tx.changed(Change { table: "objects".into(), verb, old, new });
}

/// `Cache-Control` of a file without a usable value.
const UNSAID: &str = "no-cache";

/// The longest `max-age`: a year, in seconds.
const MAX_AGE_SECONDS: u64 = 365 * 24 * 60 * 60;

/// The form that is stored and served. storage-js 2.119 sends `3600` in forms and `max-age=3600` in headers; of other
/// directives none is taken over.
pub(crate) fn cache_control(text: &str) -> String {
    text.split(',')
        .find_map(seconds)
        .map_or_else(|| UNSAID.to_owned(), |seconds| format!("max-age={seconds}"))
}

fn seconds(directive: &str) -> Option<u64> {
    let directive = directive.trim();
    let digits = match directive.split_once('=') {
        Some((name, digits)) => name.eq_ignore_ascii_case("max-age").then_some(digits)?,
        None => directive,
    };
    let is_number =
        !digits.is_empty() && digits.len() <= 10 && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten().map(|seconds: u64| seconds.min(MAX_AGE_SECONDS))
}

/// Number of different pairs that are read at a time.
const BATCH: usize = 200;

/// Gives every stored file a type of the list, [`mime::UNKNOWN`] where there is none, and a normalised `Cache-Control`.
/// Reads the distinct pairs of both, which are few, and writes only wrong ones.
pub(crate) fn repair(_: &Storage, tx: &mut Tx<'_>) -> Result<(), Error> {
    let sql = format!(
        "SELECT mimetype, cache_control FROM objects WHERE mimetype > $1 OR (mimetype = $1 AND cache_control > $2)
         GROUP BY mimetype, cache_control ORDER BY mimetype, cache_control LIMIT {BATCH}"
    );
    let repair =
        "UPDATE objects SET mimetype = $3, cache_control = $4 WHERE mimetype = $1 AND cache_control = $2";
    let mut last = (String::new(), String::new());
    loop {
        let pairs: Vec<(String, String)> = tx.query_as(&sql, &[(&last.0).into(), (&last.1).into()])?;
        let count = pairs.len();
        for stored in pairs {
            let repaired = (mime::canonical(&stored.0).unwrap_or(mime::UNKNOWN), cache_control(&stored.1));
            if stored.0 != repaired.0 || stored.1 != repaired.1 {
                tracing::info!(was = stored.0, is = repaired.0, "normalized the type of a stored file");
                tx.execute(
                    repair,
                    &[(&stored.0).into(), (&stored.1).into(), repaired.0.into(), (&repaired.1).into()],
                )?;
            }
            last = stored;
        }
        if count < BATCH {
            return Ok(());
        }
    }
}

/// Gives files that were stored before it the name they are found by.
pub(crate) fn name_all(_: &Storage, tx: &mut Tx<'_>) -> Result<bool, Error> {
    let sql = format!("SELECT {COLUMNS} FROM objects WHERE search_name IS NULL LIMIT {BATCH}");
    let objects: Vec<Object> = tx.query_as(&sql, &[])?;
    for object in &objects {
        let sql = "UPDATE objects SET search_name = $2 WHERE id = $1";
        tx.execute(sql, &[(&object.id).into(), search_name(object)])?;
    }
    Ok(objects.len() == BATCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numeric_cache_control_is_kept() {
        for (sent, stored) in [
            ("3600", "max-age=3600"),
            ("max-age=3600", "max-age=3600"),
            (" Max-Age=0 ", "max-age=0"),
            ("public, max-age=60, immutable", "max-age=60"),
            ("3600, x", "max-age=3600"),
            ("9999999999", "max-age=31536000"),
            ("99999999999", "no-cache"),
            ("s-maxage=60", "no-cache"),
            ("max-age=\"60\"", "no-cache"),
            ("max-age=-1", "no-cache"),
            ("no-store", "no-cache"),
            ("", "no-cache"),
            ("a\r\nb", "no-cache"),
            ("não", "no-cache"),
        ] {
            assert_eq!(cache_control(sent), stored, "{sent}");
        }
    }
}
