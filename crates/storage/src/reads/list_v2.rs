//! `POST /object/list-v2/{bucket}`: pages of a bucket's files, with a cursor that survives changes in between.

use std::cmp::Ordering;

use ateneu_base::number;
use axum::{Json, extract::State};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    Error, Storage,
    objects::{access::Access, bucket, object::Column},
    reads::list::{Entry, Order, SortBy, Walk, at_least_one},
    requests::extractors::{Bearer, BucketPath, JsonBody},
};

const MAX_FILES: u32 = 1_000;

#[derive(Deserialize)]
pub(crate) struct Body {
    prefix: Option<String>,
    #[serde(default, deserialize_with = "number::optional")]
    limit: Option<u32>,
    cursor: Option<String>,
    with_delimiter: Option<bool>,
    #[serde(rename = "sortBy")]
    sort_by: Option<SortBy>,
}

/// Sort key of an entry: folders first, then the instant, then the name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Position(Option<i64>, String);

impl Position {
    fn of(entry: &Entry, column: Column) -> Self {
        let instant = match entry {
            Entry::File(object) if column != Column::Name => Some(object.sorted_by(column).micros()),
            _ => None,
        };
        Self(instant, entry.name().to_owned())
    }

    fn to_cursor(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(json!(self).to_string())
    }

    fn from_cursor(cursor: &str) -> Result<Self, Error> {
        BASE64_URL_SAFE_NO_PAD
            .decode(cursor)
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .ok_or_else(|| Error::InvalidRequest("cursor is not one of ours".into()))
    }
}

pub(crate) async fn list(
    State(storage): State<Storage>,
    Bearer(caller): Bearer,
    BucketPath(bucket): BucketPath,
    JsonBody(body): JsonBody<Body>,
) -> Result<Json<Value>, Error> {
    let limit = at_least_one(body.limit.unwrap_or(MAX_FILES).min(MAX_FILES))?;
    let cursor = body.cursor.as_deref().filter(|cursor| !cursor.is_empty());
    let after = cursor.map(Position::from_cursor).transpose()?;
    let prefix = body.prefix.unwrap_or_default();
    let sort = body.sort_by.unwrap_or_default();
    storage
        .read(move |storage, tx| {
            let bucket = bucket::find(storage, tx, &bucket)?;
            let access = Access::now(storage, caller);
            let mut walk = Walk::new(&access, &bucket, &prefix);
            walk.folded = body.with_delimiter == Some(true);
            let in_key_order = sort.column == Column::Name && sort.order == Order::Asc;
            if in_key_order {
                walk.most = limit + 1;
                after.iter().for_each(|Position(_, name)| walk.start_after(name));
            }
            let mut entries = walk.entries(tx)?;
            if !in_key_order {
                entries = in_order(entries, sort, after.as_ref());
            }
            Ok(Json(page(entries, limit, sort.column)))
        })
        .await
}

/// Returns the entries in the requested order, after the cursor.
fn in_order(entries: Vec<Entry>, sort: SortBy, after: Option<&Position>) -> Vec<Entry> {
    let compare = |one: &Position, other: &Position| match sort.order {
        Order::Asc => one.cmp(other),
        Order::Desc => other.cmp(one),
    };
    let mut placed: Vec<(Position, Entry)> = entries
        .into_iter()
        .map(|entry| (Position::of(&entry, sort.column), entry))
        .filter(|(position, _)| after.is_none_or(|after| compare(position, after) == Ordering::Greater))
        .collect();
    placed.sort_by(|(one, _), (other, _)| compare(one, other));
    placed.into_iter().map(|(_, entry)| entry).collect()
}

fn page(mut entries: Vec<Entry>, limit: usize, column: Column) -> Value {
    let has_next = entries.len() > limit;
    entries.truncate(limit);
    let (mut folders, mut objects) = (Vec::new(), Vec::new());
    for entry in &entries {
        match entry {
            Entry::Folder(name) => {
                folders.push(json!({ "key": name.trim_end_matches('/'), "name": name }));
            }
            Entry::File(object) => {
                let mut row = object.listed_as(&object.name);
                row["key"] = json!(object.name);
                objects.push(row);
            }
        }
    }
    let mut page = json!({ "hasNext": has_next, "folders": folders, "objects": objects });
    if let Some(last) = entries.last().filter(|_| has_next) {
        page["nextCursor"] = json!(Position::of(last, column).to_cursor());
        page["nextCursorKey"] = json!(last.name());
    }
    page
}
