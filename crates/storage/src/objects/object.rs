//! The row of a stored file, and its forms on the wire.

use ateneu_base::{Timestamp, Value, fold};
use ateneu_db::{Error as DbError, Tx};
use ateneu_schema::{AsJson, ColumnValue, TableRow};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::{
    Error, Storage,
    objects::{
        cache_control::CacheControl,
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

#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("objects")]
pub(crate) struct Object {
    pub(crate) id: String,
    pub(crate) bucket_id: String,
    pub(crate) name: String,
    pub(crate) owner: Option<String>,
    /// Name of the bytes in the store.
    pub(crate) version: String,
    /// Size in bytes.
    pub(crate) size: u64,
    pub(crate) mimetype: Mime,
    pub(crate) cache_control: CacheControl,
    pub(crate) etag: String,
    pub(crate) user_metadata: AsJson<Json>,
    pub(crate) created_at: Timestamp,
    pub(crate) updated_at: Timestamp,
    /// True if it is kept even if unused.
    pub(crate) is_kept: bool,
}

/// Member of the user's metadata with the original name of a file.
pub(crate) const NAME: &str = "name";
/// Member of the user's metadata that is `true` for a file of the media library that no cleanup removes.
const KEPT: &str = "kept";

/// Formats an instant for the protocol: `2026-11-21T12:00:00.000Z`, with milliseconds as in JavaScript.
pub(crate) fn wire_instant(at: Timestamp) -> String {
    let text = at.to_zulu();
    let thousandths = text.find('.').map_or(text.len(), |dot| dot + 4);
    format!("{}Z", text.get(..thousandths).unwrap_or(&text))
}

impl Object {
    /// Returns the `metadata` of listed rows.
    fn metadata(&self) -> Json {
        json!({
            "eTag": format!("\"{}\"", self.etag),
            "size": self.size,
            "mimetype": &*self.mimetype,
            "cacheControl": &*self.cache_control,
            "lastModified": wire_instant(self.updated_at),
            "contentLength": self.size,
            "httpStatusCode": 200,
        })
    }

    /// Returns a row of a listing with its name there.
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

    /// Returns the whole row, as removing and copying return it.
    pub(crate) fn whole(&self) -> Json {
        let mut row = self.listed_as(&self.name);
        row["bucket_id"] = json!(self.bucket_id);
        row["owner"] = json!(self.owner);
        row["owner_id"] = json!(self.owner);
        row["version"] = json!(self.version);
        row["user_metadata"] = self.user_metadata.0.clone();
        row
    }

    /// Returns the body of `info`, whose `metadata` is the user's.
    pub(crate) fn info(&self) -> Json {
        json!({
            "id": self.id,
            "name": self.name,
            "version": self.version,
            "bucket_id": self.bucket_id,
            "size": self.size,
            "content_type": &*self.mimetype,
            "cache_control": &*self.cache_control,
            "etag": format!("\"{}\"", self.etag),
            "metadata": *self.user_metadata,
            "last_modified": wire_instant(self.updated_at),
            "created_at": wire_instant(self.created_at),
        })
    }

    /// Returns the original name of the file, if its sender gave one.
    pub(crate) fn original_name(&self) -> Option<&str> {
        self.user_metadata.get(NAME)?.as_str().filter(|name| !name.is_empty())
    }

    /// Returns the instant by which a listing sorts.
    pub(crate) fn sorted_by(&self, column: Column) -> Timestamp {
        match column {
            Column::CreatedAt => self.created_at,
            Column::Name | Column::UpdatedAt | Column::LastAccessedAt => self.updated_at,
        }
    }

    /// Returns `bucket/key`.
    pub(crate) fn full_key(&self) -> String {
        format!("{}/{}", self.bucket_id, self.name)
    }
}

/// Returns `true` if a sender's metadata ask to keep the unused file.
pub(crate) fn asks_to_be_kept(user_metadata: &Json) -> bool {
    user_metadata.get(KEPT).and_then(Json::as_bool).unwrap_or_default()
}

pub(crate) fn find(tx: &mut Tx<'_>, bucket: &str, key: &Key) -> Result<Option<Object>, Error> {
    Ok(tx.row("WHERE bucket_id = $1 AND name = $2", &[bucket.into(), key.as_str().into()])?)
}

/// Maximum length of the searched name in characters.
const MAX_NAME_LENGTH: usize = 300;

/// Returns the searched name of a file: its original name, or else the last part of its key, without case and accents.
fn search_name(object: &Object) -> Value {
    let last = object.name.rsplit('/').next().unwrap_or_default();
    let name = fold::words(object.original_name().unwrap_or(last)).join(" ");
    name.chars().take(MAX_NAME_LENGTH).collect::<String>().into()
}

/// Returns the columns of a stored row, the SQL of their values, and its parameters. PostgreSQL accepts a parameter for
/// one type only, so written ones are not compared.
fn stored(object: &Object) -> (String, String, Vec<Value>) {
    let fields = Object::FIELDS.iter().map(|field| field.column);
    let columns: Vec<_> = fields.chain(["last_accessed_at", "search_name", "is_used"]).collect();
    let mut parameters = object.values();
    parameters.extend([object.updated_at.into(), search_name(object)]);
    let mut values: Vec<_> = (1..=parameters.len()).map(|place| format!("${place}")).collect();
    values.push(format!(
        "EXISTS (SELECT 1 FROM file_uses u WHERE u.bucket_id = ${} AND u.file_key = ${})",
        parameters.len() + 1,
        parameters.len() + 2
    ));
    parameters.extend([(&object.bucket_id).into(), (&object.name).into()]);
    (columns.join(", "), values.join(", "), parameters)
}

/// Adds a row. Returns `false` if the key was taken meanwhile.
pub(crate) fn insert(tx: &mut Tx<'_>, object: &Object) -> Result<bool, DbError> {
    let (columns, values, parameters) = stored(object);
    let sql =
        format!("INSERT INTO objects ({columns}) VALUES ({values}) ON CONFLICT (bucket_id, name) DO NOTHING");
    Ok(tx.write_count(&sql, &parameters)? == 1)
}

/// Replaces a row by another of the same id. Returns `false` if it was written, moved or removed meanwhile.
pub(crate) fn replace(tx: &mut Tx<'_>, old: &Object, new: &Object) -> Result<bool, DbError> {
    let (columns, values, mut parameters) = stored(new);
    let is_same = is_same(parameters.len());
    parameters.extend(identity(old));
    let sql = format!("UPDATE objects SET ({columns}) = ({values}) WHERE {is_same}");
    Ok(tx.write_count(&sql, &parameters)? == 1)
}

/// Removes a row. Returns `false` if it was written, moved or removed meanwhile.
pub(crate) fn delete(tx: &mut Tx<'_>, object: &Object) -> Result<bool, DbError> {
    let sql = format!("DELETE FROM objects WHERE {}", is_same(0));
    Ok(tx.write_count(&sql, &identity(object))? == 1)
}

/// Returns SQL: the row is as it was read. Its parameters, [`identity`], come after `before` others.
fn is_same(before: usize) -> String {
    let [id, version, bucket, name] = [1, 2, 3, 4].map(|place| before + place);
    format!("id = ${id} AND version = ${version} AND bucket_id = ${bucket} AND name = ${name}")
}

fn identity(object: &Object) -> [Value; 4] {
    let Object { id, version, bucket_id, name, .. } = object;
    [id, version, bucket_id, name].map(Value::from)
}

/// Number of different pairs that are read at a time.
const BATCH: usize = 200;

/// Gives all stored files a type of the list, by default [`mime::UNKNOWN`], and a normalised `Cache-Control`. Reads the
/// distinct pairs of both, which are few, and writes only wrong ones.
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
            let repaired = (mime::canonical(&stored.0).unwrap_or(mime::UNKNOWN), CacheControl::of(&stored.1));
            if stored.0 != repaired.0 || *stored.1 != *repaired.1 {
                tracing::info!(was = stored.0, is = repaired.0, "normalized the type of a stored file");
                tx.execute(
                    repair,
                    &[(&stored.0).into(), (&stored.1).into(), repaired.0.into(), repaired.1.to_value()],
                )?;
            }
            last = stored;
        }
        if count < BATCH {
            return Ok(());
        }
    }
}

/// Adds the searched name to files stored before it existed.
pub(crate) fn name_all(_: &Storage, tx: &mut Tx<'_>) -> Result<bool, Error> {
    let objects: Vec<Object> = tx.rows(&format!("WHERE search_name IS NULL LIMIT {BATCH}"), &[])?;
    for object in &objects {
        let sql = "UPDATE objects SET search_name = $2 WHERE id = $1";
        tx.execute(sql, &[(&object.id).into(), search_name(object)])?;
    }
    Ok(objects.len() == BATCH)
}
