//! `POST /object/list/{bucket}`: one folder's files and folders that the caller may see. All characters of prefix and
//! search are literal.

use std::cmp::Ordering;

use ateneu_base::number;
use ateneu_db::Tx;
use ateneu_schema::Rule;
use axum::{Json, extract::State};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    Error, Storage,
    objects::{
        access::Access,
        bucket::{self, Bucket},
        key,
        object::{Column, Object},
    },
    requests::extractors::{Bearer, BucketPath, JsonBody},
};

/// Number of rows that are read at a time.
const BATCH: usize = 500;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Order {
    #[default]
    Asc,
    Desc,
}

/// Sort order from `sortBy`.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct SortBy {
    pub(crate) column: Column,
    pub(crate) order: Order,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Body {
    prefix: Option<String>,
    #[serde(default, deserialize_with = "number::optional")]
    limit: Option<u32>,
    #[serde(default, deserialize_with = "number::optional")]
    offset: Option<u32>,
    sort_by: Option<SortBy>,
    search: Option<String>,
}

pub(crate) async fn list(
    State(storage): State<Storage>,
    Bearer(caller): Bearer,
    BucketPath(bucket): BucketPath,
    JsonBody(body): JsonBody<Body>,
) -> Result<Json<Value>, Error> {
    let limit = at_least_one(body.limit.unwrap_or(100))?;
    let folder = match body.prefix.as_deref().unwrap_or_default().trim_matches('/') {
        "" => String::new(),
        folder => format!("{folder}/"),
    };
    let search = body.search.unwrap_or_default().to_ascii_lowercase();
    let sort = body.sort_by.unwrap_or_default();
    storage
        .read(move |storage, tx| {
            let bucket = bucket::find(storage, tx, &bucket)?;
            let access = Access::now(storage, caller);
            let mut entries = found(tx, (&access, &bucket), &folder, &search)?;
            entries.sort_by(|one, other| in_order(sort, (one, other), &folder));
            let page = entries.iter().skip(body.offset.unwrap_or(0) as usize).take(limit);
            Ok(Json(page.map(|entry| row(entry, &folder)).collect()))
        })
        .await
}

/// Returns the entries of a folder whose name begins with the search. A search with slashes looks into the folders that
/// it names.
fn found(
    tx: &mut Tx<'_>,
    (access, bucket): (&Access, &Bucket),
    folder: &str,
    search: &str,
) -> Result<Vec<Entry>, Error> {
    let mut parts: Vec<&str> = search.trim_start_matches('/').split('/').collect();
    let last = parts.pop().unwrap_or_default();
    let mut folders = vec![folder.to_owned()];
    let mut entries_of =
        |folder: &str| Walk { folded: true, ..Walk::new(access, bucket, folder) }.entries(tx);
    for part in parts.into_iter().filter(|part| !part.is_empty()) {
        let mut inner = Vec::new();
        for folder in &folders {
            let entries = entries_of(folder)?.into_iter().filter(|entry| {
                matches!(entry, Entry::Folder(_)) && entry.name_in(folder).eq_ignore_ascii_case(part)
            });
            inner.extend(entries.map(|entry| entry.name().to_owned()));
        }
        folders = inner;
    }
    let mut found = Vec::new();
    for folder in &folders {
        let mut entries = entries_of(folder)?;
        entries.retain(|entry| entry.name_in(folder).to_ascii_lowercase().starts_with(last));
        found.extend(entries);
    }
    Ok(found)
}

pub(crate) fn at_least_one(limit: u32) -> Result<usize, Error> {
    match limit {
        0 => Err(Error::InvalidRequest("limit must be at least 1".into())),
        limit => Ok(limit as usize),
    }
}

fn row(entry: &Entry, folder: &str) -> Value {
    let name = entry.name_in(folder);
    match entry {
        Entry::File(object) => object.listed_as(name),
        Entry::Folder(_) => json!({
            "name": name, "id": null, "updated_at": null, "created_at": null, "last_accessed_at": null,
            "metadata": null,
        }),
    }
}

