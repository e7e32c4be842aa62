//! A stored file's row: reading it, writing it, and its forms on the wire.

use ateneu_base::{Change, Record, Timestamp, Value, Verb};
use ateneu_db::{Row, Tx};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::{
    Error,
    objects::{caching::cache_control, key::Key, mime},
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

#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) id: String,
    pub(crate) bucket_id: String,
    pub(crate) name: String,
    pub(crate) owner: Option<String>,
    /// Names the bytes in the store.
    pub(crate) version: String,
    /// Bytes.
    pub(crate) size: u64,
    /// One of the types of [`kind`].
    pub(crate) mimetype: &'static str,
    pub(crate) cache_control: String,
    /// Without quotes.
    pub(crate) etag: String,
    pub(crate) user_metadata: Json,
    pub(crate) created_at: Timestamp,
    pub(crate) updated_at: Timestamp,
}

/// Every column of `objects` that is read.
pub(crate) const COLUMNS: &str = "id, bucket_id, name, owner, version, size, mimetype, cache_control, etag, \
     user_metadata, created_at, updated_at";

/// An instant as the storage service writes it: `2026-11-21T12:00:00.000Z`, milliseconds as in JavaScript.
pub(crate) fn wire_instant(at: Timestamp) -> String {
    let text = at.to_zulu();
    let thousandths = text.find('.').map_or(text.len(), |dot| dot + 4);
    format!("{}Z", text.get(..thousandths).unwrap_or(&text))
}

impl Object {
    pub(crate) fn from_row(row: &Row) -> Result<Self, Error> {
        let text = |column: &str| row.text(column).unwrap_or_default().to_owned();
        let instant = |column: &str| {
            row.instant(column).ok_or_else(|| Error::Internal(format!("objects.{column} is not an instant")))
        };
        Ok(Self {
            id: text("id"),
            bucket_id: text("bucket_id"),
            name: text("name"),
            owner: row.text("owner").map(str::to_owned),
            version: text("version"),
            size: row.int("size").and_then(|size| u64::try_from(size).ok()).unwrap_or(0),
            // Whatever the row holds, only these forms are served.
            mimetype: mime::canonical(row.text("mimetype").unwrap_or_default()).unwrap_or(mime::UNKNOWN),
            cache_control: cache_control(row.text("cache_control").unwrap_or_default()),
            etag: text("etag"),
            user_metadata: serde_json::from_str(row.text("user_metadata").unwrap_or("{}"))
                .unwrap_or_else(|_| json!({})),
            created_at: instant("created_at")?,
            updated_at: instant("updated_at")?,
        })
    }

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
        let mut record = Record::new();
        for (column, text) in [
            ("id", &self.id),
            ("bucket_id", &self.bucket_id),
            ("name", &self.name),
            ("version", &self.version),
            ("etag", &self.etag),
        ] {
            record.insert(column.into(), json!(text));
        }
        record.insert("mimetype".into(), json!(self.mimetype));
        record.insert("owner".into(), json!(self.owner));
        record.insert("size".into(), json!(self.size));
        record
    }
}

/// The file of that key, if any.
pub(crate) fn find(tx: &mut Tx<'_>, bucket: &str, key: &Key) -> Result<Option<Object>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM objects WHERE bucket_id = $1 AND name = $2");
    let row = tx.query_optional(&sql, &[bucket.into(), key.as_str().into()])?;
    row.as_ref().map(Object::from_row).transpose()
}

/// Adds a row; `false` when the key was taken meanwhile.
pub(crate) fn insert(tx: &mut Tx<'_>, object: &Object) -> Result<bool, Error> {
    let added = tx.execute(
        "INSERT INTO objects (id, bucket_id, name, owner, version, size, mimetype, cache_control, etag,
             user_metadata, created_at, updated_at, last_accessed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
         ON CONFLICT (bucket_id, name) DO NOTHING",
        &[
            (&object.id).into(),
            (&object.bucket_id).into(),
            (&object.name).into(),
            object.owner.as_deref().into(),
            (&object.version).into(),
            i64::try_from(object.size).unwrap_or(i64::MAX).into(),
            object.mimetype.into(),
            (&object.cache_control).into(),
            (&object.etag).into(),
            Value::Text(object.user_metadata.to_string()),
            object.created_at.into(),
            object.updated_at.into(),
        ],
    )?;
    if added == 1 {
        changed(tx, Verb::Insert, None, Some(object));
    }
    Ok(added == 1)
}

/// Replaces a row by another of the same id; `false` when it was written, moved or removed meanwhile.
pub(crate) fn replace(tx: &mut Tx<'_>, old: &Object, new: &Object) -> Result<bool, Error> {
    let rows = tx.execute(
        "UPDATE objects SET bucket_id = $3, name = $4, owner = $5, version = $6, size = $7, mimetype = $8,
             cache_control = $9, etag = $10, user_metadata = $11, updated_at = $12, last_accessed_at = $12
         WHERE id = $1 AND version = $2 AND bucket_id = $13 AND name = $14",
        &[
            (&old.id).into(),
            (&old.version).into(),
            (&new.bucket_id).into(),
            (&new.name).into(),
            new.owner.as_deref().into(),
            (&new.version).into(),
            i64::try_from(new.size).unwrap_or(i64::MAX).into(),
            new.mimetype.into(),
            (&new.cache_control).into(),
            (&new.etag).into(),
            Value::Text(new.user_metadata.to_string()),
            new.updated_at.into(),
            (&old.bucket_id).into(),
            (&old.name).into(),
        ],
    )?;
    if rows == 1 {
        changed(tx, Verb::Update, Some(old), Some(new));
    }
    Ok(rows == 1)
}

/// Removes a row; `false` when it was written, moved or removed meanwhile.
pub(crate) fn delete(tx: &mut Tx<'_>, object: &Object) -> Result<bool, Error> {
    let rows = tx.execute(
        "DELETE FROM objects WHERE id = $1 AND version = $2 AND bucket_id = $3 AND name = $4",
        &[(&object.id).into(), (&object.version).into(), (&object.bucket_id).into(), (&object.name).into()],
    )?;
    if rows == 1 {
        changed(tx, Verb::Delete, Some(object), None);
    }
    Ok(rows == 1)
}

fn changed(tx: &mut Tx<'_>, verb: Verb, old: Option<&Object>, new: Option<&Object>) {
    tx.changed(Change {
        table: "objects".into(),
        verb,
        old: old.map(Object::record),
        new: new.map(Object::record),
    });
}
