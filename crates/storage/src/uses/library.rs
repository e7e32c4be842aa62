//! The files of some buckets with their data and uses, for the panel.

use ateneu_base::{Caller, Timestamp, Value};
use ateneu_db::{Error as DbError, Row, Tx};
use serde::Deserialize;
use serde_json::Value as Json;

use crate::{
    Error, Storage,
    objects::{
        access::Access,
        bucket,
        key::Key,
        object::{self, Object},
    },
};

/// Kind of a file for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Pictures.
    Image,
    /// Films.
    Video,
    /// Sound.
    Audio,
    /// All other files.
    Document,
}

/// Filter of the list.
#[derive(Clone, Debug)]
pub struct LibraryQuery {
    /// Buckets to list.
    pub buckets: &'static [&'static str],
    /// Folded words that the name must contain.
    pub words: Vec<String>,
    /// Kind of the files. `None` for all.
    pub kind: Option<FileKind>,
    /// True to list only unused files.
    pub unused: bool,
    /// Key of a single file. `None` for all.
    pub key: Option<String>,
    /// Position after which the list continues: time of storage and id of a file.
    pub after: Option<(Timestamp, String)>,
    /// Maximum number of files.
    pub most: usize,
}

impl LibraryQuery {
    /// Returns a filter for the newest files of these buckets.
    #[must_use]
    pub fn of(buckets: &'static [&'static str], most: usize) -> Self {
        Self { buckets, words: Vec::new(), kind: None, unused: false, key: None, after: None, most }
    }
}

/// A stored file.
#[derive(Clone, Debug)]
pub struct LibraryFile {
    /// Id of the file.
    pub id: String,
    /// Bucket of the file.
    pub bucket: &'static str,
    /// Key in the bucket.
    pub key: String,
    /// Original name, if known.
    pub name: Option<String>,
    /// Type of the file.
    pub mimetype: String,
    /// Size in bytes.
    pub size: i64,
    /// Account that stored it.
    pub owner: Option<String>,
    /// Width of a picture in pixels.
    pub width: Option<i64>,
    /// Height of a picture in pixels.
    pub height: Option<i64>,
    /// Duration of a recording in seconds.
    pub duration: Option<i64>,
    /// Time at which it was first stored.
    pub created_at: String,
    /// Time at which its bytes were last stored.
    pub updated_at: String,
    /// True if it is kept even if unused.
    pub is_kept: bool,
    /// Rows that use it.
    pub uses: Vec<FileUse>,
}

/// Rows that name a file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct FileUse {
    /// Table of the rows.
    pub source: String,
    /// Part of the row: `cover`, `file` or `text`.
    pub part: String,
    /// Id of the rows' owner, such as a content.
    pub holder_id: String,
    /// Number of rows.
    pub rows: i64,
}

/// Returns the files, newest first.
pub fn library(tx: &mut Tx<'_>, wanted: &LibraryQuery) -> Result<Vec<LibraryFile>, DbError> {
    let mut files = Vec::new();
    // The files of each bucket are read in index order.
    for bucket in wanted.buckets {
        files.extend(newest(tx, bucket, wanted)?);
    }
    files.sort_by(|one, other| (&other.created_at, &other.id).cmp(&(&one.created_at, &one.id)));
    files.truncate(wanted.most);
    for bucket in wanted.buckets {
        let mut of_bucket: Vec<&mut LibraryFile> =
            files.iter_mut().filter(|file| file.bucket == *bucket).collect();
        let keys: Vec<&str> = of_bucket.iter().map(|file| file.key.as_str()).collect();
        for row in uses(tx, bucket, &keys)? {
            let key = row.text("file_key");
            if let Some(file) = of_bucket.iter_mut().find(|file| key == Some(&file.key)) {
                file.uses.push(row.read()?);
            }
        }
    }
    Ok(files)
}