/// Compares two entries. Folders sort among files by name, and before them by other columns.
fn in_order(sort: SortBy, (one, other): (&Entry, &Entry), folder: &str) -> Ordering {
    let names = one.name_in(folder).cmp(other.name_in(folder));
    let turned = |ordering: Ordering| match sort.order {
        Order::Asc => ordering,
        Order::Desc => ordering.reverse(),
    };
    match (one, other) {
        _ if sort.column == Column::Name => turned(names),
        (Entry::Folder(_), Entry::Folder(_)) => names,
        (Entry::Folder(_), Entry::File(_)) => Ordering::Less,
        (Entry::File(_), Entry::Folder(_)) => Ordering::Greater,
        (Entry::File(one), Entry::File(other)) => {
            turned(one.sorted_by(sort.column).cmp(&other.sorted_by(sort.column)).then(names))
        }
    }
}

/// An entry of a listing.
pub(crate) enum Entry {
    /// Whole path with a slash at its end.
    Folder(String),
    File(Box<Object>),
}

impl Entry {
    /// Returns the whole name. A folder's ends with a slash.
    pub(crate) fn name(&self) -> &str {
        match self {
            Entry::Folder(name) => name,
            Entry::File(object) => &object.name,
        }
    }

    /// Returns the name inside a folder, without the slash at the end.
    fn name_in(&self, folder: &str) -> &str {
        let name = self.name();
        name.strip_prefix(folder).unwrap_or(name).trim_end_matches('/')
    }
}

/// Iteration over the keys of a bucket that the caller may find, in order.
pub(crate) struct Walk<'a> {
    access: &'a Access,
    bucket: &'a Bucket,
    prefix: &'a str,
    from: String,
    /// True if folders below the prefix become one entry each and are not entered.
    pub(crate) folded: bool,
    /// Maximum number of entries.
    pub(crate) most: usize,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(access: &'a Access, bucket: &'a Bucket, prefix: &'a str) -> Self {
        Self { access, bucket, prefix, from: prefix.to_owned(), folded: false, most: usize::MAX }
    }

    /// Starts after this entry of an earlier walk.
    pub(crate) fn start_after(&mut self, name: &str) {
        self.from = next_after(name).max(std::mem::take(&mut self.from));
    }

    /// Returns the entries. Folders are skipped in one step, so that a deep tree costs no more than its top.
    pub(crate) fn entries(mut self, tx: &mut Tx<'_>) -> Result<Vec<Entry>, Error> {
        let mut entries = Vec::new();
        let rule = self.bucket.rules.list.for_caller(&self.access.caller);
        // No key has other characters, and the database may not accept them.
        let possible = |text: &str| text.chars().all(|letter| letter == '/' || key::is_allowed(letter));
        if rule == Rule::Nobody || !possible(self.prefix) || !possible(&self.from) {
            return Ok(entries);
        }
        while let Some(batch) = self.batch(tx)? {
            for object in batch {
                if object.name < self.from {
                    continue;
                }
                if !self.access.admits_listed(&rule, &object) {
                    self.from = next_after(&object.name);
                    continue;
                }
                let entry = self.entry(object);
                self.from = next_after(entry.name());
                entries.push(entry);
                if entries.len() == self.most {
                    return Ok(entries);
                }
            }
        }
        Ok(entries)
    }

    fn entry(&self, object: Object) -> Entry {
        let inside = object.name.strip_prefix(self.prefix).and_then(|rest| rest.split_once('/'));
        match inside {
            Some((folder, _)) if self.folded => Entry::Folder(format!("{}{folder}/", self.prefix)),
            _ => Entry::File(Box::new(object)),
        }
    }

    fn batch(&self, tx: &mut Tx<'_>) -> Result<Option<Vec<Object>>, Error> {
        let sql = format!("WHERE bucket_id = $1 AND name >= $2 AND name < $3 ORDER BY name LIMIT {BATCH}");
        let end = format!("{}\x7f", self.prefix);
        let batch = tx.rows(&sql, &[(&self.bucket.id).into(), (&self.from).into(), end.into()])?;
        Ok((!batch.is_empty()).then_some(batch))
    }
}

/// Returns the least key after an entry: a space is the first character of keys, and `0` follows `/`.
fn next_after(name: &str) -> String {
    match name.strip_suffix('/') {
        Some(folder) => format!("{folder}0"),
        None => format!("{name} "),
    }
}