/// Returns the files of one bucket, without their uses. An index covers all conditions, so that only the rows of the
/// page are read.
fn newest(tx: &mut Tx<'_>, bucket: &'static str, wanted: &LibraryQuery) -> Result<Vec<LibraryFile>, DbError> {
    let dialect = tx.dialect();
    let mut parameters: Vec<Value> = vec![bucket.into()];
    let mut conditions = vec!["o.bucket_id = $1".to_owned()];
    let mut place = |value: Value| {
        parameters.push(value);
        format!("${}", parameters.len())
    };
    for word in &wanted.words {
        let word = place(word.into());
        conditions.push(dialect.holds("o.search_name", &word));
    }
    let is_of = |family: &str| format!("(o.mimetype >= '{family}/' AND o.mimetype < '{family}0')");
    match wanted.kind {
        None => {}
        Some(FileKind::Image) => conditions.push(is_of("image")),
        Some(FileKind::Video) => conditions.push(is_of("video")),
        Some(FileKind::Audio) => conditions.push(is_of("audio")),
        Some(FileKind::Document) => {
            conditions.push(format!("NOT ({} OR {} OR {})", is_of("image"), is_of("video"), is_of("audio")));
        }
    }
    if wanted.unused {
        conditions.push("o.is_used = FALSE".to_owned());
    }
    if let Some(key) = &wanted.key {
        let key = place(key.into());
        conditions.push(format!("o.name = {key}"));
    }
    if let Some((at, id)) = &wanted.after {
        let (at, id) = (place((*at).into()), place(id.into()));
        // The first condition is the entry into the index.
        conditions.push(format!("o.created_at <= {at} AND (o.created_at < {at} OR o.id < {id})"));
    }
    let sql = format!(
        "o WHERE {} ORDER BY o.created_at DESC, o.id DESC LIMIT {}",
        conditions.join(" AND "),
        wanted.most
    );
    Ok(tx.rows(&sql, &parameters)?.into_iter().map(|object| file(bucket, object)).collect())
}

/// Counts the unused files of these buckets, and their bytes. Files stored at `before` or later, and kept ones, do not
/// count.
pub fn count_unused(tx: &mut Tx<'_>, buckets: &[&str], before: Timestamp) -> Result<(i64, i64), DbError> {
    let mut counted = (0, 0);
    for bucket in buckets {
        let (files, bytes): (i64, i64) = tx.query_one_as(
            "SELECT count(*), CAST(coalesce(sum(o.size), 0) AS bigint) FROM objects o
             WHERE o.bucket_id = $1 AND o.is_used = FALSE AND NOT o.is_kept AND o.updated_at < $2",
            &[(*bucket).into(), before.into()],
        )?;
        counted = (counted.0 + files, counted.1 + bytes);
    }
    Ok(counted)
}

/// Returns bucket and key of files that [`count_unused`] counts, oldest of each bucket first.
pub fn unused_keys(
    tx: &mut Tx<'_>,
    buckets: &[&'static str],
    before: Timestamp,
    most: usize,
) -> Result<Vec<(&'static str, String)>, DbError> {
    let mut keys = Vec::new();
    for bucket in buckets.iter().copied() {
        let sql = format!(
            "SELECT o.name FROM objects o
             WHERE o.bucket_id = $1 AND o.is_used = FALSE AND NOT o.is_kept AND o.updated_at < $2
             ORDER BY o.created_at, o.id LIMIT {most}"
        );
        let names: Vec<String> = tx.query_as(&sql, &[bucket.into(), before.into()])?;
        keys.extend(names.into_iter().map(|name| (bucket, name)));
    }
    keys.truncate(most);
    Ok(keys)
}

impl Storage {
    /// Returns `true` if a caller may replace this file.
    ///
    /// # Errors
    /// Fails if the database does, or if there is no such bucket.
    pub fn may_replace(&self, tx: &mut Tx<'_>, caller: &Caller, file: &LibraryFile) -> Result<bool, Error> {
        let bucket = bucket::find(self, tx, file.bucket)?;
        let Some(object) = object::find(tx, file.bucket, &Key::parse(&file.key)?)? else { return Ok(false) };
        Access::now(self, caller.clone()).may_replace(tx, &bucket, &object)
    }
}

fn file(bucket: &'static str, object: Object) -> LibraryFile {
    let number = |name: &str| object.user_metadata.get(name)?.as_i64().filter(|number| *number > 0);
    LibraryFile {
        bucket,
        name: object.original_name().map(str::to_owned),
        width: number("width"),
        height: number("height"),
        duration: number("duration"),
        id: object.id,
        key: object.name,
        mimetype: object.mimetype.to_string(),
        size: i64::try_from(object.size).unwrap_or(i64::MAX),
        owner: object.owner,
        created_at: object.created_at.to_string(),
        updated_at: object.updated_at.to_string(),
        is_kept: object.is_kept,
        uses: Vec::new(),
    }
}

/// Returns the uses of these files, each with its key.
fn uses(tx: &mut Tx<'_>, bucket: &str, keys: &[&str]) -> Result<Vec<Row>, DbError> {
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!(
        "SELECT file_key, source, part, holder_id, count(*) AS rows FROM file_uses
         WHERE bucket_id = $1 AND part <> 'open' AND {}
         GROUP BY file_key, source, part, holder_id ORDER BY file_key, source, part, holder_id",
        tx.dialect().among("file_key", "$2")
    );
    tx.query(&sql, &[bucket.into(), Json::from(keys).to_string().into()])
}
